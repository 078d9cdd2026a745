"""The bots' view of Odin: a quick move, candidate moves, and sampled worlds to search in."""

from collections.abc import Iterator
from functools import partial
from math import exp, sqrt
from random import Random

from odin_engine.game import Evaluator, Seat
from odin_engine.odin.beliefs import HandSampler
from odin_engine.odin.heuristics import (
    GOING_OUT,
    ScoredMove,
    Situation,
    heuristics_for,
    probability,
    situation,
)
from odin_engine.odin.moves import PASS, Move, move_bits, play_of
from odin_engine.odin.network_search import InformationState, evaluate_move
from odin_engine.odin.options import Options
from odin_engine.odin.playout import playout
from odin_engine.odin.state import State
from odin_engine.odin.view import View

MAX_CANDIDATES = 12
CANDIDATE_MARGIN = 0.06
"""By how much less probability of going out first a move stays a candidate of the network."""

DEPTH = 1
"""How often the searching seat moves again before a playout ends in an estimate."""


def heuristic_move(view: View, rng: Random) -> Move:  # noqa: ARG001 - nothing is left to chance
    """Return the best move by the heuristics, without search."""
    heuristics = heuristics_for(view.seats, view.deck.bits)
    return _move(heuristics.choose(view.hand.bits, *_situation(view)))


def candidates(view: View, *, evaluator: Evaluator = "heuristic") -> list[Move]:
    """Return the moves worth searching, best first."""
    if evaluator == "network":
        scored = InformationState(view, _seat(view)).score_moves()
    else:
        heuristics = heuristics_for(view.seats, view.deck.bits)
        scored = heuristics.score_moves(view.hand.bits, *_situation(view))
    scored.sort(key=lambda move: -move[2])
    best = scored[0][2]
    if best == GOING_OUT:
        # In a longer match it can be better not to go out yet, so alternatives are searched too.
        scored = scored[: 1 if view.options.target is None else MAX_CANDIDATES]
    elif evaluator == "network":
        least = probability(best) - CANDIDATE_MARGIN
        scored = [move for move in scored if probability(move[2]) > least]
    return [_move(move) for move in scored[:MAX_CANDIDATES]]


def worlds(
    view: View, rng: Random, *, evaluator: Evaluator = "heuristic"
) -> Iterator["SampledHands"]:
    """Yield samples of all hands without end, each as often as it is probable."""
    samples = HandSampler(view, rng).samples()
    if evaluator == "network":
        info = InformationState(view, _seat(view))
        return map(partial(NetworkSampledHands, view, info), samples)
    return map(partial(SampledHands, view), samples)


def _seat(view: View) -> Seat:
    if view.turn is None or view.seat != view.turn:
        raise ValueError("only the seat to move can judge its moves")
    return view.turn


def _situation(view: View) -> Situation:
    return situation(view.counts, view.table.bits, view.owner, view.passes, _seat(view))


def _move(scored: ScoredMove) -> Move:
    bits, take, _ = scored
    return play_of(bits, take) if bits else PASS


class SampledHands:
    """A sample of all hands, in which the seat to move can try its moves."""

    cost = 1

    def __init__(self, view: View, hands: list[int]) -> None:
        self.view, self.hands, self.seat = view, hands, _seat(view)
        self.heuristics = heuristics_for(view.seats, view.deck.bits)

    def trial(self, move: Move, rng: Random) -> float:  # noqa: ARG002 - playouts are deterministic
        """Return the expected share of the victory after a move."""
        hands = self.hands.copy()
        chance = self.chance(move, hands)
        if self.view.options.target is None:
            return chance
        return self._expected_share(chance, [hand.bit_count() for hand in hands])

    def chance(self, move: Move, hands: list[int]) -> float:
        """Return the probability of going out first after a move; `hands` is changed."""
        view, seat, seats = self.view, self.seat, len(hands)
        table, owner, passes, turn = view.table.bits, int(view.owner), 0, (seat + 1) % seats
        bits, take = move_bits(move)
        hands[seat] = hands[seat] ^ bits | take
        if bits:
            table, owner = bits, seat
        else:
            passes = view.passes + 1
            if passes == seats - 1:
                table, passes, turn = 0, 0, owner
        if not hands[seat]:
            return 1.0
        return playout(self.heuristics, hands, (table, owner, passes, turn), seat, DEPTH)

    def _expected_share(self, chance: float, counts: list[int]) -> float:
        """Return the mean share of the victory over this hand being won or lost."""
        view, seat = self.view, self.seat
        mine, counts[seat] = counts[seat], 0
        share = chance and chance * match_share(view.options, _add(view.points, counts), seat)
        if chance < 1:
            counts[seat] = 10
            counts[counts.index(min(counts))] = 0
            counts[seat] = mine
            share += (1 - chance) * match_share(view.options, _add(view.points, counts), seat)
        return share


class NetworkSampledHands(SampledHands):
    """A sample of all hands in which moves are evaluated by the network."""

    cost = 3
    """As measured with two players; with more it is less."""

    def __init__(self, view: View, info: InformationState, hands: list[int]) -> None:
        super().__init__(view, hands)
        self.info = info

    def chance(self, move: Move, hands: list[int]) -> float:
        """Return the probability of going out first after a move; `hands` is changed."""
        return evaluate_move(self.heuristics, self.info.copy(), hands, *move_bits(move))


def _add(points: tuple[int, ...], counts: list[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(points, counts, strict=True)))


def standing(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win by the points alone."""
    seats = len(state.points)
    if state.match.options.target is None:
        return (1 / seats,) * seats
    return tuple(
        match_share(state.match.options, state.points, Seat(seat)) for seat in range(seats)
    )


def match_share(options: Options, points: tuple[int, ...], seat: Seat) -> float:
    """Estimate a seat's share of the victory from the points after a hand."""
    least = min(points)
    if options.is_over(points):
        return (points[seat] == least) / points.count(least)
    # A hand separates the players by some 3 points; the more hands to come, the less they count.
    hands_to_come = 1 + ((options.target or 0) - max(points)) / 4
    spread = 2.5 * sqrt(hands_to_come)
    shares = [exp((least - own) / spread) for own in points]
    return shares[seat] / sum(shares)
