"""`odin play`, and `odin` alone."""

import asyncio
import getpass
import os
import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Coroutine
from typing import Any

from odin_engine.bots import LEVELS
from odin_engine.record import Record
from odin_server.hall.views import Player
from odin_tui.catalogue import PLAYABLE, DailyDeal
from odin_tui.commands.local_session import LocalSession, Wanted
from odin_tui.commands.storage import Storage
from odin_tui.commands.table_arguments import table_from
from odin_tui.crash import crash_text
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake
from odin_tui.recorded_match import RecordedMatch

DESCRIPTION = N_("""\
Play at a table of your own against bots. What is not said is as it was the last time.
A match that is left is kept: --continue goes on with it, and so does the home screen.""")
EXAMPLE = "odin play --seats 3 --bots jarl,konung --target 20"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin play`."""
    parser.add_argument(
        "--game",
        metavar="G",
        help=command_line()
        .gettext("one of {games}")
        .format(games=comma_list(PLAYABLE, command_line())),
    )
    parser.add_argument("--seats", type=int, metavar="N", help=N_("players, you included"))
    parser.add_argument(
        "--bots",
        metavar="LEVEL,…",
        help=command_line()
        .gettext("of {levels}; the last fills what is left")
        .format(levels=comma_list(LEVELS, command_line())),
    )
    parser.add_argument("--target", metavar="T", help=N_("points that end the match, or one-hand"))
    parser.add_argument("--edition", metavar="E", help=N_("the edition whose rules are played"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=WORD",
        help=N_("any other option of the game; may be repeated"),
    )
    parser.add_argument("--seed", metavar="S", help=N_("any text; decides every deal of the match"))
    parser.add_argument(
        "--continue", dest="go_on", action="store_true", help=N_("the match that was left last")
    )
    parser.add_argument(
        "--daily", action="store_true", help=N_("today's deal, the same for everybody, once")
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--text",
        action="store_true",
        help=command_line().gettext("plain lines, for screen readers"),
    )
    form.add_argument(
        "--json",
        action="store_true",
        help=command_line().gettext("one JSON object a line, for programs"),
    )


def run(words: Namespace) -> int:
    """Open the table that is asked for and play at it."""
    session = _session()
    wanted: Wanted = "left last"
    if words.daily:
        wanted = DailyDeal(table_from(words, session.settings).game)
    elif not words.go_on:
        wanted = table_from(words, session.settings)
    if words.json:
        return _spend(session, session.in_json(wanted))
    in_lines = words.text or is_dumb()
    if not in_lines and not is_terminal():
        raise Mistake(N_("needs a terminal; with --text it plays in plain lines."))
    session = session.remembering(wanted)
    if in_lines:
        from odin_tui.commands.text_session import play_in_lines  # noqa: PLC0415 - no screen needs it

        return _spend(session, play_in_lines(session, wanted))
    return _spend(session, session.on_screen(wanted))


def run_home() -> int:
    """Show the home screen; where nothing can be drawn, home in lines."""
    if is_dumb():
        return run_text()
    session = _session()
    return _spend(session, session.on_screen(None))


def run_text(line: str = "") -> int:
    """Do what a line asks for in plain lines; without one, whatever is typed."""
    from odin_tui.commands.text_session import home_in_lines  # noqa: PLC0415 - no screen needs it

    session = _session()
    return _spend(session, home_in_lines(session, line))


def show(record: Record) -> int:
    """Show a recorded match step by step."""
    session = _session()
    return _spend(session, session.on_screen(RecordedMatch(record)))


def player() -> Player:
    """Return who plays on this machine."""
    return _session().player


def is_terminal() -> bool:
    """Return whether standard input and output are both a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_dumb() -> bool:
    """Return whether the terminal can only be written to line by line."""
    return os.environ.get("TERM") == "dumb"


def _session() -> LocalSession:
    storage = Storage.usual()
    settings, notice = storage.read_settings()
    try:
        login = getpass.getuser()
    except (ImportError, KeyError, OSError):
        # No variable names the user, and there is no list of users, or they are not in it.
        login = ""
    return LocalSession(storage, settings, notice, login)


def _spend(session: LocalSession, doing: Coroutine[Any, Any, int]) -> int:
    try:
        return asyncio.run(doing)
    except Mistake:
        raise
    except Exception as error:  # noqa: BLE001 - the last door: whatever it is goes into the report
        where = session.storage.keep_report("".join(traceback.format_exception(error)))
        sys.stderr.write(f"{crash_text(where, command_line())}\n")
        return 1
