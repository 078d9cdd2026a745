"""A list of lines, some of which can be chosen and others only read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.message import Message

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line; without an id it is a heading. The text comes translated."""

    id: str
    text: str
    own: bool = False
    """Whether it is about the reader."""
    quiet: bool = False


class ListRows(Rows):
    """Lines below each other; it posts `ListRows.Chosen`."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("menu.choose", "choose", N_("choose"))]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--own"}
    DEFAULT_CSS = "ListRows { .rows--own { color: $your-turn; text-style: bold; } }"

    class Chosen(Message):
        """Somebody has chosen a line."""

        def __init__(self, line: ListLine) -> None:
            super().__init__()
            self.line = line

    def __init__(self, *lines: ListLine, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.lines: Sequence[ListLine] = lines

    def show(self, lines: Sequence[ListLine]) -> None:
        """Show other lines; the cursor stays with the line it was on."""
        kept = self.lines[self.here].id if self.lines else ""
        self.lines = lines
        self.rows_changed()
        self.here = next((i for i, each in enumerate(lines) if each.id == kept != ""), self.here)
        if lines and not self.can_stand(self.here):
            self.action_move(1)

    def row_count(self) -> int:
        return len(self.lines)

    def can_stand(self, row: int) -> bool:
        return bool(self.lines[row].id)

    def draw(self, row: int, *, here: bool) -> list[Segment]:
        line = self.lines[row]
        if here:
            style = "rows--here"
        elif line.own:
            style = "rows--own"
        else:
            style = "rows--quiet" if line.quiet or not line.id else "rows--plain"
        return [self.mark(here=here), Segment(line.text, self.get_component_rich_style(style))]

    def action_choose(self) -> None:
        """Choose the line under the cursor."""
        if self.lines and self.can_stand(self.here):
            self.post_message(ListRows.Chosen(self.lines[self.here]))
