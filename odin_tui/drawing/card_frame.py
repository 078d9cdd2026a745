"""The frame of a card of any game: how large it is, and what it says about the card in it.

Nothing is told by hue alone: a card that is out of play has a dotted frame, the one under the
cursor a heavy one, a chosen one a double one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from odin_tui.drawing.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn, and how far a chosen one rises."""

    width: int
    height: int
    gap: int
    rise: int

    def row(self, count: int) -> int:
        """Return how wide so many cards beside each other are."""
        return count * (self.width + self.gap) - self.gap


class Look(Enum):
    """What a card's frame says about it."""

    PLAIN = "╭─╮│╰╯"
    IDLE = "╭┄╮┊╰╯"
    MARKED = "┏━┓┃┗┛"
    MARKED_IDLE = "┏┅┓┇┗┛"
    CHOSEN = "╔═╗║╚╝"


STANDS_BACK = (Look.IDLE, Look.MARKED_IDLE)
"""The looks of cards that cannot be played now."""


def framed(size: Size, look: Look, ink: str) -> Canvas:
    """Draw an empty card."""
    canvas = Canvas(size.width, size.height)
    top_left, across, top_right, down, low_left, low_right = look.value
    inner = size.width - 2
    canvas.put(0, 0, top_left + across * inner + top_right, ink)
    for y in range(1, size.height - 1):
        canvas.put(0, y, down, ink)
        canvas.put(size.width - 1, y, down, ink)
    canvas.put(0, size.height - 1, low_left + across * inner + low_right, ink)
    return canvas


def back(size: Size) -> Canvas:
    """Draw the back of a card."""
    canvas = framed(size, Look.PLAIN, "$quiet")
    for y in range(1, size.height - 1):
        canvas.put(1, y, "░" * (size.width - 2), "$quiet")
    return canvas


def put_figure(canvas: Canvas, x: int, y: int, figure: Sequence[str], ink: str) -> None:
    """Draw a figure of several lines; what is left of it in a line stays as it is."""
    for down, line in enumerate(figure):
        drawn = line.lstrip()
        canvas.put(x + len(line) - len(drawn), y + down, drawn, ink)


def step_of(size: Size, count: int, width: int) -> int:
    """Return how far apart so many cards lie in this width, from left edge to left edge."""
    step = size.width + size.gap
    if size.row(count) > width and count > 1:
        step = max((width - size.width) // (count - 1), 3)
    return step
