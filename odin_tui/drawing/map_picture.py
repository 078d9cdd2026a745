"""A board of fields with pieces on them, drawn as large as there is room for.

Nothing is told by hue alone: the field under the cursor stands in brackets, a chosen one between
guillemets, and a field that can be chosen now has a ring, or angle brackets around its piece.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from odin_tui.drawing.canvas import Canvas

MOST_NUMBERS = 9
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
CROSSINGS = {
    RIGHT | DOWN: "┌", LEFT | DOWN: "┐", RIGHT | UP: "└", LEFT | UP: "┘",
    LEFT | RIGHT | DOWN: "┬", LEFT | RIGHT | UP: "┴", UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤",
    UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip


class Piece(NamedTuple):
    """What stands on a field: a text of few cells, and its style."""

    text: str
    style: str = ""


class Cells(NamedTuple):
    """How large fields are drawn, and how far apart."""

    width: int
    height: int
    across: int
    """The columns between two fields."""
    down: int


@dataclass(frozen=True)
class MapShape:
    """Where the fields of a board are: the same for every position."""

    places: Mapping[str, tuple[int, int]]
    """Column and row of every field, by its name, from the upper left."""
    links: Sequence[tuple[str, str]] = ()
    """Pairs of fields with a line between them; without any, the board is a grid of cells."""
    widest: int = 1
    """The cells of the longest text on a field."""

    @property
    def columns(self) -> int:
        """How many columns of fields there are."""
        return 1 + max(x for x, _ in self.places.values())

    @property
    def rows(self) -> int:
        """How many rows of fields there are."""
        return 1 + max(y for _, y in self.places.values())

    def cells_in(self, width: int, height: int) -> Cells:
        """Return the largest cells with which the board fits; the smallest if none do."""
        text = self.widest
        if self.links:
            sizes = [Cells(text + 4, 3, 4, 1), Cells(text + 4, 1, 3, 1), Cells(text + 2, 1, 1, 1)]
        else:
            sizes = [Cells(text + 6, 3, 1, 1), Cells(text + 4, 1, 1, 1), Cells(text + 2, 1, 1, 1)]
        for size in sizes:
            wide, high = self.needs(size)
            if wide <= width and high <= height:
                return size
        return Cells(text + 2, 1, 0, 0)

    def needs(self, cells: Cells) -> tuple[int, int]:
        """Return the columns and rows of the whole board, with the grid's lines around it."""
        edge = 2 if self.has_grid(cells) else 0
        width = self.columns * (cells.width + cells.across) - cells.across + edge
        return width, self.rows * (cells.height + cells.down) - cells.down + edge

    def has_grid(self, cells: Cells) -> bool:
        """Return whether lines are drawn between the fields."""
        return not self.links and cells.across > 0

    def corners(self, width: int, height: int) -> Iterator[tuple[str, int, int]]:
        """Yield every field with the column and row of its upper left cell, in reading order."""
        cells = self.cells_in(width, height)
        wide, high = self.needs(cells)
        edge = 1 if self.has_grid(cells) else 0
        left, top = max(width - wide, 0) // 2 + edge, max(height - high, 0) // 2 + edge
        for name, (x, y) in sorted(self.places.items(), key=lambda each: each[1][::-1]):
            yield (
                name,
                left + x * (cells.width + cells.across),
                top + y * (cells.height + cells.down),
            )

    def field_at(self, x: int, y: int, width: int, height: int) -> str | None:
        """Return the field that is drawn at a cell; None between fields and outside."""
        cells = self.cells_in(width, height)
        for name, left, top in self.corners(width, height):
            if left <= x < left + cells.width and top <= y < top + cells.height:
                return name
        return None

    def neighbour(self, name: str, across: int, down: int) -> str:
        """Return the nearest field in a direction, or the field itself if there is none."""
        x, y = self.places[name]
        found = []
        for other, (to_x, to_y) in self.places.items():
            along = (to_x - x) * across + (to_y - y) * down
            aside = abs((to_x - x) * down) + abs((to_y - y) * across)
            if along > 0:
                found.append((along + 2 * aside, aside, other))
        return min(found)[2] if found else name


@dataclass(frozen=True)
class MapPicture:
    """A position on a board of fields, and what the player is doing on it."""

    shape: MapShape
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    grounds: Mapping[str, Piece] = field(default_factory=dict)
    """What fields show that are special and have no piece on them."""
    last: frozenset[str] = frozenset()
    """The fields of the last move."""
    cursor: str | None = None
    chosen: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """The fields that can be chosen now, in reading order; the first nine have numbers."""

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the board in the middle of the space."""
        canvas, shape = Canvas(width, height), self.shape
        cells = shape.cells_in(width, height)
        corners = {name: (x, y) for name, x, y in shape.corners(width, height)}
        if shape.has_grid(cells):
            _draw_grid(canvas, corners.values(), cells)
        for one, other in shape.links:
            _draw_link(canvas, corners[one], corners[other], cells)
        for name, (x, y) in corners.items():
            for row in range(cells.height):
                canvas.put(x, y + row, " " * cells.width)
            self._draw_field(canvas, name, x, y + cells.height // 2, cells.width)
        return canvas

    def _draw_field(self, canvas: Canvas, name: str, x: int, y: int, width: int) -> None:
        free, ground = self.choices and name in self.choices, self.grounds.get(name)
        text, style = self.pieces.get(name) or ground or Piece("·", "$quiet")
        left = right = " "
        if free and name not in self.pieces:
            text, style = "∘", "bold"
        elif free:
            left, right = "‹›"
        if name in self.chosen:
            left, right = "«»"
        elif name == self.cursor:
            left, right = "[]"
        if name == self.cursor or free:
            style = f"bold {style}" if "bold" not in style else style
        if name in self.last:
            style = f"{style} underline".strip()
        middle = x + (width - len(text)) // 2
        canvas.put(middle, y, text, style)
        canvas.put(middle - 1, y, left, "bold")
        canvas.put(middle + len(text), y, right, "bold")
        if free and width >= len(text) + 4 and self.choices.index(name) < MOST_NUMBERS:
            canvas.put(x + width - 1, y, str(self.choices.index(name) + 1), "$quiet")


def _draw_grid(canvas: Canvas, corners: Iterable[tuple[int, int]], cells: Cells) -> None:
    """Draw lines around every cell; what meets at a crossing decides how it looks."""
    met: dict[tuple[int, int], int] = defaultdict(int)
    for left, top in corners:
        x, y, right, low = left - 1, top - 1, left + cells.width, top + cells.height
        for row in (y, low):
            canvas.put(left, row, "─" * cells.width, "$line")
        for row in range(top, low):
            canvas.put(x, row, "│", "$line")
            canvas.put(right, row, "│", "$line")
        met[x, y] |= RIGHT | DOWN
        met[right, y] |= LEFT | DOWN
        met[x, low] |= RIGHT | UP
        met[right, low] |= LEFT | UP
    for (x, y), lines in met.items():
        canvas.put(x, y, CROSSINGS[lines], "$line")


def _draw_link(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], cells: Cells) -> None:
    """Draw a line from the middle of one field to the middle of another."""
    (x, y), (to_x, to_y) = (
        (left + cells.width // 2, top + cells.height // 2) for left, top in (start, end)
    )
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    if y == to_y:
        mark = "─"
    elif x == to_x:
        mark = "│"
    else:
        mark = "╲" if (to_x - x) * (to_y - y) > 0 else "╱"
    for step in range(1, steps):
        along = step / steps
        canvas.put(round(x + (to_x - x) * along), round(y + (to_y - y) * along), mark, "$line")
