"""The table of a game in lines: what text mode says of it, and the moves as a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.layout import HEADING, PROMPT, plate_rows
from odin_tui.drawing.names import names_of, shortened
from odin_tui.languages.session import translations_of
from odin_tui.widgets.seat_plate import NotePlate
from odin_tui.widgets.table_frame import FrameContents, TableFrame

FEWEST_MOVES, MOST_MOVES = 3, 8
"""The rows of the list of moves."""
PREVIEW = 3
"""The rows for what the move under the cursor would lead to."""
NUMBERED = 9
"""How many moves have a digit of their own."""
MARGIN, GAP = 4, 2
"""The columns for the cursor and the digit of a move, and those between two moves."""


class LinesView(CanvasWidget):
    """Lines of text, which can be scrolled if there are more than fit."""

    DEFAULT_CSS = "LinesView { width: 1fr; padding: 0 1; }"

    lines: reactive[tuple[Content, ...]] = reactive((), always_update=True)
    """What is said."""
    top: reactive[int] = reactive(0)
    """How many rows are scrolled out at the top."""

    @property
    def _rows(self) -> list[Content]:
        return wrapped(self.lines, self.size.width - 1)

    def validate_top(self, top: int) -> int:
        return max(0, min(top, len(self._rows) - self.size.height))

    def say(self, lines: Sequence[Content]) -> None:
        """Say this from now on."""
        if len(lines) != len(self.lines) or not all(map(Content.is_same, lines, self.lines)):
            self.lines = tuple(lines)
            self.top = self.top

    def scroll_pages(self, pages: float) -> None:
        """Scroll so many times the height."""
        self.top += round(pages * max(self.size.height - 1, 1))

    def draw(self) -> Canvas:
        """Write the lines, with a mark where there are more."""
        width, height = self.size
        canvas, rows = Canvas(width, height), self._rows
        for y, line in enumerate(rows[self.top : self.top + height]):
            canvas.put_content(0, y, line)
        if self.top:
            canvas.put(width - 1, 0, "▲", "bold")
        if self.top + height < len(rows):
            canvas.put(width - 1, height - 1, "▼", "bold")
        return canvas

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.top += 2

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.top -= 2


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """The moves to choose from, in words, and the one the cursor is on."""

    labels: tuple[str, ...] = ()
    here: int = 0
    empty: str = ""
    """What is said where there is no move."""

    def columns(self, width: int) -> tuple[int, int]:
        """Return how many columns of moves fit beside each other, and how wide each is."""
        widest = max(map(cell_len, self.labels), default=0) + MARGIN + GAP
        return max(width // widest, 1), min(widest, max(width, 1))

    def first(self, width: int, height: int) -> int:
        """Return the first move of the page the cursor is on."""
        a_page = self.columns(width)[0] * max(height, 1)
        return self.here // a_page * a_page


class MoveList(CanvasWidget):
    """The moves in as many columns as fit, a page at a time."""

    DEFAULT_CSS = "MoveList { width: 1fr; padding: 0 1; }"

    choices: reactive[MoveChoices] = reactive(MoveChoices())
    """What is shown."""

    class Picked(Message):
        """A move was clicked."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def draw(self) -> Canvas:
        """Write the moves below each other, and go on in the next column."""
        width, height = self.size
        canvas, choices = Canvas(width, height), self.choices
        if not choices.labels:
            canvas.put(0, 0, choices.empty, "$quiet")
            return canvas
        columns, across = choices.columns(width)
        first = choices.first(width, height)
        for number, label in enumerate(choices.labels[first : first + columns * height], first):
            x, y = (number - first) // height * across, (number - first) % height
            here = number == choices.here
            digit = str(number + 1) if number < NUMBERED else " "
            canvas.put(x, y, "▸" if here else " ", "bold $your-turn")
            canvas.put(x + 2, y, digit, "$quiet")
            shown = shortened(label, across - MARGIN)
            canvas.put(x + MARGIN, y, shown, "bold reverse" if here else "")
        return canvas

    def on_click(self, event: Click) -> None:
        event.stop()
        width, height = self.size
        columns, across = self.choices.columns(width)
        column, row = event.x // across, event.y
        number = self.choices.first(width, height) + column * height + row
        if column < columns and row < height and number < len(self.choices.labels):
            self.post_message(self.Picked(number))


class TextPlan(NamedTuple):
    """The rows of the plates, the preview and the list of moves; the lines have the rest."""

    plates: int
    preview: int
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextContents(FrameContents):
    """A moment of a game in lines."""

    title: str
    lines: tuple[Content, ...]
    choices: MoveChoices = field(default_factory=MoveChoices)
    task: Content
    filtered: str = ""
    """What the list is filtered by."""
    preview: Content = field(default_factory=lambda: Content(""))
    previews: bool = False
    """Whether the game says what moves lead to, and so needs rows for it."""


class TextTable(TableFrame):
    """A table frame with lines in the middle, and the moves below the prompt."""

    DEFAULT_CSS = "TextTable MoveList { height: 4; } TextTable #effect { height: 0; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines, self.effect, self.moves = LinesView(), LinesView(id="effect"), MoveList()

    def middle_parts(self) -> Iterator[Widget]:
        yield self.lines

    def parts_below(self) -> Iterator[Widget]:
        yield self.effect
        yield self.moves

    def plan(self, contents: TextContents, width: int, height: int) -> TextPlan:  # noqa: ARG002
        """Give the moves a third of the rows; whoever watches has none to choose from."""
        rows = height - HEADING - PROMPT
        plates = plate_rows(rows, (25, height, height))
        if contents.table.seat is None:
            return TextPlan(plates, 0, 0)
        preview = PREVIEW if contents.previews else 0
        moves = min(max((rows - plates - preview) // 3, FEWEST_MOVES), MOST_MOVES)
        return TextPlan(plates, preview, moves)

    def apply(self, plan: TextPlan) -> None:
        """Give the parts their sizes."""
        super().apply(plan)
        self.effect.styles.height = plan.preview
        self.moves.styles.height = plan.moves

    def show_parts(
        self,
        contents: TextContents,
        before: TextContents | None,
        plan: TextPlan,  # noqa: ARG002 - sizes alone depend on it
    ) -> None:
        """Show every part."""
        self.moves.choices = contents.choices
        self.effect.say([contents.preview])
        self.show_prompt(contents, contents.task, Content.styled(contents.filtered, "$quiet"))
        if before is not None and before == replace(
            contents,
            choices=before.choices,
            preview=before.preview,
            filtered=before.filtered,
        ):
            return  # Only the cursor has moved, which is what most keys do.
        self.lines.say(contents.lines)
        tr, table = translations_of(self), contents.table
        names = names_of(table, tr)
        points = getattr(table.match, "points", None)
        self.show_heading(contents, Content.styled(contents.title, "bold"))
        self.show_plates(
            contents,
            lambda seat: NotePlate.at(
                table,
                seat,
                names[seat],
                contents.now,
                points=None if points is None else points[seat],
                tr=tr,
            ),
        )
