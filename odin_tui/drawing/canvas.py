"""A sheet of terminal cells on which cards, plates and frames are drawn before they are shown.

A cell has a letter, a style and a ground. Styles and grounds name colours of the palette
(`bold $quiet`, `$plate`); an empty ground is whatever lies below. A cell can be two pixels, one
above the other: ▀ in the colour of the upper one, on the colour of the lower one.

An area can be marked as a picture: for readers from right to left, everything is mirrored but what
is inside a picture.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count, groupby, pairwise, repeat
from operator import ne
from sys import intern
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from odin_tui.drawing.cells import (
    BLANK,
    LOOK_OF,
    Cell,
    laid,
    letters_of,
    shared_cell,
    two_pixels,
    written,
    written_on,
)

WORTH_A_JUMP = 8
"""So many cells that have not changed cost more to paint again than to jump over."""

WRITTEN = "none"
"""The style of text without any: where it is pasted, blanks between its words cover too."""
PICTURE = "picture"
"""The mark of text that is a part of a picture; two beside each other have different numbers."""
SEEN_ON_BLANKS = ("underline", "reverse", "strike")


class Piece(NamedTuple):
    """Some cells of one row."""

    y: int
    start: int
    end: int


class Area(NamedTuple):
    """Some cells of some rows."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, other: "Area") -> bool:
        """Return whether all cells of another area are in this one too."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def moved(self, x: int, y: int) -> "Area":
        """Return the same area so many cells away."""
        return Area(self.x + x, self.y + y, self.width, self.height)


class Run(NamedTuple):
    """Cells of one row that look the same."""

    text: str
    style: str = ""
    ground: str = ""

    @property
    def whole_style(self) -> str:
        """The style and the ground as one."""
        return f"{self.style} on {self.ground}".strip() if self.ground else self.style


class Canvas:
    """Cells in rows; whatever is put outside its edges is cut off."""

    def __init__(self, width: int, height: int, ground: str = "") -> None:
        self.width, self.height = max(width, 0), max(height, 0)
        # Blank cells are one object, which is found in a row without comparing what is in it.
        cell = (" ", "", ground) if ground else BLANK
        self._cells: list[list[Cell]] = [[cell] * self.width for _ in range(self.height)]
        self.pictures: list[Area] = []
        """The areas that are never mirrored; of two that overlap, the later one lies above."""

    @classmethod
    def _of(cls, width: int, cells: list[list[Cell]], pictures: list[Area]) -> "Canvas":
        """Return a canvas of these rows, all of this width."""
        canvas = cls(width, 0)
        canvas.height, canvas._cells, canvas.pictures = len(cells), cells, pictures
        return canvas

    def mark_picture(
        self, x: int = 0, y: int = 0, width: int | None = None, height: int | None = None
    ) -> None:
        """Mark an area as one picture, or all of the drawing."""
        across = self.width - x if width is None else width
        down = self.height - y if height is None else height
        above = max(-y, 0)  # cut off, and no picture wherever this drawing is pasted
        area = Area(x, y + above, across, down - above)
        self.pictures = [part for part in self.pictures if not area.holds(part)]
        self.pictures.append(area)

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text from a cell on to the right, over whatever is there.

        In a style without `on` the letters stand on the ground that is there.
        """
        if not 0 <= y < self.height:
            return
        style, ground = split_style(style)
        if not _one_cell_each(text):
            self._put_wide(x, self._cells[y], text, style, ground)
            return
        start, end = max(x, 0), min(x + len(text), self.width)
        if start >= end:
            return
        row, text = self._cells[y], text[start - x : end - x]
        if not style and not ground and " " in text:
            style = WRITTEN
        if ground:
            row[start:end] = written(text, style, ground)
        else:
            row[start:end] = written_on(text, style, row[start:end])

    def _put_wide(self, x: int, row: list[Cell], text: str, style: str, ground: str) -> None:
        for letter in map(intern, text):
            cells = cell_len(letter)
            if cells == 0:
                continue
            if x >= 0 and x + cells <= self.width:
                on = ground or row[x][2]
                row[x] = shared_cell(letter, style, on)
                # The second half of a wide letter must hold nothing, or the row grows by a cell.
                row[x + 1 : x + cells] = [shared_cell("", style, on)] * (cells - 1)
            x += cells

    def put_content(self, x: int, y: int, content: Content) -> None:
        """Write styled text, as `put` does; what is marked as a picture in it stays one."""
        plain, spans = content.plain, []
        for span in content.spans:
            if isinstance(span.style, Style) and PICTURE in span.style.meta:
                before, inside = plain[: span.start], plain[span.start : span.end]
                self.mark_picture(x + cell_len(before), y, cell_len(inside), 1)
            else:
                spans.append(span)
        ends = sorted({0, len(plain), *(end for span in spans for end in (span.start, span.end))})
        for start, end in pairwise(ends):
            styles = (span.style for span in spans if span.start <= start and end <= span.end)
            style = joined_styles(tuple(str(style) for style in styles if style))
            self.put(x, y, plain[start:end], style)
            x += cell_len(plain[start:end])

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Cover an area with a ground."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, f"on {ground}")

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lay another drawing on this one; where it has no ground, the one below is seen."""
        start, end = max(x, 0), min(x + other.width, self.width)
        if start >= end:
            return
        if other.pictures:
            self.pictures += [area.moved(x, y) for area in other.pictures]
        for down, cells in enumerate(other.rows, y):
            if 0 <= down < self.height:
                row = self._cells[down]
                row[start:end] = laid(row[start:end], cells[start - x : end - x])

    def laid_on(self, below: "Canvas", before: "Laid | None" = None) -> "Laid":
        """Lay this drawing on another, which is seen where this one has no ground.

        Rows that are as in a drawing which was laid on the same one before are taken from there.
        Rows without anything of the other are shared, so that all three must not be drawn on again.
        """
        if not self.has_size_of(below):
            return self.cut(0, 0, below.width, below.height).laid_on(below)
        known: Iterable[tuple[list[Cell] | None, list[Cell]]] = repeat((None, []))
        if before is not None and before.below is below and before.drawing.has_size_of(self):
            known = zip(before.drawing.rows, before.result.rows, strict=True)
        rows = [
            kept if cells == old else laid(covered, cells)
            for covered, cells, (old, kept) in zip(below.rows, self._cells, known, strict=False)
        ]
        return Laid(self, below, self._of(self.width, rows, [*below.pictures, *self.pictures]))

    def has_size_of(self, other: "Canvas") -> bool:
        """Return whether two drawings are equally large."""
        return self.width == other.width and self.height == other.height

    def cut(self, x: int, y: int, width: int, height: int) -> "Canvas":
        """Return a copy of an area, blank where there is nothing of this drawing."""
        if 0 <= x <= self.width - width and 0 <= y <= self.height - height:
            rows = [row[x : x + width] for row in self._cells[y : y + height]]
            return self._of(width, rows, [area.moved(-x, -y) for area in self.pictures])
        area = Canvas(width, height)
        area.paste(-x, -y, self)
        return area

    def draw_pixels(self, x: int, y: int, rows: Sequence[str], inks: Mapping[str, str]) -> None:
        """Draw pixels, two in each cell; `y` counts pixels from the top.

        `inks` are the colours of the characters; a character that has none is no pixel.
        """
        if rows:
            self.mark_picture(x, y // 2, len(rows[0]), (y % 2 + len(rows) + 1) // 2)
        if y % 2:
            rows = ("", *rows)
        for down in range(0, len(rows), 2):
            line = y // 2 + down // 2
            if 0 <= line < self.height:
                below = rows[down + 1] if down + 1 < len(rows) else ""
                self._draw_pixel_row(x, self._cells[line], rows[down], below, inks)

    def _draw_pixel_row(
        self, x: int, row: list[Cell], upper: str, lower: str, inks: Mapping[str, str]
    ) -> None:
        for at in range(max(len(upper), len(lower))):
            top = inks.get(upper[at]) if at < len(upper) else None
            bottom = inks.get(lower[at]) if at < len(lower) else None
            if (top or bottom) and 0 <= x + at < self.width:
                row[x + at] = two_pixels(top, bottom, row[x + at])

    @property
    def rows(self) -> list[list[Cell]]:
        """The cells, row by row."""
        return self._cells

    def adapted(self, adapt: Callable[[Cell], Cell]) -> "Canvas":
        """Return the drawing with every cell replaced."""
        rows = [[adapt(cell) for cell in row] for row in self._cells]
        return self._of(self.width, rows, self.pictures)

    def runs(self, y: int, start: int = 0, end: int | None = None) -> list[Run]:
        """Return a row, or some cells of it, as pieces that look the same."""
        runs: list[Run] = []
        text, style, ground = "", "", ""
        cells = self.cells(y, start, self.width if end is None else end)
        for (own, on), alike in groupby(cells, key=LOOK_OF):
            letters = letters_of(alike)
            words = letters.lstrip(" ")
            for piece in (letters[: len(letters) - len(words)], words):
                if piece and (own != style or on != ground):
                    if text and (on != ground or not _look_alike(text, style, piece[0], own)):
                        runs.append(Run(text, style, ground))
                        text = ""
                    if not text or piece is words:
                        style, ground = own, on
                text += piece
        return [*runs, Run(text, style, ground)]

    def cells(self, y: int, start: int, end: int) -> list[Cell]:
        """Return some cells of a row; half a wide letter at either end is a blank."""
        row = self._cells[y]
        cells = row[start:end]
        if cells and not cells[0][0]:
            cells[0] = (" ", *cells[0][1:])
        if cells and end < self.width and not row[end][0]:
            cells[-1] = (" ", *cells[-1][1:])
        return cells

    def changes_since(self, before: "Canvas") -> Iterator[Piece]:
        """Return where this differs from a drawing of the same size."""
        for y, (old, new) in enumerate(zip(before.rows, self._cells, strict=True)):
            if old is not new and old != new:
                places = list(compress(count(), map(ne, old, new)))
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
        return Content("\n").join(self._line(y) for y in range(self.height))

    def _line(self, y: int) -> Content:
        line = Content.assemble(*((run.text, run.whole_style) for run in self.runs(y)))
        for number, (start, end) in enumerate(self.pictures_in(y, 0, self.width)):
            first, length = (
                len(letters_of(self._cells[y][a:b])) for a, b in ((0, start), (start, end))
            )
            line = line.stylize(picture_style(number), first, first + length)
        return line

    def pictures_in(self, y: int, start: int, end: int) -> list[tuple[int, int]]:
        """Return where pictures begin and end between two cells of a row, from left to right."""
        spans: list[tuple[int, int]] = []
        for first, top, width, height in self.pictures:
            last = first + width
            if last <= start or first >= end or not top <= y < top + height:
                continue
            if spans and spans[-1][1] > first:
                if any(begin <= first and last <= stop for begin, stop in spans):
                    continue  # a part of a larger picture
                spans = [part for span in spans for part in _uncovered(*span, first, last)]
            spans.append((first, last))
            if len(spans) > 1 and spans[-2][0] > first:
                spans.sort()
        return [
            (max(first, start), min(last, end))
            for first, last in spans
            if first < end and last > start
        ]


class Laid(NamedTuple):
    """A drawing, what it was laid on, and what is to be seen of both."""

    drawing: Canvas
    below: Canvas
    result: Canvas


def _uncovered(start: int, end: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Return what is left of some cells where others cover them."""
    if start < min(end, first):
        yield start, min(end, first)
    if max(start, last) < end:
        yield max(start, last), end


