"""The table of any game: a chair, and the board of its game."""

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from odin_engine.game import Refusal
from odin_server.hall import (
    Announcement,
    Chair,
    ChatEntry,
    ChatLine,
    ChatNotice,
    Phase,
    Player,
    TableView,
)
from odin_tui.correspondence_text import your_turn_text
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.messages.chat import entry_text
from odin_tui.scoreboard import has_points, scoreboard
from odin_tui.screens.chair_screen import ChairScreen
from odin_tui.screens.fair_deals import FairDealsScreen, table_page
from odin_tui.settings import Settings
from odin_tui.stand_in import lapse_text
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.waiting import Waiting

LAPSE_SECONDS = 10.0
"""How long the last line says that the clock ran out, where no prompt does."""
ANNOUNCED_SECONDS = 20.0
"""How long an announcement is shown at a table; it stays in the chat."""


class TableScreen(ChairScreen):
    """Owns a chair: shows what it sees, and does with it what the player decides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("over.next", "start", N_("start")),
        binding("over.rematch", "rematch", N_("play again")),
        binding("over.report", "report", N_("where did I go wrong?")),
        binding("over.replay", "replay", N_("replay")),
        binding("over.record", "record", N_("save record")),
        binding("table.take_back", "take_back", N_("take your seat back")),
        binding("table.rules", "rules", N_("rules")),
        binding("table.chat", "chat", N_("chat")),
        binding("table.people", "people", N_("people")),
        binding("table.pause", "pause", N_("pause"), show=False),
        binding("table.pause", "resume", N_("play on")),
        binding("over.home", "home", N_("home")),
        binding("table.leave", "leave", N_("leave")),
        binding("table.scores", "scores", N_("points")),
        binding("table.settings", "settings", N_("settings"), show=False),
        binding("table.deals", "deals", N_("fair deal"), show=False),
    ]

    DEFAULT_CSS = """
    TableScreen.-large MatchEnd {
        #winner, #reason, #proof { text-align: center; }
        .actions { align-horizontal: center; }
        #again { width: auto; }
    }
    """

    class Changed(Message):
        """Something at the table has changed."""

    def __init__(self, chair: Chair) -> None:
        super().__init__(chair)
        self._last_view: TableView | None = chair.view
        self._asking = False

    def compose(self) -> ComposeResult:
        yield Waiting(is_made=not self._is_playing)
        yield self.board
        yield KeyFooter()

    def on_mount(self) -> None:
        self._session = self.odin
        self.chair.on_change = self._pass_on_change
        self.watch(self.app, "settings", self._follow_settings)
        self._show()
        self._tell_deadline()

    def _tell_deadline(self) -> None:
        """Say until when the player may move, where that is days away."""
        view = self.chair.view
        mine = view.mine
        if view.by_correspondence and mine is not None and mine.deadline is not None:
            self.board.tell(your_turn_text(mine.deadline, self.chair.now(), self.tr))

    def on_unmount(self) -> None:
        self.chair.on_change = None
        self.chair.close()

    def _pass_on_change(self) -> None:
        # The hall calls from a task of its own; a message brings the news into this app's. While
        # the table is covered the app alone hears them: it rings, and tells what others say.
        if not self.tell(self.Changed()):
            self._session.post_message(self.Changed())

    # -- what is shown ----------------------------------------------------------------------

    def catch_up(self) -> None:
        """Show the table as it has become."""
        self._show()
        self.board.paint()

    async def retranslate(self) -> None:
        """Write everything anew; the board stays, with what was chosen on it."""
        self._show()
        self.board.retranslate()

    def on_table_screen_changed(self) -> None:
        self._show()

    @property
    def _is_playing(self) -> bool:
        view = self.chair.view
        here = self.chair.ended is None and view.match is not None
        return here and view.phase in (Phase.PLAYING, Phase.OVER)

    async def _make_waiting(self) -> None:
        waiting = self.query_one(Waiting)
        async with self.batch():
            await waiting.make()
            if waiting.is_made:  # otherwise the screen is being left, and this would never end
                self._show()

    def _show(self) -> None:
        """Show the table as it is now."""
        view, gone, playing = self.chair.view, self.chair.ended, self._is_playing
        waiting = self.query_one(Waiting)
        if not playing and not waiting.is_made:
            self.call_next(self._make_waiting)
            return
        waiting.display, self.board.display = not playing, playing
        if playing:
            self.board.table_view = view
            if not self.board.has_focus and self.chat_panel is None:
                # To focus it once more would paint all of it.
                self.board.focus()
        else:
            waiting.show(view, gone)
        self.show_chat()
        self.refresh_bindings()

    def announce_changes(self) -> None:
        """Ring if it has become the player's turn, and pass on what others say; even if covered."""
        before, view = self._last_view, self.chair.view
        self._last_view = view
        if before is None:
            return
        if view.my_turn and view.turn != before.turn and self.odin.settings.bell == "on":
            self.app.bell()
        lapse = lapse_text(before, view, self.odin.translations)
        if lapse and not (self.is_on_top and self.board.display and self.board.waits_for_move):
            # Otherwise the prompt says so, until a key is pressed.
            self.odin.show_news(lapse, LAPSE_SECONDS)
        if self.chat_panel is not None or view.chat == before.chat:
            return
        for entry in view.chat[-3:]:
            match entry:
                case _ if entry in before.chat:
                    pass
                case ChatLine(player=player) if player == self.chair.player.id:
                    pass
                case ChatNotice() if view.covered != before.covered:
                    # It tells the others who plays this seat; the prompt tells the player.
                    pass
                case Announcement(text=text):
                    self.odin.notify(text, timeout=ANNOUNCED_SECONDS, markup=False)
                case _:
                    self.odin.show_news(entry_text(entry, self.odin.translations))

    def _follow_settings(self, settings: Settings) -> None:
        self.board.settings = settings

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002, C901, PLR0911, PLR0912 - one line for each thing to do
        """Return whether this can be done now; the footer shows nothing else."""
        view, here = self.chair.view, self.chair.ended is None
        seated = here and view.seat is not None
        over = here and view.phase is Phase.OVER
        closed = not here or view.phase is Phase.CLOSED
        in_days = view.by_correspondence
        covered = view.covered is not None and not over and not closed
        match action:
            case "start":
                return seated and view.phase is Phase.LOBBY and view.host == self.chair.player.id
            case "take_back":
                return seated and covered
            case "resume":
                return seated and view.phase is Phase.PAUSED and not covered
            case "pause":
                playing = view.phase is Phase.PLAYING and not view.tournament and not in_days
                return seated and playing and not covered
            case "rematch" | "record" | "replay":
                return seated and over and not (view.tournament and action == "rematch")
            case "report":
                return seated and over and self.odin.analyst is not None
            case "home":
                return over or closed
            case "leave":
                return not over and not closed
            case "hint":
                return seated and self._may_ask(view)
            case "rules":
                return view.match is not None
            case "scores":
                return has_points(view.match)
            case "people":
                return here and bool(self._others())
            case "chat":
                return here and sum(seat.player is not None for seat in view.seats) > 1
        return True

    def _may_ask(self, view: TableView) -> bool:
        waits = view.my_turn and self.board.waits_for_move
        return view.hints and waits and not self._asking

    async def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        """Make the move that was decided on."""
        message.stop()
        await self.attempt(self.chair.play(message.move, turn=message.turn))

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        """Keep what was set at the table."""
        message.stop()
        self.odin.change_settings(message.settings)

    async def action_start(self) -> None:
        """Begin the match, with bots in the free seats."""
        await self.attempt(self.chair.start(fill="karl"))

    async def action_rematch(self) -> None:
        """Agree to another match."""
        await self.attempt(self.chair.rematch())

    def action_hint(self) -> None:
        """Ask what a Konung would do; the table goes on meanwhile."""
        self._asking = True
        self.refresh_bindings()
        self._ask_for_hint()

    @work(exclusive=True)
    async def _ask_for_hint(self) -> None:
        view = self.chair.view
        try:
            move = await self.chair.hint()
        except Refusal as refusal:
            self.board.refuse(self.refused_text(refusal))
            return
        finally:
            self._asking = False
            self.refresh_bindings()
        if self.chair.view.turn == view.turn:
            reasons = game_ui(view.game).reasons(view.match, move, tr=self.tr)
            self.board.show_hint(move, reasons)
            self.odin.explain_konung()

    def action_rules(self) -> None:
        """Open the rules at the part that matters now."""
        view = self.chair.view
        self.odin.show_rules(view.game, game_ui(view.game).topic_for(view.match))

    def action_scores(self) -> None:
        """Show everybody's points, deal by deal."""
        from odin_tui.screens.lookup import LookupScreen  # noqa: PLC0415 - loaded when wanted

        page = scoreboard(self.chair.view, self.tr)
        self.app.push_screen(LookupScreen(self.tr.gettext("Points"), page))

    async def action_settings(self) -> None:
        """Open the settings; the table goes on meanwhile."""
        await self.odin.go("settings")

    def action_deals(self) -> None:
        """Show what was published about the seed, so that anyone can check the deals."""
        self.app.push_screen(FairDealsScreen(table_page(self.chair.view, self.tr), self.tr))

    def _others(self) -> list[Player]:
        """Return the people at the table besides the reader, and those who have said something."""
        if self.odin.people is None:
            return []
        view, own = self.chair.view, self.chair.player.id
        seated = [Player(seat.player, seat.name) for seat in view.seats if seat.player is not None]
        spoke = [Player(one.player, one.name) for one in view.chat if isinstance(one, ChatLine)]
        found = {one.id: one for one in (*spoke, *seated) if one.id != own}
        return list(found.values())

    def action_people(self) -> None:
        """Report or ignore somebody."""
        from odin_tui.screens.people import PeopleMenu  # noqa: PLC0415 - loaded when wanted

        if self.odin.people is not None:
            menu = PeopleMenu(self.odin, self.odin.people, self._remove)
            menu.open(self._others(), self._removable())

    def _removable(self) -> frozenset[str]:
        """Return whom the reader may remove: the host may, while no match is being played."""
        view = self.chair.view
        may = view.host == self.chair.player.id and view.phase in (Phase.LOBBY, Phase.OVER)
        return frozenset(seat.player for seat in view.seats if may and seat.player is not None)

    async def _remove(self, about: Player) -> None:
        for seat in self.chair.view.seats:
            if seat.player == about.id:
                await self.chair.remove(seat.seat)

    def action_chat(self) -> None:
        """Open what is said at the table."""
        self.open_chat()

    async def say(self, text: str) -> None:
        """Say something to everyone at the table."""
        await self.chair.say(text)

    def said(self) -> tuple[tuple[ChatEntry, ...], Announcement | None]:
        """Return what was said at the table."""
        return self.chair.view.chat, None

    def rows_for_chat(self) -> tuple[int, int]:
        """Leave the hand and the prompt in sight, while there is a hand."""
        below = self.board.rows_to_keep if self.board.display else 0
        return 0, self.app.size.height - 1 - below

    def focus_again(self) -> None:
        """Give the keys back to the board."""
        self.board.focus()

    async def on_game_board_seat_wanted(self, message: GameBoard.SeatWanted) -> None:
        """Take the seat back."""
        message.stop()
        await self.action_take_back()

    async def action_take_back(self) -> None:
        """Take the seat back from the bot that plays it."""
        await self.attempt(self.chair.take_back())

    async def action_pause(self) -> None:
        """Ask for a pause."""
        await self.attempt(self.chair.pause())

    async def action_resume(self) -> None:
        """Play on after a pause."""
        await self.attempt(self.chair.resume())
