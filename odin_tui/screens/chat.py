"""A screen on which people can talk, at a table or in the hall."""

from abc import abstractmethod

from textual.events import Resize

from odin_server.hall import Announcement, ChatEntry
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.chat_panel import ChatPanel

FEWEST_ROWS, MOST_ROWS = 8, 16
"""Rows of the panel."""


class ChatScreen(OdinScreen[None]):
    """Opens a chat panel over itself, and stays alive below it."""

    DEFAULT_CSS = "ChatScreen { layers: default chat; }"

    def __init__(self) -> None:
        super().__init__()
        self.chat_panel: ChatPanel | None = None
        """The panel, while it is open."""

    async def retranslate(self) -> None:
        """Compose the screen anew, without the panel."""
        self.chat_panel = None
        await super().retranslate()

    # -- what the screen says ---------------------------------------------------------------

    @abstractmethod
    async def say(self, text: str) -> None:
        """Say something to the others; raise `Refusal` if that cannot be said."""

    @abstractmethod
    def said(self) -> tuple[tuple[ChatEntry, ...], Announcement | None]:
        """Return what was said, and an announcement that has to stay in sight."""

    def rows_for_chat(self) -> tuple[int, int]:
        """Return the first row the panel may cover, and the first below it that it may not."""
        return 0, self.app.size.height - 1

    @abstractmethod
    def focus_again(self) -> None:
        """Give the keys back to what had them before the chat was opened."""

    # -- the panel --------------------------------------------------------------------------

    def open_chat(self) -> None:
        """Open the panel, or go back to it."""
        if self.chat_panel is not None:
            self.chat_panel.query_one("LineInput").focus()
            return
        panel = self.chat_panel = ChatPanel(self._say_or_do)
        tr, keys = self.tr, self.odin.key_of
        panel.name_keys(
            ("enter", tr.gettext("say it")),
            (f"{keys('chat.older')}/{keys('chat.newer')}", tr.gettext("older, newer")),
            (keys("back"), tr.gettext("close")),
        )
        self._place(panel)
        self.mount(panel)
        self.show_chat()

    async def _say_or_do(self, text: str) -> str | None:
        """Say a line, or do what it asks for and return what is said of that."""
        people = self.odin.people
        if people is not None and (command := people.command_in(text)) is not None:
            return await people.run(*command, self.tr)
        await self.say(text)
        return None

    def show_chat(self) -> None:
        """Show what has been said meanwhile, if the panel is open."""
        if self.chat_panel is not None:
            self.chat_panel.show(*self.said())

    def _place(self, panel: ChatPanel) -> None:
        top, end = self.rows_for_chat()
        if end - top < FEWEST_ROWS:
            top, end = ChatScreen.rows_for_chat(self)
        panel.place(top, end - top if end - top <= MOST_ROWS + 2 else MOST_ROWS)

    def on_resize(self, event: Resize) -> None:
        """Place the panel anew when the layout below it is made."""
        super().on_resize(event)
        self.call_after_refresh(self._place_again)

    def _place_again(self) -> None:
        if self.chat_panel is not None:
            self._place(self.chat_panel)

    def on_chat_panel_closed(self, message: ChatPanel.Closed) -> None:
        """Close the panel."""
        message.stop()
        panel, self.chat_panel = self.chat_panel, None
        if panel is not None:
            self.focus_again()
            panel.remove()
