"""A small window that asks for a line of text."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label

from odin_tui.keys import binding
from odin_tui.screens.screen import OdinModal


class AskScreen(OdinModal[str | None]):
    """Closes with what was written, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "cancel", "back")]

    DEFAULT_CSS = """
    AskScreen { align: center middle; background: $background 60%; }
    AskScreen > Vertical {
        width: 48; max-width: 100%; height: auto; padding: 1 3;
        border: round $foreground; background: $background;
    }
    AskScreen Label { text-style: bold; margin-bottom: 1; }
    AskScreen Input, AskScreen Input:focus { border: none; padding: 0 1; height: 1; }
    """

    def __init__(self, question: str, answer: str = "", *, longest: int = 24) -> None:
        super().__init__()
        self._question, self._answer, self._longest = question, answer, longest

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question, markup=False)
            answer = Input(self._answer, max_length=self._longest)
            # A blinking cursor would write to the terminal for as long as the window is open.
            answer.cursor_blink = False
            yield answer

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer."""
        self.dismiss(event.value)

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
