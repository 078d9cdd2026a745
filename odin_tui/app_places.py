"""Where an app leads: tables, rules, other halls, and the first minute of somebody new."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import SuspendNotSupported
from textual.screen import Screen

from odin_engine.game import Refusal
from odin_server.hall.chair import Chair
from odin_server.hall.views import NewTable, TableView
from odin_tui.app_settings import SettingsApp
from odin_tui.bots_text import WHO_IS_KONUNG
from odin_tui.catalogue import DailyDeal
from odin_tui.hall_address import HallAddress
from odin_tui.languages import Translations
from odin_tui.languages.reading import logical
from odin_tui.navigation import go
from odin_tui.recorded_match import RecordedMatch

if TYPE_CHECKING:
    from odin_server.analyst import Analyst
    from odin_server.hall.hall import Hall

MOST_HALLS = 8
"""The halls that are remembered."""
Start = NewTable | DailyDeal | Chair | RecordedMatch | None
"""What an app begins with; None for home."""


class PlacesApp(SettingsApp):
    """Opens tables and pages."""

    hall: "Hall"
    analyst: "Analyst | None"
    """Judges recorded matches; without one nothing is analysed."""
    ssh_runner: Callable[[Sequence[str], Translations], Callable[[], bool]] | None
    start: Start
    _konung_explained = False

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

    async def show_table(self, chair: Chair) -> None:
        """Show the table of a chair."""
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

    def _table_screen(self, chair: Chair) -> Screen[Any]:
        from odin_tui.screens.table import TableScreen  # noqa: PLC0415 - loaded when wanted

        # Somebody may sit down when it is their turn already, and then nothing changes.
        self.call_later(self.on_table_screen_changed)
        return TableScreen(chair)

    def _replay_screen(self, played: RecordedMatch) -> Screen[Any]:
        from odin_tui.screens.replay import ReplayScreen  # noqa: PLC0415 - loaded when wanted

        return ReplayScreen(played.record, self.analyst, match=played.match)

    def _home_screen(self) -> Screen[Any]:
        from odin_tui.screens.home import HomeScreen  # noqa: PLC0415 - loaded when wanted

        return HomeScreen()

    def join_hall(self, address: HallAddress) -> None:
        """Leave the terminal to `ssh` until the player has left a hall; raises `Refusal`.

        A hall that was reached is remembered.
        """
        assert self.ssh_runner is not None  # noqa: S101 - offered only with it
        # Nothing may be raised once the app is suspended: Textual would not resume it.
        run = self.ssh_runner(address.arguments, logical(self.translations))
        try:
            with self.suspend():
                reached = run()
        except SuspendNotSupported as trouble:
            raise Refusal("no-terminal-to-leave") from trouble
        if not reached:
            raise Refusal("hall-not-reached")
        others = (hall for hall in self.settings.halls if hall != address.hall)
        halls = (address.hall, *others)[:MOST_HALLS]
        self.change_settings(replace(self.settings, halls=halls))

    async def go(self, where: str) -> None:
        """Go to one of the screens that the home screen lists."""
        await go(self, where)

    # -- the first minute -------------------------------------------------------------------

    def ask_name(self) -> None:
        """Ask somebody new for their name, and then what they would like to do."""
        from odin_tui.screens.first_start import NameScreen  # noqa: PLC0415 - loaded when wanted

        name, note = self.name_to_offer()
        self.push_screen(NameScreen(name, self.rename, note=note), self._named)

    def name_to_offer(self) -> tuple[str, str]:
        """Return the name to begin with, and a note about names that is marked with `N_`."""
        return self.player.name, ""

    async def _named(self, name: str | None) -> None:
        if name is None:
            # Escape: the name that was offered is theirs, and they are not asked again.
            try:
                await self.rename(self.name_to_offer()[0])
            except Refusal as refusal:
                self.show_refusal(refusal)
        if self.start is None:
            self.ask_what_first()
        else:
            await self.begin()

    def ask_what_first(self) -> None:
        """Say what each game is, and ask whether to learn one or just to play."""
        from odin_tui.screens.first_start import StartScreen  # noqa: PLC0415 - loaded when wanted

        self.push_screen(StartScreen(*self.first_offers()), self._begin_with)

    def first_offers(self) -> tuple[str, tuple[str, str]]:
        """Return a few words on a quick match, and the title and words of where all the rest is."""
        tr = self.translations
        home = tr.gettext("Look around first"), tr.gettext("the home screen")
        return tr.gettext("a table with bots"), home

    async def begin(self) -> None:
        """Sit down at the table that was asked for, if any."""
        if isinstance(self.start, NewTable):
            await self.open_table(self.start)
        elif isinstance(self.start, DailyDeal):
            await self.play_daily(self.start.game)

    async def _begin_with(self, where: str | None) -> None:
        if where == "play":
            await self.play_at_once()
        elif where == "lesson":
            await self.go(where)

    async def play_at_once(self) -> None:
        """Open the usual table."""
        await self.go("play")

    def explain_konung(self) -> None:
        """Say who hints speak of: once, to somebody who has not finished a match yet."""
        if not self._konung_explained and not self.hall.finished(self.player):
            self._konung_explained = True
            self.notify(self.translations.gettext(WHO_IS_KONUNG), timeout=8)
