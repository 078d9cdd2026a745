"""The screens of the app and how one gets to each, for tests that look at all of them."""

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from odin_server.hall.puzzles import shipped_puzzles
from odin_tui.app import OdinApp
from odin_tui.languages import Translations
from odin_tui.screens.fair_deals import FairDealsScreen, record_page
from odin_tui.screens.first_start import NameScreen, StartScreen
from odin_tui.screens.give_up import give_up_question
from odin_tui.screens.join_hall import JoinHallScreen
from odin_tui.screens.match_report import MatchReportScreen
from odin_tui.screens.puzzle import PuzzleScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.replays import ReplaysScreen
from odin_tui.screens.statistics import StatisticsScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from tests.tui.matches import FINISHED, played
from tests.tui.screens import ME
from tests.tui.walhalla.test_review import played as walhalla_played

SIZES = [(80, 24), (100, 30), (120, 36)]

Way = Callable[[OdinApp, Pilot[None]], Awaitable[Any]]


def press(*keys: str) -> Way:
    """Return the way that leads over these keys."""

    async def go(_app: OdinApp, pilot: Pilot[None]) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    return go


def push(make: Callable[[], Any]) -> Way:
    """Return the way to a screen that is simply shown."""

    async def go(app: OdinApp, _pilot: Pilot[None]) -> None:
        await app.push_screen(make())

    return go


def screens(tr: Translations) -> dict[str, Way]:
    """Return the screens of the app, and how one gets there from home."""
    return {
        "home": press(),
        "new table": press("n"),
        "new table, a bot": press("n", "down", "down"),
        "rules": press("r"),
        "rules, nothing found": press("r", "/", "x", "y"),
        "settings": press("s"),
        "settings, the pace": press("s", *["down"] * 5),
        "own keys": press("s", "up", "enter"),
        "a key that is taken": press("s", "up", "enter", "enter", "enter"),
        "keys": press("question_mark"),
        "lesson": press("t"),
        "lesson, the table": press("t", "enter"),
        "a replay": push(lambda: ReplayScreen(played())),
        "a replay of Walhalla": push(lambda: ReplayScreen(walhalla_played())),
        "statistics": push(lambda: StatisticsScreen(ME, FINISHED * 3)),
        "statistics of nothing": push(lambda: StatisticsScreen(ME, ())),
        "replays": push(lambda: ReplaysScreen(ME, FINISHED)),
        "no replays": push(lambda: ReplaysScreen(ME, ())),
        "puzzles": press("u"),
        "a puzzle": push(lambda: PuzzleScreen(shipped_puzzles("odin")[0])),
        "the daily deal": press("e"),
        "the report on a match": push(lambda: MatchReportScreen(played())),
        "giving up": push(lambda: give_up_question(tr)),
        "fair deals": push(lambda: FairDealsScreen(record_page(played(), tr), tr)),
        "a name": push(lambda: NameScreen("Astrid", lambda _name: None)),
        "what first": push(lambda: StartScreen(tr.gettext("a table with bots"), ("", ""))),
        "joining a hall": push(JoinHallScreen),
        "a question": push(lambda: TextPromptScreen(tr.gettext("Your name?"))),
    }
