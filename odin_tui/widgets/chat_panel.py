"""What is said, and a row to say something: a panel over a part of a screen."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from odin_engine.game import Refusal
from odin_server.hall import Announcement, ChatEntry
from odin_tui.drawing.labels import key_cap
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.messages import refusal_text
from odin_tui.widgets.chat_log import ChatLog
from odin_tui.widgets.line_input import LineInput
from odin_tui.widgets.page import Plate

LONGEST = 240
"""Letters that can be said at once."""


class ChatPanel(Plate):
    """Shows lines as they are said; the screen around it stays in sight and goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("back", "close", N_("close chat")),
        binding("chat.older", "look_back(1)", N_("older")),
        binding("chat.newer", "look_back(-1)", N_("newer")),
    ]
    DEFAULT_CSS = """
    ChatPanel {
        layer: chat; dock: top; max-height: 100%; padding: 0 1;
        ChatLog { height: 1fr; }
        #refused { color: $quiet; height: auto; max-height: 2; }
        #field { height: 1; }
        #mark { width: 2; height: 1; dock: left; background: $page; color: $your-turn; }
        LineInput { padding: 0; width: 1fr; }
        #keys { height: 1; color: $quiet; }
    }
    """

    class Closed(Message):
        """The player has closed the chat."""

    def __init__(self, say: Callable[[str], Awaitable[str | None]]) -> None:
        """Say lines by `say`, which returns what to answer if a line was a command."""
        super().__init__()
        self._say = say
        self._log, self._refused = ChatLog(), Static(id="refused", markup=False)
        self._keys = Static(id="keys")

    def compose(self) -> ComposeResult:
        title = translations_of(self).gettext("Chat")
        yield Static(Content.styled(title, "bold"), id="title")
        yield self._log
        yield self._refused
        with Vertical(id="field"):
            yield Static("❯", id="mark", markup=False)
            placeholder = translations_of(self).gettext("say something")
            yield LineInput(placeholder=placeholder, max_length=LONGEST)
        yield self._keys

    def on_mount(self) -> None:
        self._refused.display = False
        self.query_one(LineInput).focus()

    def place(self, top: int, height: int) -> None:
        """Take so many rows of the screen, from one on."""
        self.styles.offset, self.styles.height = (0, top), height

    def show(self, lines: tuple[ChatEntry, ...], pinned: Announcement | None = None) -> None:
        """Show what has been said, and an announcement that stays above it."""
        self._log.lines, self._log.pinned = lines, pinned

    def name_keys(self, *keys: tuple[str, str]) -> None:
        """Show keys and what they do in the last row; the labels come translated."""
        hints = (Content.assemble(key_cap(key), f" {words}") for key, words in keys)
        self._keys.update(Content("  ").join(hints))

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it, or show why it cannot be said."""
        event.stop()
        told: str | None = None
        try:
            if event.value.strip():
                told = await self._say(event.value)
        except Refusal as refusal:
            told = refusal_text(refusal, translations_of(self))
        else:
            event.input.value = ""
            self._log.back = 0
        self._refused.update(told or "")
        self._refused.display = bool(told)

    def action_look_back(self, pages: int) -> None:
        """Look at older lines, or at newer ones again."""
        self._log.look_back(pages)

    def action_close(self) -> None:
        """Go back to what is below."""
        self.post_message(self.Closed())
