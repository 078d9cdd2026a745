"""The bar of a plate lives while its player thinks, for a while."""

import pytest

from odin_tui.settings import Settings
from odin_tui.widgets.seat_plate import THINKING, SeatPlate
from tests.engine.odin.positions import after, position
from tests.tui.boards import BoardApp
from tests.tui.frames import next_frame, stop_time
from tests.tui.tables import board, seen

MINE = position("B9 B5 G8 | R7 R3 | O1 O2")
THEIRS = after(MINE, "B9")
FULL = Settings(animations="full")


def bar(app: BoardApp) -> str:
    """Return the colour of the bar of the player to the reader's left."""
    plate = app.board.query(SeatPlate).first()
    letter, ink, _ground = plate.draw().rows[0][0]
    return ink if letter == "▌" else ""


async def test_the_bar_changes_its_tone_and_then_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    timers = stop_time(monkeypatch)
    async with board(THEIRS, settings=FULL) as (app, pilot):
        plate, tones = app.board.query(SeatPlate).first(), [bar(app)]
        while await next_frame(plate, pilot) is not None:
            tones.append(bar(app))
        assert (bar(app), timers.running) == ("$foreground", 0)
    assert tones == ["$foreground", "$quiet", "$line", "$quiet"] * 5
    assert len(tones) * THINKING.seconds == 10


async def test_the_bar_goes_with_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    timers = stop_time(monkeypatch)
    async with board(THEIRS, settings=FULL) as (app, pilot):
        plate = app.board.query(SeatPlate).first()
        assert await next_frame(plate, pilot) == 1
        app.board.table_view = seen(MINE, turn=2)
        await pilot.pause()
        app.board.frame.finish()
        assert (plate.step, bar(app), timers.running) == (None, "", 0)


@pytest.mark.parametrize("animations", ["reduced", "none"])
async def test_the_bar_is_still_where_little_moves(animations: str) -> None:
    async with board(THEIRS, settings=Settings(animations=animations)) as (app, _pilot):
        assert bar(app) == "$foreground"
        assert app.board.query(SeatPlate).first().step is None
