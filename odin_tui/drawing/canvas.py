"""A sheet of terminal cells on which cards, plates and frames are drawn before they are shown."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

WORTH_A_JUMP = 8
"""So many cells that have not changed cost more to paint again than to jump over."""


class Piece(NamedTuple):
    """Some cells of one row."""

    y: int
    start: int
    end: int


class Canvas:
    """Cells of one character and one style each; whatever is put outside its edges is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        self._cells = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text from a cell on to the right, over whatever is there."""
        if not 0 <= y < self.height:
            return
        if _one_cell_each(text):
            self._replace_cells(x, y, [(letter, style) for letter in text])
            return
        row = self._cells[y]
        for letter in text:
            cells = cell_len(letter)
            if cells == 0:
                continue
            if x >= 0 and x + cells <= self.width:
                row[x] = (letter, style)
                # The second half of a wide letter must hold nothing, or the row grows by a cell.
                row[x + 1 : x + cells] = [("", style)] * (cells - 1)
            x += cells

    def put_content(self, x: int, y: int, content: Content) -> None:
        """Write styled text, as `put` does."""
        plain, spans = content.plain, content.spans
        ends = sorted({0, len(plain), *(end for span in spans for end in (span.start, span.end))})
        for start, end in pairwise(ends):
            styles = (span.style for span in spans if span.start <= start and end <= span.end)
            self.put(x, y, plain[start:end], " ".join(str(style) for style in styles if style))
            x += cell_len(plain[start:end])

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lay another drawing on this one."""
        for down, cells in enumerate(other.rows):
            if 0 <= y + down < self.height:
                self._replace_cells(x, y + down, cells)

    def _replace_cells(self, x: int, y: int, cells: list[tuple[str, str]]) -> None:
        """Replace cells of a row, as far as there are any."""
        start, end = max(x, 0), min(x + len(cells), self.width)
        if start < end:
            self._cells[y][start:end] = cells[start - x : end - x]

    @property
    def rows(self) -> list[list[tuple[str, str]]]:
        """The cells, row by row."""
        return self._cells

    def runs(self, y: int, start: int = 0, end: int | None = None) -> list[tuple[str, str]]:
        """Return a row, or some cells of it, as pieces of text of one style each."""
        parts: list[tuple[str, str]] = []
        run, style = "", ""
        for letter, of in self._between(y, start, self.width if end is None else end):
            if of != style and run:
                parts.append((run, style))
                run = ""
            run, style = run + letter, of
        return [*parts, (run, style)]

    def _between(self, y: int, start: int, end: int) -> list[tuple[str, str]]:
        """Return some cells of a row; half a wide letter at either end is a blank."""
        row = self._cells[y]
        cells = row[start:end]
        if cells and not cells[0][0]:
            cells[0] = (" ", cells[0][1])
        if cells and end < self.width and not row[end][0]:
            cells[-1] = (" ", cells[-1][1])
        return cells

    def changes_since(self, before: "Canvas") -> Iterator[Piece]:
        """Return where this differs from a drawing of the same size."""
        for y, (old, new) in enumerate(zip(before.rows, self._cells, strict=True)):
            if old != new:
                places = [x for x, cell in enumerate(new) if cell != old[x]]
                start = last = places[0]
                for x in places[1:]:
                    if x - last > WORTH_A_JUMP:
                        yield self._piece(y, start, last + 1)
                        start = x
                    last = x
                yield self._piece(y, start, last + 1)

    def _piece(self, y: int, start: int, end: int) -> Piece:
        """Return a piece of a row that cuts no wide letter in two."""
        row = self._cells[y]
        while start > 0 and not row[start][0]:
            start -= 1
        while end < self.width and not row[end][0]:
            end += 1
        return Piece(y, start, end)

    def content(self) -> Content:
        """Return the whole drawing as styled text of so many lines."""
        lines = (Content.assemble(*self.runs(y)) for y in range(self.height))
        return Content("\n").join(lines)


@lru_cache(maxsize=4096)
def _one_cell_each(text: str) -> bool:
    return all(cell_len(letter) == 1 for letter in text)


def in_lines(lines: Iterable[Content], width: int, height: int) -> Canvas:
    """Write lines of styled text one below the other."""
    canvas = Canvas(width, height)
    for y, line in enumerate(lines):
        canvas.put_content(0, y, line)
    return canvas


def broken(content: Content, width: int) -> tuple[Content, Content]:
    """Break a long text in two, the first part as long as fits in a width."""
    words = content.plain[: width + 1]
    end = words.rfind(" ") if " " in words else width
    return content[:end], content[end + 1 :]
