"""The daily deal on the screen: playing it once, the boards, and midnight."""

from dataclasses import replace
from random import Random
from typing import Any

from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings, Phase, Player
from odin_server.hall.daily import DailyBoard, DailyResult
from odin_tui.daily_text import board_lines, board_note
from odin_tui.languages import ENGLISH
from odin_tui.screens.daily import DailyScreen
from odin_tui.screens.table import TableScreen
from tests.server.conftest import InstantBots
from tests.tui.screens import ME, odin, screen_text, snapshot

NOON = 1_794_999_600.0


async def hall_at(clock: ManualClock) -> Hall:
    settings = HallSettings(bot_pause=0.0)
    return await Hall.begin(
        None, settings, clock=clock, bot_pool=InstantBots(), chance=Random("daily")
    )


async def play_out(chair: Any, pilot: Any) -> None:
    for _ in range(2000):
        if chair.view.phase is Phase.OVER:
            return
        if chair.view.my_turn:
            await chair.play(chair.view.match.moves[0])
        await pilot.pause()
    raise AssertionError("the match never ended")


async def test_the_deal_is_played_once_and_then_stands_on_the_board() -> None:
    clock = ManualClock(NOON)
    hall = await hall_at(clock)
    async with odin(hall=hall) as (app, pilot):
        await pilot.press("e")
        await pilot.pause()
        assert "Nobody has finished this deal yet." in screen_text(app)
        snapshot(app, "daily_80x24")
        await pilot.press("enter")
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        assert table.chair.view.daily == hall.daily.today
        await play_out(table.chair, pilot)
        await hall.daily.play(Player("b", "Bjarni"), "odin")
        app.go_home()
        await pilot.press("e")
        await pilot.pause()
        assert "  1  Astrid" in screen_text(app)
        assert "1 has begun and not finished." in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, DailyScreen)
        await pilot.press("right")
        await pilot.pause()
        assert "Herrlof" in screen_text(app)
        assert "Play today's deal" in screen_text(app)
    await hall.close()


async def test_at_midnight_the_open_screen_has_the_new_day() -> None:
    clock = ManualClock(NOON)
    hall = await hall_at(clock)
    async with odin(hall=hall) as (app, pilot):
        screen = DailyScreen()
        await app.push_screen(screen)
        await pilot.pause()
        today = hall.daily.today
        assert today in screen_text(app)
        clock.advance(86_400)
        screen._show()
        await pilot.pause()
        assert today not in screen_text(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert today in screen_text(app)
        assert "may be finished until midnight UTC" in screen_text(app)
        assert ME.name not in screen_text(app)
    await hall.close()


def test_a_board_tells_how_everybody_did() -> None:
    rows = (
        DailyResult(1, "a", "Anna", 1, (3, 15), 12, "t.1"),
        DailyResult(2, "b", "Bo", 2, (15, 8), -7, "u.1"),
    )
    board = DailyBoard("2026-11-18", "odin", rows, 2, "ab" * 32, "cd" * 16, NOON)
    lines = board_lines(board, "a", ENGLISH)
    assert lines[0].split() == ["1", "Anna", "(you)", "won", "by", "12,", "3", ":", "15"]
    assert lines[1].split() == ["2", "Bo", "place", "2,", "7", "behind,", "15", ":", "8"]
    assert lines[2] == "2 have begun and not finished."
    tomorrow = replace(board, seed=None, ends_at=NOON + 86_400 + 3660)
    assert board_note(tomorrow, NOON, ENGLISH).startswith("It begins in 1 h 1 min.")
    assert board_note(board, NOON, ENGLISH).startswith(f"Closed. Seed {'cd' * 16}")
