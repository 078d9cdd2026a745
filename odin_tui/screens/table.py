"""The table of any game: a chair, and the board of its game."""

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.hall import (
    Announcement,
    Chair,
    ChatEntry,
    ChatLine,
    ChatNotice,
    FinishedMatch,
    Phase,
    TableView,
)
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.messages import refusal_text
from odin_tui.messages.chat import entry_text
from odin_tui.scoreboard import has_points, scoreboard
from odin_tui.screens.chat import ChatScreen
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.confirm import ConfirmScreen
from odin_tui.screens.fair_deals import FairDealsScreen, table_page
from odin_tui.screens.give_up import give_up_question, may_give_up
from odin_tui.settings import Settings
from odin_tui.stand_in import lapse_text
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.menu import Item
from odin_tui.widgets.waiting import Waiting

LAPSE_SECONDS = 10.0
"""How long the last line says that the clock ran out, where no prompt does."""
ANNOUNCED_SECONDS = 20.0
"""How long an announcement is shown at a table; it stays in the chat."""


class TableScreen(ChatScreen):
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
        binding("table.pause", "pause", N_("pause"), show=False),
        binding("table.pause", "resume", N_("play on")),
        binding("over.home", "home", N_("home")),
        binding("table.leave", "leave", N_("leave")),
        binding("table.scores", "scores", N_("points")),
        binding("table.settings", "settings", N_("settings"), show=False),
        binding("table.deals", "deals", N_("fair deal"), show=False),
    ]

    class Changed(Message):
        """Something at the table has changed."""

    def __init__(self, chair: Chair) -> None:
        super().__init__()
        self.chair = chair
        self._board: GameBoard = game_ui(chair.view.game).board(chair.now)
        self._last_view: TableView | None = chair.view
        self._asking = False

    def compose(self) -> ComposeResult:
        yield Waiting()
        yield self._board
        yield KeyFooter()

    def on_mount(self) -> None:
        self._session = self.odin
        self.chair.on_change = self._pass_on_change
        self.watch(self.app, "settings", self._follow_settings)
        self._show()

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
        self._board.paint()

    def on_table_screen_changed(self) -> None:
        self._show()

    def _show(self) -> None:
        """Show the table as it is now."""
        view, gone = self.chair.view, self.chair.ended
        playing = gone is None and view.match is not None
        playing = playing and view.phase in (Phase.PLAYING, Phase.OVER)
        waiting = self.query_one(Waiting)
        waiting.display, self._board.display = not playing, playing
        if playing:
            self._board.table_view = view
            if not self._board.has_focus and self.chat_panel is None:
                # To focus it once more would paint all of it.
                self._board.focus()
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
        if lapse and not (self.is_on_top and self._board.display and self._board.waits_for_move):
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
        self._board.settings = settings

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002, C901, PLR0911 - one line for each thing to do
        """Return whether this can be done now; the footer shows nothing else."""
        view, here = self.chair.view, self.chair.ended is None
        seated = here and view.seat is not None
        over = here and view.phase is Phase.OVER
        closed = not here or view.phase is Phase.CLOSED
        covered = view.covered is not None and not over and not closed
        match action:
            case "start":
                return seated and view.phase is Phase.LOBBY and view.host == self.chair.player.id
            case "take_back":
                return seated and covered
            case "resume":
                return seated and view.phase is Phase.PAUSED and not covered
            case "pause":
                return seated and view.phase is Phase.PLAYING and not covered
            case "rematch" | "record" | "replay":
                return seated and over
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
            case "chat":
                return here and sum(seat.player is not None for seat in view.seats) > 1
        return True

    def _may_ask(self, view: TableView) -> bool:
        waits = view.my_turn and self._board.waits_for_move
        return view.hints and waits and not self._asking

    async def _try(self, action: Awaitable[object]) -> bool:
        """Do something at the table, or show why it is refused; return whether it was done."""
        try:
            await action
        except Refusal as refusal:
            if self._board.display and self._board.waits_for_move:
                self._board.refuse(self._text(refusal))
            else:
                self.odin.show_refusal(refusal, self.chair.view.game)
            return False
        return True

    def _text(self, refusal: Refusal) -> str:
        return refusal_text(refusal, self.odin.translations, self.chair.view.game)

    async def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        """Make the move that was decided on."""
        message.stop()
        await self._try(self.chair.play(message.move, turn=message.turn))

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        """Keep what was set at the table."""
        message.stop()
        self.odin.change_settings(message.settings)

    async def action_start(self) -> None:
        """Begin the match, with bots in the free seats."""
        await self._try(self.chair.start(fill="karl"))

    async def action_rematch(self) -> None:
        """Agree to another match."""
        await self._try(self.chair.rematch())

    async def action_record(self) -> None:
        """Keep the record of the match that is over."""
        try:
            _, record = await self._played()
            where = self.odin.keep_record(record)
        except (Refusal, OSError) as trouble:
            why = self._text(trouble) if isinstance(trouble, Refusal) else trouble
            text = self.tr.gettext("The record could not be saved: {reason}")
            self.notify(text.format(reason=why), markup=False)
            return
        text = self.tr.gettext("Saved: {place}")
        self.notify(text.format(place=where), markup=False)

    async def _played(self) -> tuple[FinishedMatch, Record]:
        """Return the match that is over here; raise `NoSuchMatch` if it is not known yet."""
        hall, player, view = self.odin.hall, self.odin.player, self.chair.view
        wanted = f"{view.id}.{view.match_no}"
        record = await hall.record(player, wanted)
        return next(match for match in hall.finished(player) if match.id == wanted), record

    async def _look_back(self, screen: Callable[[FinishedMatch, Record], Screen[Any]]) -> None:
        """Open a screen about the match that is over, or show why that cannot be done."""
        try:
            made = screen(*await self._played())
        except Refusal as refusal:
            self.odin.show_refusal(refusal)
            return
        await self.app.push_screen(made)

    async def action_replay(self) -> None:
        """Look at the match again, move by move."""
        from odin_tui.screens.replay import ReplayScreen  # noqa: PLC0415 - loaded when wanted

        await self._look_back(
            lambda match, record: ReplayScreen(record, self.odin.analyst, match=match)
        )

    async def action_report(self) -> None:
        """Show where the match was won and lost."""
        from odin_tui.screens.match_report import MatchReportScreen  # noqa: PLC0415 - likewise

        await self._look_back(lambda match, record: MatchReportScreen(record, match))

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
            self._board.refuse(self._text(refusal))
            return
        finally:
            self._asking = False
            self.refresh_bindings()
        if self.chair.view.turn == view.turn:
            reasons = game_ui(view.game).reasons(view.match, move, tr=self.tr)
            self._board.show_hint(move, reasons)

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
        below = self._board.rows_to_keep if self._board.display else 0
        return 0, self.app.size.height - 1 - below

    def focus_again(self) -> None:
        """Give the keys back to the board."""
        self._board.focus()

    async def on_game_board_seat_wanted(self, message: GameBoard.SeatWanted) -> None:
        """Take the seat back."""
        message.stop()
        await self.action_take_back()

    async def action_take_back(self) -> None:
        """Take the seat back from the bot that plays it."""
        await self._try(self.chair.take_back())

    async def action_pause(self) -> None:
        """Ask for a pause."""
        await self._try(self.chair.pause())

    async def action_resume(self) -> None:
        """Play on after a pause."""
        await self._try(self.chair.resume())

    async def action_home(self) -> None:
        """Go home from a table where nothing more will happen."""
        if self.chair.ended is None and self.chair.view.phase is Phase.OVER:
            await self._try(self.chair.leave())
        self.odin.go_home()

    def action_leave(self) -> None:
        """Leave the table, after asking once if a match is being played."""
        view, tr = self.chair.view, self.tr
        if view.seat is None or view.match is None:
            self.odin.go_home()
            return
        leave = tr.gettext("Leave the table?")
        if may_give_up(view, self.chair.player):
            question = ChooseScreen(
                leave,
                tr.gettext("Your match is saved: continue it whenever you like."),
                Item("leave", tr.gettext("Leave"), tr.gettext("and continue later"), "y"),
                Item("give up", tr.gettext("Give up the match"), tr.gettext("for good"), "g"),
                Item("stay", tr.gettext("Stay"), "", "n"),
            )
            self.app.push_screen(question, self._leave_as)
            return
        details = tr.gettext("Your seat is kept for a while; then a bot plays until you come back.")
        self.app.push_screen(
            ConfirmScreen(leave, details, yes=tr.gettext("Leave"), no=tr.gettext("Stay")),
            self._leave_if,
        )

    def _leave_as(self, answer: str | None) -> None:
        if answer == "give up":
            self.app.push_screen(give_up_question(self.tr), self._give_up_if)
        else:
            self._leave_if(answer == "leave")

    def _leave_if(self, sure: bool | None) -> None:  # noqa: FBT001 - the answer to a question
        if sure:
            # The question is closed after this answer; home must come after that.
            self.app.call_later(self.odin.go_home)

    async def _give_up_if(self, sure: bool | None) -> None:  # noqa: FBT001 - likewise
        if sure and await self._try(self.chair.close_table()):
            self.app.call_later(self.odin.go_home)
