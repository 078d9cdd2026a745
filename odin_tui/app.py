"""The app: the screens of one session, at home or over SSH."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SuspendNotSupported, SystemCommand
from textual.binding import BindingType
from textual.content import Content
from textual.events import CursorPosition, Event, Key, Resize
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.hall.chair import Chair
from odin_server.hall.views import NewTable, Phase, Player, TableView, refuse_long_name
from odin_tui.ambiguous_width import CLEAR, SIMPLE, WIDTH_QUESTION, is_wide
from odin_tui.crash import crash_text
from odin_tui.drawing.palette import Depth
from odin_tui.drawing.tones import ANSI
from odin_tui.hall_address import HallAddress
from odin_tui.key_conflicts import lost_keys_text, without_conflicts
from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding, binding_title, first_key, keymap
from odin_tui.languages import ENGLISH, N_, Translations, translations_for
from odin_tui.messages import refusal_text
from odin_tui.navigation import PLACES, go
from odin_tui.screens.palette import Palette
from odin_tui.screens.screen import SMALLEST, ClosesOnce, OdinScreen
from odin_tui.settings import Settings
from odin_tui.textual_internals import AppBase
from odin_tui.themes import THEME_NAMES, theme_named
from odin_tui.type_ahead import TypeAhead
from odin_tui.widgets.footer import KeyFooter
from odin_tui.window_title import WindowTitle

if TYPE_CHECKING:
    from odin_server.analyst import Analyst
    from odin_server.hall.hall import Hall


QUIT_SECONDS = 4.0
"""How long the first ^C is remembered."""
CURSOR_GROUPS = frozenset({"menu", "form", "chat"})
"""Groups of keys that do nothing without a cursor or a field, so that the palette omits them."""
MOST_HALLS = 8
"""The halls that are remembered."""


class OdinApp(AppBase):
    """Everything it needs is handed in: it reads no file, no environment and no clock.

    Screens call its methods: `open_table`, `continue_table`, `show_rules`, `go_home` and so on.
    """

    TITLE = "odin"
    ENABLE_COMMAND_PALETTE = True
    ESCAPE_TO_MINIMIZE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        binding("keys", "show_keys", N_("keys")),
        binding("quit", "quit", N_("quit"), show=False, priority=True),
        binding("redraw", "redraw", N_("redraw"), show=False),
    ]

    settings: reactive[Settings] = reactive(Settings, init=False, repaint=False)
    """What the player has set; `watch(app, "settings", …)` tells of a change.

    Whoever shows a setting paints it anew; a theme has everything painted anyway.
    """

    def __init__(  # noqa: PLR0913 - all that a session needs is handed in
        self,
        *,
        hall: "Hall",
        player: Player,
        settings: Settings,
        keep_settings: Callable[[Settings], None],
        keep_record: Callable[[Record], str],
        keep_report: Callable[[str], str] = lambda _report: "",
        analyst: "Analyst | None" = None,
        ssh_runner: Callable[[Sequence[str], Translations], Callable[[], bool]] | None = None,
        depth: Depth = Depth.TRUE,
        titles: bool = False,
        notice: str = "",
        start: NewTable | Chair | Record | None = None,
        is_new: bool = False,
        translations: Translations = ENGLISH,
    ) -> None:
        """Begin at `start`, or at home; somebody who `is_new` is asked a few things first.

        `ssh_runner` returns what runs `ssh` with arguments, or raises `Refusal`; without it no
        hall can be joined.
        """
        super().__init__()
        self.translations = translations
        """The language of this session."""
        self.hall = hall
        self.player = player
        self.keep_record = keep_record
        self.farewell = ""
        """What to tell the player after the terminal is theirs again; empty if all went well."""
        self._keep_settings = keep_settings
        self._keep_report = keep_report
        self.notice = notice
        self.analyst = analyst
        """Judges recorded matches; without one nothing is analysed."""
        self.ssh_runner = ssh_runner
        self._is_new = is_new
        self.depth = depth
        """The colours that the terminal has."""
        self._title = WindowTitle(self.write_to_terminal, translations) if titles else None
        self._start = start
        self._type_ahead = TypeAhead(self)
        self._interrupted: Timer | None = None
        self._own_style = ""
        """The marks of cards that the player has chosen, where the terminal cannot show them."""
        settings, lost = without_conflicts(settings)
        if lost:
            self.notice = f"{notice} {lost_keys_text(lost, self.translations)}".strip()
        self._repaired = bool(lost)
        self.set_reactive(OdinApp.settings, settings)
        self._apply(settings)

    def get_default_screen(self) -> Screen[Any]:
        """Return an empty screen that is never painted below another, as Textual's own would be."""
        return ClosesOnce(id="_default")

    async def on_mount(self) -> None:
        """Begin at the table that was asked for, or at home; an empty screen stays below it."""
        self.write_to_terminal(WIDTH_QUESTION)
        if self._repaired:
            self.change_settings(self.settings)
        if self.no_color:
            # Over SSH this is known only after the app was made.
            self._apply(self.settings)
        if isinstance(self._start, Chair):
            await self.push_screen(self._table_screen(self._start))
            if self.notice:
                self.notify(self.notice, timeout=12, markup=False)
            return
        if isinstance(self._start, Record):
            await self.push_screen(self._replay_screen(self._start), lambda _closed: self.exit())
            return
        await self.push_screen(self._home_screen())
        if isinstance(self._start, NewTable):
            await self.open_table(self._start)
        elif self._is_new:
            self.ask_name()

    # -- the first minute -------------------------------------------------------------------

    def ask_name(self) -> None:
        """Ask somebody new for their name, and then what they would like to do."""
        from odin_tui.screens.first_start import NameScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(NameScreen(self.player.name, self.rename), self._named)

    def _named(self, name: str | None) -> None:
        if name is None:
            # Escape: the name that was shown is theirs, and they are not asked again.
            try:
                self.rename(self.player.name)
            except Refusal as refusal:
                self.show_refusal(refusal)
        if self._start is None:
            self.ask_what_first()

    def ask_what_first(self) -> None:
        """Say what each game is, and ask whether to learn one or just to play."""
        from odin_tui.screens.first_start import StartScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(StartScreen(*self.first_offers()), self._begin_with)

    def first_offers(self) -> tuple[str, tuple[str, str]]:
        """Return a few words on a quick match, and the title and words of where all the rest is."""
        tr = self.translations
        home = tr.gettext("Look around first"), tr.gettext("the home screen")
        return tr.gettext("a table with bots"), home

    async def _begin_with(self, where: str | None) -> None:
        if where == "play":
            await self.play_at_once()
        elif where == "lesson":
            await self.go(where)

    async def play_at_once(self) -> None:
        """Open the usual table."""
        await self.go("play")

    @property
    def line_is_slow(self) -> bool:
        """Whether the terminal lags behind what is sent to it; one at home is taken as quick."""
        return False

    # -- settings ---------------------------------------------------------------------------

    def change_settings(self, settings: Settings) -> None:
        """Replace the settings, show them at once, and keep them."""
        settings, lost = without_conflicts(settings)
        if lost:
            self.notify(lost_keys_text(lost, self.translations), timeout=8, markup=False)
        if settings.language != self.settings.language:
            self.translations = translations_for(settings.language)
        self.settings = settings
        if self._own_style and settings.card_style == SIMPLE:
            # The terminal needs them, and another may not.
            settings = replace(settings, card_style=self._own_style)
        try:
            self._keep_settings(settings)
        except Refusal as refusal:
            self.show_refusal(refusal)

    @property
    def simple_characters(self) -> bool:
        """Whether nothing is drawn that a terminal may draw two cells wide."""
        return self.settings.card_style == SIMPLE

    def on_cursor_position(self, event: CursorPosition) -> None:
        """Use simple characters where a block has moved the cursor by two cells."""
        if is_wide(event.x, event.y) and not self.simple_characters:
            self._own_style = self.settings.card_style
            self.settings = replace(self.settings, card_style=SIMPLE)

    def rename(self, name: str) -> None:
        """Rename the player from the next table on; raise `BadName` for a name that is refused."""
        refuse_long_name(name)
        self.player = Player(self.player.id, name)
        self.change_settings(replace(self.settings, name=self.player.name))

    def watch_settings(self, before: Settings, settings: Settings) -> None:
        self._apply(settings)
        styles = {before.card_style, settings.card_style}
        if SIMPLE in styles and len(styles) > 1:
            # Rows that were too long have moved what is beside them.
            self.write_to_terminal(CLEAR)
            self.refresh()

    def _apply(self, settings: Settings) -> None:
        # Sixteen colours cannot tell the shades of a theme apart; the terminal's own are chosen
        # to go together.
        few = self.no_color or self.depth is Depth.ANSI
        theme = theme_named(ANSI if few else settings.theme)
        self.register_theme(theme)
        self.theme = theme.name
        if self.no_color:
            self.remove_colours()
        self.set_keymap(keymap(settings))

    # -- where to go ------------------------------------------------------------------------

    async def open_table(self, wanted: NewTable) -> None:
        """Open a table and sit down at it; a full one begins to play at once."""
        try:
            chair = await self.hall.open_table(self.player, wanted)
            if not any(seat.is_free for seat in chair.view.seats):
                await chair.start()
        except Refusal as refusal:
            self.show_refusal(refusal, wanted.game)
            return
        await self.push_screen(self._table_screen(chair))

    async def continue_table(self, code: str) -> None:
        """Sit down again at a table where the player has a seat."""
        try:
            chair = await self.hall.sit(self.player, code)
        except Refusal as refusal:
            self.show_refusal(refusal)
            return
        await self.push_screen(self._table_screen(chair))

    async def play_daily(self, game: str) -> None:
        """Sit down at today's deal of a game, begun or not."""
        try:
            chair = await self.hall.daily.play(self.player, game)
        except Refusal as refusal:
            self.show_refusal(refusal, game)
            return
        await self.push_screen(self._table_screen(chair))

    def go_home(self) -> None:
        """Leave every screen and show the first."""
        from odin_tui.screens.home import HomeScreen  # noqa: PLC0415 - loaded when wanted

        while len(self.screen_stack) > 2:
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.switch_screen(HomeScreen())

    def show_rules(self, game: str, topic: str = "") -> None:
        """Open the rules of a game, at a topic."""
        from odin_tui.screens.rules import RulesScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(RulesScreen(game, topic))

    def invitation_text(self, table: TableView) -> str:  # noqa: ARG002 - at home
        """Return what brings a friend to a table, and the key that copies it; empty if nothing."""
        return ""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message in the last lines, where it covers no card; a long one in a toast."""
        footer = self._footer
        covered = footer is None or footer.screen is not self.screen
        if (
            footer is None
            or covered
            or not footer.tell(message, timeout or self.NOTIFICATION_TIMEOUT)
        ):
            super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def show_news(self, news: str, seconds: float | None = None) -> None:
        """Show what happens at the table in the last line, cut to its length: never above it."""
        footer = self._footer
        if footer is not None:
            brief = Content(news).truncate(footer.room_for_news, ellipsis=True).plain
            footer.tell(brief, seconds or self.NOTIFICATION_TIMEOUT)

    @property
    def _footer(self) -> KeyFooter | None:
        """The last line of the uppermost screen that has one."""
        footers = (screen.query(KeyFooter) for screen in reversed(self.screen_stack))
        return next((found.first() for found in footers if found), None)

    def show_refusal(self, refusal: Refusal, game: str | None = None) -> None:
        """Show why something was refused; once, however often it was tried."""
        sentence = refusal_text(refusal, self.translations, game)
        if sentence not in self.toasts():
            self.notify(sentence, timeout=8, markup=False)

    def _table_screen(self, chair: Chair) -> Screen[Any]:
        from odin_tui.screens.table import TableScreen  # noqa: PLC0415 - loaded when wanted

        # Somebody may sit down when it is their turn already, and then nothing changes.
        self.call_later(self.on_table_screen_changed)
        return TableScreen(chair)

    def _replay_screen(self, record: Record) -> Screen[Any]:
        from odin_tui.screens.replay import ReplayScreen  # noqa: PLC0415 - loaded when wanted

        return ReplayScreen(record, self.analyst)

    def _home_screen(self) -> Screen[Any]:
        from odin_tui.screens.home import HomeScreen  # noqa: PLC0415 - loaded when wanted

        return HomeScreen()

    def on_table_screen_changed(self) -> None:
        """Show what happens at the table, and update the window's title if the player wants that.

        A table that is covered by another screen notifies the app alone.
        """
        for screen in self.screen_stack:
            tell = getattr(screen, "announce_changes", None)
            if tell is not None:
                tell()
        if self._title is None or self.settings.notices != "on":
            return
        for chair in self._chairs:
            self._title.follow(chair.view)

    @property
    def _chairs(self) -> Iterator[Chair]:
        """The chairs of the tables that are open; none once the app is being left."""
        for screen in self.screen_stack:
            chair = getattr(screen, "chair", None)
            if isinstance(chair, Chair):
                yield chair

    def join_hall(self, address: HallAddress) -> None:
        """Leave the terminal to `ssh` until the player has left a hall; raises `Refusal`.

        A hall that was reached is remembered.
        """
        assert self.ssh_runner is not None  # noqa: S101 - offered only with it
        # Nothing may be raised once the app is suspended: Textual would not resume it.
        run = self.ssh_runner(address.arguments, self.translations)
        try:
            with self.suspend():
                reached = run()
        except SuspendNotSupported as trouble:
            raise Refusal("no-terminal-to-leave") from trouble
        if not reached:
            return
        others = (hall for hall in self.settings.halls if hall != address.hall)
        halls = (address.hall, *others)[:MOST_HALLS]
        self.change_settings(replace(self.settings, halls=halls))

    async def go(self, where: str) -> None:
        """Go to one of the screens that the home screen lists."""
        await go(self, where)

    # -- keys -------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Deliver keys one by one: a screen that is still being built would get the next."""
        if not isinstance(event, Key):
            await super().on_event(event)
        elif not self.screen_stack:
            pass  # the app is being left
        elif event.is_forwarded:
            await super().on_event(event)
            self._type_ahead.came_back(event)
        elif not self._type_ahead.holds(event):
            await super().on_event(event)

    def on_unmount(self) -> None:
        self._type_ahead.stop()

    def action_show_keys(self) -> None:
        """Show all keys of the screen."""
        from odin_tui.screens.keys_help import KeysScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(KeysScreen(self.screen))

    def action_command_palette(self) -> None:
        """Open the command palette."""
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            placeholder = self.translations.gettext("Search for commands…")
            self.push_screen(Palette(placeholder=placeholder))

    def key_of(self, key_id: str) -> str:
        """Return the key of a binding as it is printed on a keyboard."""
        return key_name(first_key(key_id, self.settings))

    async def action_quit(self) -> None:
        """Leave odin; a match goes on another time, and a table where it is over is cleared."""
        for chair in self._chairs:
            if chair.view.phase is Phase.OVER and not chair.ended:
                with suppress(Refusal):
                    await chair.leave()
        self.exit()

    def action_help_quit(self) -> None:
        """Leave at the second ^C; one alone is pressed too easily in the middle of a match."""
        if self._interrupted is not None:
            self.call_later(self.action_quit)
            return
        self._interrupted = self.set_timer(QUIT_SECONDS, self._forget_interrupt)
        text = self.translations.gettext("Press ^C again to quit. Your match is saved.")
        self.notify(text, timeout=QUIT_SECONDS)

    def _forget_interrupt(self) -> None:
        self._interrupted = None

    def action_redraw(self) -> None:
        """Paint everything again, for a terminal that was written over."""
        self.refresh(layout=True)
        self.refresh()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """List what the command palette offers here and everywhere; nothing touches a disk."""
        if isinstance(screen, OdinScreen):
            yield from screen.palette_commands()
        tr = self.translations
        yield from self._key_commands(screen)
        yield SystemCommand(
            tr.gettext("Keys"), tr.gettext("All keys of this screen"), self.action_show_keys
        )
        for theme in THEME_NAMES:
            title = tr.gettext("Theme: {theme}").format(theme=tr.gettext(theme))
            change = partial(self._change_theme, theme)
            yield SystemCommand(title, tr.gettext("Change the colours"), change)
        for where, (title, words) in PLACES.items():
            if where == "join" and self.ssh_runner is None:
                continue
            yield SystemCommand(tr.gettext(title), tr.gettext(words), partial(self.go, where))
        yield SystemCommand(tr.gettext("Home"), tr.gettext("Back to the start"), self.go_home)
        yield SystemCommand(
            tr.gettext("Quit"), tr.gettext("Leave odin; your match is saved"), self.action_quit
        )

    def _key_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """List what the keys of a screen do now, except for moving the cursor."""
        tr, listed = self.translations, {"quit", "keys"}
        for node, each, enabled, _tooltip in screen.active_bindings.values():
            if not enabled or not each.id or each.id in listed or each.id not in KEYS:
                continue
            if each.id.partition(".")[0] in CURSOR_GROUPS or each.action.startswith("move("):
                continue
            listed.add(each.id)
            title = binding_title(each.id, tr)
            meaning = tr.gettext("Key {key}").format(key=self.key_of(each.id))
            action = partial(self.run_action, each.action, node)
            yield SystemCommand(title, meaning, action)

    def _change_theme(self, theme: str) -> None:
        self.change_settings(replace(self.settings, theme=theme))

    # -- sizes and troubles -----------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        """Cover a terminal that is too small with a screen that says so."""
        if event.size.width < SMALLEST.width or event.size.height < SMALLEST.height:
            self._cover()

    def _cover(self) -> None:
        from odin_tui.screens.too_small import TooSmallScreen  # noqa: PLC0415 - seldom wanted

        if self.screen_stack and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())

    def crashed(self, error: Exception) -> None:
        """Leave with one sentence; the traceback goes into the report."""
        if not self.farewell:
            where = self._keep_report(self._report(error))
            self.farewell = crash_text(where, self.translations)

    def _report(self, error: Exception) -> str:
        screens = ", ".join(type(screen).__name__ for screen in self.screen_stack)
        size = f"{self.size.width} × {self.size.height}"
        story = "".join(traceback.format_exception(error))
        return f"odin, screens: {screens}, size: {size}, theme: {self.theme}\n\n{story}"
