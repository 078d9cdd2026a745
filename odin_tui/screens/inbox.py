"""The inbox of somebody in a hall: matches by correspondence that wait, and some that are over."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import ScreenResume
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_server.hall.inbox import EntryKind, InboxEntry
from odin_tui.inbox_text import entry_title, entry_words, news_of
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.navigation import replay
from odin_tui.screens.challenge import ask_for_answer, ask_whom
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Page, Plate, Title

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

NEW, SEEN = "● ", "  "


class InboxScreen(OdinScreen[None]):
    """A list, the most urgent first; below it, what has happened at the table under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("hall.challenge", "challenge", N_("challenge")),
        binding("back", "back", N_("back")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    InboxScreen #empty { padding: 0 3; height: auto; }
    InboxScreen #news { padding: 1 3 0 3; height: auto; max-height: 16; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[InboxEntry, ...] = ()

    @property
    def hall_app(self) -> "HallApp":
        """The app, with what it can do in a hall."""
        from odin_tui.hall_app import HallApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, HallApp)  # noqa: S101 - no other app shows this screen
        return self.app

    def compose(self) -> ComposeResult:
        empty = self.tr.gettext(
            "Your inbox is empty.\n\n"
            "Challenge somebody ({key}), or open a table with days for a move. Then this page "
            "tells what has happened, and which match waits for you."
        ).format(key=self.odin.key_of("hall.challenge"))
        with Page():
            yield Title(self.tr.gettext("Inbox"))
            with Plate():
                yield Menu()
                yield Static(empty, id="empty", markup=False)
            yield Static(id="news", markup=False)
        yield KeyFooter()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Show what waits now; what is new is so until the page is opened again."""
        self._show()

    def _show(self) -> None:
        self._entries = self.odin.hall.inbox.entries(self.odin.player)
        menu = self.query_one(Menu)
        menu.show(self._items())
        menu.display = bool(self._entries)
        self.query_one("#empty").display = not self._entries
        self._show_news()
        self.call_later(self._mark_read)

    async def _mark_read(self) -> None:
        try:
            await self.odin.hall.inbox.mark_read(self.odin.player)
        except Refusal as refusal:
            self.odin.show_refusal(refusal)

    def _items(self) -> list[Item]:
        player, now, tr = self.odin.player, self.odin.hall.now(), self.tr
        return [
            Item(
                str(number),
                (NEW if entry.unread else SEEN) + entry_title(entry, player, tr),
                entry_words(entry, player, now, tr),
            )
            for number, entry in enumerate(self._entries)
        ]

    def on_rows_moved(self) -> None:
        """Tell what has happened at the table that the cursor is on."""
        self._show_news()

    def _show_news(self) -> None:
        here = self.query_one(Menu).here
        entry = self._entries[here] if here < len(self._entries) else None
        lines: list[str] = []
        if entry is not None and entry.table is not None:
            lines = news_of(self.odin.hall, self.odin.player, entry.table.code, self.tr)
        if lines:
            lines = [self.tr.gettext("Since your last visit:"), *lines]
        self.query_one("#news", Static).update("\n".join(lines))

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Go to the table, or look at the match that is over."""
        message.stop()
        entry = self._entries[int(message.item.id)]
        if entry.kind is EntryKind.CHALLENGE:
            title = entry_title(entry, self.odin.player, self.tr)
            ask_for_answer(self.hall_app, entry, title, self._show)
        elif entry.match is not None:
            await replay(self.odin, entry.match.id)
        elif entry.table is not None:
            await self.odin.continue_table(entry.table.code)

    def action_challenge(self) -> None:
        """Challenge somebody."""
        ask_whom(self.hall_app)

    def action_back(self) -> None:
        """Go back to the hall."""
        self.dismiss()
