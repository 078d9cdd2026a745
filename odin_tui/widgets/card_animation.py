"""Cards that slide to the middle of a table: from the plate of their player, or from below."""

from dataclasses import dataclass
from typing import Any, Self

from textual.reactive import reactive

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.drawing.card_faces import Look
from odin_tui.drawing.card_frames import SLIDING
from odin_tui.drawing.names import others_of
from odin_tui.widgets.motion import Motion, MovingWidget

PLAYING = Motion(len(SLIDING), 0.04, reduced=3)
FARTHEST = 8
"""The columns by which cards from the first or the last plate begin beside their place."""


@dataclass(frozen=True, slots=True)
class Sliding:
    """Where cards come from that a seat has laid."""

    columns: int
    """How far to the right of their place they are at each step away from it."""
    rows: int
    """How far below their place they are."""
    animations: str
    """How much may move, by the word of the settings."""

    @classmethod
    def of(cls, table: TableView, seat: Seat, animations: str) -> Self:
        """Let cards slide from the plate of a seat, or from the reader's own hand."""
        others = others_of(table)
        if seat not in others:
            return cls(0, 1, animations)
        across = (others.index(seat) + 0.5) / len(others) - 0.5
        return cls(round(across * FARTHEST), -1, animations)

    def at(self, step: int, x: int, y: int) -> tuple[Look, int, int]:
        """Return how cards look at a step on their way to a place, and where they are then."""
        look, away = SLIDING[step]
        return look, x + away * self.columns, y + away * self.rows


class SlidingMiddle(MovingWidget):
    """The middle of a table, where the newest cards come sliding in."""

    contents: reactive[Any] = reactive(None)
    """What is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.sliding: Sliding | None = None
        """Where the newest cards come from, which slide while there is a `step`."""

    def show(self, contents: Any, sliding: Sliding | None = None) -> None:
        """Show new contents; the newest cards slide in if `sliding` is given."""
        self.finish()
        self.contents, self.sliding = contents, sliding
        if sliding is not None:
            self.move(PLAYING, sliding.animations)

    def slid(self, x: int, y: int) -> tuple[Look, int, int] | None:
        """Return look and place of the newest cards, which belong to a place; None at rest."""
        if self.sliding is None or self.step is None:
            return None
        return self.sliding.at(self.step, x, y)
