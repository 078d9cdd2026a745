"""The bar of a plate lives while its player thinks, for a while."""

import asyncio

import pytest

from odin_tui.settings import Settings
from odin_tui.widgets import seat_plate
from odin_tui.widgets.seat_plate import SeatPlate
from tests.engine.odin.positions import after, position
from tests.tui.boards import BoardApp
from tests.tui.tables import board, seen

MINE = position("B9 B5 G8 | R7 R3 | O1 O2")
THEIRS = after(MINE, "B9")
FULL = Settings(animations="full")


def bar(app: BoardApp) -> str:
    """Return the colour of the bar of the player to the reader's left."""
    plate = app.board.query(SeatPlate).first()
    letter, ink, _ground = plate.draw().rows[0][0]
    return ink if letter == "▌" else ""


async def tones_until(app: BoardApp, change: int) -> list[str]:
    """Wait until the bar has changed so often, and return its tones until then."""
    plate, tones, there = app.board.query(SeatPlate).first(), list[str](), asyncio.Event()

    def note(tone: int) -> None:
        tones.append(bar(app))
        if tone >= change:
            there.set()

    plate.watch(plate, "tone", note)
    await asyncio.wait_for(there.wait(), 10)
    return tones


async def test_the_bar_changes_its_tone_and_then_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seat_plate, "BAR_SECONDS", 0.05)
    async with board(THEIRS, settings=FULL) as (app, _pilot):
        tones = await tones_until(app, seat_plate.BAR_CHANGES)
        await asyncio.sleep(0.1)
        assert bar(app) == "$foreground"
        assert app.board.query(SeatPlate).first().tone == seat_plate.BAR_CHANGES
    assert tones[-4:] == ["$quiet", "$line", "$quiet", "$foreground"]


async def test_the_bar_goes_with_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_plate, "BAR_SECONDS", 0.01)
    async with board(THEIRS, settings=FULL) as (app, pilot):
        plate = app.board.query(SeatPlate).first()
        await tones_until(app, 1)
        app.board.table_view = seen(MINE, turn=2)
        await pilot.pause()
        await asyncio.sleep(0.05)
        assert (plate.tone, bar(app)) == (0, "")


@pytest.mark.parametrize("animations", ["reduced", "none"])
async def test_the_bar_is_still_where_little_moves(
    animations: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_plate, "BAR_SECONDS", 0.01)
    async with board(THEIRS, settings=Settings(animations=animations)) as (app, _pilot):
        await asyncio.sleep(0.05)
        assert bar(app) == "$foreground"
        assert app.board.query(SeatPlate).first().tone == 0
