"""The oval table of the largest terminals, with the seats of the others around it."""

import asyncio

import pytest
from textual.geometry import Offset

from odin_engine.odin.state import State
from odin_tui.drawing import card_faces as faces
from odin_tui.drawing.layout import RIM_ROWS
from odin_tui.drawing.middle import plan_of
from odin_tui.drawing.surfaces import draw_oval
from odin_tui.odin import screen_reader
from odin_tui.odin.table import plan_for
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.seat_plate import SeatPlate
from tests.engine.odin.positions import after, cards, position
from tests.tui.boards import NAMES, BoardApp
from tests.tui.screens import screen_text
from tests.tui.tables import board

HANDS = ("B9 B8 B7 B6 B5 B4 B3 B2 B1", "R1 R3", "O1", "Y1", "G1", "P1")
LARGE = (160, 48)
FEWEST_ROWS = 44
"""The rows of a board from which the table is oval."""


def table_of(count: int) -> State:
    """Return a position with so many players, and a set of four to beat."""
    return position(" | ".join(HANDS[:count]), "R8 R7 R6 R5", owner=1)


def places(app: BoardApp) -> dict[str, tuple[int, int]]:
    """Return where the plate of each player begins on the screen."""
    lines = screen_text(app).split("\n")
    found = {}
    for plate in shown_plates(app):
        assert plate.spot is not None
        assert plate.contents is not None
        corner = plate.region.offset + Offset(plate.spot.x, plate.spot.y)
        name = plate.contents.name
        assert lines[corner.y][corner.x + 1 :].startswith(name)
        found[name] = (corner.x, corner.y)
    return found


def shown_plates(app: BoardApp) -> list[SeatPlate]:
    return [plate for plate in app.board.query(SeatPlate) if plate.display and plate.contents]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
async def test_seats_go_clockwise_round_the_table_from_the_readers_left(count: int) -> None:
    async with board(table_of(count), size=LARGE) as (app, _pilot):
        found = places(app)
        assert sorted(found, key=lambda name: found[name][0]) == list(NAMES[1:count])
        rows = [found[name][1] for name in NAMES[1:count]]
        ends = 2 * (count > 3)
        assert rows.count(min(rows)) == count - 1 - ends
        assert rows == rows[::-1]


@pytest.mark.parametrize("count", [2, 3, 6])
async def test_the_seats_and_the_set_are_centred_on_the_screen(count: int) -> None:
    async with board(table_of(count), size=LARGE) as (app, _pilot):
        found = list(places(app).values())
        widths = [plate.spot.width for plate in app.board.query(SeatPlate) if plate.contents]
        left, right = min(found)[0], max(found)[0] + widths[0]
        assert abs(left - (LARGE[0] - right)) <= 1
        area = app.board.query_one(CardMiddle).region
        shown = [line[area.x : area.right] for line in screen_text(app).split("\n")]
        label = next(line for line in shown if "to beat" in line)
        spaces = len(label) - len(label.lstrip()), len(label) - len(label.rstrip())
        assert abs(spaces[0] - spaces[1]) <= 1


async def test_a_spectator_sees_all_six_around_the_table() -> None:
    async with board(table_of(6), None, size=LARGE) as (app, _pilot):
        found = places(app)
        assert sorted(found, key=lambda name: found[name][0]) == list(NAMES)


async def test_the_seats_are_in_one_row_again_when_the_window_shrinks() -> None:
    async with board(table_of(6), size=LARGE) as (app, pilot):
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        plates = [plate for plate in app.board.query(SeatPlate) if plate.display]
        assert {plate.region.y for plate in plates} == {1}
        assert sum(plate.region.width for plate in plates) == 120
        await pilot.resize_terminal(*LARGE)
        async with asyncio.timeout(10):
            while not all(plate.spot for plate in shown_plates(app)):
                await pilot.pause()
        assert len(places(app)) == 5


async def test_a_pilot_reads_the_points_around_the_table_in_turn_order() -> None:
    state = position(" | ".join(HANDS[:5]), "R4", owner=2, points=(0, 1, 2, 3, 4))
    async with board(state, size=LARGE) as (app, _pilot):
        reading = screen_reader.read(screen_text(app).split("\n"))
        assert reading is not None
        assert reading.plates == (1, 2, 3, 4)


async def test_a_pilot_reads_cards_that_stand_back() -> None:
    """Cards that cannot be played have other corners, and large ones do not overlap."""
    state = position("R8 R5 R4 O7 O3 B5 B2 P7 P1 | R1 R3", "O8 G8 P8", owner=1)
    async with board(state, size=LARGE) as (app, _pilot):
        reading = screen_reader.read(screen_text(app).split("\n"))
        assert reading is not None
        assert {one.look for one in reading.screen.hand} == {faces.Look.IDLE}
        assert reading.held == cards("R8 R5 R4 O7 O3 B5 B2 P7 P1")
        assert screen_reader.next_keys(reading) == ["p"]


async def test_a_pilot_takes_no_name_in_the_story_for_a_card() -> None:
    """Nothing is below the last words of the story, as below a card without a mark."""
    start = position("R8 R5 R4 | R1 R2 R3 | G2 P2 Y1 | O8 G8 P8 Y2", turn=1)
    state = after(start, "R1", "G2P2+R1", "O8G8P8+G2")
    async with board(state, size=LARGE) as (app, _pilot):
        lines = screen_text(app).split("\n")
        assert any(line.partition("Dagny")[2].strip().startswith("888 +G2") for line in lines)
        reading = screen_reader.read(lines)
        assert reading is not None
        assert reading.table == cards("O8 G8 P8")


async def test_nothing_lies_on_the_rim_while_a_card_is_taken() -> None:
    async with board(position("B9 B8 B7 | R1", "R8 R7", owner=1), size=(160, 46)) as (app, pilot):
        await pilot.press("1", "2", "enter")
        await pilot.pause()
        area = app.board.query_one(CardMiddle).region
        lines = screen_text(app).split("\n")
        assert "[1]" in lines[area.bottom - RIM_ROWS - 1][area.x : area.right]


@pytest.mark.parametrize("height", range(40, 60))
async def test_the_table_is_oval_only_where_large_cards_lie_within_its_rim(height: int) -> None:
    assert plan_for(160, height).oval == (height >= FEWEST_ROWS)
    if height < FEWEST_ROWS:
        return
    async with board(table_of(6), size=(160, height)) as (app, _pilot):
        middle = app.board.query_one(CardMiddle)
        assert plan_of(middle.contents, *middle.room, middle.axis).size is faces.LARGE
        assert middle.region.bottom + 2 <= app.board.query_one(CardHand).region.y


def test_an_oval_reaches_as_far_to_the_left_as_to_the_right() -> None:
    for row in draw_oval(61, 20).rows:
        wood = [bool({style, ground} - {"", "$shadow"}) for _, style, ground in row[:60]]
        assert wood == wood[::-1]
