"""Keys typed ahead reach the screen that comes; one closed while it is built breaks nothing."""

import asyncio

import pytest
from textual.app import App
from textual.events import Key
from textual.widgets import Input

from odin_tui.app import OdinApp
from odin_tui.navigation import PLACES
from odin_tui.screens.home import HomeScreen
from odin_tui.screens.rules import RulesScreen
from odin_tui.screens.table import TableScreen
from odin_tui.type_ahead import LONGEST_WAIT, MOST_KEYS, TypeAhead
from tests.tui.screens import odin, screen_text
from tests.tui.tables import table


def type_ahead(app: OdinApp, *keys: str) -> None:
    """Type all at once, as a fast hand or a slow wire does."""
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))


async def test_a_burst_of_keys_goes_from_screen_to_screen() -> None:
    async with table(4) as (app, pilot, _chair):
        type_ahead(app, "q", "y", "r")
        for _ in range(20):
            await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        type_ahead(app, "escape", "n", "escape", "p")
        for _ in range(20):
            await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_letters_and_bound_keys_stay_in_order() -> None:
    async with odin() as (app, pilot):
        type_ahead(app, "r", "slash", *"pass", "backspace", "backspace", *"ir")
        for _ in range(20):
            await pilot.pause()
        assert app.screen.query_one(Input).value == "pair", screen_text(app)


async def test_the_palette_accepts_keys_before_its_list_is_there() -> None:
    async with odin() as (app, pilot):
        for burst in (("ctrl+p", "pageup", "pagedown"), ("enter", "enter", "escape")):
            type_ahead(app, *burst)
            for _ in range(5):
                await pilot.pause()
        assert app._exception is None
        assert len(app.screen_stack) >= 2


@pytest.mark.parametrize("moments", [0, 1, 2, 5])
@pytest.mark.parametrize("where", PLACES)
async def test_a_screen_may_be_closed_while_it_is_built(where: str, moments: int) -> None:
    async with odin() as (app, pilot):
        going = asyncio.create_task(app.go(where))
        for _ in range(moments):
            await asyncio.sleep(0)
        app.go_home()
        await going
        app.go_home()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert app._exception is None


async def test_a_key_that_is_done_keeps_no_other_waiting() -> None:
    async with table(4) as (app, pilot, _chair):
        await pilot.press("right")
        assert not app._type_ahead.holds(Key("left", None))


async def test_a_key_that_a_field_has_read_lets_the_next_in_when_it_comes() -> None:
    async with odin() as (app, pilot):
        await pilot.press("r", "slash", "a")
        assert app._type_ahead.holds(Key("b", "b"))
        async with asyncio.timeout(LONGEST_WAIT / 2):
            while app.screen.query_one(Input).value != "ab":
                await pilot.pause()


async def test_an_app_that_stays_busy_gets_its_keys_all_the_same() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        keys = TypeAhead(app)
        busy = asyncio.Event()
        app.screen.call_later(busy.wait)
        first, second = Key("a", "a"), Key("b", "b")
        assert not keys.holds(first)
        assert keys.holds(second)
        await asyncio.sleep(LONGEST_WAIT + 0.1)
        assert not keys.holds(second)
        busy.set()
        await pilot.pause()


async def test_keys_beyond_the_limit_are_dropped() -> None:
    async with odin() as (app, _pilot):
        keys = TypeAhead(app)
        held = [keys.holds(Key("a", "a")) for _ in range(MOST_KEYS + 10)]
        assert held == [False] + [True] * (MOST_KEYS + 9)
        assert len(keys._waiting) == MOST_KEYS


async def test_keys_may_still_arrive_while_odin_is_being_left() -> None:
    async with odin() as (app, pilot):
        type_ahead(app, "q", "enter", "n", "escape", "p")
        await pilot.pause()
    type_ahead(app, "n")
    assert app._exception is None


async def test_a_closed_app_is_sent_no_key_that_still_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with odin() as (app, _pilot):
        keys = app._type_ahead
        app.post_message = lambda _message: True  # type: ignore[method-assign]
        for key in "ab":
            keys.holds(Key(key, key))
        del app.post_message
    # As a server does with the apps of sessions that have ended.
    vars(app).clear()
    await asyncio.sleep(1.2 * LONGEST_WAIT)
    assert not caplog.records
