"""The rules on the screen: read, searched, opened where they matter."""

import pytest
from textual.widgets import Input

from odin_tui.odin.cards import CARD_SET
from odin_tui.odin.text import RULES
from odin_tui.screens.rules import RulesScreen, Topics
from tests.tui.screens import odin, screen_text, snapshot


async def test_the_rules_open_at_the_topic_that_matters() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin", "take")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.topic is not None
        assert app.screen.topic.name == "take"
        assert "After you have beaten a set" in screen_text(app)


async def test_an_unknown_topic_opens_the_first() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin", "dragons")
        await pilot.pause()
        assert "What it is about" in screen_text(app)
        assert "Be the first with no cards" in screen_text(app)


async def test_arrows_turn_to_the_next_topic_and_cards_are_painted() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin", "set")
        await pilot.pause()
        await pilot.press("down")
        for row in CARD_SET.drawn("R8 R2", "shapes", 40).split("\n"):
            assert row.plain in screen_text(app)
        await pilot.press("up", "up")
        assert "There are 54 cards" in screen_text(app)


async def test_a_click_on_a_topic_opens_it() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin")
        await pilot.pause()
        await pilot.click(Topics, offset=(6, 7))
        assert app.screen.query_one(Topics).here == 7
        assert "Instead of beating a set" in screen_text(app)


async def test_reading_on_comes_to_the_end_of_the_rules_and_stays_there() -> None:
    async with odin((60, 20)) as (app, pilot):
        app.show_rules("odin", "editions")
        await pilot.pause()
        for _ in range(12):
            await pilot.press("space")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.topic == RULES.topics[-1]
        assert "will be a point." in screen_text(app)


async def test_a_search_leaves_what_was_found_and_marks_it() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin", "value")
        await pilot.pause()
        await pilot.press("slash", *"valhalla")
        shown = screen_text(app)
        assert "Taking a card" in shown
        assert "Leading" not in shown
        await pilot.press("enter", "down")
        assert "The end of a round" in screen_text(app)


async def test_a_search_without_a_find_says_so() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin")
        await pilot.pause()
        await pilot.press("slash", *"dragon")
        assert "Nothing in the rules about" in screen_text(app)
        assert "“dragon”" in screen_text(app)
        await pilot.press("enter", "down", "space")
        await pilot.press("escape")
        assert "Leading" in screen_text(app)


async def test_escape_ends_the_search_at_what_was_found_and_then_the_rules() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin")
        await pilot.pause()
        await pilot.press("slash", *"german", "escape")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.topic is not None
        assert screen.topic.name == "editions"
        assert screen.query_one(Input).value == ""
        assert "Leading" in screen_text(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, RulesScreen)


@pytest.mark.parametrize("size", [(60, 20), (160, 48)])
async def test_a_long_topic_can_be_read_to_its_end(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        app.show_rules("odin", "follow")
        await pilot.pause()
        read = screen_text(app)
        while "After you have beaten" not in screen_text(app):
            read = screen_text(app)
            await pilot.press("space")
        assert "many." in read


async def test_the_rules_look_as_reviewed() -> None:
    async with odin() as (app, pilot):
        app.show_rules("odin", "value")
        await pilot.pause()
        snapshot(app, "rules_80x24")
