"""What is said at a table, and a line to say something."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from odin_engine.game import Refusal
from odin_server.hall.sights import ChatLine
from odin_tui.keys import binding
from odin_tui.screens.screen import OdinModal


class ChatScreen(OdinModal[None]):
    """Closes with Escape; lines that are said meanwhile appear."""

    BINDINGS: ClassVar[list[BindingType]] = [binding("back", "close", "close")]
    DEFAULT_CSS = """
    ChatScreen { align: center bottom; background: $background 40%; }
    ChatScreen > Vertical { height: 60%; border: round $foreground; background: $background; }
    ChatScreen VerticalScroll { height: 1fr; padding: 0 1; }
    ChatScreen Input { border: none; height: 1; padding: 0 1; }
    ChatScreen #refused { color: $quiet; height: auto; padding: 0 1; }
    """

    def __init__(self, lines: tuple[ChatLine, ...], say: Callable[[str], Awaitable[None]]) -> None:
        super().__init__()
        self._lines, self._say = lines, say

    def compose(self) -> ComposeResult:
        with Vertical() as panel:
            panel.border_title = "Chat"
            with VerticalScroll(can_focus=False):
                yield Static(id="lines")
            yield Static(id="refused", markup=False)
            field = Input(placeholder="say something", max_length=240)
            field.cursor_blink = False
            yield field

    def on_mount(self) -> None:
        self.show(self._lines)

    def show(self, lines: tuple[ChatLine, ...]) -> None:
        """Show what has been said."""
        said = Content("\n").join(
            Content.assemble((f"{line.name or '·'}  ", "bold"), line.text) for line in lines
        )
        self.query_one("#lines", Static).update(said)
        self.query_one(VerticalScroll).scroll_end(animate=False)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        event.stop()
        refused = self.query_one("#refused", Static)
        try:
            if event.value.strip():
                await self._say(event.value)
        except Refusal as refusal:
            refused.update(str(refusal))
            return
        refused.update("")
        event.input.value = ""

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss()
