"""Positions as the search plays on them, beside the states of the rules."""

from random import Random

import pytest

import odin_engine.walhalla as game
from odin_engine.chance import seed_from
from odin_engine.walhalla.codes import decode, encode
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.position import OVER
from odin_engine.walhalla.setup import starting_position
from odin_engine.walhalla.state import State
from odin_engine.walhalla.turns import apply
from tests.engine.walhalla.positions import after, position


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("tiles", LAYOUTS, ids=str)
def test_a_position_plays_the_same_match_as_the_states(
    seats: int, tiles: tuple[int, int, int]
) -> None:
    rng, seed, options = Random(str(tiles)), seed_from(str(tiles)), Options(tiles)
    state, quick = game.setup(options, seats, seed), starting_position(options, seats, seed)
    while quick.stage != OVER:
        assert quick == state.position
        numbers = quick.moves()
        moves = [decode(quick.stage, number) for number in numbers]
        mover = game.to_move(state)[0]
        assert moves == list(game.legal_moves(state, mover))
        assert [encode(quick.stage, move) for move in moves] == list(numbers)
        chosen = rng.randrange(len(moves))
        apply(quick, numbers[chosen])
        state = game.play(state, mover, moves[chosen])
    assert quick == state.position
    assert quick.moves() == ()


SELLING = position(midgard=(0, 5, 5, 5), hands={"R": "hunt shield"}, points=2)
SHUFFLING = position(land="a1=S a2=S", pile="hunt", hands={"K": "shield"})


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (SELLING, ("board 1 2", "sell shield", "decline")),
        (SHUFFLING, ("board 1 2", "decline", "sail 1")),
    ],
)
def test_nothing_is_noted_on_the_search_path(state: State, moves: tuple[str, ...]) -> None:
    quick = state.position.copy()
    for move in moves:
        apply(quick, encode(quick.stage, game.parse_move(move)))
    assert quick == after(state, *moves).position
    assert quick.log is None


def test_a_copy_changes_on_its_own() -> None:
    start = starting_position(Options(), 3, seed_from("copy"))
    copy, again = start.copy(), start.copy()
    apply(copy, copy.moves()[-1])
    assert start == again
    assert copy != start
    assert start != "a position"
