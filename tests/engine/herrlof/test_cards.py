"""The cards of Herrlof, and groups in which some of them look alike."""

import pytest

from odin_engine.herrlof.cards import (
    CARD_CALLED,
    CARDS,
    DECK,
    HAGALAZ,
    SPECIAL_NUMBERS,
    VALKNUT,
    Cards,
    kinds,
    singles,
    size,
)
from tests.engine.herrlof.positions import cards


def test_the_deck_has_thirty_six_coloured_cards_and_three_of_each_mark() -> None:
    deck = list(Cards(DECK))
    assert len(deck) == size(DECK) == len(singles(DECK)) == 42
    assert deck.count(VALKNUT) == deck.count(HAGALAZ) == 3
    assert {card.name for card in deck if card.colour} == {
        f"{colour}{number}" for colour in "RBGY" for number in range(1, 10)
    }
    assert len(kinds(DECK)) == len(CARDS) == 38


def test_four_numbers_bear_a_rune() -> None:
    assert SPECIAL_NUMBERS == (1, 3, 6, 9)


def test_cards_that_look_alike_are_counted() -> None:
    group = cards("V V H R1")
    assert len(group) == 4
    assert list(group).count(VALKNUT) == 2
    assert group != cards("V H R1")
    assert kinds(group.bits) == kinds(cards("V H R1").bits)
    assert Cards(group.bits - cards("V").bits) == cards("V H R1")


def test_a_group_lists_its_colours_from_the_highest_down_and_then_its_marks() -> None:
    group = cards("H Y1 V R3 R9 B2")
    assert str(group) == "R9 R3 B2 Y1 V H"
    assert repr(group) == "Cards('R9 R3 B2 Y1 V H')"


def test_a_group_knows_its_members() -> None:
    group = cards("V R3")
    assert VALKNUT in group
    assert HAGALAZ not in group
    assert CARD_CALLED["R3"] in group
    assert "R3" not in group


def test_groups_are_equal_by_what_they_hold() -> None:
    assert cards("R3 V") == cards("V R3")
    assert hash(cards("R3 V")) == hash(cards("V R3"))
    assert cards("R3") != "R3"


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_is_called_by_its_name(card: object) -> None:
    assert CARD_CALLED[str(card)] == card
