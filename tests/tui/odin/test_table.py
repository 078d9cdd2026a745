"""The plates, the layout and the hand."""

import pytest
from odin.positions import after, cards, position
from rich.cells import cell_len
from tui.boards import seat_view
from tui.tables import seen

from odin_engine.game import Seat
from odin_engine.odin.moves import parse_move
from odin_engine.odin.state import Turn
from odin_tui.drawing.layout import HEADING, PROMPT
from odin_tui.drawing.names import clock_of, listed, names_of, others_of, points_word, shortened
from odin_tui.narrator import Reader
from odin_tui.odin.cards import LARGE, MEDIUM, SMALL, TINY, Style
from odin_tui.odin.events import Passed, Played, turn_events
from odin_tui.odin.table import HandContents, PlateContents, plan_for, plate_of
from odin_tui.widgets.card_hand import draw_hand
from odin_tui.widgets.seat_plate import draw_plate

THREE = position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1")
PLAYED = after(THREE, "G8", "pass", "pass", "P1", "R5+P1", "pass")
NAMES = ("Astrid", "Bo", "Cnut")


def turn(move: str) -> Played | Passed:
    """Return a turn of seat 1."""
    (event,) = turn_events([Turn(Seat(1), parse_move(move))], 3)
    return event


def plain(plate: PlateContents, width: int = 16, height: int = 4) -> str:
    return draw_plate(plate, width, height).content().plain


# -- plates ---------------------------------------------------------------------------


def test_a_plate_shows_name_rank_cards_and_points() -> None:
    drawn = plain(PlateContents(name="Bo", rank="karl", count=8, points=2))
    assert "Bo · karl" in drawn
    assert "▮▮▮▮▮▮▮▮ 8" in drawn
    assert "2 pts" in drawn


def test_whose_turn_it_is_changes_the_frame_and_not_only_the_colour() -> None:
    still, moving = PlateContents(name="Bo"), PlateContents(name="Bo", to_move=True)
    assert "▸Bo" in plain(moving)
    assert "┏" in plain(moving)
    assert "┏" not in plain(still)


def test_the_rank_of_a_bot_stands_beside_its_name_where_there_is_room() -> None:
    assert plain(PlateContents(name="Bo", rank="karl"), 16).startswith("╭ Bo · karl ─")
    assert plain(PlateContents(name="Egil", rank="thrall"), 16).startswith("╭ Egil · thrall╮")
    assert plain(PlateContents(name="Sigurd", rank="konung"), 16).startswith("╭ Sigurd ─")


@pytest.mark.parametrize("width", [10, 12, 16, 24, 36])
@pytest.mark.parametrize("height", [3, 4, 6, 8])
def test_nothing_on_a_plate_touches_its_frame(width: int, height: int) -> None:
    plate = PlateContents(
        name="Ragnhildr the Unforgettable",
        rank="konung",
        count=9,
        points=11,
        last=turn("R9R8R7R6+Y7"),
        known=cards("R1 Y3"),
        to_move=True,
    )
    lines = plain(plate, width, height).split("\n")
    assert {cell_len(line) for line in lines} == {width}
    inner = lines[1 : height - 1] if height > 3 else lines[1:]
    assert all(line[0] == line[-1] == "┃" for line in inner)
    assert all(line[1] == " " and line[-2] == " " for line in inner)


def test_a_plate_of_ten_columns_still_tells_what_was_done() -> None:
    assert "11p ×4" in plain(PlateContents(name="Bo", points=11, last=turn("R9R8R7R6+Y7")), 10)
    assert "2p  pass" in plain(PlateContents(name="Bo", points=2, last=turn("pass")), 12)


def test_a_high_plate_tells_what_everyone_saw_them_take() -> None:
    plate = PlateContents(name="Bo", count=3, known=cards("Y3"), last=turn("R8R2+Y7"))
    assert "holds Y3" in plain(plate, 30, 8)
    assert "R8 R2 82 took Y7" in plain(plate, 30, 8)


def test_a_plate_says_who_is_away_and_how_much_time_is_left() -> None:
    assert "away" in plain(PlateContents(name="Bo", note="away"))
    assert "1:05" in plain(PlateContents(name="Bo", clock="1:05"))


