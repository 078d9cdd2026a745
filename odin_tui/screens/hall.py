"""The hall over SSH: who is here, which tables there are, and what is being said."""

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from odin_server.hall import Announcement, ChatEntry, LobbySession, Person, TableListing
from odin_server.hall.views import is_guest
from odin_tui.catalogue import PLAYABLE, about_games_briefly, chosen_game, next_game
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.drawing.names import written_time
from odin_tui.hall_news import open_inbox, tell_of_inbox
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.numbers import decimal
from odin_tui.languages.reading import is_right_to_left
from odin_tui.screens.chat import MOST_ROWS, ChatScreen
from odin_tui.screens.hall_people import people_list
from odin_tui.screens.hall_tables import table_item
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.widgets.chat_log import ChatLog
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.hall_menu import HallMenu, TableItem
from odin_tui.widgets.menu import Item, Menu
from odin_tui.widgets.page import Plate
from odin_tui.widgets.painting import HallPainting
from odin_tui.widgets.people_list import PeopleList

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

MOST_TABLES = 40
QUICKEST, FOR_EACH = 0.2, 0.02
"""Seconds before news are shown, at least and for each person in the hall."""
PAINTING_ROWS = {40: 9, 28: 8, 23: 5, 0: 1}
"""The rows of the painting, by those that the screen has at least."""
ROWS_FOR_PLATES = 28
"""The rows from which plates of tables have three."""
ROWS_OF_A_LINE = 4
"""Rows of a line beside the list; the chat shows all of it."""
ACTIONS = {
    "quick": (N_("quick"), N_("Quick game"), N_("an open seat, or bots")),
    "new": (N_("new"), N_("New table"), N_("for friends or anyone")),
    "game": (N_("game"), N_("Game"), ""),
    "inbox": (N_("inbox"), N_("Inbox"), N_("matches and challenges")),
    "join": (N_("join"), N_("Join with a code"), N_("from an invitation")),
    "chat": (N_("chat"), N_("Talk"), N_("chat with everyone here")),
    "daily": (N_("daily deal"), N_("Daily deal"), N_("one a day for everybody")),
    "tournaments": (N_("tournaments"), N_("Tournaments"), N_("Swiss and knock-out")),
    "more": (N_("more"), N_("More"), N_("puzzles, lesson, rules …")),
    "settings": (N_("settings"), N_("Settings"), N_("name, theme, cards, keys")),
    "quit": (N_("quit"), N_("Leave"), ""),
}
"""What the list offers below the tables: the label of its key, its title and a few words."""


