"""Choosing a move by trying it out in imagined worlds; it knows no game, only the interface.

Every world is tried with every move still in the race, so that a lucky world favours none of
them; a move that has fallen clearly behind leaves the race, and its time goes to the others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Generic

from odin_engine.game import Game, MoveT, OptionsT, StateT, ViewT

FEWEST_WORLDS = 12
BEHIND = 2.5


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: a number of trials, or seconds on a clock that is handed in, or both.

    The same view, generator and number of trials give the same move. The engine reads no clock
    of its own, so whoever wants a limit in seconds brings one.
    """

    trials: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def __post_init__(self) -> None:
        if self.trials is None and (self.seconds is None or self.clock is None):
            raise ValueError("a budget needs a number of trials, or seconds and a clock")


@dataclass(slots=True)
class Thought(Generic[MoveT]):
    """One move in the race: what its trials were worth so far, from 0 to 1."""

    move: MoveT
    trials: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def worth(self) -> float:
        return self.total / self.trials if self.trials else 0.0

    @property
    def error(self) -> float:
        """The standard error of `worth`."""
        if self.trials < 2:
            return 1.0
        variance = max(self.squares / self.trials - self.worth**2, 1e-6)
        return sqrt(variance / self.trials)
