"""The levels of bots. A bot is given the view of its seat and nothing else."""

from dataclasses import dataclass
from random import Random
from typing import Any

from odin_engine.game import AnyGame, Evaluator
from odin_engine.search import Budget, search_moves


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot: how long it searches, and what it evaluates positions with.

    `trials` are used where results have to be repeatable, `seconds` at a table.
    """

    name: str
    trials: int = 0
    seconds: float = 0.0
    evaluator: Evaluator = "heuristic"


LEVELS = {
    level.name: level
    for level in (
        Level("thrall"),
        Level("karl"),
        Level("jarl", trials=200, seconds=0.1),
        Level("konung", trials=3_000, seconds=1.0, evaluator="network"),
    )
}
"""The levels, weakest first: thrall plays randomly, karl by heuristics, the others search."""


def choose(game: AnyGame, level: str, view: Any, rng: Random, budget: Budget | None = None) -> Any:
    """Return the move of a bot; without a budget it searches for the trials of its level."""
    moves = view.moves
    if len(moves) == 1:
        return moves[0]
    if level == "thrall":
        return moves[rng.randrange(len(moves))]
    if level == "karl":
        return game.heuristic_move(view, rng)
    strength = LEVELS[level]
    budget = budget or Budget(trials=strength.trials)
    return search_moves(game, view, rng, budget, evaluator=strength.evaluator)[0].move
