"""The app of somebody who came over SSH: the same house, entered through the hall."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.binding import BindingType
from textual.screen import Screen

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.accounts import Account, Accounts
from odin_server.hall import Chair, Hall, LobbySession, Phase, TableView
from odin_server.ssh.caller import Caller
from odin_tui.app import OdinApp
from odin_tui.keys import binding
from odin_tui.screens.hall import HallScreen
from odin_tui.screens.table import TableScreen
from odin_tui.screens.text_prompt import TextPromptScreen
from odin_tui.settings import Settings, write

NAME_QUESTION = "How shall the others call you?"


class HallApp(OdinApp):
    """Adds to the house what only makes sense among others: a hall, invitations, notices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("hall.invite", "invite", "invite", show=False),
        binding("hall.ping", "ping", "ping", show=False),
    ]

    def __init__(
        self,
        *,
        hall: Hall,
        call: Caller,
        accounts: Accounts,
        settings: Settings,
        message: str = "",
        start: Chair | Record | None = None,
    ) -> None:
        super().__init__(
            hall=hall,
            player=call.player,
            settings=settings,
            keep_settings=self._keep_with_account,
            keep_record=self._tell_where_the_record_is,
            notice=message,
            start=start,
        )
        self.call = call
        self.accounts = accounts
        self.lobby_session: LobbySession = hall.enter(self.player)
        self.hold_seconds = 120.0
        self._announced: int | None = None
        self._missing: dict[str, float] = {}
        call.at_end.append(self._leave_lobby)

    # -- what is kept -----------------------------------------------------------------------

    def _keep_with_account(self, settings: Settings) -> None:
        self.accounts.keep_settings(self.call.account, write(settings))

    def _tell_where_the_record_is(self, _record: Record) -> str:
        newest = self.hall.finished(self.player)[0]
        return f"ssh -t {self.call.reach} replay {newest.id}"

    def rename(self, name: str) -> None:
        """Change the name of the account, in the hall at once and at the next table.

        Raise `Refusal` if the name will not do.
        """
        account: Account = self.accounts.rename(self.call.account, name)
        self.call.account = account
        self.player = self.call.player
        self.change_settings(replace(self.settings, name=account.name))
        self._leave_lobby()
        self.lobby_session = self.hall.enter(self.player)
        if isinstance(self.screen, HallScreen):
            self.screen.attend(self.lobby_session)

    def _leave_lobby(self) -> None:
        self.lobby_session.on_change = None
        self.lobby_session.close()

    # -- where to go ------------------------------------------------------------------------

    def on_ready(self) -> None:
        """Ask somebody new for their name, over the screen they have come to."""
        if self.call.account.new and not self.call.account.guest:
            question = TextPromptScreen(NAME_QUESTION, self.player.name, accept=self.rename)
            self.push_screen(question, self._keep_name)

    def _keep_name(self, name: str | None) -> None:
        if name is None:
            # Escape: the name they came with is theirs, and they are not asked again.
            try:
                self.rename(self.player.name)
            except Refusal as refusal:
                self.complain(refusal)

    def _home_screen(self) -> Screen[Any]:
        return HallScreen()

    def go_home(self) -> None:
        """Leave every screen and show the hall."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if not isinstance(self.screen, HallScreen):
            self.switch_screen(HallScreen())

    async def watch_table(self, code: str) -> None:
        """Watch a table from along the wall."""
        try:
            chair = await self.hall.watch(self.player, code)
        except Refusal as refusal:
            self.complain(refusal)
            return
        await self.push_screen(self._table_screen(chair))

    async def take_seat(self, find: Callable[[], Any]) -> None:
        """Sit down wherever a search for a seat leads."""
        try:
            chair: Chair = await find()
        except Refusal as refusal:
            self.complain(refusal)
            return
        await self.push_screen(self._table_screen(chair))

    # -- invitations and notices ------------------------------------------------------------

    @property
    def _chair(self) -> Chair | None:
        for screen in reversed(self.screen_stack):
            if isinstance(screen, TableScreen):
                return screen.chair
        return None

    def invitation(self, code: str) -> str:
        """Give the line that brings a friend to a table."""
        return self.call.invitation(code)

    def action_invite(self) -> None:
        """Copy the line that brings a friend to this table, and show it."""
        chair = self._chair
        if chair is None:
            self.notify("Sit down at a table first; then this copies the line for a friend.")
            return
        line = self.invitation(chair.view.code)
        self.copy_to_clipboard(line)
        self.notify(f"Copied, if your terminal allows it: {line}", markup=False)

    def action_ping(self) -> None:
        """Measure the way to the player's terminal and back."""
        self._show_ping()

    @work(exclusive=True)
    async def _show_ping(self) -> None:
        seconds = await self.call.line.ping()
        self.notify(f"{1000 * seconds:.0f} ms to you and back.")

    def on_table_screen_changed(self) -> None:
        """Tell the player that it is their turn, the ways they have asked for."""
        chair = self._chair
        if chair is not None:
            self._announce(chair.view)
            self._tell_who_is_missing(chair)

    def _tell_who_is_missing(self, chair: Chair) -> None:
        """Say once whose line was cut and how long the seat waits, and once that they are back."""
        missing: dict[str, float] = {}
        for seat in chair.view.seats:
            if seat.held_until is not None and seat.seat != chair.view.seat:
                missing[seat.name] = seat.held_until
        for name, until in missing.items():
            if name not in self._missing:
                left = max(0, round(until - chair.now()))
                wait = f"connection lost, {left // 60}:{left % 60:02} to return"
                self.mention(f"{name}: {wait}; then a bot sits in.", 10)
        here = {seat.name for seat in chair.view.seats if seat.connected}
        for name in self._missing.keys() & here:
            self.mention(f"{name} is back.")
        self._missing = missing

    def _announce(self, view: TableView) -> None:
        turn = view.turn if view.my_turn else None
        if turn == self._announced:
            return
        self._announced = turn
        if self.settings.notices != "on":
            return
        title = "Your turn · odin" if turn is not None else "odin"
        self.call.line.put(f"\x1b]0;{title}\x07")
        if turn is not None and not self.app_focus:
            # One of the two is understood by most terminals, and the other ignored.
            self.call.line.put("\x1b]9;It is your turn at the table.\x07")
            self.call.line.put("\x1b]777;notify;odin;It is your turn at the table.\x07")

    # -- leaving ----------------------------------------------------------------------------

    def exit(self, *arguments: Any, **options: Any) -> None:
        """Leave, with a line that says how to come back."""
        if not self.call.farewell:
            self.call.farewell = self._goodbye()
        super().exit(*arguments, **options)

    def _goodbye(self) -> str:
        chair = self._chair
        if chair is None or chair.ended is not None or chair.seat is None:
            return f"Goodbye, {self.player.name}. Come again: ssh {self.call.reach}"
        if chair.view.phase in (Phase.OVER, Phase.CLOSED):
            return f"Goodbye, {self.player.name}. Come again: ssh {self.call.reach}"
        if self.call.account.guest:
            return "You left the table. A guest's seat is played on by a bot."
        held = int(self.hold_seconds // 60)
        return (
            f"You left the table. The seat is yours for {held} minutes, then a bot keeps it "
            f"warm: {self.call.invitation(chair.view.code)}"
        )
