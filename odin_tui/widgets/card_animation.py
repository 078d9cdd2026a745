"""Cards that slide to the middle of a table: from the plate of their player, or from below."""

from dataclasses import dataclass, replace
from typing import Any, Self

from textual.reactive import reactive
from textual.timer import Timer

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import others_of

MOTIONS = {"full": (6, 0.03), "reduced": (2, 0.04), "none": (0, 0.0)}
"""Frames of sliding cards and the seconds between them, by the word of the settings."""


@dataclass(frozen=True, slots=True)
class Sliding:
    """Cards on their way to their place: from where, and how far they have come."""

    across: float
    """Where they come from, from 0 at the left to 1 at the right."""
    above: bool
    """True if they come from a plate, False if from the own hand."""
    steps: int
    seconds: float
    step: int = 0

    @classmethod
    def of(cls, table: TableView, seat: Seat, animations: str) -> Self | None:
        """Let cards slide that a seat has laid; None where nothing moves."""
        steps, seconds = MOTIONS[animations]
        if not steps:
            return None
        others = others_of(table)
        mine = seat not in others
        across = 0.5 if mine else (others.index(seat) + 0.5) / len(others)
        return cls(across, not mine, steps, seconds)

    def place(self, canvas: Canvas, picture: Canvas, x: int, y: int) -> tuple[int, int]:
        """Return where cards are on their way to a place; they slow down at its end."""
        rest = (1 - self.step / self.steps) ** 2
        start_x = int(self.across * (canvas.width - picture.width))
        start_y = 1 - picture.height if self.above else canvas.height - 1
        return round(x + (start_x - x) * rest), round(y + (start_y - y) * rest)


class SlidingMiddle(CanvasWidget):
    """The middle of a table, where the newest cards come sliding in."""

    contents: reactive[Any] = reactive(None)
    """What is shown, without the cards that are still sliding in."""

    def __init__(self) -> None:
        super().__init__()
        self.sliding: Sliding | None = None
        """What slides just now."""
        self._coming: Any = None
        self._timer: Timer | None = None

    @property
    def coming(self) -> Any:
        """What will be shown once nothing slides any more."""
        return self.contents if self.sliding is None else self._coming

    def show(self, contents: Any, sliding: Sliding | None = None) -> None:
        """Show new contents; the newest cards slide in over the old ones if `sliding` is given."""
        self.finish()
        if sliding is None or not self.is_on_screen:
            self.contents = contents
            return
        self.sliding, self._coming = sliding, contents
        self._timer = self.set_interval(sliding.seconds, self._slide)
        self.refresh()

    def _slide(self) -> None:
        if self.sliding is not None and self.sliding.step + 1 < self.sliding.steps:
            self.sliding = replace(self.sliding, step=self.sliding.step + 1)
            self.refresh()
        else:
            self.finish()

    def finish(self) -> None:
        """Let what slides be there."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.sliding is not None:
            self.contents, self.sliding, self._coming = self._coming, None, None
            self.refresh()
