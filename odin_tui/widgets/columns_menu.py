"""A menu in one column or in two beside each other, where a screen has few rows."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import BindingType
from textual.reactive import reactive
from textual.strip import Strip

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.rows import MARK


class ColumnsMenu(Menu):
    """Its items run down the first column, then down the second.

    Their words are shown where there is room for those of all items, and nowhere otherwise.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("menu.left", "change_column(-1)", N_("move")),
        binding("menu.right", "change_column(1)", N_("move")),
    ]

    columns: reactive[int] = reactive(1)
    """How many columns there are."""

    def __init__(self, *items: Item, columns: int = 1) -> None:
        super().__init__(*items)
        self.set_reactive(ColumnsMenu.columns, columns)

    def watch_columns(self) -> None:
        """Lay the items out anew."""
        self.rows_changed()

    def line_count(self) -> int:
        """Return the lines of the longest column."""
        return -(-len(self.items) // self.columns)

    def lines_of(self, row: int) -> range:
        """Return the line that an item has with those beside it."""
        line = row % self.line_count()
        return range(line, line + 1)

    def _column(self, number: int) -> Sequence[Item]:
        lines = self.line_count()
        return self.items[number * lines : (number + 1) * lines]

    def _titles(self, number: int) -> int:
        return max(cell_len(item.title) for item in self._column(number)) + 2

    def _needed(self, number: int) -> int:
        """Return the columns of the terminal in which a column is shown whole."""
        words = max(cell_len(item.words) for item in self._column(number))
        return len(MARK) + 3 + self._titles(number) + words + 1

    @property
    def shows_words(self) -> bool:
        """Whether there is room for the words of all items."""
        return sum(map(self._needed, range(self.columns))) <= self.size.width

    def _widths(self) -> list[int]:
        """Return how wide each column is: all alike, unless words need more."""
        width = self.size.width
        if not self.shows_words:
            return [width // self.columns] * self.columns
        spare = (width - sum(map(self._needed, range(self.columns)))) // self.columns
        return [self._needed(number) + spare for number in range(self.columns)]

    def draw(self, row: int, *, here: bool) -> list[Segment]:
        item, number = self.items[row], row // self.line_count()
        plain = self.get_component_rich_style("rows--here" if here else "rows--plain")
        quiet = self.get_component_rich_style("rows--here-quiet" if here else "rows--quiet")
        return [
            self.mark(here=here),
            Segment(set_cell_size(item.key, 3), quiet),
            Segment(set_cell_size(item.title, self._titles(number)), plain),
            Segment(item.words if self.shows_words else "", quiet),
        ]

    def render_line(self, y: int) -> Strip:
        strips, lines = [], self.line_count()
        for number, width in enumerate(self._widths()):
            row = number * lines + y
            blank = Strip.blank(width, self.rich_style)
            last = y >= lines or row >= len(self.items)
            strips.append(blank if last else self.drawn_row(row, width))
        return Strip.join(strips).adjust_cell_length(self.size.width, self.rich_style)

    def row_at(self, x: int, y: int) -> int | None:
        """Return the item at this place."""
        for number, width in enumerate(self._widths()):
            if x < width:
                row = number * self.line_count() + y
                return row if 0 <= y < len(self._column(number)) else None
            x -= width
        return None

    def action_change_column(self, step: int) -> None:
        """Move to the item beside this one."""
        row = self.here + step * self.line_count()
        if 0 <= row < len(self.items):
            self.here = row

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer to change the column only where there are several."""
        return action != "change_column" or self.columns > 1
