"""The course of a replay: its deals side by side, chances, and moves that could be better."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas, pixel_cell
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import shortened

TITLE, MARKS, LABELS = 1, 1, 1
"""The rows above and below the course."""
EIGHTHS = "▁▁▂▃▄▅▆▇█"
"""Chances in a single row."""


class Timeline(CanvasWidget):
    """Marks over the moments that matter, the course of the match, and its deals.

    With chances the course is a chart, as high as the widget; a line above says whose they are.
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

    def __init__(self, count: int, starts: Sequence[int], deal: str = "") -> None:
        super().__init__()
        self._count, self._starts, self._deal = count, tuple(starts), deal

    def _x(self, moment: int) -> int:
        return moment * (self.size.width - 1) // max(self._count - 1, 1)

    def watch_chances(self, chances: Mapping[int, float]) -> None:
        """Grow where there is room for a chart, as the screen's rules say."""
        self.set_class(bool(chances), "-chart")

    def draw(self) -> Canvas:
        """Draw the lines, or the chart."""
        width, height = self.size
        canvas = Canvas(width, height)
        rows = height - TITLE - MARKS - LABELS
        charted = bool(self.chances) and rows > 1
        top = TITLE + MARKS if charted else MARKS
        if charted:
            self._write_title(canvas)
            self._draw_chart(canvas, top, rows)
        else:
            rows = 1
            self._draw_line(canvas, top)
        if charted:
            canvas.put(self._x(self.here), top - 1, "▼", "$your-turn")
        for moment, mark in self.marks.items():
            ink = "bold $your-turn" if moment == self.here else "bold"
            canvas.put(min(self._x(moment), canvas.width - len(mark)), top - 1, mark, ink)
        self._write_deals(canvas, top + rows)
        return canvas

    def _write_title(self, canvas: Canvas) -> None:
        """Say whose chances these are, and what they are here."""
        chance = self.chances.get(self.here)
        said = "" if chance is None else f"{chance:.0%}"
        title = shortened(self.title, canvas.width - cell_len(said) - 2)
        canvas.put(0, 0, title, "$quiet")
        canvas.put(cell_len(title) + 2, 0, said, "bold $your-turn")

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
        """Draw a column for every moment, two pixels in each cell."""
        for moment in range(self._count):
            left, right = self._columns(moment)
            low, high = "$plate", self._bar(moment)
            if moment == self.here:
                low, high = "$plate-lit", "$your-turn"
            pixels = round(self.chances.get(moment, 0.0) * 2 * rows)
            for row in range(rows):
                upper, lower = 2 * (rows - row), 2 * (rows - row) - 1
                cell = pixel_cell(*(high if each <= pixels else low for each in (upper, lower)))
                canvas.rows[top + row][left:right] = [cell] * (right - left)

    def _columns(self, moment: int) -> tuple[int, int]:
        """Return the columns of a moment: its first, and the first of the next one."""
        following = moment + 1 < self._count
        return self._x(moment), self._x(moment + 1) if following else self.size.width

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
        width = max(self.size.width - 1, 1)
        self.post_message(Timeline.Clicked(round(event.x * (self._count - 1) / width)))
