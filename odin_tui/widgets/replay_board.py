"""A recorded match of any game with everything open, at one moment."""

from collections.abc import Callable
from typing import Any

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas


class ReplayBoard(Widget):
    """Shows a moment as its game draws it."""

    DEFAULT_CSS = "ReplayBoard { height: 1fr; text-wrap: nowrap; text-overflow: clip; }"

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

    def render(self) -> Content:
        """Draw the moment as large as there is room for."""
        if self.frame is None:
            return Content("")
        return self._draw_frame(self.frame, *self.size, self.card_style).content()
