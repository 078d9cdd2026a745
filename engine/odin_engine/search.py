"""Choosing a move by trying it out in imagined worlds; it knows no game, only the interface.

Every world is tried with every move still in the race, so that a lucky world favours none of
them; a move that has fallen clearly behind leaves the race, and its time goes to the others.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Generic

from odin_engine.game import AnyGame, MoveT, World

FEWEST_WORLDS = 32
BEHIND = 5.0
"""How many standard errors behind the best a move leaves the race, if so many worlds agree."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: a number of trials, or seconds on a clock that is handed in, or both.

    Trials are counted as the quickest would be: one in a dearer world counts as its price.

    The same view, generator and number of trials give the same move. The engine reads no clock
    of its own, so whoever wants a limit in seconds brings one.
    """

    trials: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def __post_init__(self) -> None:
        if self.trials is None and (self.seconds is None or self.clock is None):
            raise ValueError("a budget needs a number of trials, or seconds and a clock")

    def spent(self) -> Callable[[int], bool]:
        """Start thinking now; the answer tells from the trials made so far whether to stop."""
        most, clock = self.trials, self.clock
        if self.seconds is None or clock is None:
            return lambda trials: most is not None and trials >= most
        end = clock() + self.seconds
        return lambda trials: clock() >= end or (most is not None and trials >= most)


@dataclass(frozen=True, slots=True)
class Thought(Generic[MoveT]):
    """What trying out one move has shown: its worth from 0 to 1, and the standard error of that."""

    move: MoveT
    worth: float
    error: float
    trials: int


def ponder(
    game: AnyGame, view: Any, rng: Random, budget: Budget, *, wise: bool = False
) -> list[Thought[Any]]:
    """Try the moves worth thinking about in common worlds and give what came of it, best first."""
    moves = list(game.candidates(view, wise=wise))
    worths: list[list[float]] = [[] for _ in moves]
    racing = list(range(len(moves)))
    spent = budget.spent()
    trials, next_check = 0, FEWEST_WORLDS
    for world in game.worlds(view, rng, wise=wise):
        for index in racing:
            worths[index].append(world.trial(moves[index], rng))
        trials += len(racing) * world.price
        done = len(worths[racing[0]])
        if done == next_check:
            next_check += done // 4
            racing = _still_racing(worths, racing)
        if spent(trials) or len(racing) == 1:
            break
    order = sorted(
        range(len(moves)), key=lambda i: (i not in racing, -sum(worths[i]) / len(worths[i]))
    )
    return [_thought(moves[i], worths[i]) for i in order]


def _still_racing(worths: list[list[float]], racing: list[int]) -> list[int]:
    """Keep the best move so far and those that the common worlds do not put clearly behind it."""
    best = max(racing, key=lambda i: sum(worths[i]))
    count = len(worths[best])
    kept = []
    for i in racing:
        gaps = [a - b for a, b in zip(worths[best], worths[i], strict=True)]
        mean = sum(gaps) / count
        spread = sqrt(max(sum(gap * gap for gap in gaps) / count - mean * mean, 0) / count)
        if i == best or mean <= BEHIND * spread + 1 / count:
            kept.append(i)
    return kept


def _thought(move: MoveT, worths: Sequence[float]) -> Thought[MoveT]:
    count = len(worths)
    mean = sum(worths) / count
    variance = sum((worth - mean) ** 2 for worth in worths) / count
    return Thought(move, mean, sqrt(variance / count), count)


class Imagined:
    """A world of any game: one imagined state, played on by everyone's instinct to the end."""

    price = 1

    def __init__(self, game: AnyGame, view: Any, rng: Random) -> None:
        self.game = game
        self.seat = view.seat
        self.state = game.imagine(view, rng)

    def trial(self, move: Any, rng: Random) -> float:
        """Play the move and the rest of the match; a shared victory counts in shares."""
        game = self.game
        state = game.play(self.state, self.seat, move)
        while (outcome := game.outcome(state)) is None:
            seat = game.to_move(state)[0]
            state = game.play(state, seat, game.instinct(game.view(state, seat), rng))
        winners = outcome.winners
        return 1 / len(winners) if self.seat in winners else 0.0


def imagined_worlds(game: AnyGame, view: Any, rng: Random) -> Iterator[World[Any]]:
    """Imagine without end, for a room that has no beliefs of its own."""
    while True:
        yield Imagined(game, view, rng)
