"""`odin replay`: a recorded match, step by step on the screen, read aloud, or as JSON."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from odin_engine.chance import check_seed, commitment
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_tui import fair_deals
from odin_tui.commands.play import is_dumb, is_terminal, show
from odin_tui.commands.record_file import load
from odin_tui.game_ui import game_ui
from odin_tui.languages import N_, command_line
from odin_tui.messages import outcome_data
from odin_tui.narrator import Reader

DESCRIPTION = N_("""\
Play a recorded match again, checking every move by the rules on the way: on a terminal step
by step with all hands open, in a pipe in sentences. The file is only read, never changed.""")
EXAMPLE = "odin replay match.odin --text"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin replay`."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=N_("a record, as the arena keeps them")
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


def run(words: Namespace) -> int:
    """Show the match, or print it move by move."""
    record = load(words.file)
    if not (words.text or words.json) and is_terminal() and not is_dumb():
        return show(record)
    lines = _objects(record) if words.json else _sentences(record)
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 0


def _sentences(record: Record) -> Iterator[str]:
    text = command_line().gettext("{game}: {names}.")
    yield text.format(game=GAMES[record.game].TITLE, names=", ".join(record.names))
    before, reader = None, Reader(tuple(record.names))
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
