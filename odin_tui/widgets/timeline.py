"""The course of a replay: its deals side by side, chances, and moves that could be better."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.cells import Cell
from odin_tui.drawing.names import shortened
from odin_tui.languages import N_
from odin_tui.languages.numbers import percent
from odin_tui.languages.session import translations_of

CHANCES = N_("{name}: chance to win the match, move by move")
"""Says whose chances a chart shows."""
TITLE, MARKS, LABELS = 1, 1, 1
"""The rows above and below the course."""
AXIS = 4
"""The columns of the percentages beside a chart."""
EIGHTHS = "▁▁▂▃▄▅▆▇█"
"""Chances in a single row, and the top of a column of the chart."""
CHART_ROWS = ((48, 10), (36, 7), (30, 4), (24, 2))
"""The rows that a screen has at least, and those of its chart; lower ones have none."""


class Timeline(CanvasWidget):
    """Marks over the moments that matter, the course of the match, and its deals.

    With chances the course is a chart with an axis of percentages; a line above says whose they
    are, and a dotted one what everybody's chance would be if all were alike.
    """

    DEFAULT_CSS = "Timeline { height: 3; width: 1fr; }"

    here: reactive[int] = reactive(0)
    """The moment that is shown."""
    marks: reactive[Mapping[int, str]] = reactive(dict[int, str])
    """The moments with a mark above them, such as ??."""
    chances: reactive[Mapping[int, float]] = reactive(dict[int, float])
    """The chance to win of somebody at a moment, from 0 to 1, where it is known."""
    title: reactive[str] = reactive("")
    """Whose chances these are."""

    class Clicked(Message):
        """A moment was clicked."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(
        self,
        count: int,
        starts: Sequence[int],
        deal: str = "",
        seats: int = 2,
        chart_rows: Sequence[tuple[int, int]] = CHART_ROWS,
    ) -> None:
        super().__init__()
        self._chart_rows = chart_rows
        self._count, self._starts, self._deal = count, tuple(starts), deal
        self._even = 1 / seats

    def watch_chances(self, chances: Mapping[int, float]) -> None:
        """Grow where there is room for a chart."""
        height = self.screen.size.height if chances else 0
        chart = next((rows for least, rows in self._chart_rows if height >= least), 0)
        self.styles.height = TITLE + MARKS + chart + LABELS if chart else MARKS + 1 + LABELS

    def on_resize(self) -> None:
        """Grow or shrink with the screen."""
        self.watch_chances(self.chances)

    # -- where things are -------------------------------------------------------------------

    @property
    def _rows(self) -> int:
        """The rows of the chart; 0 where the course is a line."""
        rows = self.size.height - TITLE - MARKS - LABELS
        return rows if self.chances and rows > 1 else 0

    @property
    def _left(self) -> int:
        return AXIS if self._rows else 0

    def _x(self, moment: int) -> int:
        room = self.size.width - self._left - 1
        return self._left + moment * room // max(self._count - 1, 1)

    def _columns(self, moment: int) -> tuple[int, int]:
        """Return the columns of a moment: its first, and the first of the next one."""
        following = moment + 1 < self._count
        return self._x(moment), self._x(moment + 1) if following else self.size.width

    # -- drawing ----------------------------------------------------------------------------

    def draw(self) -> Canvas:
        """Draw the lines, or the chart."""
        canvas, rows = Canvas(*self.size), self._rows
        top = TITLE + MARKS if rows else MARKS
        if rows:
            self._write_title(canvas)
            self._draw_chart(canvas, top, rows)
            self._draw_axis(canvas, top, rows)
            canvas.put(self._x(self.here), top - 1, "▼", "$your-turn")
        else:
            self._draw_line(canvas, top)
        for moment, mark in self.marks.items():
            ink = "bold $your-turn" if moment == self.here else "bold"
            canvas.put(max(self._x(moment) - len(mark) + 1, 0), top - 1, mark, ink)
        self._write_deals(canvas, top + (rows or 1))
        return canvas

    def _write_title(self, canvas: Canvas) -> None:
        """Say whose chances these are, and what they are here."""
        chance = self.chances.get(self.here)
        said = "" if chance is None else percent(chance, translations_of(self))
        title = shortened(self.title, canvas.width - AXIS - cell_len(said) - 2)
        canvas.put(AXIS, 0, title, "$quiet")
        canvas.put(AXIS + cell_len(title) + 2, 0, said, "bold $your-turn")

    def _draw_line(self, canvas: Canvas, y: int) -> None:
        """Draw the course in one row; where a chance is known, as high as that."""
        canvas.put(0, y, "─" * canvas.width, "$quiet")
        for start in self._starts:
            canvas.put(self._x(start), y, "┬", "$quiet")
        for moment, chance in self.chances.items():
            left, right = self._columns(moment)
            letter = EIGHTHS[round(chance * (len(EIGHTHS) - 1))]
            canvas.put(left, y, letter * (right - left), self._bar(moment))
        canvas.put(self._x(self.here), y, "█", "$your-turn")

    def _draw_chart(self, canvas: Canvas, top: int, rows: int) -> None:
        """Draw a column for every moment, in eighths of a cell."""
        for moment in range(self._count):
            left, right = self._columns(moment)
            low, high = "$plate", self._bar(moment)
            if moment == self.here:
                low, high = "$plate-lit", "$your-turn"
            eighths = round(self.chances.get(moment, 0.0) * 8 * rows)
            for row in range(rows):
                filled = max(0, min(eighths - 8 * (rows - 1 - row), 8))
                canvas.rows[top + row][left:right] = [_column(filled, high, low)] * (right - left)

    def _draw_axis(self, canvas: Canvas, top: int, rows: int) -> None:
        """Write percentages beside the chart, and draw lines where chances are even, and deals."""
        even = min(int((1 - self._even) * rows), rows - 1)
        labels = {rows - 1: "0", even: f"{self._even * 100:.0f}", 0: "100"}
        if even in (0, rows - 1):
            labels |= {0: "100", rows - 1: "0"}
        for row, label in labels.items():
            canvas.put(AXIS - 1 - len(label), top + row, label, "$quiet")
        if even not in (0, rows - 1):
            for x in range(AXIS, canvas.width):
                _put_line(canvas, x, top + even, "┄")
        for start in self._starts[1:]:
            for row in range(rows):
                _put_line(canvas, self._x(start), top + row, "┊")

    def _bar(self, moment: int) -> str:
        """Return the tone of a moment: bright in the deal that is shown."""
        first = max(start for start in self._starts if start <= self.here)
        last = next((start for start in self._starts if start > self.here), self._count)
        return "$bar-2" if first <= moment < last else "$bar-1"

    def _write_deals(self, canvas: Canvas, y: int) -> None:
        """Name every deal at its start, if there is room for the names, else with its number."""
        named = [self._deal.format(number=number + 1) for number in range(len(self._starts))]
        roomy = self._deal and sum(map(cell_len, named)) + 3 * len(named) < canvas.width
        free = 0
        for number, start in enumerate(self._starts):
            label, x = named[number] if roomy else str(number + 1), self._x(start)
            if x >= free:
                end = self._starts[number + 1] if number + 1 < len(self._starts) else self._count
                ink = "bold" if start <= self.here < end else "$quiet"
                canvas.put(x, y, label, ink)
                free = x + cell_len(label)

    def on_click(self, event: Click) -> None:
        """Go where the mouse points."""
        width = max(self.size.width - self._left - 1, 1)
        moment = round((event.x - self._left) * (self._count - 1) / width)
        self.post_message(Timeline.Clicked(max(moment, 0)))


def _column(filled: int, high: str, low: str) -> Cell:
    """Return a cell of which so many eighths are filled, from below."""
    if filled in (0, 8):
        return " ", "", high if filled else low
    return EIGHTHS[filled], high, low


def _put_line(canvas: Canvas, x: int, y: int, letter: str) -> None:
    """Draw a part of a thin line where nothing else is, but not over the moment shown."""
    there, _, ground = canvas.rows[y][x]
    if there in " ┄" and ground not in ("$your-turn", "$plate-lit"):
        canvas.put(x, y, letter, "$line")
