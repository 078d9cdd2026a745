"""Where a search would have played otherwise in a recorded match, and how much it mattered."""

from dataclasses import dataclass
from random import Random
from typing import Any

from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_engine.search import Budget, ponder

TRIALS = 2_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search thinks of one move; worths are chances to win the hand, from 0 to 1."""

    number: int
    """Which move of the record, from 0."""
    played: str
    better: str
    """The move the search would have made; the same as `played` if it agrees."""
    worth: float
    better_worth: float
    error: float
    """The standard error of the difference."""

    @property
    def loss(self) -> float:
        """How much the played move gave away."""
        return max(self.better_worth - self.worth, 0.0)

    @property
    def matters(self) -> bool:
        """Tell whether the other move is better beyond what chance in the trials explains."""
        return self.played != self.better and self.loss > max(2 * self.error, 0.02)


class _Between:
    """A game in which only these moves are worth thinking about."""

    def __init__(self, game: AnyGame, moves: list[Any]) -> None:
        self.worlds = game.worlds
        self._moves = moves

    def candidates(self, view: Any) -> list[Any]:  # noqa: ARG002 - the moves are given
        return self._moves


def judge(record: Record, number: int, trials: int = TRIALS) -> Verdict:
    """Search the position before one move of a record; slow, so meant for another process."""
    game = GAMES[record.game]
    seat, word = record.moves[number]
    state = next(state for index, state in enumerate(replay(record, GAMES)) if index == number)
    view, played = game.view(state, seat), game.parse_move(word)
    rng = Random(f"{record.seed.hex()} {number}")
    best = played
    if len(view.moves) > 1:
        best = ponder(game, view, rng, Budget(trials=trials))[0].move
    if best == played:
        return Verdict(number, word, word, 0.0, 0.0, 0.0)
    # Both once more in the same worlds: the race may have dropped the played move early.
    two: Any = _Between(game, [best, played])
    thoughts = {t.move: t for t in ponder(two, view, rng, Budget(trials=trials))}
    one, other = thoughts[best], thoughts[played]
    error = (one.error**2 + other.error**2) ** 0.5
    return Verdict(number, word, game.format_move(best), other.worth, one.worth, error)
