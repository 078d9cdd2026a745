"""The chances of the move that was played, and of the better one, as bars."""

from rich.cells import cell_len
from textual.reactive import reactive

from odin_tui.drawing.bars import draw_share
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.languages.numbers import percent
from odin_tui.languages.session import translations_of

PERCENT = 5
"""The columns of a percentage, with a gap before it."""


class VerdictBars(CanvasWidget):
    """Two bars, one below the other; the second only where another move is better."""

    DEFAULT_CSS = "VerdictBars { height: 2; }"

    played: reactive[float | None] = reactive(None)
    """The chance after the move that was played; None if it is not known."""
    better: reactive[float | None] = reactive(None)
    """The chance after the better move; None if there is none."""

    def draw(self) -> Canvas:
        """Draw the bars beside what they stand for."""
        canvas, tr = Canvas(*self.size), translations_of(self)
        labels = tr.pgettext("a move", "played"), tr.pgettext("a move", "better")
        left = max(map(cell_len, labels)) + 2
        width = canvas.width - left - PERCENT
        rows = zip(labels, (self.played, self.better), ("$quiet", "$foreground"), strict=True)
        for y, (label, chance, tone) in enumerate(rows):
            if chance is not None:
                canvas.put(0, y, label, f"bold {tone}" if y else tone)
                draw_share(canvas, left, y, width, chance, tone)
                said = percent(chance, tr)
                canvas.put(canvas.width - len(said), y, said, f"bold {tone}")
        return canvas