@lru_cache(maxsize=64)
def picture_style(number: int) -> Style:
    """Return the style of text that is a part of a picture; it looks like any other."""
    return Style.from_meta({PICTURE: number})


@lru_cache(maxsize=4096)
def _look_alike(text: str, style: str, letter: str, own: str) -> bool:
    """Return whether a text and a letter can be one run: the style of blanks is not seen."""
    if any(word in own or word in style for word in SEEN_ON_BLANKS):
        return False
    return letter == " " or not text.strip()


@lru_cache(maxsize=4096)
def _one_cell_each(text: str) -> bool:
    return all(cell_len(letter) == 1 for letter in text)


@lru_cache(maxsize=4096)
def split_style(style: str) -> tuple[str, str]:
    """Return a style without its ground, and the ground; empty if it names none."""
    ink, on, ground = f" {style} ".partition(" on ")
    if not on:
        return style, ""
    colour, _, rest = ground.strip().partition(" ")
    return f"{ink} {rest}".strip(), colour


@lru_cache(maxsize=4096)
def joined_styles(styles: tuple[str, ...]) -> str:
    """Return several styles as one; the last colour and the last ground count."""
    parts = [split_style(style) for style in styles]
    ground = next((ground for _, ground in reversed(parts) if ground), "")
    words = dict.fromkeys(word for ink, _ in parts for word in ink.split())
    colours = [word for word in words if word[0] in "$#" or word.startswith("ansi_")]
    ink = " ".join(word for word in words if word not in colours[:-1])
    return f"{ink} on {ground}".strip() if ground else ink


def in_lines(lines: Iterable[Content], width: int, height: int) -> Canvas:
    """Write lines of styled text one below the other."""
    canvas = Canvas(width, height)
    for y, line in enumerate(lines):
        canvas.put_content(0, y, line)
    return canvas


def broken(content: Content, width: int) -> tuple[Content, Content]:
    """Break a long text in two, the first part as long as fits in a width."""
    end = content.plain[: width + 1].rfind(" ")
    if end < 0:
        return content[:width], content[width:]
    return content[:end], content[end + 1 :]


def wrapped(lines: Iterable[Content], width: int) -> list[Content]:
    """Break lines that are longer than a width; the others stay as they are."""
    rows: list[Content] = []
    for line in lines:
        rest = line
        while rest.cell_length > width > 0:
            start, rest = broken(rest, width)
            rows.append(start)
        rows.append(rest)
    return rows
