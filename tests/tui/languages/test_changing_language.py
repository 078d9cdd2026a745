"""Another language is read at once, on the screen that is open and on those below it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from odin_server.hall import Hall, HallSettings, NewTable
from odin_server.hall.puzzles import shipped_puzzles
from odin_tui.app import OdinApp
from odin_tui.languages import ENGLISH, language_of, translations_for
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.language import LanguageScreen
from odin_tui.screens.leaderboard import LeaderboardScreen
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.match_report import MatchReportScreen
from odin_tui.screens.puzzle import PuzzleScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.rules import RulesScreen
from odin_tui.screens.settings import SettingsScreen
from odin_tui.screens.statistics import StatisticsScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.form import Form
from odin_tui.widgets.menu import Menu
from tests.tui.languages.pseudo import PSEUDO
from tests.tui.languages.test_pseudo_language import check, names_at, without_cut_notes
from tests.tui.matches import FINISHED, played
from tests.tui.screens import ME, odin, screen_text
from tests.tui.tables import HeuristicBots

ODIN = NewTable("odin", seats=3, bots=("karl", "karl"), hints=True)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let German be the language of tests, which shows what is not translated."""
    of = {"de": PSEUDO, "en": ENGLISH}
    monkeypatch.setattr("odin_tui.app_settings.translations_for", of.__getitem__)


async def change(app: OdinApp, pilot: Pilot[None], language: str = "de") -> None:
    app.read_in(language)
    await pilot.pause()
    await pilot.pause()


async def test_a_key_on_the_first_screen_offers_all_languages_and_changes_at_once() -> None:
    kept: list[Settings] = []
    async with odin(keep_settings=kept.append) as (app, pilot):
        await pilot.press("down", "L")
        await pilot.pause()
        assert isinstance(app.screen, LanguageScreen)
        for name in ("English", "Deutsch", "Français", "Español", "Italiano", "Nederlands"):
            assert name in screen_text(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert language_of(app.translations) == kept[-1].language == "de"
        assert translations_for("de").gettext("Statistics") in screen_text(app)
        assert app.screen.query_one(Menu).here == 1, "the cursor stays where it was"
        assert app.screen.query_one(Menu).has_focus


async def test_escape_keeps_the_language() -> None:
    async with odin() as (app, pilot):
        await pilot.press("L", "escape")
        await pilot.pause()
        assert app.settings.language == ""
        assert "Statistics" in screen_text(app)


@pytest.mark.usefixtures("pseudo")
async def test_the_settings_change_the_table_below_them_too() -> None:
    settings = HallSettings(bot_pause=0.0)
    hall = await Hall.begin(settings=settings, chance=Random("odin"), bot_pool=HeuristicBots())
    try:
        async with odin(hall=hall, start=ODIN) as (app, pilot):
            table = app.screen
            assert isinstance(table, TableScreen)
            names = names_at(app)
            await pilot.press("space", "o")
            await pilot.pause()
            assert isinstance(app.screen, SettingsScreen)
            await pilot.press("down", "right")
            await pilot.pause()
            await pilot.pause()
            check(screen_text(app))
            assert app.screen.query_one(Form).here == 1, "the cursor stays on the row"
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen is table
            check(without_cut_notes(screen_text(app)), *names)
            await pilot.press("o", "down", "left", "escape")
            await pilot.pause()
            await pilot.pause()
            assert app.settings.language == "en"
            assert "⟦" not in screen_text(app)
    finally:
        await hall.close()


SCREENS: dict[str, Callable[[], Any]] = {
    "rules": lambda: RulesScreen("odin"),
    "lesson": lambda: LessonScreen("odin"),
    "puzzle": lambda: PuzzleScreen(shipped_puzzles("odin")[0]),
    "replay": lambda: ReplayScreen(played()),
    "report": lambda: MatchReportScreen(played()),
    "statistics": lambda: StatisticsScreen(ME, FINISHED),
    "leaderboard": LeaderboardScreen,
}


@pytest.mark.usefixtures("pseudo")
async def test_every_screen_that_can_be_open_is_shown_anew() -> None:
    async with odin((120, 36)) as (app, pilot):
        for name, make in SCREENS.items():
            await app.push_screen(make())
            await pilot.pause()
            before = screen_text(app)
            await change(app, pilot)
            anew = screen_text(app)
            check(anew.partition("▐")[0] if name == "rules" else without_cut_notes(anew), "Dagny")
            await change(app, pilot, "en")
            # A list that is empty, as in the report, has no keys any more.
            assert screen_text(app).splitlines()[:-1] == before.splitlines()[:-1], name
            await pilot.press("escape")
            await pilot.pause()
        for key in ("n", "e", "u", "s"):
            await pilot.press(key)
            await pilot.pause()
            await change(app, pilot)
            check(screen_text(app), "Dagny")
            await change(app, pilot, "en")
            await pilot.press("escape")
            await pilot.pause()


@pytest.mark.usefixtures("pseudo")
async def test_somebody_new_keeps_what_they_have_typed() -> None:
    async with odin(is_new=True) as (app, pilot):
        await pilot.press(*"Bera", "tab", "right")
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one(Input).value == "Bera"
        check(screen_text(app), "Bera")
