"""What stands beside the middle of a card table: any value that can draw itself."""

from functools import lru_cache
from typing import Protocol

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget


class PanelContents(Protocol):
    """What a panel shows; equal values look the same."""

    def draw(self, width: int, height: int) -> Canvas:
        """Draw it in this room."""


@lru_cache(maxsize=256)
def _placed(drawn: Canvas, left: int, top: int, width: int, height: int) -> Canvas:
    """Return a drawing at its place in a panel; whoever sees the same one shares this too."""
    canvas = Canvas(width, height)
    canvas.paste(left, top, drawn)
    return canvas


class SidePanel(CanvasWidget):
    """Shows its contents from a place of the panel on; a click may open more about them."""

    IS_SHARED = True

    contents: reactive[PanelContents | None] = reactive(None)
    """What is shown."""
    top: reactive[int] = reactive(0)
    """The row in which it begins."""
    left: reactive[int] = reactive(0)
    """The column in which it begins."""
    columns: reactive[int] = reactive(0)
    """The columns it may use; 0 for all there are."""

    class Opened(Message):
        """The panel was clicked."""

    def __init__(self, *, opens: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._opens = opens

    def draw(self) -> Canvas:
        """Draw the contents at their place."""
        width, height = self.size
        if self.contents is None:
            return Canvas(width, height)
        columns = self.columns or width - self.left
        drawn = self.contents.draw(columns, height - self.top)
        return _placed(drawn, self.left, self.top, width, height)

    def on_click(self, event: Click) -> None:
        if self._opens:
            event.stop()
            self.post_message(self.Opened())
