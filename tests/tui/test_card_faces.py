"""Cards as they are drawn: every card is told apart by letters alone, in any size and look."""

from itertools import product

import pytest

from odin_tui.drawing.card_faces import (
    LARGE,
    MEDIUM,
    NARROW,
    NARROWEST,
    SMALL,
    TINY,
    Look,
    Printed,
    Size,
    draw_back,
    draw_cards,
    draw_face,
    draw_fan,
    draw_raised,
    step_of,
)
from odin_tui.drawing.palette import FACES
from odin_tui.drawing.tones import palette_of

MARKS = dict(zip(FACES, "●★▼▲■◆◬", strict=True))
CARDS = [
    Printed(colour, colour[0].upper(), MARKS[colour], str(number), "jarl", "jarl")
    for colour, number in product(FACES, range(1, 10))
]
PLAYABLE = tuple((card, Look.PLAYABLE) for card in CARDS)
R7 = next(card for card in CARDS if (card.colour, card.figure) == ("red", "7"))
SIZES = [TINY, SMALL, MEDIUM, LARGE]


@pytest.mark.parametrize("size", SIZES)
def test_every_card_reads_different_without_colours(size: Size) -> None:
    assert len({draw_face(card, size).content().plain for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
def test_the_left_columns_of_a_card_tell_it(size: Size) -> None:
    seen = size.step
    edges = {draw_face(card, size).cut(0, 0, seen, size.height).content().plain for card in CARDS}
    assert len(edges) == len(CARDS)


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
def test_a_card_that_is_covered_further_is_still_told_by_what_is_seen(size: Size) -> None:
    faces = [draw_face(card, size, Look.PLAYABLE, size.tight, over=True) for card in CARDS]
    edges = {face.cut(0, 0, size.tight, size.height).content().plain for face in faces}
    assert len(edges) == len(CARDS)


@pytest.mark.parametrize("seen", [NARROW, NARROWEST])
def test_a_covered_card_is_told_by_its_narrow_edge(seen: int) -> None:
    faces = (draw_face(card, SMALL, Look.PLAYABLE, seen, over=True) for card in CARDS)
    edges = {face.cut(0, 0, seen, SMALL.height).content().plain for face in faces}
    assert len(edges) == len(CARDS)


@pytest.mark.parametrize("size", SIZES)
def test_cards_use_colours_that_the_palette_has(size: Size) -> None:
    drawings = [draw_face(R7, size, look) for look in Look]
    drawings += [draw_raised(R7, size), draw_cards(((R7, Look.PLAYABLE),), size, 80)]
    drawings += [draw_back(size.width, size.height), draw_fan(3, 2, 4, 2)]
    words = {
        word
        for drawing in drawings
        for row in drawing.rows
        for _letter, style, ground in row
        for word in (*style.split(), ground)
    }
    names = {f"${name}" for name in palette_of("night").colours}
    assert words - names == {"", "bold"}


def test_a_chosen_card_is_a_row_higher_and_lit_from_below() -> None:
    raised = draw_raised(R7, SMALL)
    assert raised.height == SMALL.height + 1
    assert {cell[1] for cell in raised.rows[-1]} == {"$your-turn"}


def test_a_card_on_the_table_has_a_shadow() -> None:
    assert draw_cards(PLAYABLE[:1], SMALL, 80).rows[-1][1] == ("▀", "$shadow", "")
    plain = draw_cards(PLAYABLE[:1], SMALL, 80, shadows=False)
    assert plain.content().plain.split("\n")[-1].strip() == ""


def test_cards_overlap_only_where_they_must() -> None:
    assert step_of(SMALL, 9, 80) == SMALL.width
    assert step_of(SMALL, 9, 60) == 6
    assert step_of(SMALL, 99, 60) == NARROWEST
    assert draw_cards(PLAYABLE[:9], SMALL, 60).width <= 60
    assert draw_cards((), SMALL, 60).width == 0


def test_a_chosen_card_rises_above_the_others() -> None:
    row = draw_cards(((R7, Look.CHOSEN), (R7, Look.PLAYABLE)), SMALL, 80)
    heads = row.content().plain.split("\n")[:2]
    assert [line.find("R") for line in heads] == [1, SMALL.width + 1]


def test_a_card_that_stands_back_has_sharp_corners() -> None:
    first = [draw_face(R7, SMALL, look).content().plain[0] for look in Look]
    assert first == ["▟", "▟", " ", " ", "▟"]


@pytest.mark.parametrize("step", [NARROW, NARROWEST])
def test_a_row_of_covered_cards_shows_all_of_them(step: int) -> None:
    row = draw_cards(PLAYABLE[:14], SMALL, SMALL.width + 13 * step)
    heads = row.content().plain.split("\n")[1]
    assert [heads[1 + place * step] for place in range(14)] == [card.letter for card in CARDS[:14]]


def test_a_fan_has_an_edge_for_each_card_and_one_more() -> None:
    first = draw_fan(7, 2, 4, 2).content().plain.split("\n")[0]
    assert first.count("▎") == 8
    assert draw_fan(0, 2, 4, 2).width == 0
