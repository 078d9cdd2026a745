"""`odin arena`: tournaments of bots."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from odin_engine.bots import LEVELS
from odin_engine.game import AnyGame, BadOption
from odin_engine.games import GAMES
from odin_server.arena import (
    Block,
    Pairing,
    PairingResult,
    Played,
    Tournament,
    pairing_result,
    play_all,
)
from odin_tui.bots_text import bot_title
from odin_tui.languages import N_, Translations, command_line
from odin_tui.languages.numbers import comma_list, decimal, percent
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text

DESCRIPTION = N_("""\
Let bots play a tournament. Every deal is played from every seat, so none is favoured,
and thinking is counted in trials rather than seconds, so a seed gives the same result again.
Standard errors are taken over deals.""")
EXAMPLE = "odin arena --game odin --seats 4 --bots jarl,karl --format field --games 400"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin arena`."""
    parser.add_argument(
        "--game",
        default="odin",
        metavar="G",
        help=command_line()
        .gettext("one of {games}")
        .format(games=comma_list(GAMES, command_line())),
    )
    parser.add_argument(
        "--bots",
        default=",".join(reversed(LEVELS)),
        metavar="A,B,…",
        help=command_line()
        .gettext("who takes part, of {levels} (default: all)")
        .format(levels=comma_list(LEVELS, command_line())),
    )
    parser.add_argument(
        "--seats", type=int, default=2, metavar="N", help=N_("players at a table (2)")
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help=N_("matches a pairing, at least (100)")
    )
    parser.add_argument(
        "--format",
        choices=("round-robin", "field", "ladder"),
        default="round-robin",
        help=N_(
            "every two bots share the seats evenly; each sits alone among each other one; "
            "or each sits alone among the next in the list"
        ),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=WORD",
        help=N_("an option of the match, such as target=one-hand; may be repeated"),
    )
    parser.add_argument(
        "--seed", default="odin", metavar="S", help=N_("any text; decides every deal")
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help=N_("cores")
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help=N_("keep every match as a record")
    )
    parser.add_argument("--json", action="store_true", help=N_("print JSON and nothing else"))


def run(words: Namespace) -> int:
    """Play the tournament and print its table, however far it came."""
    tournament = _tournament(words)
    if words.jobs < 1:
        raise Mistake(N_("--jobs needs at least 1, not {jobs}."), jobs=words.jobs)
    recorder = Recorder(words.record)
    played: dict[Pairing, list[list[Played]]] = {p: [] for p in tournament.pairings()}
    stopped = False
    with _progress(tournament) as progress:
        task = progress.add_task("playing", total=sum(1 for _ in tournament.blocks()))

        def on_block(block: Block, matches: list[Played]) -> None:
            played[block.pairing].append(matches)
            recorder.keep(block, matches)
            progress.advance(task)

        try:
            play_all(tournament, words.jobs, on_block)
        except KeyboardInterrupt:
            stopped = True
    standings = [pairing_result(pairing, blocks) for pairing, blocks in played.items() if blocks]
    if words.json:
        _print_json(tournament, standings, stopped=stopped)
    else:
        _print_table(tournament, standings, stopped=stopped)
    return 130 if stopped else 0


def _tournament(words: Namespace) -> Tournament:
    if words.game not in GAMES:
        raise Mistake(
            N_("there is no game {game!r}; there are {games}."),
            game=words.game,
            games=comma_list(GAMES, command_line()),
        )
    game = GAMES[words.game]
    levels = tuple(dict.fromkeys(word.strip().lower() for word in words.bots.split(",")))
    for level in levels:
        if level not in LEVELS:
            raise Mistake(
                N_("there is no bot {level!r}; there are {levels}."),
                level=level,
                levels=comma_list(LEVELS, command_line()),
            )
    if len(levels) < 2:
        raise Mistake(N_("a tournament needs at least two different bots."))
    if words.seats not in game.SEATS:
        fewest, most = min(game.SEATS), max(game.SEATS)
        raise Mistake(
            N_("{game} has {fewest} to {most} seats, not {seats}."),
            game=game.TITLE,
            fewest=fewest,
            most=most,
            seats=words.seats,
        )
    if words.games < 1:
        raise Mistake(N_("--games needs at least 1, not {games}."), games=words.games)
    return Tournament(
        words.game,
        levels,
        words.seats,
        words.games,
        words.format,
        _options(game, words.option, words.seats),
        words.seed,
    )


