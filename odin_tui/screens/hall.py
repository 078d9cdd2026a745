"""The hall over SSH: who is here, which tables there are, and what is being said."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from odin_server.hall import Announcement, ChatEntry, LobbySession, Phase, TableListing
from odin_tui.catalogue import PLAYABLE, about_games, chosen_game, game_title, next_game
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.option_text import option_summary
from odin_tui.screens.chat import MOST_ROWS, ChatScreen
from odin_tui.screens.screen import size_class
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.widgets.chat_log import ChatLog
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from odin_tui.hall_app import HallApp

MOST_TABLES = 40
QUICKEST, FOR_EACH = 0.2, 0.02
"""Seconds before news are shown, at least and for each person in the hall."""
MOST_PEOPLE = {"-small": 6, "-medium": 10, "-large": 10}
"""Rows of names, by the layout."""
ROWS_OF_A_LINE = 4
"""Rows of a line beside the list; the chat shows all of it."""
ACTIONS = {
    "quick": (N_("quick"), N_("Quick game"), N_("an open seat, or bots at once")),
    "new": (N_("new"), N_("New table"), N_("for friends, bots or anyone")),
    "game": (N_("game"), N_("Game"), ""),
    "join": (N_("join"), N_("Join with a code"), N_("somebody gave you one")),
    "chat": (N_("chat"), N_("Talk"), N_("to everyone in the hall")),
    "leaderboard": (N_("leaderboard"), N_("Leaderboard"), N_("the strongest players")),
    "more": (N_("more"), N_("More"), N_("lesson, rules, replays …")),
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
        binding("hall.watch", "watch", N_("watch")),
        binding("list.give_up", "give_up", N_("give up")),
    ]
    AUTO_FOCUS = "Menu"
    DEFAULT_CSS = """
    HallScreen #heading { height: 1; width: 100%; padding: 0 3; text-style: bold; }
    HallScreen #under { height: 1; padding: 0 3; color: $line; }
    HallScreen Horizontal { height: 1fr; }
    HallScreen Menu { width: 1fr; }
    HallScreen #beside { width: 26; padding: 0 1; color: $quiet; }
    HallScreen #people { height: 7; margin-bottom: 1; }
    HallScreen #chat-log { height: 1fr; width: 100%; }
    HallScreen #message { height: auto; max-height: 3; padding: 0 3; color: $quiet; }
    HallScreen.-medium #beside { width: 40; }
    HallScreen.-medium #people, HallScreen.-large #people { height: 11; }
    HallScreen.-large #beside { width: 56; }
    """

    class Changed(Message):
        """Something in the hall has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._news: Timer | None = None
        self._shown: dict[str, str | Content] = {}

    @property
    def hall_app(self) -> "HallApp":
        """The app, with what it can do in a hall."""
        from odin_tui.hall_app import HallApp  # noqa: PLC0415 - the app imports its screens

        assert isinstance(self.app, HallApp)  # noqa: S101 - no other app shows this screen
        return self.app

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield Static("─" * 300, id="under", markup=False)
        with Horizontal():
            yield Menu(*self._items())
            with Vertical(id="beside"):
                yield Static(id="people", markup=False)
                yield ChatLog(most_rows=ROWS_OF_A_LINE, id="chat-log")
        yield Static(self.odin.notice, id="message", markup=False)
        yield KeyFooter()

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
            people = len(self.hall_app.lobby_session.present)
            self._news = self.set_timer(max(QUICKEST, people * FOR_EACH), self._show)

    def _show(self) -> None:
        if self._news is not None:
            self._news.stop()
            self._news = None
        if not self.is_on_top:
            return
        lobby_session = self.hall_app.lobby_session
        self.show_chat()
        people = lobby_session.present
        heading = self.tr.gettext("The hall · {name} · {count} here")
        self._update("#heading", heading.format(name=self.odin.player.name, count=len(people)))
        most = MOST_PEOPLE[size_class(self.app.size)]
        self._update("#people", "\n".join(_people_lines(people, most, self.tr)))
        chat_log = self.query_one("#chat-log", ChatLog)
        chat_log.lines, chat_log.pinned = self.said()
        items, menu = self._items(), self.query_one(Menu)
        if items != menu.items:
            menu.show(items)
            self.refresh_bindings()

    def _update(self, where: str, words: "str | Content") -> None:
        """Paint what has changed, and nothing else: every place keeps its size."""
        static = self.query_one(where, Static)
        if self._shown.get(where) != words:
            self._shown[where] = words
            static.update(words, layout=False)

    # -- the list ---------------------------------------------------------------------------

    def _items(self) -> list[Item]:
        lobby_session = self.hall_app.lobby_session
        mine = lobby_session.unfinished
        own = {table.id for table in mine}
        tr = self.tr
        items = [Item(f"table {t.code}", _title(t), _words(t, tr, mine=True)) for t in mine]
        items += [
            Item(f"table {table.code}", _title(table), _words(table, tr, mine=False))
            for table in lobby_session.tables[:MOST_TABLES]
            if table.id not in own
        ]
        for name, (_label, title, words) in ACTIONS.items():
            if name == "game" and len(PLAYABLE) == 1:
                continue
            about = about_games(self.odin.settings, tr) if name == "game" else ""
            about = tr.gettext(words) if words else about
            key = self.odin.key_of(f"hall.{name}")
            items.append(Item(name, tr.gettext(title), about, key))
        return items

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
        own = (
            t for t in self.hall_app.lobby_session.unfinished if t.code == code and t.people == 1
        )
        return next(own, None)

    def action_give_up(self) -> None:
        """Ask whether the match under the cursor may be closed for good."""
        table = self._own_match_here()
        if table is not None:
            from odin_tui.screens.give_up import ask_to_give_up  # noqa: PLC0415 - when wanted

            ask_to_give_up(self.hall_app, table, self._show)

    async def action_go(self, where: str) -> None:
        """Do one of the things a hall is for."""
        app = self.hall_app
        match where:
            case "game":
                app.change_settings(next_game(app.settings))
                self.query_one(Menu).show(self._items())
            case "quick":
                from odin_tui.matchmaking import quick_seat  # noqa: PLC0415 - loaded when wanted

                game = chosen_game(app.settings)
                await app.take_seat(lambda: quick_seat(app.hall, app.player, game))
            case "new":
                from odin_tui.screens.new_hall_table import NewHallTableScreen  # noqa: PLC0415

                await app.push_screen(NewHallTableScreen(app.settings))
            case "join":
                app.push_screen(TextPromptScreen(self.tr.gettext("Which code?")), self._join)
            case "chat":
                self.open_chat()
            case "leaderboard":
                from odin_tui.screens.leaderboard import LeaderboardScreen  # noqa: PLC0415

                await app.push_screen(LeaderboardScreen())
            case "more":
                from odin_tui.screens.more_menu import MoreMenuScreen  # noqa: PLC0415

                await app.push_screen(MoreMenuScreen())
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


