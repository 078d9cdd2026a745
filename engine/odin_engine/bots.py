"""The four bots of the house, in the Vikings' own ranks; they see what a seat sees, and no more."""

from dataclasses import dataclass
from random import Random
from typing import Any

from odin_engine.game import AnyGame
from odin_engine.search import Budget, ponder


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot is: how long it thinks, in trials that can be repeated or in seconds.

    The wise judge by the deepest knowledge that a room has of its game.
    """

    name: str
    title: str
    meaning: str
    trials: int = 0
    seconds: float = 0.0
    wise: bool = False


LEVELS = {
    level.name: level
    for level in (
        Level("thrall", "Thrall", "plays whatever is allowed"),
        Level("karl", "Karl", "plays by good habits, at once"),
        Level("jarl", "Jarl", "thinks for a moment", trials=200, seconds=0.1),
        Level("konung", "Konung", "thinks for a second", trials=3_000, seconds=1.0, wise=True),
    )
}
"""The levels, weakest first."""


def choose(game: AnyGame, level: str, view: Any, rng: Random, budget: Budget | None = None) -> Any:
    """Choose a move for the seat that sees this view; without a budget, by the level's trials."""
    moves = view.moves
    if len(moves) == 1:
        return moves[0]
    if level == "thrall":
        return moves[rng.randrange(len(moves))]
    if level == "karl":
        return game.instinct(view, rng)
    thinker = LEVELS[level]
    budget = budget or Budget(trials=thinker.trials)
    return ponder(game, view, rng, budget, wise=thinker.wise)[0].move
