"""A list of things to choose from: arrows, numbers, letters or the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import BindingType
from textual.message import Message

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.widgets.rows import MARK, Rows


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to choose: its id, its title, a few quiet words, and the letter that picks it."""

    id: str
    title: str
    words: str = ""
    key: str = ""


class Menu(Rows):
    """A menu; it posts `Menu.Chosen`. The texts of its items come translated."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("menu.choose", "choose", N_("choose"))]

    class Chosen(Message):
        """Somebody has chosen an item."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    def __init__(self, *items: Item, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.items: Sequence[Item] = items

    def show(self, items: Sequence[Item]) -> None:
        """Offer other things; the cursor stays on the item it was on, if that is still there."""
        kept = self.items[self.here].id if self.items else ""
        self.items = items
        self.rows_changed()
        self.here = next((i for i, item in enumerate(items) if item.id == kept), self.here)

    def row_count(self) -> int:
        return len(self.items)

    @property
    def columns_needed(self) -> int:
        """The columns in which every item is shown whole."""
        keys = max(cell_len(each.key) for each in self.items)
        titles = max(cell_len(each.title) for each in self.items)
        words = max(cell_len(each.words) for each in self.items)
        return len(MARK) + (keys + 2 if keys else 0) + titles + (3 + words if words else 0)

    def draw(self, row: int, *, here: bool) -> list[Segment]:
        item = self.items[row]
        plain = self.get_component_rich_style("rows--here" if here else "rows--plain")
        quiet = self.get_component_rich_style("rows--here-quiet" if here else "rows--quiet")
        keys = max(cell_len(each.key) for each in self.items)
        titles = max(cell_len(each.title) for each in self.items)
        return [
            self.mark(here=here),
            Segment(set_cell_size(item.key, keys + 2) if keys else "", quiet),
            Segment(set_cell_size(item.title, titles + 3), plain),
            Segment(item.words, quiet),
        ]

    def action_choose(self) -> None:
        if self.items:
            self.post_message(Menu.Chosen(self.items[self.here]))

    def action_number(self, number: int) -> None:
        """Choose by number."""
        if number <= len(self.items):
            self.here = number - 1
            self.action_choose()
