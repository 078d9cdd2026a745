"""A lesson: a match from a fixed start in which everybody else follows a script.

It stands on the engine alone, and shows itself as a table does, so that a game's own board can
show it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from odin_engine.chance import seed_from
from odin_engine.game import Refusal, Seat
from odin_engine.games import GAMES
from odin_server.hall import TableView
from odin_tui.still_table import still_table

LEARNER = "you: "
"""Stands before a scripted move of the learner, where nothing is left to learn from making it."""


class NotThisTime(Refusal):
    """A move that the rules allow, but the lesson asks for another one."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn: what is said, the move to make, and what the others do after it."""

    text: str
    plain: str = ""
    """What is said instead where moves are typed; empty if the text fits there too."""
    move: str = ""
    """The learner's move in the game's notation; without one they only read on."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """What is said to other moves, by patterns of their notation, as in `pass` or `G8G5G2+*`."""
    otherwise: str = ""
    """What is said to any other move. Every text is marked for translation."""
    then: tuple[str, ...] = ()
    """The moves of the others until the next step, and the learner's own after `you: `."""
    marks: tuple[str, ...] = ()
    """What the board marks while this is said, by names that its game knows."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A script; the learner has seat 0."""

    game: str
    seed: str
    names: tuple[str, ...]
    options: dict[str, str]
    steps: tuple[Step, ...]
    start: Any = None
    """The state it begins with; None for the one that the seed sets up."""


class LessonTable:
    """Where a lesson stands."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.learner = ""
        """What the learner is called; empty for the name in the script."""
        self.game = GAMES[lesson.game]
        seats = len(lesson.names)
        self._seed = seed_from(lesson.seed)
        self._state = lesson.start
        if lesson.start is None:
            options = self.game.read_options(lesson.options, seats)
            self._state = self.game.setup(options, seats, self._seed)
        self._moves = 0
        self._at = 0
        self._waiting: list[str] = []

    @property
    def step(self) -> Step:
        """What is to be learned now."""
        return self.lesson.steps[self._at]

    @property
    def progress(self) -> tuple[int, int]:
        """Which step this is, from 1, and how many there are."""
        return self._at + 1, len(self.lesson.steps)

    @property
    def others_to_move(self) -> bool:
        """Return whether a scripted move of the others comes next."""
        return bool(self._waiting)

    @property
    def is_over(self) -> bool:
        """Return whether the last step is reached and asks for nothing more."""
        return self._at == len(self.lesson.steps) - 1 and not self._waiting

    @property
    def wanted(self) -> Any | None:
        """The move that the lesson asks for now; None if it asks for none."""
        if self._waiting or not self.step.move:
            return None
        return self.game.parse_move(self.step.move)

    def play(self, move: Any) -> None:
        """Make the learner's move; raises `NotThisTime` if the lesson asks for another one."""
        if self.wanted is None:
            raise NotThisTime("lesson-read-on")
        if move != self.wanted:
            # The rules come first: what is not allowed at all is explained by them.
            self.game.play(self._state, Seat(0), move)
            raise NotThisTime("lesson-other-move", text=self._reply(move))
        self._make(self.wanted, Seat(0))
        self._waiting = list(self.step.then)
        self._advance()

    def read_on(self) -> None:
        """Go on from a step that asks for no move."""
        if self.is_over or self._waiting or self.step.move:
            return
        self._waiting = list(self.step.then)
        self._advance()

    def let_others_move(self) -> None:
        """Make the next scripted move of the others."""
        if self._waiting:
            move = self._waiting.pop(0)
            seat = Seat(0)
            if not move.startswith(LEARNER):
                # Where several are asked at once, the learner answers for themselves.
                seat = next(seat for seat in self.game.to_move(self._state) if seat)
            self._make(self.game.parse_move(move.removeprefix(LEARNER)), seat)
            self._advance()

    def _advance(self) -> None:
        if not self._waiting:
            self._at = min(self._at + 1, len(self.lesson.steps) - 1)

    def _make(self, move: Any, seat: Seat) -> None:
        self._state = self.game.play(self._state, seat, move)
        self._moves += 1

    def _reply(self, move: Any) -> str:
        """Return what the lesson says to a move that it does not ask for."""
        written = self.game.format_move(move)
        replies = self.step.replies.items()
        said = (reply for pattern, reply in replies if fnmatchcase(written, pattern))
        return next(said, self.step.otherwise)

    @property
    def view(self) -> TableView:
        """The lesson as the learner's board shows it."""
        return still_table(
            self.game,
            self._state,
            Seat(0),
            (self.learner or self.lesson.names[0], *self.lesson.names[1:]),
            options=self.lesson.options,
            turn=self._moves,
            seed=self._seed.hex(),
        )
