"""A recorded match of any game with everything open, at one moment."""

from collections.abc import Callable
from typing import Any

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas


class OpenTable(Widget):
    """Shows a moment as its room draws it."""

    DEFAULT_CSS = "OpenTable { height: 1fr; text-wrap: nowrap; text-overflow: clip; }"

    frame: reactive[Any] = reactive(None)
    """The moment that is shown."""
    marks: reactive[Any] = reactive(None)
    """What stands beside the letter of a colour."""

    def __init__(
        self,
        drawing: Callable[[Any, int, int, Any], Canvas],
        *,
        id: str,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(id=id)
        self._draw_frame = drawing

    def render(self) -> Content:
        """Draw the moment as large as there is room for."""
        if self.frame is None:
            return Content("")
        return self._draw_frame(self.frame, self.size.width, self.size.height, self.marks).content()
