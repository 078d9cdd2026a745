"""Puzzles that were shipped and puzzles found in matches, and who has solved which."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from typing import Any

from odin_engine.analysis import Verdict
from odin_engine.puzzles import FIRST_RATING, RATINGS, Puzzle, is_puzzle, puzzle_of, rating_after
from odin_engine.record import Record, parse_record
from odin_server.hall.views import Player, is_guest
from odin_server.log import Log
from odin_server.log.followed_stream import FollowedStream

FOUND, TRIED = "puzzles", "puzzle-tries"
"""The streams of puzzles found in matches, and of tries."""
MOST_OF_A_MATCH = 3
"""How many puzzles are taken from one match."""
MOST_OF_A_GAME = 200
"""How many are kept of one game for the same people; nobody can fill the log with analyses."""


@dataclass(frozen=True, slots=True)
class PuzzleStatus:
    """A puzzle as one player sees it in a list."""

    puzzle: Puzzle
    solved: bool | None
    """Whether the player's first try was right; None if they have not tried."""
    tried_by: int
    solved_by: int
    """How many have tried it, and how many of them were right at once."""


@dataclass(slots=True)
class Progress:
    """How a player does with puzzles; only first tries count."""

    tries: dict[str, bool] = field(default_factory=dict)
    """By the id of the puzzle."""
    rating: float = FIRST_RATING
    streak: int = 0
    """How many were solved in a row, up to now."""
    best_streak: int = 0

    @property
    def solved(self) -> int:
        return sum(self.tries.values())

    def add(self, puzzle: str, difficulty: int, *, solved: bool) -> None:
        """Count a first try."""
        self.tries[puzzle] = solved
        self.rating = rating_after(self.rating, difficulty, solved=solved)
        self.streak = self.streak + 1 if solved else 0
        self.best_streak = max(self.best_streak, self.streak)


@dataclass(frozen=True, slots=True)
class _Found:
    puzzle: Puzzle
    players: tuple[str, ...]
    """Who may see it: the players of a private match; empty for everybody."""


class PuzzleBook:
    """All puzzles of a hall. Nothing is kept of the tries of guests."""

    def __init__(self, log: Log, now: Callable[[], float]) -> None:
        self._now = now
        self._found = FollowedStream(log, FOUND, self._read_found)
        self._tried = FollowedStream(log, TRIED, self._read_tried)
        self._puzzles: dict[str, _Found] = {}
        self._progress: dict[str, Progress] = {}
        self._tries: dict[str, list[bool]] = {}

    async def begin(self) -> None:
        """Read what the log knows, and follow it."""
        await self._found.begin()
        await self._tried.begin()

    def progress(self, player: Player) -> Progress:
        """Return how a player does."""
        return self._progress.get(player.id) or Progress()

    def puzzles(self, player: Player, game: str) -> tuple[PuzzleStatus, ...]:
        """List the puzzles of a game that a player may see, the easiest first."""
        found = [*shipped_puzzles(game), *self._of_matches(player, game)]
        tries = self.progress(player).tries
        return tuple(
            PuzzleStatus(
                puzzle,
                tries.get(puzzle.id),
                len(self._tries.get(puzzle.id, ())),
                sum(self._tries.get(puzzle.id, ())),
            )
            for puzzle in sorted(found, key=lambda puzzle: puzzle.difficulty)
        )

    def _of_matches(self, player: Player, game: str) -> Iterable[Puzzle]:
        for found in self._puzzles.values():
            allowed = not found.players or player.id in found.players
            if allowed and found.puzzle.record.game == game:
                yield found.puzzle

    def next_for(self, player: Player, game: str, after: str = "") -> Puzzle | None:
        """Return the puzzle nearest to a player's rating that they have not tried; None if none."""
        rating = self.progress(player).rating
        untried = [
            status.puzzle
            for status in self.puzzles(player, game)
            if status.solved is None and status.puzzle.id != after
        ]
        return min(
            untried, key=lambda puzzle: abs(RATINGS[puzzle.difficulty] - rating), default=None
        )

    async def tried(self, player: Player, puzzle: Puzzle, move: str, *, solved: bool) -> None:
        """Keep a player's first try; raise `LogUnwritable` if that cannot be done."""
        if puzzle.id in self.progress(player).tries or not puzzle.difficulty:
            return
        words = {
            "at": self._now(),
            "player": player.id,
            "puzzle": puzzle.id,
            "difficulty": puzzle.difficulty,
            "move": move,
            "solved": solved,
        }
        if is_guest(player.id):
            self._count(words)
        else:
            tried = json.dumps(words, separators=(",", ":"))
            await self._tried.add(lambda: tried)

    async def add_match(
        self, record: Record, verdicts: Iterable[Verdict], players: Sequence[str]
    ) -> None:
        """Take the clearest puzzles of a judged match; for its players alone if any are named."""
        best = sorted(filter(is_puzzle, verdicts), key=lambda verdict: -verdict.lead)
        alike = (tuple(players), record.game)
        known = [(found.players, found.puzzle.record.game) for found in self._puzzles.values()]
        room = min(MOST_OF_A_GAME - known.count(alike), MOST_OF_A_MATCH)
        for verdict in best[: max(room, 0)]:
            puzzle = puzzle_of(record, verdict)
            words = {"at": self._now(), "players": list(players), **puzzle.data()}
            found = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
            await self._found.add(partial(self._unless_known, puzzle.id, found))

    def _unless_known(self, puzzle: str, found: str) -> str | None:
        return None if puzzle in self._puzzles else found

    def _read_found(self, payload: str) -> None:
        words = json.loads(payload)
        puzzle = read_puzzle(words)
        self._puzzles.setdefault(puzzle.id, _Found(puzzle, tuple(words["players"])))

    def _read_tried(self, payload: str) -> None:
        self._count(json.loads(payload))

    def _count(self, words: dict[str, Any]) -> None:
        progress = self._progress.setdefault(words["player"], Progress())
        if words["puzzle"] not in progress.tries:
            progress.add(words["puzzle"], words["difficulty"], solved=words["solved"])
            self._tries.setdefault(words["puzzle"], []).append(words["solved"])


def read_puzzle(words: dict[str, Any]) -> Puzzle:
    """Return the puzzle that `Puzzle.data` has written."""
    return Puzzle(parse_record(words["record"]).record, Verdict(**words["verdict"]))


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with the program."""
    file = files("odin_server") / "puzzle_pack" / f"{game}.jsonl"
    if not file.is_file():
        return ()
    return tuple(read_puzzle(json.loads(line)) for line in file.read_text("utf-8").splitlines())
