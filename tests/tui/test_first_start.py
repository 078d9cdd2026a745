"""The first minute of somebody new: a name, a language, a game, and a lesson or a match."""

from dataclasses import replace

import pytest

from odin_server.hall import NewTable
from odin_tui import settings
from odin_tui.catalogue import PLAYABLE
from odin_tui.game_ui import game_ui
from odin_tui.screens.first_start import NameScreen, StartScreen
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.lesson import LessonScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from odin_tui.widgets.menu import Menu
from tests.tui.languages.pseudo import OPENED, PSEUDO
from tests.tui.screens import ME, begin_hall, odin, screen_text, snapshot


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_somebody_new_says_who_they_are_and_begins_with_the_lesson(
    size: tuple[int, int],
) -> None:
    kept: list[Settings] = []
    async with odin(size, is_new=True, keep_settings=kept.append) as (app, pilot):
        assert isinstance(app.screen, NameScreen)
        assert "Language" in screen_text(app)
        await pilot.press(*["backspace"] * 6, *"Bera", "enter")
        await pilot.pause()
        assert app.player.name == kept[-1].name == "Bera"
        assert isinstance(app.screen, StartScreen)
        seen = " ".join(screen_text(app).replace("▐", "").replace("▌", "").split())
        for name in PLAYABLE:
            assert game_ui(name).about in seen
        if size == (80, 24):
            snapshot(app, "first_start_80x24")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)


async def test_escape_keeps_the_name_that_is_shown_and_then_leads_home() -> None:
    kept: list[Settings] = []
    async with odin(is_new=True, keep_settings=kept.append) as (app, pilot):
        await pilot.press("escape")
        await pilot.pause()
        assert kept[-1].name == "Astrid"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_another_game_can_be_chosen_and_just_played() -> None:
    async with odin(is_new=True) as (app, pilot):
        await pilot.press("enter", "right", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chair.view.game == "herrlof"


async def test_several_languages_can_be_chosen_from_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("odin_tui.app_settings.translations_for", lambda _language: PSEUDO)
    async with odin(is_new=True) as (app, pilot):
        assert "English" in screen_text(app)
        await pilot.press(*"Bera", "tab", "right")
        await pilot.pause()
        assert app.settings.language == "de"
        assert "Deutsch" in screen_text(app)
        assert f"{OPENED}Ŵé" in screen_text(app)
        assert "Bera" in screen_text(app), "what was typed is still there"


async def test_arrows_lead_to_the_language_and_back_and_enter_accepts_there_too() -> None:
    async with odin(is_new=True) as (app, pilot):
        assert "↓: language" in screen_text(app)
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.settings.language == "de"
        await pilot.press("up", *"Bera", "down", "enter")
        await pilot.pause()
        assert app.player.name == "Bera"
        assert isinstance(app.screen, StartScreen)


async def test_nobody_goes_on_without_a_name() -> None:
    async with odin(is_new=True) as (app, pilot):
        await pilot.press("delete", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, NameScreen)
        assert "Please type a name." in screen_text(app)


def test_a_language_that_is_gone_costs_no_other_setting() -> None:
    assert settings.read('language = "tlh"\nname = "Bera"') == Settings(name="Bera")


async def test_the_cursor_stands_on_the_lesson_and_later_on_what_waits() -> None:
    def here(app: object) -> str:
        menu = app.screen.query_one(Menu)  # type: ignore[attr-defined]
        return str(menu.items[menu.here].id)

    hall = await begin_hall()
    async with odin(hall=hall, settings=Settings()) as (app, _pilot):
        assert here(app) == "lesson"
    async with odin(hall=hall, settings=Settings(lesson_done=True)) as (app, _pilot):
        assert here(app) == "play"
    (await hall.open_table(ME, NewTable("odin", seats=2, bots=("karl",)))).close()
    async with odin(hall=hall) as (app, _pilot):
        assert here(app) == "continue"
    await hall.close()


async def test_after_the_first_lesson_the_cursor_goes_on_to_a_match() -> None:
    async with odin(settings=Settings()) as (app, pilot):
        home = app.screen
        menu = home.query_one(Menu)
        assert menu.items[menu.here].id == "lesson"
        app.change_settings(replace(app.settings, lesson_done=True))
        await pilot.press("r")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is home
        assert menu.items[menu.here].id == "play"


async def test_the_cursor_goes_to_the_match_that_was_just_left() -> None:
    async with odin() as (app, pilot):
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("escape", "y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        menu = app.screen.query_one(Menu)
        assert menu.items[menu.here].id == "continue"
