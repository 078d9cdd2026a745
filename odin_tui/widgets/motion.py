"""What moves for a few frames: the one place where the timers of animations are kept."""

from dataclasses import dataclass

from textual.app import App
from textual.reactive import reactive
from textual.timer import Timer

from odin_tui.drawing.canvas_widget import CanvasWidget


@dataclass(frozen=True, slots=True)
class Motion:
    """How long something moves before it rests."""

    steps: int
    """The frames before the last one, which stays."""
    seconds: float
    """The time of a frame."""
    reduced: int = 0
    """How many frames are one where animations are reduced; 0 if it does not move there."""

    def stride(self, animations: str) -> int:
        """Return how many frames are one, by the word of the settings; 0 if nothing moves."""
        return {"full": 1, "reduced": self.reduced}.get(animations, 0)


def line_is_slow(app: App[object]) -> bool:
    """Return whether the terminal of an app lags behind what is sent to it."""
    return bool(getattr(app, "line_is_slow", False))


class MovingWidget(CanvasWidget):
    """A drawing that moves for a few frames; `draw` looks at `step`.

    It never keeps anybody waiting: whatever it shows is true from the first frame on, and
    `finish` shows the last one at once.
    """

    step: reactive[int | None] = reactive(None)
    """The frame that is shown; None at rest."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._timer: Timer | None = None
        self._steps = self._stride = 0

    def move(self, motion: Motion, animations: str) -> None:
        """Begin to move, unless the settings or the line forbid it."""
        self.finish()
        self._steps, self._stride = motion.steps, motion.stride(animations)
        if self._stride and self._steps and not line_is_slow(self.app):
            self.step = 0
            self._timer = self.set_interval(motion.seconds * self._stride, self.go_on)

    def go_on(self) -> None:
        """Show the next frame; rest after the last, and where nobody would see it."""
        step = self._steps if self.step is None else self.step + self._stride
        if step < self._steps and self.is_seen and not line_is_slow(self.app):
            self.step = step
        else:
            self.finish()

    def finish(self) -> None:
        """Show the last frame."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.step = None

    @property
    def is_seen(self) -> bool:
        """Whether it is on the uppermost screen, and no part of a page that is hidden."""
        return self.screen.is_current and all(node.display for node in self.ancestors_with_self)
