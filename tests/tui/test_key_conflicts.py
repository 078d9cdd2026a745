"""A key means one thing on a screen, whatever a player puts where."""

import re

import pytest
from textual.app import App

from odin_server.hall import NewTable
from odin_tui.key_conflicts import (
    EVERYWHERE,
    SCREENS,
    key_refusal,
    lost_keys_text,
    usual_keys_refusal,
    without_conflicts,
)
from odin_tui.keys import KEYS
from odin_tui.languages import ENGLISH
from odin_tui.screens.own_keys import OwnKeysScreen, PressScreen
from odin_tui.settings import Settings
from odin_tui.widgets.menu import Menu
from tests.tui.screens import news, odin, screen_text
from tests.tui.tables import board_of, table


async def _ask_for_key(app: App[None], key_id: str) -> None:
    menu = app.screen.query_one(Menu)
    menu.here = next(i for i, item in enumerate(menu.items) if item.id == key_id)


@pytest.mark.parametrize(
    ("key_id", "key", "sentence"),
    [
        ("table.play", "h", "h is already used for “table: hint”."),
        ("hand.sort", "left", "← is already used for “hand: left”."),
        ("home.play", "j", "j is already used for “menu: down”."),
        ("table.chat", "question_mark", "? is already used for “keys”."),
        ("replay.ask", "ctrl+t", "^t is already used for “hall: ping”."),
        (
            "table.play",
            "7",
            "Digits choose cards and lines, so they cannot be used for anything else.",
        ),
    ],
)
def test_a_key_that_is_taken_on_the_same_screen_is_refused(
    key_id: str, key: str, sentence: str
) -> None:
    assert key_refusal(Settings(), key_id, key, ENGLISH) == sentence


@pytest.mark.parametrize(
    ("key_id", "key"),
    [
        ("table.play", "f2"),
        ("table.play", "enter"),  # its own
        ("table.pass", "n"),  # taken at home only
        ("over.rematch", "f5"),
        ("over.next", "f2"),
    ],
)
def test_a_key_that_is_free_on_its_screens_is_taken(key_id: str, key: str) -> None:
    assert key_refusal(Settings(), key_id, key, ENGLISH) is None


def test_what_is_never_possible_at_once_may_go_on_sharing_a_key() -> None:
    assert key_refusal(Settings(keys={"table.play": "f2"}), "over.next", "f2", ENGLISH) is None


def test_the_vim_keys_are_taken_when_they_are_used() -> None:
    assert key_refusal(Settings(key_map="vim"), "hand.sort", "j", ENGLISH) is not None
    assert key_refusal(Settings(key_map="arrows"), "hand.sort", "j", ENGLISH) is None


def test_two_ids_may_have_exchanged_their_keys() -> None:
    settings = Settings(keys={"table.hint": "r", "table.rules": "h"})
    assert without_conflicts(settings) == (settings, ())


def test_a_usual_key_that_was_given_away_does_not_come_back() -> None:
    settings = Settings(keys={"table.hint": "f2", "table.play": "h"})
    assert usual_keys_refusal(settings, "table.hint", ENGLISH) == (
        "Its default key h is now used for “table: play”."
    )
    assert usual_keys_refusal(settings, "table.play", ENGLISH) is None


@pytest.mark.parametrize(
    ("keys", "kept"),
    [
        ({"table.play": "h"}, {}),
        ({"table.play": "x", "table.pass": "x"}, {"table.play": "x"}),
        ({"table.hint": "x", "table.play": "h"}, {"table.hint": "x", "table.play": "h"}),
        ({"table.play": "h", "table.hint": "x,p"}, {}),
        ({"table.play": "5", "quit": "f3"}, {"quit": "f3"}),
        ({"gone": "h", "table.play": ""}, {"gone": "h", "table.play": ""}),
    ],
)
def test_an_old_file_with_a_key_twice_is_repaired(
    keys: dict[str, str], kept: dict[str, str]
) -> None:
    settings, lost = without_conflicts(Settings(keys=keys))
    assert settings.keys == kept
    assert set(lost) == keys.keys() - kept.keys()


def test_the_usual_keys_are_free_of_conflicts_with_a_key_of_ones_own_beside_them() -> None:
    for key_map in ("arrows", "vim"):
        settings = Settings(key_map=key_map, keys={"quit": "f10"})
        assert without_conflicts(settings) == (settings, ())


def test_every_group_of_ids_belongs_to_a_screen() -> None:
    groups = {key_id.partition(".")[0] for key_id in KEYS.keys() - EVERYWHERE}
    assert groups == {group for screen in SCREENS for group in screen}


async def test_a_refused_key_is_told_and_another_can_be_pressed() -> None:
    async with odin() as (app, pilot):
        await pilot.press("s", "up", "enter")
        await _ask_for_key(app, "table.play")
        await pilot.press("enter", "h")
        assert isinstance(app.screen, PressScreen)
        shown = " ".join(re.sub("[▐▌]", " ", screen_text(app)).split())
        assert "Press a key for “table: play”" in shown
        assert "h is already used for “table: hint”. Press another key, or Escape." in shown
        assert app.settings.keys == {}
        await pilot.press("x")
        assert isinstance(app.screen, OwnKeysScreen)
        assert app.settings.keys == {"table.play": "x"}


async def test_a_usual_key_that_is_taken_is_told() -> None:
    keys = {"table.hint": "f2", "table.play": "h"}
    async with odin(settings=Settings(keys=keys)) as (app, pilot):
        await pilot.press("s", "up", "enter")
        await _ask_for_key(app, "table.hint")
        await pilot.press("backspace")
        assert "is now used for “table: play”" in news(app)
        assert app.settings.keys == keys


async def test_a_file_with_a_key_twice_is_repaired_at_the_start_and_told() -> None:
    kept: list[Settings] = []
    settings = Settings(keys={"table.play": "h"})
    async with odin(settings=settings, keep_settings=kept.append) as (app, _pilot):
        assert app.settings.keys == {}
        assert "A key was used twice" in screen_text(app)
    assert kept[-1].keys == {}


async def test_a_key_that_the_vim_keys_need_is_given_back_when_they_are_chosen() -> None:
    async with odin(settings=Settings(keys={"hand.sort": "j"})) as (app, pilot):
        await pilot.press("s", "up", "up", "right")
        assert app.settings.key_map == "vim"
        assert app.settings.keys == {}
        await pilot.pause()
        assert lost_keys_text(("hand.sort",), ENGLISH) in news(app)


async def test_enter_still_goes_on_after_a_hand_when_play_has_another_key() -> None:
    settings = Settings(animations="none", keys={"table.play": "x"})
    async with table(2, settings=settings, options={"target": "one-hand"}) as (app, pilot, _chair):
        board = board_of(app)
        board.page = "deal over"
        await pilot.pause()
        await pilot.press("enter")
        assert board.page == "table"
        await pilot.press("tab", "x")
        await pilot.pause()
        assert board.table_view is not None
        assert board.table_view.turn > 0


async def test_space_still_goes_on_after_a_hand_with_the_vim_keys() -> None:
    settings = Settings(animations="none", key_map="vim")
    async with odin(settings=settings, start=NewTable("odin", seats=2, bots=("karl",))) as (
        app,
        pilot,
    ):
        board = board_of(app)
        board.page = "deal over"
        await pilot.pause()
        await pilot.press("space")
        assert board.page == "table"
