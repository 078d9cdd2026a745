"""A recorded match of any game with everything open, at one moment."""

from collections.abc import Callable
from typing import Any

from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.surfaces import draw_oak

MARGIN, RIM = 2, 1
"""The columns at both sides of what is drawn, and the rows of the edge of the table."""


class ReplayBoard(CanvasWidget):
    """Shows a moment on the table, as its game draws it."""

    DEFAULT_CSS = "ReplayBoard { height: 1fr; }"

    frame: reactive[Any] = reactive(None)
    """The moment that is shown."""
    card_style: reactive[str] = reactive("shapes")
    """How the player likes cards to be marked."""

    def __init__(
        self,
        drawing: Callable[[Any, int, int, str], Canvas],
        *,
        id: str,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(id=id)
        self._draw_frame = drawing

    def draw(self) -> Canvas:
        """Draw the moment as large as there is room for."""
        width, height = self.size
        canvas = draw_oak(width, height).cut(0, 0, width, height)
        if self.frame is not None:
            room = width - 2 * MARGIN, height - RIM
            canvas.paste(MARGIN, RIM, self._draw_frame(self.frame, *room, self.card_style))
        return canvas
