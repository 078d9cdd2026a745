"""Points over the deals of a match: one bar for each seat, one piece for each deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.palette import BAR_TONES

NEWEST = len(BAR_TONES) - 1
"""The tone of the last deal; those before it have the others in turn."""
LEAST_FOR_DOTS = 2
"""The columns of a point below which dots would be a line."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The points of one seat, deal by deal."""

    points: Sequence[int]
    scale: int
    """How many points the whole width stands for."""
    width: int
    newest: float | None = None
    """How many points of the last deal have been counted so far; None for all.

    A part of a point is seen as a part of its columns.
    """
    mine: bool = False

    def column(self, points: float) -> int:
        """Return the column at which so many points end."""
        return round(points * self.width / self.scale)


def draw_bar(canvas: Canvas, x: int, y: int, bar: Bar, pixels: int = 2) -> None:
    """Draw the points of each deal end to end, with dots up to the scale; `pixels` are its height.

    The gap between two pieces is half a cell, so that they are told apart without colours too.
    """
    middle, total, start = y + (pixels - 1) // 4, 0.0, 0
    for deal, got in enumerate(bar.points):
        last = deal == len(bar.points) - 1
        counted = got if bar.newest is None or not last else min(got, bar.newest)
        total += counted
        end = bar.column(total)
        tone = NEWEST if last else (len(bar.points) - deal + 1) % 2
        name = f"{'$own-bar' if bar.mine else '$bar'}-{tone}"
        _draw_piece(canvas, x + start, y, end - start, pixels, name)
        number = str(int(counted))
        if end - start > len(number):
            ink = f"{name}-ink on {name}"
            style = f"bold {ink}" if last else ink
            canvas.put(x + start + (end - start - len(number)) // 2, middle, number, style)
        start = end
    if bar.width >= LEAST_FOR_DOTS * bar.scale:
        for point in range(ceil(total), bar.scale):
            canvas.put(x + bar.column(point + 0.5), middle, "·", "$line")


def _draw_piece(canvas: Canvas, x: int, y: int, width: int, pixels: int, tone: str) -> None:
    if width <= 0:
        return
    whole, half = divmod(pixels, 2)
    edge = width > 1
    canvas.fill(x, y, width - edge, whole, tone)
    if edge:
        for row in range(y, y + whole):
            canvas.put(x + width - 1, row, "▌", tone)
    if half:
        canvas.put(x, y + whole, "▀" * (width - edge) + "▘" * edge, tone)


def draw_share(canvas: Canvas, x: int, y: int, width: int, share: float, tone: str) -> None:
    """Draw how much of a width a share is, in one row; the rest of it is a plate."""
    canvas.fill(x, y, width, 1, "$plate")
    whole, half = divmod(round(share * 2 * width), 2)
    canvas.fill(x, y, whole, 1, tone)
    if half:
        canvas.put(x + whole, y, "▌", tone)


def draw_target(canvas: Canvas, x: int, y: int, rows: int) -> None:
    """Draw the line at which a match ends."""
    for row in range(y, y + rows):
        canvas.put(x, row, "┊", "$quiet")
