"""The bots' view of Walhalla: a quick move, candidate moves, and sampled matches to search in."""

from collections.abc import Iterator, Sequence
from random import Random

from odin_engine.game import Evaluator, Seat
from odin_engine.walhalla.codes import decode
from odin_engine.walhalla.commit_options import commit_options
from odin_engine.walhalla.heuristics import choose, scored_boardings, scored_sailings
from odin_engine.walhalla.hidden_cards import HiddenCards
from odin_engine.walhalla.moves import Move
from odin_engine.walhalla.playout import SampledMatch
from odin_engine.walhalla.position import BOARD, COMMIT, SAIL, Position
from odin_engine.walhalla.raid_values import win_share
from odin_engine.walhalla.sampling import fill_in, known_position
from odin_engine.walhalla.state import State
from odin_engine.walhalla.view import View

MOST_CANDIDATES: dict[Evaluator, int] = {"heuristic": 3, "network": 4}
"""How many ways of boarding, of sailing and of committing are searched.

Positions are judged in one way only; but the level that asks for the network makes more trials,
and can compare more moves.
"""
SCORED = {BOARD: scored_boardings, SAIL: scored_sailings}


def heuristic_move(view: View, _rng: Random) -> Move:
    """Return the move of the heuristics, without search."""
    position = _position(view)
    return decode(position.stage, choose(position))


def candidates(view: View, *, evaluator: Evaluator = "heuristic") -> Sequence[Move]:
    """Return the moves worth searching, by the heuristics the best ones."""
    position = _position(view)
    if position.stage in SCORED:
        best = sorted(SCORED[position.stage](position), reverse=True)
        numbers = [number for _, number in best]
    elif position.stage == COMMIT:
        numbers = _commits(position)
    else:
        return view.moves
    return [decode(position.stage, number) for number in numbers[: MOST_CANDIDATES[evaluator]]]


def _commits(position: Position) -> list[int]:
    """Return the heuristic commit, and those that differ from it in one kind of cards."""
    options = list(commit_options(position))
    usual = sum(option.code for option in options if option.gain >= option.need)
    return [usual, *(usual ^ option.code for option in options if option.need)]


def worlds(
    view: View,
    rng: Random,
    *,
    evaluator: Evaluator = "heuristic",  # noqa: ARG001 - there is only one
) -> Iterator[SampledMatch]:
    """Yield samples of hidden cards, dragons and commits without end."""
    seat, cards, known = _seat(view), HiddenCards(view), known_position(view)
    while True:
        position = known.copy()
        fill_in(position, view, cards, rng)
        yield SampledMatch(position, seat)


def standing(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win as a raid begins; before the first, everyone's is equal."""
    position = state.position
    if position.raid == 1:
        return (1 / position.seats,) * position.seats
    return tuple(win_share(position, seat) for seat in range(position.seats))


def _position(view: View) -> Position:
    """Return what a view shows as a position in which its seat is to move."""
    position = known_position(view)
    position.player = _seat(view)
    return position


def _seat(view: View) -> Seat:
    if view.seat is None or view.seat not in view.to_move:
        raise ValueError("only a seat to move can judge its moves")
    return view.seat
