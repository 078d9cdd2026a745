"""The oval table of Herrlof: the others above it, deck and trump on it, the trick in the middle."""

import pytest

from odin_engine.herrlof.state import State
from odin_tui.drawing.card_faces import LARGE as LARGE_CARDS
from odin_tui.drawing.layout import PANEL
from odin_tui.drawing.middle import plan_of
from odin_tui.herrlof import screen_reader
from odin_tui.herrlof.table import layout_for
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.race import Race
from odin_tui.widgets.seat_plate import SeatPlate
from tests.engine.herrlof.positions import after, position
from tests.tui.boards import BoardApp
from tests.tui.herrlof.boards import board
from tests.tui.herrlof.test_board import POSITIONS, STEALING_A_CARD, SWAPPING, dealt
from tests.tui.screens import screen_text

SIZE = (160, 47)
THREE = after(
    position("G8 B9 R1 V | G7 Y1 Y2 Y3 | G9 B1 B2 B3", "R2", leader=1, said=(2, 1, 3)), "G7", "G9"
)
STATES = POSITIONS | {
    "swap": SWAPPING,
    "steal a card": STEALING_A_CARD,
    "predict with three": dealt(3),
    "follow with three": THREE,
}


def plates(app: BoardApp) -> list[SeatPlate]:
    return [plate for plate in app.board.query(SeatPlate) if plate.display and plate.contents]


@pytest.mark.parametrize("name", STATES)
async def test_every_stage_is_played_around_it(name: str) -> None:
    state: State = STATES[name]
    async with board(state, size=SIZE) as (app, _pilot):
        assert all(plate.spot is not None for plate in plates(app))
        assert len(plates(app)) == state.match.seats - 1
        assert not app.board.query_one(Race).display
        middle = app.board.query_one(CardMiddle)
        assert middle.region.x + middle.axis == SIZE[0] // 2
        text = screen_text(app)
        assert "trump" in text
        assert "to 50" in text or "to 40" in text
        assert "rediction yet" in text or "You predicted" in text


@pytest.mark.parametrize("state", [POSITIONS["follow"], THREE], ids=["two", "three"])
async def test_the_trick_lies_in_the_middle_of_the_screen_in_large_cards(state: State) -> None:
    async with board(state, size=SIZE) as (app, pilot):
        middle = app.board.query_one(CardMiddle)
        plan = plan_of(middle.contents, *middle.room, middle.axis)
        right = plan.left + plan.step * (state.match.seats - 1) + plan.size.width
        assert plan.size is LARGE_CARDS
        assert abs(plan.left + right - 2 * middle.axis) <= 1
        await pilot.press("tab")
        await pilot.pause()
        chosen = plan_of(middle.contents, *middle.room, middle.axis)
        assert chosen._replace(duel=0) == plan._replace(duel=0), "a choice moves nothing"


async def test_the_duel_stands_beside_the_trick_and_touches_no_panel() -> None:
    async with board(THREE, size=SIZE) as (app, pilot):
        await pilot.press("tab")
        await pilot.pause()
        line = next(line for line in screen_text(app).split("\n") if "loses to" in line)
        assert line.index("loses to Cnut") + len("loses to Cnut") < SIZE[0] - PANEL


async def test_a_pilot_reads_the_oval_table() -> None:
    async with board(THREE, size=SIZE) as (app, _pilot):
        reading = screen_reader.read(screen_text(app).split("\n"))
        assert reading is not None
        assert str(reading.trump) == "R2"
        assert [str(card) for card in reading.trick] == ["G7", "G9"]
        assert reading.plates == (0, 0)
        assert reading.predicted == 2


async def test_a_spectator_sees_all_three_above_it() -> None:
    async with board(THREE, None, size=SIZE) as (app, _pilot):
        assert [plate.contents.name for plate in plates(app) if plate.contents] == [
            "Astrid",
            "Bo",
            "Cnut",
        ]
        assert len({plate.region.y for plate in plates(app)}) == 1
        assert app.board.query_one(CardHand).size.height == 0


async def test_the_race_is_beside_the_plates_again_when_the_window_shrinks() -> None:
    async with board(THREE, size=SIZE) as (app, pilot):
        await pilot.resize_terminal(120, 35)
        await pilot.pause()
        assert app.board.query_one(Race).display
        assert all(plate.spot is None for plate in plates(app))


def test_the_table_is_oval_only_where_large_cards_have_room() -> None:
    assert layout_for(*SIZE).oval
    assert not layout_for(149, 47).oval
    assert not layout_for(160, 40).oval
