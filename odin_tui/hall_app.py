"""The app of somebody at a host, over SSH or in a browser: its first screen is the hall."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import work
from textual.binding import BindingType
from textual.events import Event, InputEvent
from textual.screen import Screen

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.accounts import GUEST_MARK, Account, Accounts
from odin_server.accounts.names import NAME_FOR_ANYBODY, presentable
from odin_server.analyst import Analyst
from odin_server.hall import Chair, Hall, LobbySession, Phase, TableView
from odin_server.hall.refusals import NoSuchMatch
from odin_server.sessions.caller import Caller
from odin_server.sessions.keyboard import TerminalNamed
from odin_server.tournaments.decisions import Manager, TournamentRefused
from odin_server.tournaments.state import RoundTable, Tournament
from odin_tui.app import OdinApp
from odin_tui.browser_page import BrowserPage
from odin_tui.catalogue import chosen_game, game_title
from odin_tui.drawing.palette import Depth
from odin_tui.hall_news import show_table_news, tell_of_inbox
from odin_tui.keys import binding
from odin_tui.languages import ENGLISH, N_, Translations, language_of
from odin_tui.languages.numbers import decimal
from odin_tui.languages.reading import logical
from odin_tui.people_actions import PeopleActions
from odin_tui.recorded_match import RecordedMatch
from odin_tui.screens.hall import HallScreen
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings, write
from odin_tui.settings_keeper import SettingsKeeper
from odin_tui.terminal_letters import NAME_QUESTION
from odin_tui.window_title import window_title

DEPTHS = {"truecolor": Depth.TRUE, "256": Depth.INDEXED, "standard": Depth.ANSI}
"""By what a client says of its terminal."""
GUEST_NAMES = N_("You are a guest here, so your name begins with ~ and is not kept.")


class HallApp(OdinApp):
    """Adds what only makes sense among others: a hall, invitations, notices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("hall.invite", "invite", N_("invite"), show=False),
        binding("hall.ping", "ping", N_("ping"), show=False),
        binding("hall.to_table", "to_table", N_("to your table"), show=False),
    ]

    def __init__(  # noqa: PLR0913 - all that a session needs is handed in
        self,
        *,
        hall: Hall,
        caller: Caller,
        accounts: Accounts,
        settings: Settings,
        message: str = "",
        start: Chair | RecordedMatch | None = None,
        analyst: Analyst | None = None,
        translations: Translations = ENGLISH,
    ) -> None:
        keeper = SettingsKeeper(
            lambda text: accounts.keep_settings(caller.account, text), self.show_refusal
        )
        caller.at_end.append(keeper.stop_telling)
        super().__init__(
            hall=hall,
            player=caller.player,
            settings=settings,
            keep_settings=partial(self._keep_with_account, keeper),
            keep_record=self._tell_where_the_record_is,
            depth=DEPTHS[caller.client.terminal.colours],
            terminal=None if caller.in_browser else caller.client.terminal.type,
            notice=message,
            start=start,
            analyst=analyst,
            translations=translations,
        )
        self.caller = caller
        self.accounts = accounts
        if caller.host is not None:
            self.on_painted = caller.host.metrics.screens.add
        self.people = PeopleActions(hall, accounts, caller)
        self.lobby_session: LobbySession = hall.enter(self.player)
        self.hold_seconds = 120.0 if caller.host is None else caller.host.settings.hold
        self._announced: int | None = None
        self._missing: dict[str, float] = {}
        self.at_replay = isinstance(start, RecordedMatch)
        """Whether somebody has come for nothing but a recorded match."""
        self._page = BrowserPage(self, caller.client.tell) if caller.in_browser else None
        caller.at_end.append(self._leave_lobby)
        caller.at_end.append(hall.tournaments.listen(self.player.id, self._seated))
        caller.at_end.append(hall.tournaments.watch(self._tournaments_changed))
        accounts.on_name.append(self._name_chosen)
        caller.at_end.append(lambda: accounts.on_name.remove(self._name_chosen))
        if caller.moderator:
            accounts.reports.on_report.append(self._report_came)
            caller.at_end.append(lambda: accounts.reports.on_report.remove(self._report_came))

    @property
    def line_is_slow(self) -> bool:
        """Whether the player's client lags behind what is sent to it."""
        return self.caller.client.line_is_slow

    async def on_event(self, event: Event) -> None:
        """Let the others see that the player is not idle."""
        if isinstance(event, InputEvent):
            self.lobby_session.note_activity()
        await super().on_event(event)

    # -- what is kept -----------------------------------------------------------------------

    def _keep_with_account(self, keeper: SettingsKeeper, settings: Settings) -> None:
        self.caller.language = language_of(self.translations)
        keeper.keep(write(settings))

    def _tell_where_the_record_is(self, _record: Record) -> str:
        newest = next(iter(self.hall.finished(self.player)), None)
        if newest is None:
            # It is recorded a moment after the last move, when the database answers.
            raise NoSuchMatch("match-log-incomplete")
        return self.caller.replay(newest.id)

    async def rename(self, name: str) -> None:
        """Change the name of the account, in the hall and where a match has not begun at once.

        Raise `Refusal` if the name is not allowed.
        """
        account: Account = await self.accounts.rename(self.caller.account, name)
        self.caller.account = account
        self.change_settings(replace(self.settings, name=account.name))
        await self._take_name()

    def _name_chosen(self, account: Account) -> None:
        """Take a name that was chosen in any session of the account; this one's is there by then.

        Whoever chooses it calls from a task of their own.
        """
        if account.id == self.player.id:
            self.call_later(self._take_chosen_name, account.name)

    async def _take_chosen_name(self, name: str) -> None:
        if name != self.player.name:
            self.caller.account = replace(self.caller.account, name=name)
            self.settings = replace(self.settings, name=name)
            try:
                await self._take_name()
            except Refusal as refusal:
                self.show_refusal(refusal)

    async def _take_name(self) -> None:
        """Be called in the hall and on a seat as the account is."""
        self.player = self.caller.player
        self._leave_lobby()
        self.lobby_session = self.hall.enter(self.player)
        if isinstance(self.screen, HallScreen):
            self.screen.attend(self.lobby_session)
        if (chair := self.current_chair) is not None and chair.ended is None:
            await chair.rename(self.player.name)

    def _leave_lobby(self) -> None:
        self.lobby_session.on_change = None
        self.lobby_session.close()

    # -- where to go ------------------------------------------------------------------------

    def on_ready(self) -> None:
        """Ask somebody new for their name, over the screen they have come to.

        A guest has no name to keep, and is not asked on the way to a table.
        """
        if self._page is not None:
            self._page.begin()
        if self.direction.wants_answer:
            self.write_to_terminal(NAME_QUESTION)
        if self.caller.moderator:
            self._tell_open_reports()
        found = self.hall.tournaments.table_of(self.player.id)
        if found is not None and self.current_chair is None:
            self._show_seating(found[0])
        if not self.caller.account.new or self.at_replay:
            if isinstance(self.screen, HallScreen):
                tell_of_inbox(self)
            return
        if not self.caller.account.guest or isinstance(self.screen, HallScreen):
            self.ask_name()

    def _report_came(self) -> None:
        # Whoever reports calls from a task of their own; this one is the app's.
        self.call_later(self._tell_open_reports)

    def _tell_open_reports(self) -> None:
        count = self.accounts.reports.count_open()
        if count:
            text = self.translations.ngettext(
                "{count} report of a player is open: {command}",
                "{count} reports of players are open: {command}",
                count,
            ).format(count=count, command=self.caller.command("mod reports"))
            self.notify(text, timeout=12, markup=False)

    def on_terminal_named(self, message: TerminalNamed) -> None:
        """Send letters as the terminal wants them, now that it is known; others never answer."""
        self.direction.name_terminal(message.terminal)
        self.direction.use_order(self.settings.letter_order)

    def name_to_offer(self) -> tuple[str, str]:
        """Return the name to begin with, and for a guest why others will see a sign before it."""
        if not self.caller.account.guest:
            return super().name_to_offer()
        # Whoever came with a name that will not do is called a guest, which nobody may choose.
        return presentable(self.player.name.removeprefix(GUEST_MARK), NAME_FOR_ANYBODY), GUEST_NAMES

    def first_offers(self) -> tuple[str, tuple[str, str]]:
        """Return a few words on a quick match, and the title and words of the hall."""
        tr = self.translations
        hall = tr.gettext("Enter the hall"), tr.gettext("see the tables and who is here")
        return tr.gettext("an open seat, or bots"), hall

    async def play_at_once(self) -> None:
        """Sit down at an open table, or at one with bots."""
        from odin_tui.matchmaking import quick_seat  # noqa: PLC0415 - loaded when wanted

        game = chosen_game(self.settings)
        await self.take_seat(lambda: quick_seat(self.hall, self.player, game))

    def _home_screen(self) -> Screen[Any]:
        return HallScreen()

    def go_home(self) -> None:
        """Leave every screen and show the hall."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if not isinstance(self.screen, HallScreen):
            self.switch_screen(HallScreen())

    async def watch_table(self, code: str) -> None:
        """Watch a table as a spectator."""
        try:
            chair = await self.hall.watch(self.player, code)
        except Refusal as refusal:
            self.show_refusal(refusal)
            return
        await self.push_screen(self._table_screen(chair))

    async def take_seat(self, find: Callable[[], Any]) -> None:
        """Sit down wherever a search for a seat leads."""
        try:
            chair: Chair = await find()
        except Refusal as refusal:
            self.show_refusal(refusal)
            return
        await self.push_screen(self._table_screen(chair))

    def _table_screen(self, chair: Chair) -> Screen[Any]:
        if chair.view.by_correspondence:
            self.call_later(show_table_news, self, chair)
        return super()._table_screen(chair)

    # -- tournaments ------------------------------------------------------------------------

    @property
    def manager(self) -> Manager:
        """The player, as one who may run tournaments."""
        return Manager(self.player, self.caller.moderator)

    def _tournaments_changed(self) -> None:
        """Tell the screen on top, if it shows tournaments."""
        for screen in self.screen_stack[-1:]:
            tell = getattr(screen, "tournaments_changed", None)
            if tell is not None:
                tell()

    def _seated(self, tournament: Tournament, _table: RoundTable) -> None:
        """Say that a table waits, from whichever task it was seated."""
        self.call_later(self._show_seating, tournament)

    def _show_seating(self, tournament: Tournament) -> None:
        tr, key = self.translations, self.key_of("hall.to_table")
        text = tr.gettext("{tournament}: your table is ready. {key} takes you there.")
        self.notify(text.format(tournament=tournament.name, key=key), timeout=60, markup=False)
        self._call_back(logical(tr).gettext("Your table is ready."))

    async def action_to_table(self) -> None:
        """Sit down at the table of a tournament that waits for the player."""
        found = self.hall.tournaments.table_of(self.player.id)
        if found is None:
            self.show_refusal(TournamentRefused("tournament-no-table"))
            return
        chair = self.current_chair
        if chair is None or chair.view.id != found[1].id or chair.ended is not None:
            self.go_home()
            await self.continue_table(found[1].code)

    # -- invitations and notices ------------------------------------------------------------

    @property
    def current_chair(self) -> Chair | None:
        """The chair at the table that is shown, or was shown last; None in the hall."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, TableScreen):
                return screen.chair
        return None

    def invitation(self, code: str) -> str:
        """Return the command that brings a friend to a table."""
        return self.caller.invitation(code)

    def invitation_text(self, table: TableView) -> str:
        """Return the line and the link that bring a friend, and the key that copies the first."""
        line, other = self.invitation(table.code), self.caller.other_invitation(table.code)
        tr, key, game = self.translations, self.key_of("hall.invite"), game_title(table.game)
        if self.caller.in_browser:
            text = tr.gettext("Invite a friend to {game} ({key} copies):\n{link}\nor:\n{command}")
            return text.format(game=game, key=key, link=line, command=other)
        if other:
            text = tr.gettext("Invite a friend to {game} ({key} copies):\n{command}\nor:\n{link}")
            return text.format(game=game, key=key, command=line, link=other)
        text = tr.gettext("Invite a friend to {game} ({key} copies):\n{command}")
        return text.format(game=game, key=key, command=line)

    def action_invite(self) -> None:
        """Copy the line that brings a friend to this table, and show it."""
        chair = self.current_chair
        if chair is None:
            self.notify(
                self.translations.gettext(
                    "Sit down at a table first; then this key copies an invitation."
                )
            )
            return
        line = self.invitation(chair.view.code)
        self.copy_to_clipboard(line)
        if self.caller.in_browser:
            text = self.translations.gettext(
                "An invitation to {game} is copied, if your browser allows it: {command}"
            )
        else:
            text = self.translations.gettext(
                "An invitation to {game} is copied, if your terminal allows it: {command}"
            )
        self.notify(text.format(game=game_title(chair.view.game), command=line), markup=False)

    def action_ping(self) -> None:
        """Measure the round trip to the player's terminal."""
        self._show_ping()

    @work(exclusive=True)
    async def _show_ping(self) -> None:
        seconds = await self.caller.client.ping()
        text = self.translations.gettext("Round trip to your terminal: {milliseconds} ms.")
        self.notify(text.format(milliseconds=decimal(1000 * seconds, 0, self.translations)))

    def on_table_screen_changed(self) -> None:
        """Notify the player that it is their turn, and show who lost the connection."""
        chair = self.current_chair
        if self._page is not None:
            self._page.show_language()
            self._page.show_place()
        if chair is not None:
            self._announce(chair.view)
            self._show_lost_connections(chair)

    def _show_lost_connections(self, chair: Chair) -> None:
        """Show once whose connection was lost and how long the seat waits, and who is back."""
        missing: dict[str, float] = {}
        # Before the match of a tournament, whoever is not there has not come yet.
        to_come = chair.view.tournament and chair.view.phase is Phase.LOBBY
        for seat in () if to_come else chair.view.seats:
            if seat.held_until is not None and seat.seat != chair.view.seat:
                missing[seat.name] = seat.held_until
        for name, until in missing.items():
            if name not in self._missing:
                left = max(0, round(until - chair.now()))
                text = self.translations.gettext(
                    "{name} lost the connection. A bot takes over in {time}."
                )
                self.show_news(text.format(name=name, time=f"{left // 60}:{left % 60:02}"), 10)
        here = {seat.name for seat in chair.view.seats if seat.connected}
        for name in self._missing.keys() & here:
            self.show_news(self.translations.gettext("{name} is back.").format(name=name))
        self._missing = missing

    def _announce(self, view: TableView) -> None:
        turn = view.turn if view.my_turn else None
        if turn == self._announced:
            return
        self._announced = turn
        if self.settings.notices != "on":
            return
        title = window_title(logical(self.translations), my_turn=turn is not None)
        self.caller.client.put(f"\x1b]0;{title}\x07")
        if turn is not None:
            self._call_back(logical(self.translations).gettext("It's your turn."))

    def _call_back(self, text: str) -> None:
        """Have the terminal tell somebody who looks elsewhere, if they want that."""
        if self.settings.notices == "on" and not self.app_focus:
            # One of the two is understood by most terminals, and the other ignored.
            self.caller.client.put(f"\x1b]9;{text}\x07")
            self.caller.client.put(f"\x1b]777;notify;odin;{text}\x07")

    # -- leaving ----------------------------------------------------------------------------

    def exit(self, *arguments: Any, **options: Any) -> None:
        """Leave, with a line that says how to come back."""
        if not self.caller.farewell:
            self.caller.farewell = self._farewell_text()
        super().exit(*arguments, **options)

    def _farewell_text(self) -> str:
        tr, chair = logical(self.translations), self.current_chair
        at_table = chair is not None and chair.ended is None and chair.seat is not None
        if chair is None or not at_table or chair.view.phase in (Phase.OVER, Phase.CLOSED):
            text = tr.gettext("Goodbye, {name}! To come back: {command}")
            return text.format(name=self.player.name, command=self.caller.way_back)
        if self.caller.account.guest:
            return tr.gettext("You left the table. A bot plays on for you.")
        if chair.view.by_correspondence:
            text = tr.gettext("You left the table. Your seat is kept. To come back: {command}")
            return text.format(command=self.caller.invitation(chair.view.code))
        minutes = int(self.hold_seconds // 60)
        return tr.ngettext(
            "You left the table. The seat is yours for {minutes} minute, "
            "then a bot keeps it warm: {command}",
            "You left the table. The seat is yours for {minutes} minutes, "
            "then a bot keeps it warm: {command}",
            minutes,
        ).format(minutes=minutes, command=self.caller.invitation(chair.view.code))
