"""Puzzles: positions of recorded matches with a best move to find, from the view of one seat."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from odin_engine.analysis import Verdict
from odin_engine.game import AnyGame, Seat
from odin_engine.record import Record, replay

RATINGS = {1: 900, 2: 1200, 3: 1500, 4: 1800}
"""The rating of a puzzle by its difficulty; 400 points more are ten times as hard."""
FIRST_RATING = 1200.0
"""The rating of somebody who has not tried a puzzle."""
STEP = 40.0
"""The most that one try changes a rating."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a match, and what a long search thinks of the move that was made there."""

    record: Record
    """The match up to the position and one move further, as it was played."""
    verdict: Verdict

    @cached_property
    def id(self) -> str:
        """The same for the same position, whoever finds it."""
        return sha256(self.record.to_text().encode()).hexdigest()[:16]

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.record.moves[-1][0]

    @property
    def answer(self) -> str:
        return self.verdict.better

    @property
    def difficulty(self) -> int:
        """From 1 to 4; 0 for a moment that has no single best move."""
        return self.verdict.difficulty

    def position(self, game: AnyGame) -> Any:
        """Return the full state before the move; only its view for `seat` may be shown."""
        *_, before, _after = replay(self.record, {game.NAME: game})
        return before

    def with_move(self, word: str) -> Record:
        """Return the match with another move at the end, to be judged."""
        *before, (seat, _) = self.record.moves
        return replace(self.record, moves=(*before, (seat, word)))

    def data(self) -> dict[str, Any]:
        """Return the puzzle as JSON knows it; `read_puzzle` reads it."""
        return {"record": self.record.to_text(), "verdict": asdict(self.verdict)}


def puzzle_of(record: Record, verdict: Verdict) -> Puzzle:
    """Return the position before a judged move as a puzzle."""
    return Puzzle(replace(record, moves=record.moves[: verdict.number + 1]), verdict)


def is_puzzle(verdict: Verdict) -> bool:
    """Return whether a position has one clearly best move."""
    return verdict.difficulty > 0


def rating_after(rating: float, difficulty: int, *, solved: bool) -> float:
    """Return a solver's rating after the first try at a puzzle (Elo)."""
    expected = 1 / (1 + 10 ** ((RATINGS[difficulty] - rating) / 400))
    return rating + STEP * (solved - expected)
