"""The app: the screens of one session, at home or over SSH."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import BindingType
from textual.events import Event, Key, MouseEvent, Resize
from textual.screen import Screen
from textual.timer import Timer

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.hall.chair import Chair
from odin_server.hall.views import Phase, Player
from odin_tui.ambiguous_width import WIDTH_QUESTION
from odin_tui.app_places import PlacesApp, Start
from odin_tui.crash import crash_text
from odin_tui.drawing.palette import Depth
from odin_tui.key_conflicts import lost_keys_text, without_conflicts
from odin_tui.key_hints import key_name
from odin_tui.keys import KEYS, binding, binding_title, first_key
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.reading import logical
from odin_tui.navigation import PLACES
from odin_tui.reading_direction import ReadingDirection
from odin_tui.recorded_match import RecordedMatch
from odin_tui.screens.palette import Palette
from odin_tui.screens.screen import SMALLEST, EmptyScreen, OdinScreen
from odin_tui.settings import Settings
from odin_tui.themes import THEME_NAMES
from odin_tui.type_ahead import TypeAhead
from odin_tui.window_title import WindowTitle

if TYPE_CHECKING:
    from odin_server.analyst import Analyst
    from odin_server.hall.hall import Hall
    from odin_tui.people_actions import PeopleActions


QUIT_SECONDS = 4.0
"""How long the first ^C is remembered."""
CURSOR_GROUPS = frozenset({"menu", "form", "chat"})
"""Groups of keys that do nothing without a cursor or a field, so that the palette omits them."""


class OdinApp(PlacesApp):
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
        # Its own binding, because the page of keys lists none that Textual adds by itself.
        binding("palette", "command_palette", N_("all commands"), show=False),
    ]

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
        terminal: str | None = "",
        notice: str = "",
        start: Start = None,
        is_new: bool = False,
        translations: Translations = ENGLISH,
    ) -> None:
        """Begin at `start`, or at home; somebody who `is_new` is asked a few things first.

        `terminal` is what is known of the terminal's name, and None for a browser.
        `ssh_runner` returns what runs `ssh` with arguments, or raises `Refusal`; without it no
        hall can be joined.
        """
        super().__init__(keep_settings)
        self.direction = ReadingDirection(self, self.write_to_terminal, terminal)
        self.translations = self.direction.follow(translations)
        self.hall = hall
        self.player = player
        self.keep_record = keep_record
        self.farewell = ""
        """What to tell the player after the terminal is theirs again; empty if all went well."""
        self._keep_report = keep_report
        self.notice = notice
        self.on_painted: Callable[[str, float], None] | None = None
        """Called with the name of a screen and the seconds that a frame of it took."""
        self.people: PeopleActions | None = None
        """What can be done about others; None at home."""
        self.analyst = analyst
        self.ssh_runner = ssh_runner
        self._is_new = is_new
        self.depth = depth
        self.window_title = WindowTitle(self.write_to_terminal) if titles else None
        self.start = start
        self._type_ahead = TypeAhead(self)
        self._interrupted: Timer | None = None
        settings, lost = without_conflicts(settings)
        if lost:
            self.notice = f"{notice} {lost_keys_text(lost, self.translations)}".strip()
        self._repaired = bool(lost)
        self.set_reactive(OdinApp.settings, settings)
        self.apply(settings)

    def get_default_screen(self) -> Screen[Any]:
        """Return an empty screen that is never painted below another, as Textual's own would be."""
        return EmptyScreen(id="_default")

    async def on_mount(self) -> None:
        """Begin at the table that was asked for, or at home; an empty screen stays below it."""
        self.write_to_terminal(WIDTH_QUESTION)
        self.direction.begin()
        self.direction.use_order(self.settings.letter_order)
        if self._repaired:
            self.change_settings(self.settings)
        if self.no_color:
            # Over SSH this is known only after the app was made.
            self.apply(self.settings)
        if isinstance(self.start, Chair):
            await self.push_screen(self._table_screen(self.start))
            if self.notice:
                self.notify(self.notice, timeout=12, markup=False)
            return
        if isinstance(self.start, RecordedMatch):
            await self.push_screen(self._replay_screen(self.start), lambda _closed: self.exit())
            return
        await self.push_screen(self._home_screen())
        if self._is_new:
            self.ask_name()
        else:
            await self.begin()

    @property
    def line_is_slow(self) -> bool:
        """Whether the terminal lags behind what is sent to it; one at home is taken as quick."""
        return False

    # -- keys -------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Deliver keys one by one: a screen that is still being built would get the next."""
        if not isinstance(event, Key):
            if isinstance(event, MouseEvent) and not event.is_forwarded:
                event = self.direction.turned_mouse(event)
            await super().on_event(event)
        elif not self.screen_stack:
            pass  # the app is being left
        elif event.is_forwarded:
            await super().on_event(event)
            self._type_ahead.came_back(event)
        elif not self._type_ahead.holds(event):
            self.direction.turn_key(event, self.settings)
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
        # What is typed is compared with these titles, letter by letter.
        tr = logical(self.translations)
        yield from self._key_commands(screen)
        yield SystemCommand(
            tr.gettext("Keys"), tr.gettext("All keys of this screen"), self.action_show_keys
        )
        for theme in THEME_NAMES:
            title = tr.gettext("Theme: {theme}").format(theme=tr.gettext(theme))
            change = partial(self.change_theme, theme)
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
        tr, listed = logical(self.translations), {"quit", "keys", "palette"}
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
            self.farewell = crash_text(where, logical(self.translations))

    def _report(self, error: Exception) -> str:
        screens = ", ".join(type(screen).__name__ for screen in self.screen_stack)
        size = f"{self.size.width} × {self.size.height}"
        story = "".join(traceback.format_exception(error))
        return f"odin, screens: {screens}, size: {size}, theme: {self.theme}\n\n{story}"
