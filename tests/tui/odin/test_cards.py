"""How cards look, how they are written, and how a hand is sorted."""

import pytest
from rich.cells import cell_len

from odin_engine.odin.cards import CARD_CALLED, CARDS, NUMBERS, Colour
from odin_tui.drawing.card_faces import LARGE, SMALL, Look, Size
from odin_tui.drawing.layout import SIZES
from odin_tui.odin.cards import (
    ARCHETYPES,
    CARD_SET,
    MARKS,
    ORDERS,
    chip,
    laid_chips,
    short_chips,
)
from odin_tui.settings import next_word
from tests.engine.odin.positions import cards

chips, face, row, painted = CARD_SET.chips, CARD_SET.face, CARD_SET.row, CARD_SET.painted
B9, R2 = CARD_CALLED["B9"], CARD_CALLED["R2"]


@pytest.mark.parametrize("marks", [MARKS["shapes"], MARKS["runes"]])
def test_every_colour_has_its_own_mark_of_one_cell(marks: dict[Colour, str]) -> None:
    assert len(set(marks.values())) == len(Colour)
    assert all(cell_len(mark) == 1 for mark in marks.values())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_tells_its_colour_by_letter_and_mark_at_every_size(size: Size) -> None:
    for card in CARDS:
        drawn = face(card, CARD_SET.style(size)).content()
        assert card.colour.value in drawn.plain
        assert MARKS["shapes"][card.colour] in drawn.plain
        assert f"$face-{card.colour.name.lower()}" in drawn.markup


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_fills_exactly_its_size(size: Size) -> None:
    lines = face(B9, CARD_SET.style(size)).content().plain.split("\n")
    assert len(lines) == size.height
    assert {cell_len(line) for line in lines} == {size.width}


def test_a_large_card_names_its_archetype() -> None:
    for card in CARDS:
        assert ARCHETYPES[card.number] in face(card, CARD_SET.style(LARGE)).content().plain


def test_no_rune_is_one_that_extremists_use() -> None:
    assert "ᛟ" not in MARKS["runes"].values()


def test_runes_take_the_place_of_shapes() -> None:
    assert "ᛒ" in face(B9, CARD_SET.style(SMALL, "runes")).content().plain
    assert "■" not in face(B9, CARD_SET.style(SMALL, "runes")).content().plain


def test_cards_lie_in_a_row_in_their_looks() -> None:
    drawn = row([B9, R2], CARD_SET.style(SMALL), 80, {R2: Look.IDLE})
    assert drawn.width == 2 * SMALL.width
    assert "$idle-red" in drawn.content().markup
    assert row([], CARD_SET.style(SMALL), 80).width == 0


def test_a_chip_writes_a_card_into_a_line() -> None:
    assert chip(B9).plain == "B9■"
    assert chips([B9, R2]).plain == "B9■ R2●"
    assert short_chips([B9, R2]).plain == "B9 R2"
    assert laid_chips([B9, R2]).plain == "B9 R2"
    assert laid_chips([B9, R2], MARKS["shapes"]).plain == "B9■ R2●"


def test_every_number_has_its_archetype() -> None:
    assert list(ARCHETYPES) == list(NUMBERS)
    assert len(set(ARCHETYPES.values())) == 9


# -- cards in text --------------------------------------------------------------------------


def test_every_card_in_a_sentence_is_painted_and_nothing_else() -> None:
    text = painted("Bo plays B9 B5 for 95 and takes R8; B10, XB9 and b9 are no cards.")
    assert text.plain == "Bo plays B9■ B5■ for 95 and takes R8●; B10, XB9 and b9 are no cards."
    assert [str(span.style) for span in text.spans if "card" in str(span.style)] == [
        "$card-blue",
        "$card-blue",
        "$card-red",
    ]


def test_marks_may_be_runes() -> None:
    assert painted("B9", "runes").plain == "B9ᛒ"


def test_a_text_without_cards_stays_as_it_is() -> None:
    assert painted("Nothing here.").plain == "Nothing here."


# -- orders of a hand -----------------------------------------------------------------------

HAND = cards("R3 B9 B5 G5 P5 Y9")


def held(order: str) -> str:
    return " ".join(map(str, ORDERS[order](HAND)))


def test_by_colour_each_colour_stands_together_highest_first() -> None:
    assert held("colour") == "R3 Y9 G5 B9 B5 P5"


def test_by_number_the_highest_stand_first() -> None:
    assert held("number") == "Y9 B9 G5 B5 P5 R3"


def test_by_groups_the_most_valuable_set_stands_first() -> None:
    assert held("groups") == "G5 B5 P5 Y9 B9 R3"


def test_every_order_holds_every_card_once() -> None:
    for order in ORDERS.values():
        assert sorted(order(HAND)) == sorted(HAND)
        assert order(cards("")) == []


def test_the_orders_follow_each_other_round_and_round() -> None:
    assert [next_word("sort", order) for order in ORDERS] == ["number", "groups", "colour"]