# -- the people at the table ----------------------------------------------------------------


def test_the_reader_is_you_and_namesakes_have_numbers() -> None:
    seats = (seat_view(0), seat_view(1, name="Karl"), seat_view(2, name="Karl"))
    assert names_of(seen(THREE, seats=seats)) == ("You", "Karl 1", "Karl 2")
    assert names_of(seen(THREE, None)) == ("Astrid", "Bo", "Cnut")


def test_the_others_sit_clockwise_from_the_readers_left() -> None:
    assert others_of(seen(THREE, 1)) == [2, 0]
    assert others_of(seen(THREE, None)) == [0, 1, 2]


def test_a_seat_says_who_moves_who_owns_the_set_and_who_is_gone() -> None:
    table = seen(PLAYED, seats=(seat_view(0), seat_view(1, covered="left"), seat_view(2)))
    plate = plate_of(table, Seat(1), Reader(NAMES, Seat(0)), 0.0)
    assert plate.owner
    assert plate.note == "left"
    assert not plate.to_move
    away = seen(PLAYED, seats=(seat_view(0, connected=False), seat_view(1), seat_view(2)))
    plate = plate_of(away, Seat(0), Reader(NAMES), 0.0)
    assert plate.note == "away"
    assert plate.to_move


def test_a_clock_counts_down_to_the_deadline_and_stands_at_the_bank_otherwise() -> None:
    assert clock_of(seat_view(0, deadline=165.0, bank=60.0), 100.0) == "1:05"
    assert clock_of(seat_view(0, bank=60.0), 100.0) == "1:00"
    assert clock_of(seat_view(0, deadline=90.0), 100.0) == "0:00"
    assert clock_of(seat_view(0), 100.0) == ""


def test_a_shortened_name_keeps_the_number_that_tells_it_from_others() -> None:
    assert shortened("Thrall 5", 7) == "Thral 5"
    assert shortened("Ragnhildr", 6) == "Ragnh…"
    assert shortened("Bo", 6) == "Bo"
    assert shortened("Karl 12", 3) == "Ka…"


def test_small_words_are_written_right() -> None:
    assert (points_word(1), points_word(2)) == ("1 point", "2 points")
    assert (listed(["A"]), listed(["A", "B", "C"])) == ("A", "A, B and C")


# -- sizes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "wanted"),
    [((60, 19), TINY), ((80, 23), SMALL), ((100, 29), MEDIUM), ((160, 47), LARGE)],
)
def test_cards_are_as_large_as_the_terminal_allows(size: tuple[int, int], wanted: object) -> None:
    assert plan_for(*size).size == wanted


@pytest.mark.parametrize("height", range(19, 60))
@pytest.mark.parametrize("width", [60, 71, 79, 80, 99, 100, 143, 160, 200])
def test_at_every_size_there_is_room_for_nine_cards_and_the_set(width: int, height: int) -> None:
    plan = plan_for(width, height)
    left = height - HEADING - PROMPT - plan.plates - plan.hand
    assert plan.size.row(9) <= width
    assert left >= plan.size.height + 1
    assert width - plan.left - plan.right >= 20


@pytest.mark.parametrize("size", [TINY, SMALL, MEDIUM, LARGE], ids=str)
def test_chosen_cards_rise(size: object) -> None:
    assert isinstance(size, type(SMALL))
    hand = tuple(cards("B9 B5"))
    drawn = (
        draw_hand(HandContents(hand, chosen=cards("B5"), style=Style(size)), 160).content().plain
    )
    lines = drawn.split("\n")
    assert "╔" in lines[0]
    assert "╔" not in lines[size.rise]
    assert "1" in lines[-1]
    assert "2" in lines[-1]


def test_the_card_under_the_cursor_and_the_new_one_are_named_below() -> None:
    hand = tuple(cards("B9 B5"))
    drawn = draw_hand(HandContents(hand, cursor=hand[0], new=hand[1]), 40).content().plain
    assert "[1]" in drawn
    assert "2 new" in drawn