def _options(game: AnyGame, pairs: list[str], seats: int) -> dict[str, str]:
    given = {}
    for pair in pairs:
        name, equals, word = pair.partition("=")
        if not equals:
            raise Mistake(
                N_("--option {pair!r} needs a name and a word, as in target=10."), pair=pair
            )
        given[name] = word
    try:
        options: dict[str, str] = game.write_options(game.read_options(given, seats))
    except BadOption as refusal:
        raise Mistake(refusal_text(refusal, command_line(), game.NAME)) from refusal
    return options


class Recorder:
    """Writes finished matches into an empty folder, or nowhere."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise Mistake(
                    N_("{folder} is not empty, and no record is ever overwritten."), folder=folder
                )
        except OSError as trouble:
            raise Mistake(
                N_("cannot keep records in {folder}: {reason}."),
                folder=folder,
                reason=trouble.strerror,
            ) from trouble

    def keep(self, block: Block, matches: list[Played]) -> None:
        if self._folder is None:
            return
        for place, match in enumerate(matches):
            pairing = block.pairing
            name = f"{pairing.bot}-{pairing.other}-{block.deal + 1:05}-{place + 1}.odin"
            try:
                with (self._folder / name).open("x", encoding="utf-8", newline="\n") as file:
                    file.write(match.record.to_text())
            except OSError as trouble:
                raise Mistake(
                    N_("cannot write {name}: {reason}."), name=name, reason=trouble.strerror
                ) from trouble


def _progress(tournament: Tournament) -> Progress:
    tr = command_line()
    return Progress(
        TextColumn(
            tr.gettext("{game}, {seats} seats").format(
                game=GAMES[tournament.game].TITLE, seats=tournament.seats
            )
        ),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(tr.gettext("deals")),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def _print_table(tournament: Tournament, standings: list[PairingResult], *, stopped: bool) -> None:
    console, tr = Console(highlight=False), command_line()
    if not standings:
        console.print(
            tr.gettext("Stopped before the first deal was finished: there is nothing to show.")
        )
        return
    options = " ".join(f"{name}={word}" for name, word in tournament.options.items())
    others = f"{tournament.seats - 1} × " if tournament.format != "round-robin" else ""
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), show_edge=False)
    for heading in (N_("bot"), N_("against")):
        table.add_column(tr.gettext(heading), no_wrap=True)
    for heading in (N_("matches"), N_("wins"), N_("edge"), N_("points"), N_("ms/move")):
        table.add_column(tr.gettext(heading), justify="right", no_wrap=True)
    for row in standings:
        table.add_row(
            bot_title(row.pairing.bot, tr),
            others + bot_title(row.pairing.other, tr),
            str(row.matches),
            _wins(row, tr),
            _edge(row, tr),
            _points(row, tr),
            decimal(1000 * row.seconds_per_move, 2, tr),
        )
    heading = tr.gettext("{game}, {seats} seats, {options}").format(
        game=GAMES[tournament.game].TITLE, seats=tournament.seats, options=options
    )
    console.print(heading)
    console.print(table)
    parity = comma_list(sorted({percent(row.parity, tr) for row in standings}), tr)
    text = tr.gettext("Parity is {shares}; ± and se are one standard error, over deals.")
    console.print(text.format(shares=parity))
    if any(row.edge is None for row in standings):
        console.print(
            tr.gettext("–: too few deals, or all ended alike, so no standard error can be taken.")
        )
    if stopped:
        console.print(tr.gettext("Stopped early: this is what had been played."))


def _wins(row: PairingResult, tr: Translations) -> str:
    wins = percent(row.wins, tr, 1)
    return f"{wins} ± {percent(row.wins_error, tr, 1)}" if row.wins_error else wins


def _edge(row: PairingResult, tr: Translations) -> str:
    if row.edge is None:
        return "–"
    sign = "+" if row.edge >= 0 else ""
    return tr.gettext("{number} se").format(number=sign + decimal(row.edge, 1, tr))


def _points(row: PairingResult, tr: Translations) -> str:
    points = f"{decimal(row.points, 2, tr)} : {decimal(row.other_points, 2, tr)}"
    return f"{points} ± {decimal(row.margin_error, 2, tr)}" if row.margin_error else points


def _print_json(tournament: Tournament, standings: list[PairingResult], *, stopped: bool) -> None:
    rows = [asdict(row) | {"edge_in_errors": row.edge} for row in standings]
    report = {"tournament": asdict(tournament), "stopped": stopped, "standings": rows}
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
