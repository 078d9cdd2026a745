"""Settings on the screen: every change shows at once and is kept at once."""

import re

import pytest
from textual.content import Content
from textual.widgets import Input, Static

from odin_engine.game import Refusal
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.new_table import NewTableScreen
from odin_tui.screens.own_keys import OwnKeysScreen
from odin_tui.screens.settings import SettingsScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.settings import Settings
from tests.tui.screens import news, odin, screen_text, snapshot


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_all_settings_are_on_one_screen(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        await pilot.press("s")
        snapshot(app, f"settings_{size[0]}x{size[1]}")


async def test_a_theme_is_seen_and_kept_at_once() -> None:
    kept: list[Settings] = []
    async with odin(keep_settings=kept.append) as (app, pilot):
        await pilot.press("s", "down", "down", "right")
        assert app.theme == "day"
        await pilot.press("2", "1")
        assert app.theme == "night"
    assert [settings.theme for settings in kept] == ["day", "night"]


async def test_a_name_is_asked_for_and_used() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "enter", "B", "o", "enter")
        assert app.player.name == "Bo"
        assert app.settings.name == "Bo"
        assert "Bo" in screen_text(app)


@pytest.mark.parametrize("keys", [[], ["space", "space"]])
async def test_an_empty_name_is_refused_and_can_be_mended(keys: list[str]) -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "enter", "delete", *keys, "enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPromptScreen)
        assert "Please type a name." in screen_text(app)
        assert app.player.name == "Astrid"
        assert app.settings.name == ""
        await pilot.press("B", "o", "enter")
        assert isinstance(app.screen, SettingsScreen)
        assert app.player.name == "Bo"


async def test_a_long_name_is_refused_in_the_dialog_and_never_cut() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "enter", *"a" * 25, "enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPromptScreen)
        shown = " ".join(re.sub("[▐▌]", "", screen_text(app)).split())
        assert "A name can have at most 24" in shown
        assert "one has 25." in shown
        assert "a" * 25 in screen_text(app)
        assert app.player.name == "Astrid"
        await pilot.press("backspace", "enter")
        assert app.player.name == "a" * 24


async def test_a_name_with_nothing_to_show_is_refused_in_the_dialog() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "enter")
        app.screen.query_one(Input).value = "\u200b\u200d"
        await pilot.press("enter")
        await pilot.pause()
        assert "Please type a name." in screen_text(app)
        assert app.player.name == "Astrid"


async def test_escape_leaves_the_name_as_it_was() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "enter", "B", "escape")
        assert isinstance(app.screen, SettingsScreen)
        assert app.player.name == "Astrid"


async def test_settings_that_cannot_be_kept_are_used_and_said_so() -> None:
    def fail(_settings: Settings) -> None:
        raise Refusal("The disk is full.")

    async with odin(keep_settings=fail) as (app, pilot):
        await pilot.press("s", "down", "down", "right")
        await pilot.pause()
        assert app.theme == "day"
        assert news(app) == "The disk is full."


async def test_any_key_can_be_put_on_anything_and_the_footer_follows() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "up", "enter")
        assert isinstance(app.screen, OwnKeysScreen)
        snapshot(app, "own_keys_80x24")
        await pilot.press("enter", "f2")
        assert app.settings.keys == {"keys": "f2"}
        assert "f2  keys" in screen_text(app)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, HomeScreen)
        assert "f2  keys" in screen_text(app)
        await pilot.press("f2")
        assert "Numbers choose too" in screen_text(app)


async def test_escape_keeps_the_key_and_backspace_gives_the_usual_one_back() -> None:
    async with odin(settings=Settings(keys={"keys": "f2", "quit": "f3"})) as (app, pilot):
        await pilot.press("s", "up", "enter", "enter", "escape")
        assert app.settings.keys == {"keys": "f2", "quit": "f3"}
        await pilot.press("backspace")
        assert app.settings.keys == {"quit": "f3"}
        await pilot.press("D")
        assert app.settings.keys == {}


async def test_a_letter_of_the_home_screen_can_be_changed() -> None:
    async with odin(settings=Settings(keys={"home.new": "x"})) as (app, pilot):
        assert "x  New table" in screen_text(app)
        await pilot.press("x")
        assert isinstance(app.screen, NewTableScreen)


async def test_without_colour_the_sample_looks_as_on_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with odin() as (app, pilot):
        await pilot.press("s")
        sample = app.screen.query_one("#sample", Static).render()
        assert isinstance(sample, Content)
        styles = {str(span.style) for span in sample.spans}
        assert any("reverse" in style for style in styles)
        assert not any("$" in style for style in styles)
