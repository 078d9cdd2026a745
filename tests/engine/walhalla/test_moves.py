"""The notation of Walhalla, and the list of what may be committed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_engine.game import NotAMove, Seat
from odin_engine.walhalla.box import COPIES, Card
from odin_engine.walhalla.codes import CommitMoves
from odin_engine.walhalla.commits import RAID_END_CARDS, CommitCodes, pack, unpack
from odin_engine.walhalla.land import FIELD_AT, Field
from odin_engine.walhalla.moves import (
    Answer,
    Board,
    Commit,
    Land,
    Sail,
    Sell,
    feat,
    format_move,
    parse_move,
)
from odin_engine.walhalla.rules import legal_moves
from tests.engine.walhalla.positions import after, position

MOVES = {
    "board none": Board(()),
    "board 1 3": Board((0, 2)),
    "join": Answer.JOIN,
    "sell tongue7": Sell(Card.TONGUE_7),
    "sail 2": Sail(1),
    "sail 4 turned": Sail(3, turned=True),
    "land b7": Land(Field(1, 6)),
    "land c16": Land(Field(2, 15)),
    "gather": Answer.GATHER,
    "commit none": Commit(()),
    "commit forest forest tongue7": Commit((Card.FOREST, Card.FOREST, Card.TONGUE_7)),
}


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_written_in_one_way_and_read_in_any_case(text: str) -> None:
    assert parse_move(text) == parse_move(f"  {text.upper().replace(' ', '   ')} ") == MOVES[text]
    assert format_move(MOVES[text]) == text
    assert feat(MOVES[text]) == 0


def test_seats_and_cards_may_be_named_in_any_order() -> None:
    assert parse_move("board 3 1") == Board((0, 2))
    assert parse_move("commit tongue7 forest") == Commit((Card.FOREST, Card.TONGUE_7))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-move"),
        ("sink", "not-a-move"),
        ("join me", "not-a-move"),
        ("board", "not-a-move"),
        ("board 4", "not-a-move"),
        ("board 1 1", "not-a-move"),
        ("board none 1", "not-a-move"),
        ("sail", "not-a-move"),
        ("sail 22", "not-a-move"),
        ("sail 2 backwards", "not-a-move"),
        ("sail 5", "not-a-fjord"),
        ("sail 0", "not-a-fjord"),
        ("land d1", "not-a-field"),
        ("land a17", "not-a-field"),
        ("land", "not-a-move"),
        ("sell", "not-a-move"),
        ("sell hope", "not-a-card"),
        ("commit", "not-a-move"),
        ("commit none forest", "not-a-card"),
        ("commit tongue6 tongue6", "too-many-copies"),
        ("commit " + "forest " * 1000, "too-many-copies"),
    ],
)
def test_what_is_no_move_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotAMove) as refused:
        parse_move(text)
    assert refused.value.code == code
    assert len(str(refused.value)) < 100


def test_a_field_is_called_by_its_letter_and_row() -> None:
    assert [str(field) for field in FIELD_AT[:3]] == ["a1", "a2", "a3"]
    assert all(FIELD_AT[field.number] == field for field in FIELD_AT)


def hands() -> st.SearchStrategy[list[int]]:
    return st.tuples(*(st.integers(0, COPIES[card]) for card in RAID_END_CARDS)).map(list)


@pytest.mark.parametrize("walhalla", [True, False])
@given(held=hands(), data=st.data())
def test_every_choice_of_cards_can_be_committed_once(
    *, walhalla: bool, held: list[int], data: st.DataObject
) -> None:
    codes = CommitCodes(held, walhalla=walhalla)
    index = data.draw(st.integers(0, len(codes) - 1))
    cards = unpack(codes[index])
    assert all(cards.count(card) <= held[kind] for kind, card in enumerate(RAID_END_CARDS))
    assert walhalla or Card.WALHALLA not in cards
    assert pack(cards) == codes[index]
    assert codes[index] in codes
    assert codes[index - len(codes)] == codes[index]
    if len(codes) < 300:
        assert len(set(codes)) == len(codes)
        assert codes[::2] == list(codes)[::2]


@given(held=hands(), cards=st.lists(st.sampled_from(Card), max_size=12))
def test_only_held_cards_of_the_raid_end_can_be_committed(
    held: list[int], cards: list[Card]
) -> None:
    moves = CommitMoves(CommitCodes(held, walhalla=True))
    cards.sort(key=list(Card).index)
    stock = dict(zip(RAID_END_CARDS, held, strict=True))
    fits = all(cards.count(card) <= stock.get(card, 0) for card in cards)
    assert (Commit(tuple(cards)) in moves) == fits


def test_a_list_of_commits_knows_what_is_not_in_it() -> None:
    codes = CommitCodes([1, 0, 0, 0, 0, 0, 0, 0], walhalla=True)
    assert [code in codes for code in (0, 1, 2, 8, -1, "forest")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
    moves = CommitMoves(codes)
    assert Answer.JOIN not in moves
    assert Commit((Card.FOREST,) * 8) not in CommitMoves(
        CommitCodes([0, 1, 0, 0, 0, 0, 0, 0], walhalla=True)
    )
    with pytest.raises(IndexError):
        codes[2]
    with pytest.raises(IndexError):
        moves[-3]


def test_lists_of_commits_are_values() -> None:
    state = position(moored=(4, 4, 3, 0), midgard=0, hands={"R": "forest hunt", "K": "forest"})
    state = after(state, "sail 4")
    red, black = (legal_moves(state, Seat(seat)) for seat in (0, 1))
    assert red == black
    assert hash(red) == hash(black)
    assert repr(red) == "CommitMoves(commit none, commit forest)"
    assert red[::-1] == [Commit((Card.FOREST,)), Commit(())]
    assert red != ()
    assert CommitCodes([1], walhalla=True) != (0, 1)
