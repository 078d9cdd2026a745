"""Every refusal of Walhalla has a code and what its sentence mentions."""

from typing import Any

import pytest

from odin_engine.game import BadOption, IllegalMove
from odin_engine.walhalla.moves import parse_move
from odin_engine.walhalla.options import CHOICES, Options, read_options, write_options
from odin_engine.walhalla.refusals import CODES
from odin_engine.walhalla.rules import play, setup, timeout_move
from odin_engine.walhalla.state import State
from tests.engine.walhalla.positions import after, position

LAST = (4, 4, 3, 0)
END = position(moored=LAST, midgard=0, hands={"R": "forest hunt", "K": "shield"})
LAST_END = position(moored=LAST, midgard=0, raid=3, hands={"R": "walhalla"})
FIGHT = position(vikings="a1=K", walhalla=0, hands={"R": "hunt", "K": "hunt"})
SAILING = after(position(moored=(4, 0, 0, 0)), "board none", "decline")
STRAIGHT = after(position(options=Options(turning=False)), "board none", "decline")
SELLING = after(position(midgard=(0, 5, 5, 5), hands={"R": "hunt shield"}, points=2), "board 1")
FOREST = after(position(land="a1=F2", hands={"R": "attack"}), "board 1", "decline", "sail 1")
REFUSED: dict[str, tuple[State, int, str, dict[str, Any]]] = {
    "match-over": (
        after(position(moored=LAST, midgard=0, raid=3), "sail 4"), 0, "sail 1", {},
    ),
    "not-your-turn": (position(), 1, "board none", {}),
    "already-committed": (after(END, "sail 4", "commit none"), 0, "commit none", {}),
    "nothing-to-commit": (after(END, "sail 4"), 2, "commit none", {}),
    "other-stage": (position(), 0, "sail 1", {"stage": "board"}),
    "reserved-seat": (position(dragon="B3"), 0, "board 3", {"place": 3, "colour": 3}),
    "too-few-vikings": (position(midgard=1), 0, "board 1 2", {"most": 1}),
    "not-held": (SELLING, 0, "sell attack", {"cards": ["attack"]}),
    "fjord-full": (SAILING, 0, "sail 1", {"fjord": 1}),
    "no-turning": (STRAIGHT, 0, "sail 1 turned", {}),
    "field-out-of-reach": (
        after(position(), "board 1", "decline", "sail 2"), 0, "land c1", {"fields": ["a1", "b1"]},
    ),
    "nobody-in-walhalla": (
        after(FIGHT, "board 1", "decline", "sail 1", "fight"), 1, "pay", {},
    ),
    "not-for-raid-end": (after(END, "sail 4"), 0, "commit hunt", {"cards": ["hunt"]}),
    "walhalla-counts-no-more": (after(LAST_END, "sail 4"), 0, "commit walhalla", {}),
}  # fmt: skip


def refusal(state: State, seat: Any, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        play(state, seat, parse_move(move))
    return refused.value


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_tells_why(code: str) -> None:
    state, seat, move, facts = REFUSED[code]
    refused = refusal(state, seat, move)
    assert (refused.code, refused.facts) == (code, {"move": move, **facts})


def test_every_code_is_listed() -> None:
    assert set(REFUSED) == set(CODES)


@pytest.mark.parametrize(
    ("state", "seat", "move", "cards"),
    [
        (after(FIGHT, "board 1", "decline", "sail 1"), 0, "attack", ["attack"]),
        (after(FIGHT, "board 1", "decline", "sail 1", "fight"), 1, "shield", ["shield"]),
        (FOREST, 0, "hunt", ["hunt"]),
        (after(END, "sail 4"), 0, "commit forest forest wheat", ["forest", "wheat"]),
    ],
)
def test_a_card_that_is_not_held_cannot_be_played(
    state: State, seat: int, move: str, cards: list[str]
) -> None:
    refused = refusal(state, seat, move)
    assert (refused.code, refused.facts["cards"]) == ("not-held", cards)


def test_an_answer_to_another_question_is_refused() -> None:
    assert refusal(FOREST, 0, "attack").facts["stage"] == "hunt"
    assert refusal(FOREST, 0, "board none").facts["stage"] == "hunt"
    assert refusal(SAILING, 0, "join").facts["stage"] == "sail"


# -- when a clock runs out ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (position(), "board none"),
        (after(position(), "board none"), "decline"),
        (SAILING, "sail 2"),
        (SELLING, "sell hunt"),
        (after(position(vikings="a1=K"), "board 1", "decline", "sail 2"), "land b1"),
        (after(position(vikings="b1=K"), "board 1", "decline", "sail 2"), "land a1"),
        (after(FIGHT, "board 1", "decline", "sail 1"), "fight"),
        (FOREST, "gather"),
        (after(END, "sail 4"), "commit none"),
    ],
)
def test_a_timeout_costs_little(state: State, move: str) -> None:
    assert str(timeout_move(state, max(0, state.position.player))) == move  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("walhalla", "cards", "move"),
    [(1, "shield hunt", "shield"), (1, "hunt", "pay"), (1, "", "pay"), (0, "hunt", "lose")],
)
def test_a_timeout_loses_a_fight_only_if_nothing_else_is_possible(
    walhalla: int, cards: str, move: str
) -> None:
    state = position(vikings="a1=K", walhalla=walhalla, hands={"K": cards})
    state = after(state, "board 1", "decline", "sail 1")
    assert str(timeout_move(state, 1)) == move  # type: ignore[arg-type]


def test_nothing_is_done_for_a_seat_that_is_not_asked() -> None:
    with pytest.raises(IllegalMove, match="nothing-to-do seat=2"):
        timeout_move(position(), 2)  # type: ignore[arg-type]


# -- options ------------------------------------------------------------------------------------


def test_options_by_default() -> None:
    assert read_options({}, 3) == Options((6, 6, 6), turning=True, walhalla_in_final=False)
    assert write_options(Options()) == {
        "tiles": "6-6-6",
        "turning": "yes",
        "walhalla-in-final": "no",
    }


def test_all_options_round_trip() -> None:
    tiles, *_ = CHOICES
    assert len(tiles.values) == 10
    for layout in tiles.values:
        for yes in ("yes", "no"):
            words = {"tiles": layout, "turning": yes, "walhalla-in-final": yes}
            assert write_options(read_options(words, 4)) == words


@pytest.mark.parametrize(
    ("words", "seats", "code"),
    [
        ({"luck": "good"}, 3, "no-such-option"),
        ({"tiles": "6-6-5"}, 3, "bad-value"),
        ({"turning": "maybe"}, 4, "bad-value"),
        ({}, 2, "wrong-number-of-players"),
        ({}, 5, "wrong-number-of-players"),
    ],
)
def test_bad_options_are_refused(words: dict[str, str], seats: int, code: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(words, seats)
    assert refused.value.code == code


def test_a_match_for_two_is_refused() -> None:
    with pytest.raises(BadOption, match="wrong-number-of-players"):
        setup(Options(), 2, position().match.seed)
