"""The plates, the layout and the hand."""

import pytest
from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.moves import parse_move
from odin_engine.odin.state import Turn
from odin_server.hall import TableView
from odin_tui.drawing.card_faces import LARGE, MEDIUM, RISE, SMALL, Size
from odin_tui.drawing.layout import HEADING, PROMPT
from odin_tui.drawing.names import clock_of, listed, names_of, others_of, points_word, shortened
from odin_tui.languages import ENGLISH
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import CARD_SET, SHAPES, printed, short_chips
from odin_tui.odin.events import Passed, Played, turn_events
from odin_tui.odin.intent import Intent
from odin_tui.odin.table import OdinTable, plan_for, turn_ways
from odin_tui.widgets.card_hand import HandContents, draw_hand
from odin_tui.widgets.card_table import TableContents
from odin_tui.widgets.seat_plate import PlateContents, draw_plate
from tests.engine.odin.positions import after, cards, position
from tests.tui.boards import seat_view
from tests.tui.tables import seen

THREE = position("B9 G8 P1 | R5 R1 Y2 | Y7 Y3 O1")
PLAYED = after(THREE, "G8", "pass", "pass", "P1", "R5+P1", "pass")
NAMES = ("Astrid", "Bo", "Cnut")


def turn(move: str) -> Played | Passed:
    """Return a turn of seat 1."""
    (event,) = turn_events([Turn(Seat(1), parse_move(move))], 3)
    return event


def ways(move: str, *, standing: bool = False) -> tuple[Content, ...]:
    return turn_ways(turn(move), ENGLISH, standing=standing)


def plate_of(table: TableView, seat: int, reader: Reader) -> PlateContents:
    """Return what the plate of a seat says."""
    view = table.match
    intent = Intent().for_view(view)
    contents = TableContents(
        table=table, view=view, intent=intent, reader=reader, marks=SHAPES, said=None, now=0.0
    )
    return OdinTable().plate(contents, Seat(seat))


def plain(plate: PlateContents, width: int = 16, height: int = 4) -> str:
    return draw_plate(plate, width, height).content().plain


# -- plates ---------------------------------------------------------------------------


def test_a_plate_shows_name_rank_cards_and_points() -> None:
    title, held = plain(PlateContents(name="Bo", rank="easy", count=8, points=2)).split("\n")[:2]
    assert title == "▟Bo easy 2 pts ▖"
    assert "▌▌▌▌▌▌▌▌▌8" in held


def test_whose_turn_it_is_changes_the_plate_and_not_only_the_colour() -> None:
    still, moving = PlateContents(name="Bo"), PlateContents(name="Bo", to_move=True)
    assert [line[0] for line in plain(moving).split("\n")] == ["▌"] * 4
    assert "▌" not in [line[0] for line in plain(still).split("\n")]


def test_the_rank_of_a_bot_stands_beside_its_name_where_there_is_room() -> None:
    assert plain(PlateContents(name="Bo", rank="easy"), 16).startswith("▟Bo easy 0 pts")
    assert plain(PlateContents(name="Sigurd", rank="master"), 16).startswith("▟Sigurd  0 pts")


@pytest.mark.parametrize("width", [10, 12, 16, 24, 36])
@pytest.mark.parametrize("height", [3, 4, 5, 6])
def test_nothing_on_a_plate_touches_its_edge(width: int, height: int) -> None:
    plate = PlateContents(
        name="Ragnhildr the Unforgettable",
        rank="konung",
        count=9,
        points=11,
        clock="1:05",
        status=ways("R9R8R7R6+Y7"),
        known=short_chips(cards("R1 Y3")),
    )
    lines = plain(plate, width, height).split("\n")
    assert {cell_len(line) for line in lines} == {width}
    assert {line[-1] for line in lines} == {"▖", "▌", "▘"}
    assert all(line[-2] == " " for line in lines)
    assert "1:05" in lines[-1]


def test_a_plate_of_ten_columns_still_tells_what_was_done() -> None:
    assert "×4" in plain(PlateContents(name="Bo", clock="1:05", status=ways("R9R8R7R6+Y7")), 10, 3)
    assert "pass" in plain(PlateContents(name="Bo", points=2, status=ways("pass")), 10, 3)


def test_the_value_of_the_set_that_stands_is_a_tag() -> None:
    plate = PlateContents(name="Bo", status=ways("R8R2+Y7", standing=True))
    assert " 82 " in plain(plate, 16, 3)
    assert "$tag" in draw_plate(plate, 16, 3).content().markup


def test_a_high_plate_tells_what_everyone_saw_them_take() -> None:
    known = fill("holds {cards}", cards=short_chips(cards("Y3")))
    plate = PlateContents(name="Bo", count=3, known=known, status=ways("R8R2+Y7"))
    assert "holds Y3" in plain(plate, 30, 6)
    assert "R8 R2 82 took Y7" in plain(plate, 30, 6)


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
    plate = plate_of(table, 1, Reader(NAMES, Seat(0)))
    assert " 5 " in [way.plain for way in plate.status]
    assert plate.note == "left"
    assert not plate.to_move
    away = seen(PLAYED, seats=(seat_view(0, connected=False), seat_view(1), seat_view(2)))
    plate = plate_of(away, 0, Reader(NAMES))
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
    [((60, 19), SMALL), ((80, 23), SMALL), ((120, 35), MEDIUM), ((160, 47), LARGE)],
)
def test_cards_are_as_large_as_the_terminal_allows(size: tuple[int, int], wanted: object) -> None:
    assert plan_for(*size).size == wanted


@pytest.mark.parametrize("height", range(19, 60))
@pytest.mark.parametrize("width", [60, 71, 79, 80, 99, 100, 143, 160, 200])
def test_at_every_size_there_is_room_for_nine_cards_and_the_set(width: int, height: int) -> None:
    plan = plan_for(width, height)
    left = height - HEADING - PROMPT - plan.plates - plan.hand
    assert plan.size.fan(9) <= width
    assert left >= plan.size.height + 1
    assert width - plan.left - plan.right >= 20


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE], ids=str)
def test_chosen_cards_rise(size: Size) -> None:
    hand = tuple(cards("B9 B5"))
    contents = HandContents(hand, printed, CARD_SET.style(size), chosen=frozenset({1}))
    lines = draw_hand(contents, 160, RISE + size.height + 1).content().plain.split("\n")
    assert [line.count("B") for line in lines[:2]] == [1, 1]
    assert "1" in lines[-1]
    assert "2" in lines[-1]


def test_the_edge_of_the_table_is_lit_while_it_is_the_readers_turn() -> None:
    contents = HandContents(tuple(cards("B9 B5")), printed, CARD_SET.style())
    rows = [draw_hand(contents, 40, 8, mine=mine).rows[0][0] for mine in (True, False)]
    assert rows == [("▀", "$glow", ""), (" ", "", "")]


def test_the_card_under_the_cursor_and_the_new_one_are_named_below() -> None:
    hand = tuple(cards("B9 B5"))
    contents = HandContents(hand, printed, CARD_SET.style(), cursor=0, new=1, new_mark=" new")
    drawn = draw_hand(contents, 40, 7).content().plain
    assert "[1]" in drawn
    assert "2 new" in drawn


def test_a_word_for_the_new_card_that_reaches_below_the_next_one_is_a_sign() -> None:
    contents = HandContents(
        tuple(cards("B9 B5")), printed, CARD_SET.style(), cursor=0, new=0, new_mark=" nueva"
    )
    assert "[1]+ " in draw_hand(contents, 40, 7).content().plain
