"""A sheet of terminal cells on which cards, plates and frames are drawn before they are shown."""

from collections.abc import Iterable

from rich.cells import cell_len
from textual.content import Content


class Canvas:
    """Cells of one character and one style each; whatever is put outside its edges is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        self._cells = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text from a cell on to the right, over whatever is there."""
        if not 0 <= y < self.height:
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
        spans = content.spans
        for index, letter in enumerate(content.plain):
            style = " ".join(
                str(span.style) for span in spans if span.start <= index < span.end and span.style
            )
            self.put(x, y, letter, style)
            x += cell_len(letter)

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lay another drawing on this one."""
        for down, cells in enumerate(other.rows):
            if 0 <= y + down < self.height:
                for right, cell in enumerate(cells):
                    if 0 <= x + right < self.width:
                        self._cells[y + down][x + right] = cell

    @property
    def rows(self) -> list[list[tuple[str, str]]]:
        """The cells, row by row."""
        return self._cells

    def runs(self, y: int) -> list[tuple[str, str]]:
        """Give a row as pieces of text of one style each."""
        parts: list[tuple[str, str]] = []
        run, style = "", ""
        for letter, of in self._cells[y]:
            if of != style and run:
                parts.append((run, style))
                run = ""
            run, style = run + letter, of
        return [*parts, (run, style)]

    def content(self) -> Content:
        """Give the whole drawing as styled text of so many lines."""
        lines = (Content.assemble(*self.runs(y)) for y in range(self.height))
        return Content("\n").join(lines)


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
