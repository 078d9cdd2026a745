"""What is shown while the terminal is too small for a table."""

from textual.app import ComposeResult
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from odin_tui.languages.session import translations_of
from odin_tui.screens.screen import SMALLEST, ClosesOnce


def fits(size: Size) -> bool:
    """Return whether a terminal of this size is large enough to play on."""
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height


class TooSmallScreen(ClosesOnce[None]):
    """Covers whatever was there, says what is missing, and goes away when it fits."""

    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; background: $page; }
    TooSmallScreen Static { width: 100%; text-align: center; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._leaving = False

    def compose(self) -> ComposeResult:
        yield Static()

    def on_resize(self, event: Resize) -> None:
        self._look_again(event.size)

    def on_screen_resume(self, _event: ScreenResume) -> None:
        # A window that was opened over this screen may close after the terminal has grown.
        self._look_again(self.app.size)

    def _look_again(self, size: Size) -> None:
        if fits(size):
            if self.app.screen is self and not self._leaving:
                self._leaving = True
                self.dismiss()
            return
        text = translations_of(self).gettext(
            "odin needs {least_width} × {least_height}\nthis window is {width} × {height}\n\n"
            "Make the window larger,\nor the font smaller."
        )
        self.query_one(Static).update(
            text.format(
                least_width=SMALLEST.width,
                least_height=SMALLEST.height,
                width=size.width,
                height=size.height,
            )
        )
