"""`odin replay`: a recorded match, on the screen, read aloud, as JSON or as a picture."""

import asyncio
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import aclosing
from operator import le
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Any

from odin_engine.chance import check_seed, commitment
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_tui import fair_deals
from odin_tui.commands.play import is_dumb, is_terminal, player, show
from odin_tui.commands.record_file import load
from odin_tui.drawing.names import named_for
from odin_tui.game_ui import game_ui
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.quoting import quotable
from odin_tui.main import Mistake
from odin_tui.messages import outcome_data
from odin_tui.narrator import Reader
from odin_tui.reader_seat import reader_seat

if TYPE_CHECKING:
    from odin_engine.analysis import Verdict

DESCRIPTION = N_("""\
Play a recorded match again, checking every move by the rules on the way: on a terminal step
by step with all hands open, in a pipe in sentences; or make an animated picture of it. The
file is only read, never changed.""")
EXAMPLE = "odin replay match.odin --svg match.svg --hand 1"
SIZE, SECONDS = (100, 30), 1.2
"""The size of a picture, and for how long each move is shown in it."""
SMALLEST, LARGEST = (60, 20), (200, 60)
QUICKEST, SLOWEST = 0.1, 60.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin replay`."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=N_("a record, saved after a match or by the arena")
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--text",
        action="store_true",
        help=command_line().gettext("sentences, one a line, as in a pipe"),
    )
    form.add_argument(
        "--json",
        action="store_true",
        help=command_line().gettext("one JSON object a line, a move each"),
    )
    form.add_argument(
        "--report",
        action="store_true",
        help=command_line().gettext("how well everybody played, and the costliest moves"),
    )
    form.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help=command_line().gettext("write an animated picture, for any browser"),
    )
    form.add_argument(
        "--cast",
        type=Path,
        metavar="FILE",
        help=command_line().gettext("write an asciicast, for asciinema"),
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help=N_("call everybody by name in sentences, yourself too, for others to read"),
    )
    parser.add_argument(
        "--hand", type=int, metavar="N", help=N_("which hand, round or raid the picture shows")
    )
    parser.add_argument(
        "--size",
        type=_size,
        default=SIZE,
        metavar="WIDTHxHEIGHT",
        help=N_("how large a picture is (100x30)"),
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=SECONDS,
        metavar="S",
        help=N_("how long each move is shown in a picture (1.2)"),
    )


def run(words: Namespace) -> int:
    """Show the match, or print it move by move."""
    record = load(words.file)
    if words.report:
        return _report(record, _own_seat(record, words))
    if words.svg is not None or words.cast is not None:
        return _picture(record, words)
    if not (words.text or words.json) and is_terminal() and not is_dumb():
        return show(record)
    lines = _objects(record) if words.json else _sentences(record, _own_seat(record, words))
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 0


def _own_seat(record: Record, words: Namespace) -> Seat | None:
    """Return the seat of whoever reads it on this machine, who is called you; None if nobody is."""
    return None if words.names else reader_seat(record.names, player())


def _size(word: str) -> tuple[int, int]:
    """Read the size of a picture, as in 80x24; raise `ArgumentTypeError` for anything else."""
    found = fullmatch(r"(\d{1,4})x(\d{1,4})", word)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if all(map(le, SMALLEST, size)) and all(map(le, size, LARGEST)):
        return size
    text = command_line().gettext("{word!r} is not a size from 60x20 to 200x60")
    raise ArgumentTypeError(text.format(word=quotable(word[:20], command_line())))


def _seconds(word: str) -> float:
    """Read how long a move is shown; raise `ArgumentTypeError` for anything else."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if QUICKEST <= seconds <= SLOWEST:
        return seconds
    text = command_line().gettext("{word!r} is not a number of seconds from 0.1 to 60")
    raise ArgumentTypeError(text.format(word=quotable(word[:20], command_line())))


def _picture(record: Record, words: Namespace) -> int:
    """Write the match, or one hand of it, as an animated picture."""
    # Nothing of a screen is loaded before one is to be drawn.
    from odin_tui.drawing.asciicast import asciicast  # noqa: PLC0415
    from odin_tui.drawing.cell_pictures import GROUND, animate  # noqa: PLC0415
    from odin_tui.recording import replay_frames  # noqa: PLC0415

    tr = command_line()
    frames = asyncio.run(replay_frames(record, words.size, words.seconds, words.hand, tr))
    if not frames:
        raise Mistake(N_("there is no number {number} in this match."), number=words.hand)
    names = comma_list(record.names, tr)
    title = tr.gettext("{game}: {names}").format(game=GAMES[record.game].TITLE, names=names)
    if words.svg is not None:
        path, text = words.svg, animate(frames, GROUND)
    else:
        path, text = words.cast, "".join(f"{line}\n" for line in asciicast(frames, title))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise Mistake(
            N_("cannot write {path}: {reason}."), path=path, reason=trouble.strerror
        ) from trouble
    sys.stdout.write(f"{path}\n")
    return 0


def _report(record: Record, seat: Seat | None) -> int:
    """Analyse the match, and tell how well everybody played."""
    from odin_engine.match_report import MatchStory  # noqa: PLC0415 - other forms need none of it
    from odin_tui.match_report_text import report_lines  # noqa: PLC0415

    verdicts = asyncio.run(_verdicts(record))
    if len(verdicts) < len(record.moves):
        raise Mistake(N_("the match could not be analysed to its end."))
    found = MatchStory(record, GAMES[record.game]).report(verdicts)
    for line in report_lines(record, found, command_line(), seat):
        sys.stdout.write(f"{line}\n")
    return 0


async def _verdicts(record: Record) -> "dict[int, Verdict]":
    """Have every move judged, with progress on a terminal; verdicts are kept if possible."""
    from odin_server.analyst import LogAnalyst  # noqa: PLC0415 - other forms need none of it
    from odin_server.log.memory import MemoryLog  # noqa: PLC0415
    from odin_tui.commands.storage import Storage  # noqa: PLC0415
    from odin_tui.worker_process import worker_command  # noqa: PLC0415

    log = Storage.usual().open_log()[0] or MemoryLog()
    verdicts: dict[int, Verdict] = {}
    text = command_line().gettext("Analysing: {count} of {moves} moves.")
    try:
        async with aclosing(LogAnalyst(log, worker_command("analysis")).judged(record)) as found:
            async for verdict in found:
                verdicts[verdict.number] = verdict
                if sys.stderr.isatty():
                    said = text.format(count=len(verdicts), moves=len(record.moves))
                    sys.stderr.write(f"\r{said}")
    finally:
        await log.close()
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    return verdicts


def _sentences(record: Record, seat: Seat | None) -> Iterator[str]:
    tr = command_line()
    text = tr.gettext("{game}: {names}.")
    names = comma_list(named_for(record.names, seat, tr), tr)
    yield text.format(game=GAMES[record.game].TITLE, names=names)
    before, reader = None, Reader(tuple(record.names), seat, tr)
    for state in replay(record, GAMES):
        after = GAMES[record.game].view(state, None)
        yield from game_ui(record.game).tell(before, after, reader)
        before = after
    text = command_line().gettext("The SHA-256 of its seed {seed} is {digits}")
    yield text.format(seed=record.seed.hex(), digits=commitment(record.seed))
    yield fair_deals.proof_of(record, command_line())


def _objects(record: Record) -> Iterator[str]:
    game = GAMES[record.game]
    states = iter(replay(record, GAMES))
    next(states)
    yield json.dumps(
        {
            "game": record.game,
            "rules": record.rules,
            "names": record.names,
            "options": record.options,
            "seed": record.seed.hex(),
            "commitment": record.commitment,
            "seed_check": check_seed(record.seed, record.commitment).value,
            "seed_given": record.seed_given,
        }
    )
    for number, (state, (seat, move)) in enumerate(zip(states, record.moves, strict=True), 1):
        step: dict[str, Any] = {"move": number, "seat": seat, "played": move}
        if outcome := game.outcome(state):
            step |= outcome_data(outcome, record.game)
        yield json.dumps(step)
