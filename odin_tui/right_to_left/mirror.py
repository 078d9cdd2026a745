"""The screen of a session that is read from right to left: what is sent, and where a click is."""

from array import array
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, count, groupby
from operator import is_not
from typing import Any, NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from odin_tui.drawing.canvas import PICTURE, WORTH_A_JUMP
from odin_tui.drawing.terminal_codes import encoded
from odin_tui.right_to_left.rows import Pictures, mirrored
from odin_tui.right_to_left.terminal_order import sent_row
from odin_tui.terminal_letters import VISUAL
from odin_tui.textual_internals import CompositorUpdate

Cell: TypeAlias = tuple[str, Style | None]
"""A letter, empty for the second half of a wide one, and its style."""
Row: TypeAlias = Sequence[Cell]
"""The cells of a row. Sessions share them: they are replaced, and never changed."""
LETTER_ORDER = "letter-order"
"""The mark of text whose row is sent in an order of its own, whatever the terminal wants."""

FIRST_SIGN = 0x100
"""The first character that stands for a style."""

UNKNOWN: Cell = ("\0", None)
"""A cell of which nobody knows what the terminal shows there."""


class MirroredRow(NamedTuple):
    """Cells as they are seen, where each was drawn, and the order in which they must be sent."""

    cells: tuple[Cell, ...]
    drawn_at: Sequence[int]
    order: str | None


Drawn: TypeAlias = tuple[int, int, MirroredRow]
"""A column and a row in which something is drawn from there on, and what is seen of it."""


class Mirror:
    """Knows what the terminal shows, so that only what differs is sent."""

    def __init__(self, order: str = VISUAL) -> None:
        self.order = order
        """The order in which the terminal wants the letters of a row."""
        self.rows = ROWS
        self._size = Size(0, 0)
        self._seen: list[Row] = []
        self._sent: list[Row] = []
        self._own_orders: dict[int, tuple[int, str]] = {}
        """The rows with an order of their own, and from which column on they are drawn."""
        self._drawn_at: list[Sequence[int]] = []
        """For each cell of the terminal, the column in which it was drawn."""

    def update(
        self, drawn: Sequence[Drawn], size: Size, whole: Collection[int]
    ) -> "MirroredUpdate":
        """Return what paints this; the rows in `whole` are sent with all their cells."""
        return MirroredUpdate(self, drawn, size, whole)

    def drawn_column(self, x: int, y: int) -> int:
        """Return where a cell of the terminal was drawn, as everything but the terminal sees it."""
        if 0 <= y < len(self._drawn_at) and 0 <= x < self._size.width:
            return self._drawn_at[y][x]
        return self._size.width - 1 - x

    def take(
        self, drawn: Sequence[Drawn], size: Size, whole: Collection[int]
    ) -> list[tuple[int, int, Strip]]:
        """Return what must be written to the terminal, and take it as written."""
        if size != self._size:
            self._begin(size)
        for x, y, row in drawn:
            self._show(x, y, row)
        changes: list[tuple[int, int, Strip]] = []
        for y in sorted({y for _, y, _ in drawn}):
            _, order = self._own_orders.get(y, (0, self.order))
            seen = self._seen[y]
            sent = sent_row(seen, order)
            if sent is not seen:
                sent = [UNKNOWN if cell == UNKNOWN else _shared(*cell) for cell in sent]
            before, self._sent[y] = self._sent[y], sent
            if y in whole:
                changes.append((0, y, _strip(sent)))
            elif before != sent:
                pieces = _pieces(before, sent)
                changes += [(start, y, _strip(sent[start:end])) for start, end in pieces]
        return changes

    def _begin(self, size: Size) -> None:
        self._size = size
        self._seen = [_unknown(size.width)] * size.height
        self._sent = [_unknown(size.width)] * size.height
        self._drawn_at = [range(size.width)[::-1]] * size.height

    def _show(self, x: int, y: int, row: MirroredRow) -> None:
        end = self._size.width - x
        start = end - len(row.cells)
        if x == start == 0:
            self._seen[y], self._drawn_at[y] = row.cells, row.drawn_at
        else:
            seen = self._seen[y]
            self._seen[y] = (*seen[:start], *row.cells, *seen[end:])
            drawn_at = array("H", self._drawn_at[y])
            drawn_at[start:end] = array("H", (x + cell for cell in row.drawn_at))
            self._drawn_at[y] = drawn_at
        if row.order is not None:
            self._own_orders[y] = x, row.order
        elif y in self._own_orders and x <= self._own_orders[y][0] < x + len(row.cells):
            del self._own_orders[y]


