"""The list of the hall: tables as plates of a few rows, and below them what else can be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from rich.segment import Segment
from textual.content import Content
from textual.reactive import reactive
from textual.strip import Strip

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import session_palette
from odin_tui.drawing.inks import adapter, ink
from odin_tui.drawing.labels import OWN_TAG
from odin_tui.drawing.palette import Palette
from odin_tui.drawing.pixel_art import pictures
from odin_tui.drawing.plate_frame import apart
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.rows import MARK

ICON = {
    "R": "$face-red",
    "O": "$face-orange",
    "Y": "$face-yellow",
    "#": "$tag",
    "+": "$tag",
    "o": "$face-red",
    "w": "$face-orange",
}
ICON_COLUMNS = 9
"""The columns of the picture of a game with the gap beside it."""
WIDE = 46
"""The columns from which there is room for it."""


@dataclass(frozen=True, slots=True)
class TableItem(Item):
    """A table to choose; all texts come translated."""

    game: str = ""
    status: str = ""
    """How it stands: seats that are free, or that it is being played."""
    seats: tuple[str, ...] = ()
    """Who has each seat, or that it is free."""
    free: int = 0
    """How many seats are free; they come last."""
    verb: str = ""
    """What Enter does."""


class HallMenu(Menu):
    """A menu some of whose items are plates."""

    table_rows: reactive[int] = reactive(3)
    """The rows of a plate; where there are three, a blank row follows each."""

    _drawn: tuple[tuple[Any, ...], Canvas] | None = None
    """The item that was drawn last, with all that it looks like depends on."""

    def watch_table_rows(self) -> None:
        """Lay the items out anew."""
        if self.is_attached:
            self.rows_changed()

    def _heights(self) -> list[int]:
        gap = int(self.table_rows > 2)
        return [self.table_rows + gap if isinstance(i, TableItem) else 1 for i in self.items]

    def line_count(self) -> int:
        """Return the lines of all items."""
        return sum(self._heights())

    def lines_of(self, row: int) -> range:
        """Return the lines of an item."""
        ends = list(accumulate(self._heights()))
        return range(ends[row - 1] if row else 0, ends[row]) if row < len(ends) else range(1)

    def _row_on(self, line: int) -> int | None:
        ends = accumulate(self._heights())
        return next((row for row, end in enumerate(ends) if line < end), None)

    def row_at(self, x: int, y: int) -> int | None:  # noqa: ARG002 - there is one column
        """Return the item at this height."""
        line = y + self.scroll_offset.y
        return self._row_on(line) if line >= 0 else None

    def render_line(self, y: int) -> Strip:
        line, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        row = self._row_on(line)
        if row is None:
            return Strip.blank(width, self.rich_style)
        palette = session_palette(self.app)
        drawing = self._drawing_of(row, width, palette)
        base = self.rich_style
        runs = drawing.runs(line - self.lines_of(row).start)
        return Strip(
            [Segment(text, base + ink(palette, style, ground)) for text, style, ground in runs],
            width,
        )

    def _drawing_of(self, row: int, width: int, palette: Palette) -> Canvas:
        """Return an item as it looks in this session; for all its lines it is drawn once."""
        here = row == self.here and self.has_focus
        seen = self.items, row, width, here, self.table_rows, palette
        if self._drawn is None or self._drawn[0] != seen:
            drawing, adapt = self.draw_item(row, width), adapter(palette)
            self._drawn = seen, drawing if adapt is None else drawing.adapted(adapt)
        return self._drawn[1]

    def draw_item(self, row: int, width: int) -> Canvas:
        """Draw an item with all its lines."""
        item, here = self.items[row], row == self.here and self.has_focus
        canvas = Canvas(width, self._heights()[row])
        ground = "$plate-lit" if here else ""
        if isinstance(item, TableItem):
            draw_slab(canvas, 0, 0, width, self.table_rows, ground or "$plate")
            self._draw_table(canvas, item, here=here)
            rows = self.table_rows
        else:
            canvas.put(0, 0, " " * width, f"on {ground}" if ground else "")
            canvas.put_content(len(MARK), 0, self._action(item, width - len(MARK), here=here))
            rows = 1
        if here:
            for y in range(rows):
                canvas.put(0, y, "▌", "bold $your-turn")
            canvas.put(1, 0, MARK[1:], "bold $your-turn")
        return canvas

    def _action(self, item: Item, room: int, *, here: bool) -> Content:
        others = [each for each in self.items if not isinstance(each, TableItem)]
        keys = max(len(each.key) for each in others) + 2
        titles = max(Content(each.title).cell_length for each in others) + 3
        quiet = "$foreground" if here else "$quiet"
        title = item.title + " " * (titles - Content(item.title).cell_length)
        text = Content.assemble(
            (item.key.ljust(keys), quiet),
            (title, "bold $foreground" if here else "$foreground"),
            (item.words, quiet),
        )
        return text.truncate(room, ellipsis=True)

    def _draw_table(self, canvas: Canvas, item: TableItem, *, here: bool) -> None:
        x = len(MARK)
        icon: Sequence[str] = pictures("icons").get(item.game, ())
        if canvas.width >= WIDE and self.table_rows > 2:
            canvas.draw_pixels(x, 0, icon, ICON)
            x += ICON_COLUMNS
        room = canvas.width - x - 2
        title, _, code = item.title.partition(" ")
        heading = Content.assemble((title, "bold $foreground"), (f" {code}", "$quiet"))
        status = Content.styled(item.status, "$foreground" if item.free else "$quiet")
        status = status.truncate(max(room - heading.cell_length - 1, 0), ellipsis=True)
        button = Content.styled(f" {item.verb} ", OWN_TAG if here else "$quiet on $key")
        lines = [(heading, status), (_seats(item), Content(""))]
        lines.append((Content.styled(item.words, "$quiet"), button))
        for y, (left, right) in enumerate(lines[: self.table_rows]):
            cut = left.truncate(room - right.cell_length - 1, ellipsis=True)
            canvas.put_content(x, y, apart(cut, right, room))


def _seats(item: TableItem) -> Content:
    """Return the names at a table, and its free seats as what could be taken."""
    taken = len(item.seats) - item.free
    parts = [Content.styled(name, "$foreground") for name in item.seats[:taken]]
    parts += [Content.styled(f" {free} ", "$quiet on $key") for free in item.seats[taken:]]
    return Content("  ").join(parts)
