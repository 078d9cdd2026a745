"""Rows with a cursor, drawn line by line: no widget for each, so that they are quick to show.

Ten lines cost a login over SSH 16 ms of CPU and a key 1.7 ms and 460 bytes; in Textual's OptionList
they cost 21 ms, 1.9 ms and 1800 bytes (`benchmarks/menus.py`).
"""

from abc import abstractmethod
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click, MouseMove
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from odin_tui.keys import binding
from odin_tui.languages import N_

MARK = "▌▸ "
"""Stands at the left of the row that the cursor is on."""


class Rows(ScrollView, can_focus=True):
    """What menus, forms and lists have in common: the cursor, the mouse, and scrolling."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.up", "move(-1)", N_("move")),
        binding("menu.down", "move(1)", N_("move")),
        binding("menu.first", "move(-9999)", N_("first"), show=False),
        binding("menu.last", "move(9999)", N_("last"), show=False),
        # Bindings, because keys that are read otherwise overtake the arrows pressed before them.
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "rows--plain",
        "rows--quiet",
        "rows--here",
        "rows--mark",
        "rows--here-quiet",
    }
    DEFAULT_CSS = """
    Rows {
        height: auto; max-height: 1fr; width: 1fr; background: $page;
        scrollbar-size-vertical: 1;
        .rows--plain { color: $foreground; }
        .rows--quiet { color: $quiet; }
        .rows--here { color: $foreground; background: $plate-lit; text-style: bold; }
        .rows--mark { color: $your-turn; background: $plate-lit; text-style: bold; }
        .rows--here-quiet { color: $foreground; background: $plate-lit; }
        &:ansi, &:nocolor {
            .rows--here, .rows--mark { text-style: reverse bold; }
            .rows--here-quiet { text-style: reverse; }
        }
    }
    """

    here: reactive[int] = reactive(0, repaint=False)
    """The number of the row the cursor is on; `watch_here` paints the two rows that change."""

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, here: int) -> None:
            super().__init__()
            self.here = here

    @abstractmethod
    def row_count(self) -> int:
        """Return how many rows there are."""

    def line_count(self) -> int:
        """Return how many lines all rows take."""
        return self.row_count()

    def lines_of(self, row: int) -> range:
        """Return the lines on which a row is drawn."""
        return range(row, row + 1)

    @abstractmethod
    def draw(self, row: int, *, here: bool) -> list[Segment]:
        """Return one row; what is missing on the right is filled up."""

    def can_stand(self, row: int) -> bool:  # noqa: ARG002 - a heading says no
        """Return whether the cursor may be on this row."""
        return True

    def mark(self, *, here: bool) -> Segment:
        """Return what a row begins with."""
        name = "rows--mark" if here else "rows--plain"
        return Segment(MARK if here else " " * len(MARK), self.get_component_rich_style(name))

    def rows_changed(self) -> None:
        """Take note that there are other rows than before."""
        before, self.virtual_size = self.virtual_size.height, Size(0, self.line_count())
        self.here = self.validate_here(self.here)
        self.refresh(layout=self.line_count() != before)

    def on_mount(self) -> None:
        self.virtual_size = Size(0, self.line_count())
        if self.row_count() and not self.can_stand(self.here):
            self.action_move(1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return max(1, self.line_count())

    def validate_here(self, here: int) -> int:
        return max(0, min(here, self.row_count() - 1))

    def watch_here(self, before: int, here: int) -> None:
        if self.is_attached:
            for row in (before, here):
                lines = self.lines_of(row)
                self.refresh_lines(lines.start - self.scroll_offset.y, len(lines))
            # The row above and the one below stay in sight too.
            seen = Region(0, max(0, lines.start - 1), 1, len(lines) + 2)
            self.scroll_to_region(seen, animate=False, force=True)
            self.post_message(Rows.Moved(here))

    def render_line(self, y: int) -> Strip:
        row, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if row >= self.row_count():
            return Strip.blank(width, self.rich_style)
        return self.drawn_row(row, width)

    def drawn_row(self, row: int, width: int) -> Strip:
        """Return a row that is so wide; what has no room is cut, and its end marked."""
        here = row == self.here and self.has_focus
        fill = self.get_component_rich_style("rows--here" if here else "rows--plain")
        drawn = Strip(self.draw(row, here=here))
        if cell_len(drawn.text.rstrip()) > width:
            drawn = Strip([*drawn.crop(0, width - 1), Segment("…", fill)])
        return drawn.adjust_cell_length(width, fill)

    def action_move(self, steps: int) -> None:
        """Move the cursor, past what it cannot stand on, and from one end to the other."""
        step, last = (1 if steps > 0 else -1), self.row_count() - 1
        row = self.validate_here(self.here + steps)
        if abs(steps) == 1 and self.here + steps not in range(last + 1):
            row = last if step < 0 else 0
        while not self.can_stand(row) and 0 <= row + step < self.row_count():
            row += step
        if self.can_stand(row):
            self.here = row
        else:
            self.scroll_to(y=0 if step < 0 else self.max_scroll_y, animate=False)

    def action_choose(self) -> None:
        """Choose what the cursor is on."""

    def action_number(self, number: int) -> None:
        """Do what a number means here."""

    def on_mouse_move(self, event: MouseMove) -> None:
        """Let the cursor follow the mouse."""
        if (row := self.row_at(event.x, event.y)) is not None and event.delta:
            self.here = row

    def on_click(self, event: Click) -> None:
        """Choose what was clicked."""
        event.stop()
        if (row := self.row_at(event.x, event.y)) is not None:
            self.focus()
            self.here = row
            self.clicked(event.x)

    def clicked(self, x: int) -> None:  # noqa: ARG002 - a form looks where
        """React to a click on the row the cursor is on now."""
        self.action_choose()

    def row_at(self, x: int, y: int) -> int | None:  # noqa: ARG002 - some have columns
        """Return the row at this place of the widget; None if there is none to stand on."""
        row = y + self.scroll_offset.y
        return row if 0 <= row < self.row_count() and self.can_stand(row) else None