class HallScreen(ChatScreen):
    """One list: my unfinished matches, then open tables, then what else can be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            binding(f"hall.{name}", f"go('{name}')", label, show=False)
            for name, (label, _title, _words) in ACTIONS.items()
        ),
        binding("hall.leaderboard", "go('leaderboard')", N_("leaderboard"), show=False),
        binding("hall.watch", "watch", N_("watch")),
        binding("hall.challenge", "challenge", N_("challenge")),
        binding("list.give_up", "give_up", N_("give up")),
        binding("language", "app.choose_language", N_("language")),
        binding("hall.people", "people", N_("people")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    HallScreen Horizontal { height: 1fr; padding: 0 1; }
    HallScreen #list { width: 1fr; }
    HallScreen #tables-title { padding: 0 2; display: none; }
    HallScreen.-medium #tables-title, HallScreen.-large #tables-title { display: block; }
    HallScreen HallMenu { width: 100%; height: 1fr; }
    HallScreen #beside { width: 34%; max-width: 27; margin-left: 1; }
    HallScreen #people { height: 6; padding: 0 1; }
    HallScreen #talk { height: 1fr; }
    HallScreen #talk-title { height: 1; text-style: bold; }
    HallScreen #chat-log { height: 1fr; width: 100%; }
    HallScreen #message { height: auto; max-height: 3; padding: 0 2; color: $quiet; }
    HallScreen.-medium #beside { width: 36; max-width: 36; }
    HallScreen.-medium #people { height: 9; }
    HallScreen.-large #people { height: 17; }
    HallScreen.-large #beside { width: 52; max-width: 52; }
    """

    class Changed(Message):
        """Something in the hall has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._news: Timer | None = None
        self._unread = -1
        """How much was new in the inbox when it was last looked at; below 0 before that."""

    @property
    def hall_app(self) -> "HallApp":
        """The app, with what it can do in a hall."""
        from odin_tui.hall_app import HallApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, HallApp)  # noqa: S101 - no other app shows this screen
        return self.app

    def compose(self) -> ComposeResult:
        painting, menu = HallPainting(), HallMenu(*self._items())
        _give_rows(painting, menu, self.app.size.height)
        yield painting
        with Horizontal():
            with Vertical(id="list"):
                yield TextLine(id="tables-title")
                yield menu
            with Vertical(id="beside"):
                yield PeopleList(id="people")
                with Plate(id="talk"):
                    yield Static(self.tr.gettext("Talk"), id="talk-title", markup=False)
                    yield ChatLog(most_rows=ROWS_OF_A_LINE, id="chat-log")
        yield Static(self.odin.notice, id="message", markup=False)
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Give the painting and the plates of tables the rows there are for them."""
        super().on_resize(event)
        painting, menu = self.query_one(HallPainting), self.query_one(HallMenu)
        _give_rows(painting, menu, event.size.height)

    def on_mount(self) -> None:
        self.attend(self.hall_app.lobby_session)

    def attend(self, lobby_session: LobbySession) -> None:
        """Follow what happens in the hall."""
        lobby_session.on_change = lambda: self.tell(self.Changed())
        self._show()

    def catch_up(self) -> None:
        """Show what has changed while another screen was on top."""
        self.attend(self.hall_app.lobby_session)

    def on_hall_screen_changed(self) -> None:
        """Show the change soon; in a full hall later, since everyone there has it painted."""
        if self._news is None:
            people = len(self.hall_app.lobby_session.people)
            self._news = self.set_timer(max(QUICKEST, people * FOR_EACH), self._show)

    def _show(self) -> None:
        if self._news is not None:
            self._news.stop()
            self._news = None
        if not self.is_on_top:
            return
        lobby_session = self.hall_app.lobby_session
        self.show_chat()
        people = lobby_session.people
        heading = self.tr.gettext("The hall · {name} · {count} here")
        name = self.odin.player.name
        painting = self.query_one(HallPainting)
        painting.from_right = is_right_to_left(self.tr)
        painting.heading = heading.format(name=name, count=len(people))
        self.query_one(PeopleList).people = people_list(
            people, self.odin.player.id, self._rating, self.tr
        )
        chat_log = self.query_one("#chat-log", ChatLog)
        chat_log.lines, chat_log.pinned = self.said()
        items, menu = self._items(), self.query_one(Menu)
        tables = sum(isinstance(item, TableItem) for item in items)
        title = Content.assemble((self.tr.gettext("Tables"), "bold"), (f" {tables}", "$quiet"))
        self.query_one("#tables-title", TextLine).say(title)
        if items != menu.items:
            menu.show(items)
            self.refresh_bindings()
        unread, self._unread = self._unread, self.odin.hall.inbox.unread(self.odin.player)
        if self._unread > unread >= 0:
            tell_of_inbox(self.hall_app)

    def _rating(self, person: Person) -> str:
        """Return somebody's rating in the chosen game; empty before the first rated match."""
        found = self.odin.hall.rating(person, chosen_game(self.odin.settings))
        return "" if found is None else decimal(found.ordinal, 1, self.tr)

    # -- the list ---------------------------------------------------------------------------

    def _items(self) -> list[Item]:
        lobby_session = self.hall_app.lobby_session
        mine = lobby_session.unfinished
        own = {table.id for table in mine}
        tr = self.tr
        items: list[Item] = [
            table_item(table, tr, mine=True, turn=self._turn(table)) for table in mine
        ]
        items += [
            table_item(table, tr, mine=False)
            for table in lobby_session.tables[:MOST_TABLES]
            if table.id not in own
        ]
        for name, (_label, title, words) in ACTIONS.items():
            if name == "game" and len(PLAYABLE) == 1:
                continue
            if name == "inbox" and is_guest(self.odin.player.id):
                continue
            about = about_games_briefly(self.odin.settings, tr) if name == "game" else ""
            about = tr.gettext(words) if words else about
            if name == "inbox" and (unread := self.odin.hall.inbox.unread(self.odin.player)):
                about = tr.ngettext("{count} new", "{count} new", unread).format(count=unread)
            key = self.odin.key_of(f"hall.{name}")
            items.append(Item(name, tr.gettext(title), about, key))
        return items

    def _turn(self, table: TableListing) -> str:
        """Return how long it is the player's turn by correspondence; empty if it is not."""
        deadline = table.waits_for.get(self.odin.player.id)
        if not table.by_correspondence or deadline is None:
            return ""
        left = written_time(deadline - self.odin.hall.now())
        return self.tr.gettext("your turn, {time} left").format(time=left)

    def _table_here(self) -> str | None:
        # The footer asks even before there is a menu.
        for menu in self.query(Menu):
            kind, _, code = menu.items[menu.here].id.partition(" ")
            return code if kind == "table" else None
        return None

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Sit down at the table that was chosen, or watch it if it is full; or do the action."""
        kind, _, code = message.item.id.partition(" ")
        if kind != "table":
            await self.action_go(kind)
            return
        app = self.hall_app
        listing = next(
            (
                t
                for t in (*app.lobby_session.unfinished, *app.lobby_session.tables)
                if t.code == code
            ),
            None,
        )
        mine = any(table.code == code for table in app.lobby_session.unfinished)
        if listing is None or mine or listing.free:
            await app.continue_table(code)
        else:
            await app.watch_table(code)

    def action_challenge(self) -> None:
        """Challenge somebody who is here, or anybody by name."""
        from odin_tui.screens.challenge import ask_whom  # noqa: PLC0415 - when wanted

        ask_whom(self.hall_app)

    async def action_watch(self) -> None:
        """Watch the table under the cursor."""
        code = self._table_here()
        if code is not None:
            await self.hall_app.watch_table(code)

    def on_rows_moved(self) -> None:
        """Offer to give a match up only where the cursor is on one of one's own."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        return action != "give_up" or self._own_match_here() is not None

    def _own_match_here(self) -> TableListing | None:
        """Return the table under the cursor if nobody else has a seat there."""
        code = self._table_here()
        if code is None:
            return None
        unfinished = self.hall_app.lobby_session.unfinished
        return next((t for t in unfinished if t.code == code and t.people == 1), None)

    def action_give_up(self) -> None:
        """Ask whether the match under the cursor may be closed for good."""
        table = self._own_match_here()
        if table is not None:
            from odin_tui.screens.give_up import ask_to_give_up  # noqa: PLC0415 - when wanted

            ask_to_give_up(self.hall_app, table, self._show)

    def action_people(self) -> None:
        """Report or ignore somebody."""
        from odin_tui.screens.people import PeopleMenu  # noqa: PLC0415 - loaded when wanted

        actions = self.hall_app.people
        if actions is not None:
            PeopleMenu(self.hall_app, actions).open(actions.others())

    async def action_go(self, where: str) -> None:
        """Do one of the things a hall is for."""
        app = self.hall_app
        match where:
            case "game":
                app.change_settings(next_game(app.settings))
                self.query_one(Menu).show(self._items())
            case "quick":
                await app.play_at_once()
            case "join":
                app.push_screen(TextPromptScreen(self.tr.gettext("Which code?")), self._join)
            case "inbox":
                await open_inbox(app)
            case "chat":
                self.open_chat()
            case "new" | "tournaments" | "more":
                await app.push_screen(_page(app, where))
            case "quit":
                app.exit()
            case _:
                await app.go(where)

    async def _join(self, code: str | None) -> None:
        if code:
            await self.hall_app.continue_table(code)

    # -- talk -------------------------------------------------------------------------------

    async def say(self, text: str) -> None:
        """Say something to everyone in the hall."""
        self.hall_app.lobby_session.say(text)

    def said(self) -> tuple[tuple[ChatEntry, ...], Announcement | None]:
        """Return what was said in the hall, and what a moderator announced not long ago."""
        lobby_session = self.hall_app.lobby_session
        return lobby_session.chat, lobby_session.announcement

    def rows_for_chat(self) -> tuple[int, int]:
        """Leave the upper part of the list in sight."""
        end = self.app.size.height - 1
        return max(end - MOST_ROWS, 2), end

    def focus_again(self) -> None:
        """Give the keys back to the list."""
        self.query_one(Menu).focus()


def _give_rows(painting: HallPainting, menu: HallMenu, height: int) -> None:
    """Choose the rows of the painting and of the plates by those of the screen."""
    painting.styles.height = next(rows for least, rows in PAINTING_ROWS.items() if height >= least)
    menu.table_rows = 3 if height >= ROWS_FOR_PLATES else 2


def _page(app: "HallApp", where: str) -> Screen[Any]:
    """Return a page that a hall leads to; each is loaded when it is wanted."""
    match where:
        case "new":
            from odin_tui.screens.new_hall_table import NewHallTableScreen  # noqa: PLC0415

            return NewHallTableScreen(app.settings)
        case "tournaments":
            from odin_tui.screens.tournaments import TournamentsScreen  # noqa: PLC0415

            return TournamentsScreen()
        case _:
            from odin_tui.screens.more_menu import MoreMenuScreen  # noqa: PLC0415

            return MoreMenuScreen()
