"""What is drawn for every game alike: cards in text, emblems, standings, orders and layouts."""

from dataclasses import dataclass, replace

from textual.content import Content

from odin_engine.game import Outcome
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.card_set import CardSet
from odin_tui.drawing.layout import largest_that_fits, plate_rows
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.drawing.standings import Standings

SMALL, LARGE = Size(4, 3, 0, 1), Size(8, 6, 0, 1)


def row_of(cards: object, size: Size, marks: str) -> Canvas:
    canvas = Canvas(20, 1)
    canvas.put(0, 0, f"{cards} {size.width} {marks}")
    return canvas


CARDS = CardSet(
    named={"A": 1, "A2": 2},
    marks={"shapes": "*", "runes": "r"},
    chip=lambda card, style, marks: Content.styled(f"<{card}{marks}>", style),
    row=row_of,
    emblem_names=("A2", "A"),
    emblem_sizes={"-large": LARGE},
)


def test_every_card_a_text_names_is_painted_and_no_other_word() -> None:
    painted = CARDS.painted("A2 beats A, but not AA or A23.", "runes", "bold")
    assert painted.plain == "<2r> beats <1r>, but not AA or A23."


def test_an_emblem_is_drawn_where_there_is_room_and_written_elsewhere() -> None:
    assert CARDS.emblem("-large", "shapes").plain.startswith("[2, 1] 8 *")
    assert CARDS.emblem("-small", "shapes").plain == "<2*>   <1*>"


@dataclass
class View:
    outcome: Outcome | None


def test_standings_need_nothing_but_an_outcome() -> None:
    view = View(Outcome((2, 1), (3, 9), "over"))
    drawn = Standings()(view, ("Astrid", "Bo"), 60, 4).content().plain
    first, second = (line for line in drawn.split("\n") if line.strip())
    assert all(word in first for word in ("1.", "Bo", "9 points"))
    assert all(word in second for word in ("2.", "Astrid", "3 points"))
    noted = Standings(note=lambda _view, seat, _tr: f"seat {seat}")(view, ("Astrid", "Bo"), 60, 4)
    assert "seat 1" in noted.content().plain
    nothing = Standings()(replace(view, outcome=None), ("Astrid", "Bo"), 60, 4)
    assert not nothing.content().plain.strip()


def test_cards_are_held_by_colour_or_by_number() -> None:
    orders = sort_orders(lambda card: "RB".index(card[0]), lambda card: int(card[1]), list)
    hand = ["B1", "R1", "B9", "R4"]
    assert orders["colour"](hand) == ["R4", "R1", "B9", "B1"]
    assert orders["number"](hand) == ["B9", "R4", "R1", "B1"]
    assert orders["groups"](hand) == hand


def test_the_largest_cards_that_fit_are_chosen_and_plates_use_spare_rows() -> None:
    assert largest_that_fits((LARGE, SMALL), lambda size: size.width < 9) is LARGE
    assert largest_that_fits((LARGE, SMALL), lambda size: size.width < 3) is SMALL
    assert [plate_rows(spare, (5, 9, 15)) for spare in (0, 4, 5, 9, 14, 15)] == [3, 3, 4, 6, 6, 8]