def _people_lines(people: tuple[str, ...], most: int, tr: Translations) -> Iterator[str]:
    """Yield a heading and the names of those who are here, in at most so many rows."""
    yield tr.gettext("Here")
    named = people if len(people) <= most else people[: most - 1]
    yield from named
    if len(named) < len(people):
        count = len(people) - len(named)
        yield tr.ngettext("and {count} more", "and {count} more", count).format(count=count)


def _title(table: TableListing) -> str:
    return f"{game_title(table.game)} {table.code}"


def _words(table: TableListing, tr: Translations, *, mine: bool) -> str:
    return " · ".join(_facts(table, tr, mine=mine))


def _facts(table: TableListing, tr: Translations, *, mine: bool) -> Iterator[str]:
    """Yield what the list says about a table, each fact for itself."""
    if mine:
        yield tr.gettext("yours")
    if table.phase is Phase.LOBBY:
        text = tr.gettext("{free} of {seats} seats free")
        yield text.format(free=table.free, seats=len(table.names))
    else:
        phases = {Phase.PLAYING: tr.gettext("playing"), Phase.PAUSED: tr.gettext("paused")}
        yield phases.get(table.phase, tr.gettext("over"))
    names = ", ".join(name for name in table.names if name)
    yield names or tr.gettext("opened by {name}").format(name=table.host)
    if table.clock is not None:
        yield tr.gettext("{seconds} s").format(seconds=f"{table.clock.move:.0f}")
    if table.game in PLAYABLE:
        for name, value in table.options.items():
            yield option_summary(table.game, name, value, tr)
