"""Even players who stall on purpose cannot draw a hand out beyond its proven bounds."""

import pytest

from odin_engine.chance import seed_from
from odin_engine.odin.moves import LegalMoves, Move, Pass
from odin_engine.odin.options import read_options
from odin_engine.odin.rules import legal_moves, play, setup
from odin_engine.odin.sets import VALUE
from tests.engine.odin import bounds


def stalling(moves: LegalMoves) -> Move:
    """Climb as little as possible with as few cards, take the lowest card, and never go out."""

    def haste(move: Move) -> tuple[int, int, int]:
        if isinstance(move, Pass):
            return 1, 0, 0
        goes_out = move.cards.bits == moves.hand
        grows = moves.table and len(move.cards) > moves.table.bit_count()
        urgency = 3 if goes_out else 2 if grows else 0
        return urgency, VALUE[move.cards.bits], move.take.number if move.take else 0

    return min(moves, key=haste)


def turns_of_a_stalled_hand(seats: int, number: int) -> int:
    state = setup(read_options({"target": "one-hand"}, seats), seats, seed_from(str(number)))
    while state.turn is not None:
        before, move = state, stalling(legal_moves(state, state.turn))
        state = play(before, state.turn, move)
        if state.turn is not None:
            bounds.the_hand_goes_on(before, move, state)
    bounds.the_hand_is_over(state)
    return len(state.history)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_stalled_hand_is_long_but_within_its_bounds(seats: int) -> None:
    longest = max(turns_of_a_stalled_hand(seats, number) for number in range(20))
    assert bounds.MOST_TURNS[seats] / 5 < longest <= bounds.MOST_TURNS[seats]