class MirroredRows:
    """Rows that were mirrored lately, for all sessions.

    They are found by a number for how they look, or else by one string that holds letters, lengths
    and styles. Cells or segments as keys would take more memory than the rows themselves.
    """

    MOST_ROWS, MOST_STYLES = 1024, 50_000

    def __init__(self) -> None:
        self._rows: OrderedDict[int | str, MirroredRow] = OrderedDict()
        self._signs = _Signs()

    def known(self, key: int | str) -> MirroredRow | None:
        """Return what is seen of the row that was mirrored under this key, if it is known."""
        row = self._rows.get(key)
        if row is not None:
            self._rows.move_to_end(key)
        return row

    def mirrored(
        self, strip: Iterable[Segment], pictures: Pictures = (), look: int | None = None
    ) -> MirroredRow:
        """Return what is seen of a strip; keep it under a number for its look, if it has one."""
        segments = tuple(strip)
        key = self._key(segments, pictures) if look is None else look
        row = self.known(key)
        if row is None:
            row = self._rows[key] = _mirrored_row(segments, pictures)
            if len(self._rows) > self.MOST_ROWS:
                self._rows.popitem(last=False)
        return row

    def _key(self, strip: tuple[Segment, ...], pictures: Pictures) -> str:
        signs = self._signs
        if len(signs) > self.MOST_STYLES:
            signs.clear()
            self._rows.clear()
        letters = "".join([text for text, _, control in strip if not control])
        looks = [chr(len(text)) + signs[style] for text, style, control in strip if not control]
        return f"{letters}\0{''.join(looks)}{pictures or ''}"


class _Signs(dict[Style | None, str]):
    """A character for each style."""

    def __missing__(self, style: Style | None) -> str:
        sign = self[style] = chr(FIRST_SIGN + len(self))
        return sign


ROWS = MirroredRows()


def _mirrored_row(strip: tuple[Segment, ...], pictures: Pictures) -> MirroredRow:
    cells = cells_of(strip)
    marks = [_marks(style) for _, style, _ in strip]
    if not pictures and any(PICTURE in mark for mark in marks):
        pictures = _marked(cells)
    placed = mirrored(tuple(letter for letter, _ in cells), pictures)
    return MirroredRow(
        tuple(_shared(letter, cells[cell][1]) for letter, cell in placed),
        array("H", (cell for _, cell in placed)),
        next((mark[LETTER_ORDER] for mark in marks if LETTER_ORDER in mark), None),
    )


@lru_cache(maxsize=65536)
def _shared(letter: str, style: Style | None) -> Cell:
    """Return one cell for all places that look like this, in whatever session."""
    return letter, style


@lru_cache(maxsize=64)
def _unknown(width: int) -> Row:
    return (UNKNOWN,) * width


class MirroredUpdate(CompositorUpdate):
    """Strips that are mirrored when they are written: what is thrown away counts as not seen."""

    def __init__(
        self, mirror: Mirror, drawn: Sequence[Drawn], size: Size, whole: Collection[int]
    ) -> None:
        self._mirror, self._drawn, self._size, self._whole = mirror, drawn, size, whole

    def render_segments(self, console: Console) -> str:
        """Write everything as text with control sequences."""
        changes = self._mirror.take(self._drawn, self._size, self._whole)
        return encoded(changes, console.color_system)

    def rows(self) -> list[Strip]:
        """Return the rows as they are seen, whatever order the terminal wants."""
        seen = Mirror().take(self._drawn, self._size, range(self._size.height))
        return [strip for _, _, strip in seen]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Write row after row, which is what a picture of the whole screen is made of."""
        del console, options
        for strip in self.rows():
            yield from strip
            yield Segment.line()


def cells_of(strip: Iterable[Segment]) -> list[Cell]:
    """Return a strip cell by cell; marks stand with their letters."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        if text.isascii():
            cells += [(letter, style) for letter in text]
            continue
        for letter in text:
            width = cell_len(letter)
            if width:
                cells += [(letter, style), *[("", style)] * (width - 1)]
            elif cells:
                cells[-1] = (cells[-1][0] + letter, cells[-1][1])
    return cells


def _marked(cells: Sequence[Cell]) -> tuple[tuple[int, int], ...]:
    """Return the pictures that are marked in the styles of a text."""
    found, at = [], 0
    for number, run in groupby(cells, key=lambda cell: _marks(cell[1]).get(PICTURE)):
        end = at + len(list(run))
        if number is not None:
            found.append((at, end))
        at = end
    return tuple(found)


@lru_cache(maxsize=4096)
def _marks(style: Style | None) -> Mapping[str, Any]:
    """Return what is marked in a style and is not seen."""
    return {} if style is None else style.meta


def _pieces(before: Sequence[Cell], now: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Return where a row differs, so that no piece begins or ends within a wide letter.

    Equal cells are one object, unless so many are shown that some had to be forgotten: those are
    sent again. To compare styles would take longer than all the rest.
    """
    start = end = -1
    for at in compress(count(), map(is_not, before, now)):
        if at < end:
            continue  # the second half of a wide letter
        if start >= 0 and at - end > WORTH_A_JUMP:
            yield start, end
            start = -1
        if start < 0:
            start = at if now[at][0] else at - 1
        end = at + 1
        while end < len(now) and not now[end][0]:
            end += 1
    if start >= 0:
        yield start, end


def _strip(cells: Sequence[Cell]) -> Strip:
    segments: list[Segment] = []
    letters, last = "", cells[0][1]
    for letter, style in cells:
        if style is not last:
            segments.append(Segment(letters, last))
            letters, last = "", style
        letters += letter
    segments.append(Segment(letters, last))
    return Strip(segments, len(cells))
