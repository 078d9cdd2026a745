"""`odin pilot`: programs that play through the real screens and report what is wrong."""

import asyncio
import json
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from odin_tui.game_ui import GAME_UIS, game_ui
from odin_tui.languages import DEFAULT_LANGUAGE, LANGUAGES, N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake
from odin_tui.pilots.findings import Findings
from odin_tui.pilots.local import PilotPlan, run_pilots

DESCRIPTION = N_("""\
Send pilots through the real interface: they read the screen, press keys, play matches to the
end, and complain when the screen is wrong. Exit status 1 if anything was.""")
EXAMPLE = "odin pilot --pilots 6 --games 5 --chaos"
MOST = 500


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin pilot`."""
    parser.add_argument("--game", default="odin", metavar="G", help=N_("what they play (odin)"))
    parser.add_argument("--pilots", type=int, default=3, metavar="N", help=N_("at once (3)"))
    parser.add_argument("--games", type=int, default=1, metavar="M", help=N_("matches of each (1)"))
    parser.add_argument("--size", metavar="WxH", help=N_("of the window (default: at random)"))
    parser.add_argument(
        "--seed", default="odin", metavar="S", help=N_("any text; decides the rest")
    )
    parser.add_argument(
        "--language", default=DEFAULT_LANGUAGE, metavar="CODE", help=N_("what they read (en)")
    )
    parser.add_argument("--only", type=int, metavar="N", help=N_("only the pilot with this number"))
    parser.add_argument(
        "--ssh", metavar="HOST:PORT", help=N_("go there over SSH (odin-tui[pilot])")
    )
    parser.add_argument("--text", action="store_true", help=N_("over SSH, in plain lines"))
    parser.add_argument(
        "--tournament",
        choices=("swiss", "knock-out"),
        help=N_("over SSH, all in one tournament (the host sets open-tournaments)"),
    )
    parser.add_argument(
        "--minutes", type=float, default=10.0, metavar="N", help=N_("over SSH, home after (10)")
    )
    parser.add_argument(
        "--rate", type=float, default=5.0, metavar="N", help=N_("over SSH, logins a second (5)")
    )
    parser.add_argument(
        "--i-run-this-host",
        action="store_true",
        help=N_("needed for any host that is not this machine: it is load, and yours to allow"),
    )
    parser.add_argument(
        "--chaos", action="store_true", help=N_("resize, click and press at random")
    )
    parser.add_argument("--json", action="store_true", help=N_("print JSON and nothing else"))


def run(words: Namespace) -> int:
    """Send the pilots out and report what they found."""
    pilot_plan = _pilot_plan(words)
    if words.ssh is not None:
        return report(_over_ssh(words, pilot_plan), as_json=words.json)
    only = None if words.only is None else words.only - 1

    def local(on_match: Callable[[], object]) -> Coroutine[Any, Any, Findings]:
        return run_pilots(pilot_plan, on_match, only)

    total = pilot_plan.games * (pilot_plan.pilots if only is None else 1)
    return report(watch(local, total), as_json=words.json)


def _over_ssh(words: Namespace, pilot_plan: PilotPlan) -> Findings:
    from odin_tui.pilots.lines import run_line_pilots  # noqa: PLC0415 - at home needs no SSH
    from odin_tui.pilots.remote import RemotePlan, run_remote_pilots, table_of  # noqa: PLC0415
    from odin_tui.pilots.tournament import (  # noqa: PLC0415
        ROUNDS,
        TournamentPlan,
        run_tournament_pilots,
    )

    if not words.text and find_spec("pyte") is None:
        raise Mistake(N_("--ssh needs one more package: pip install 'odin-tui[pilot]'."))
    host, port = _where(words.ssh, yours=words.i_run_this_host)
    if not (0 < words.minutes <= 24 * 60 and 0 < words.rate <= 100):
        raise Mistake(N_("--minutes needs 0 to 1440, and --rate 0 to 100."))
    plan = RemotePlan(pilot_plan, host, port, words.rate, words.minutes)
    try:
        if words.tournament:
            tournament = TournamentPlan(plan, words.tournament)
            # A knock-out has fewer matches; how many, its tables tell.
            return watch(partial(run_tournament_pilots, tournament), pilot_plan.pilots * ROUNDS)
        if words.text:
            return watch(partial(run_line_pilots, plan), pilot_plan.games * pilot_plan.pilots)
        return watch(
            partial(run_remote_pilots, plan),
            pilot_plan.games * -(-pilot_plan.pilots // table_of(pilot_plan.game)),
        )
    except OSError as trouble:
        raise Mistake(
            N_("cannot reach {host}: {reason}."), host=words.ssh, reason=trouble.strerror or trouble
        ) from trouble


def _where(word: str, *, yours: bool) -> tuple[str, int]:
    host, colon, port = word.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise Mistake(
            N_("--ssh {word!r} needs a host and a port, as in 127.0.0.1:2222."), word=word
        )
    host = host.strip("[]")
    try:
        near = ip_address(host).is_loopback
    except ValueError:
        near = host == "localhost"
    if not near and not yours:
        raise Mistake(
            N_("{host} is not this machine; if it is yours, add --i-run-this-host."), host=host
        )
    return host, int(port)


def watch(
    start: Callable[[Callable[[], object]], Coroutine[Any, Any, Findings]], matches: int
) -> Findings:
    """Wait for pilots, with a bar of the matches that have ended."""
    progress = Progress(
        TextColumn(command_line().gettext("pilots")),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(command_line().gettext("matches")),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    with progress:
        task = progress.add_task("running", total=matches)
        return asyncio.run(start(lambda: progress.advance(task)))


def report(findings: Findings, *, as_json: bool) -> int:
    """Print what was found; the status says whether anything was wrong."""
    if as_json:
        sys.stdout.write(json.dumps(findings.words(), indent=2) + "\n")
        return 1 if findings.complaints else 0
    for complaint in findings.complaints:
        sys.stdout.write(complaint.told() + "\n\n")
    words = findings.words()
    table = Table(box=SIMPLE, show_header=False, padding=(0, 2, 0, 0), show_edge=False)
    tr = command_line()
    for name in (
        N_("matches"),
        N_("screens"),
        N_("keys"),
        N_("checks"),
        N_("logins"),
        N_("reconnects"),
    ):
        table.add_row(tr.gettext(name), str(words[name]))
    table.add_row(tr.gettext("failures"), str(len(findings.complaints)))
    times = words["key_to_frame_ms"].items()
    table.add_row(
        tr.gettext("key to frame"), "  ".join(f"{name} {time} ms" for name, time in times)
    )
    Console(highlight=False).print(table)
    return 1 if findings.complaints else 0


def _pilot_plan(words: Namespace) -> PilotPlan:
    if not 1 <= words.pilots <= MOST:
        raise Mistake(
            N_("--pilots needs 1 to {most}, not {pilots}."), most=MOST, pilots=words.pilots
        )
    if words.games < 1:
        raise Mistake(N_("--games needs at least 1, not {games}."), games=words.games)
    if words.only is not None and not 1 <= words.only <= words.pilots:
        raise Mistake(
            N_("--only needs 1 to {pilots}, not {only}."), pilots=words.pilots, only=words.only
        )
    if words.game not in GAME_UIS:
        raise Mistake(
            N_("there is no game {game!r}; there are {games}."),
            game=words.game,
            games=comma_list(GAME_UIS, command_line()),
        )
    if not game_ui(words.game).has("screen_reader"):
        raise Mistake(N_("pilots cannot read the board of {game}."), game=words.game)
    if words.language not in LANGUAGES:
        raise Mistake(
            N_("there is no language {language!r}; there are {languages}."),
            language=words.language,
            languages=comma_list(LANGUAGES, command_line()),
        )
    size = _size(words.size)
    return PilotPlan(
        words.pilots, words.games, words.seed, size, words.chaos, words.game, words.language
    )


def _size(word: str | None) -> tuple[int, int] | None:
    if word is None:
        return None
    found = re.fullmatch(r"(\d{2,3})x(\d{2,3})", word)
    if found is None or int(found[1]) < 60 or int(found[2]) < 20:
        raise Mistake(
            N_("--size {word!r} needs a width and a height from 60x20 up, as in 80x24."), word=word
        )
    return int(found[1]), int(found[2])
