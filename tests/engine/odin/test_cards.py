"""Cards, groups of cards, and the list of legal moves as plain Python values."""

from pickle import dumps, loads

import pytest

from odin_engine.game import Seat
from odin_engine.odin.cards import (
    BIT,
    CARDS,
    COLOUR_BITS,
    COLOURS,
    DECK,
    NUMBER_BITS,
    NUMBERS,
    Card,
    Cards,
    Colour,
    each_bit,
)
from odin_engine.odin.moves import NO_MOVES, PASS, LegalMoves, Play, feat
from odin_engine.odin.rules import legal_moves, pieces
from tests.engine.odin.positions import cards, position


def test_there_are_fifty_four_cards_each_once() -> None:
    assert len(CARDS) == len(set(CARDS)) == len(set(BIT.values())) == 54
    assert Cards(DECK) == Cards.of(CARDS)
    assert {(card.colour, card.number) for card in CARDS} == {
        (c, n) for c in COLOURS for n in NUMBERS
    }


def test_every_colour_has_nine_cards_and_every_number_six() -> None:
    for colour, bits in COLOUR_BITS.items():
        assert {card.colour for card in Cards(bits)} == {colour}
        assert len(Cards(bits)) == 9
    for number, bits in NUMBER_BITS.items():
        assert {card.number for card in Cards(bits)} == {number}
        assert len(Cards(bits)) == 6


def test_a_card_is_called_by_letter_and_number() -> None:
    assert str(Card(Colour.BLUE, 9)) == "B9"
    assert repr(cards("R2 B9")) == "Cards('B9 R2')"


def test_cards_are_listed_from_the_highest_number_down() -> None:
    assert str(cards("R1 B9 G5 R9 O5")) == "R9 B9 O5 G5 R1"


def test_a_group_of_cards_is_a_set() -> None:
    group = cards("R1 R2 R3")
    assert group == {Card(Colour.RED, number) for number in (1, 2, 3)}
    assert group != cards("R1 R2")
    assert group & cards("R2 R9") == cards("R2")
    assert group - cards("R2") == cards("R1 R3")
    assert group | cards("B1") == cards("R1 R2 R3 B1")
    assert Card(Colour.RED, 2) in group
    assert Card(Colour.RED, 4) not in group
    assert Card(Colour.RED, 10) not in group
    word: object = "R2"
    assert word not in group
    assert hash(group) == hash(cards("R3 R2 R1"))
    assert Cards() == set()
    assert group != "R1 R2 R3"


def test_single_bits_are_the_cards_of_a_group() -> None:
    assert each_bit(0) == []
    assert sum(each_bit(DECK)) == DECK
    assert len(each_bit(DECK)) == 54


def test_the_sets_that_may_be_laid_are_listed_without_what_is_taken() -> None:
    moves = legal_moves(position("R3 R5 | P1", table="Y4 Y1"), Seat(0))
    assert moves.sets == [cards("R5 R3")]
    lead = legal_moves(position("R3 R5 | P1"), Seat(0))
    assert set(lead.sets) == {cards("R3"), cards("R5"), cards("R5 R3")}
    assert NO_MOVES.sets == []
    assert len(legal_moves(position("R1 G9 B9 | P1", table="Y8 O8"), Seat(0)).sets) == 1


def test_equal_positions_have_equal_moves() -> None:
    one = LegalMoves(cards("R3 R5").bits, cards("Y4").bits)
    other = LegalMoves(cards("R3 R5").bits, cards("Y4").bits)
    assert (one, hash(one)) == (other, hash(other))
    assert one != LegalMoves(cards("R3 R5").bits, cards("Y3").bits)
    assert one != list(one)
    assert repr(one) == "LegalMoves(pass, R5+Y4, R5R3)"


def test_moves_travel_between_processes() -> None:
    moves = legal_moves(position("R3 R5 | P1", table="Y4"), Seat(0))
    for fresh in (moves, LegalMoves(moves.hand, moves.table)):
        assert list(loads(dumps(fresh))) == list(moves)  # noqa: S301 - written here


def test_only_moves_are_among_the_moves() -> None:
    moves = legal_moves(position("R3 R5 | P1", table="Y4"), Seat(0))
    strangers: tuple[object, ...] = ("pass", None, cards("R5"), Play(Cards()))
    assert not any(stranger in moves for stranger in strangers)


@pytest.mark.parametrize("index", [3, -4, 100])
def test_an_index_beyond_the_moves_is_refused(index: int) -> None:
    moves = legal_moves(position("R3 R5 | P1", table="Y4"), Seat(0))
    with pytest.raises(IndexError, match=f"there are 3 moves, and none has the index {index}"):
        moves[index]


def test_a_thousand_moves_are_not_too_many() -> None:
    moves = LegalMoves(cards("R9 R8 R7 R6 R5 R4 R3 R2 R1").bits, cards("G4 G3 G2 G1").bits)
    higher_fours, fives = 126 - 1, 126
    assert len(moves) == len(set(moves)) == 1 + 4 * (higher_fours + fives)


def test_possessions_are_the_whole_deck() -> None:
    state = position("R1 R2 | B5", table="Y4", discard="P1 P2")
    assert sorted(map(str, pieces(state))) == sorted(map(str, CARDS))


def test_the_feat_of_a_play_is_the_value_of_its_set() -> None:
    assert feat(Play(cards("B8 B2"))) == 82
    assert feat(PASS) == 0
