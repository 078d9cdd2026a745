"""What is drawn for every game alike: cards in text, emblems, standings, orders and layouts."""

from dataclasses import dataclass, replace

from odin_engine.game import Outcome
from odin_tui.drawing.card_faces import LARGE, SMALL, TINY, Printed
from odin_tui.drawing.card_set import CardSet, CardStyle
from odin_tui.drawing.large_names import large_name
from odin_tui.drawing.layout import largest_that_fits, plate_rows
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.drawing.standings import Standings


def print_card(card: str, style: CardStyle) -> Printed:
    return Printed("red", card, style.marks["A"], "7")


CARDS = CardSet(
    named={"A": "a", "A2": "b"},
    marks={"shapes": {"A": "*"}, "runes": {"A": "r"}},
    colour=lambda _card: "red",
    mark=lambda _card, marks: marks["A"],
    printed=print_card,
    emblem_names=("A2", "A"),
)


def test_every_card_a_text_names_is_painted_and_no_other_word() -> None:
    painted = CARDS.painted("A2 beats A, but not AA or A23.", "runes", "bold")
    assert painted.plain == "br beats ar, but not AA or A23."


def test_an_emblem_is_drawn_where_there_is_room_and_written_elsewhere() -> None:
    assert CARDS.emblem("shapes").content().plain.startswith("▟b   * ▖▟a   * ▖")


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
    assert largest_that_fits((LARGE, SMALL), lambda size: size.width < 99) is LARGE
    assert largest_that_fits((LARGE, SMALL), lambda size: size.width < 3) is SMALL
    assert [plate_rows(spare, (5, 9, 15)) for spare in (0, 4, 5, 9, 14, 15)] == [3, 3, 4, 5, 5, 6]


def test_a_text_is_drawn_with_faces_and_with_its_words_beside_their_middle() -> None:
    rows = CARDS.drawn("A led, you hold A2 A.", "shapes", 60).plain.split("\n")
    assert len(rows) == TINY.height
    assert [sum(row.count(letter) for letter in "ab") for row in rows] == [3, 0, 0]
    assert " led, you hold " in rows[1]
    assert rows[1].rstrip().endswith(".")


def test_a_text_without_cards_or_too_wide_is_not_drawn() -> None:
    assert not CARDS.drawn("predicted 3, won 3", "shapes", 60)
    assert not CARDS.drawn("A led, you hold A2 A.", "shapes", 30)


def test_a_name_is_drawn_as_large_as_it_fits() -> None:
    small, large = large_name("Bo 2", 40, 4, "$quiet"), large_name("Bo 2", 60, 7, "$quiet")
    assert small is not None
    assert large is not None
    assert (large.width, large.height) == (2 * small.width, 7)
    assert large_name("Bo 2", small.width - 1, 9, "$quiet") is None


def test_a_name_with_a_letter_that_has_no_picture_is_not_drawn() -> None:
    assert large_name("Åse", 99, 9, "$quiet") is None
    assert large_name("", 99, 9, "$quiet") is None
