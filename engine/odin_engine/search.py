"""Monte Carlo search over sampled worlds, for any game that satisfies the interface.

Every world is tried with every move still in the race, so that no move profits from a lucky world
(common random numbers). A move that is clearly behind is eliminated, and its time goes to the
others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Generic

from odin_engine.game import AnyGame, Evaluator, MoveT, World

MIN_WORLDS = 32
"""No move is eliminated before it was tried in so many worlds."""

ELIMINATION_ERRORS = 5.0
"""A move is eliminated once it is so many standard errors behind the best."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to search: a number of trials, or seconds on a given clock, or both.

    Trials are counted in trials of the fastest evaluator: one in another world counts its `cost`.

    The same view, generator and number of trials give the same move. The engine reads no clock
    itself, so a limit in seconds needs one.
    """

    trials: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def __post_init__(self) -> None:
        if self.trials is None and (self.seconds is None or self.clock is None):
            raise ValueError("a budget needs a number of trials, or seconds and a clock")

    def start(self) -> Callable[[int], bool]:
        """Start the clock; return a function that tells by the trials made whether to stop."""
        most, clock = self.trials, self.clock
        if self.seconds is None or clock is None:
            return lambda trials: most is not None and trials >= most
        end = clock() + self.seconds
        return lambda trials: clock() >= end or (most is not None and trials >= most)


@dataclass(frozen=True, slots=True)
class MoveEstimate(Generic[MoveT]):
    """The estimated value of a move, from 0 to 1, with its standard error."""

    move: MoveT
    value: float
    error: float
    trials: int


def search_moves(
    game: AnyGame,
    view: Any,
    rng: Random,
    budget: Budget,
    *,
    evaluator: Evaluator = "heuristic",
) -> list[MoveEstimate[Any]]:
    """Return an estimate for each candidate move, best first."""
    moves = list(game.candidates(view, evaluator=evaluator))
    values: list[list[float]] = [[] for _ in moves]
    racing = list(range(len(moves)))
    spent = budget.start()
    trials, next_check = 0, MIN_WORLDS
    for world in game.worlds(view, rng, evaluator=evaluator):
        for index in racing:
            values[index].append(world.trial(moves[index], rng))
        trials += len(racing) * world.cost
        done = len(values[racing[0]])
        if done == next_check:
            next_check += done // 4
            racing = _still_racing(values, racing)
        if spent(trials) or len(racing) == 1:
            break
    order = sorted(
        range(len(moves)), key=lambda i: (i not in racing, -sum(values[i]) / len(values[i]))
    )
    return [_estimate(moves[i], values[i]) for i in order]


def _still_racing(values: list[list[float]], racing: list[int]) -> list[int]:
    """Return the best move so far and those that are not clearly behind it."""
    best = max(racing, key=lambda i: sum(values[i]))
    count = len(values[best])
    kept = []
    for i in racing:
        gaps = [a - b for a, b in zip(values[best], values[i], strict=True)]
        mean = sum(gaps) / count
        error = sqrt(max(sum(gap * gap for gap in gaps) / count - mean * mean, 0) / count)
        if i == best or mean <= ELIMINATION_ERRORS * error + 1 / count:
            kept.append(i)
    return kept


def _estimate(move: MoveT, values: Sequence[float]) -> MoveEstimate[MoveT]:
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / count
    return MoveEstimate(move, mean, sqrt(variance / count), count)


class SampledWorld:
    """A world of any game: a sampled state with playouts by everyone's heuristic moves."""

    cost = 1

    def __init__(self, game: AnyGame, view: Any, rng: Random) -> None:
        self.game = game
        self.seat = view.seat
        self.state = game.imagine(view, rng)

    def trial(self, move: Any, rng: Random) -> float:
        """Play the match to its end; return the share of the victory."""
        game = self.game
        state = game.play(self.state, self.seat, move)
        while (outcome := game.outcome(state)) is None:
            seat = game.to_move(state)[0]
            state = game.play(state, seat, game.heuristic_move(game.view(state, seat), rng))
        winners = outcome.winners
        return 1 / len(winners) if self.seat in winners else 0.0


def sampled_worlds(game: AnyGame, view: Any, rng: Random) -> Iterator[World[Any]]:
    """Yield sampled worlds without end, for a game without a sampler of its own."""
    while True:
        yield SampledWorld(game, view, rng)
