"""What a screen does with a chair besides playing: look back at a match, leave, give up."""

from collections.abc import Awaitable, Callable
from typing import Any

from textual.screen import Screen

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.hall import Chair, FinishedMatch, Phase
from odin_tui.game_ui import game_ui
from odin_tui.messages import refusal_text
from odin_tui.screens.chat import ChatScreen
from odin_tui.screens.choose import ChooseScreen
from odin_tui.screens.confirm import ConfirmScreen
from odin_tui.screens.give_up import give_up_question, may_give_up
from odin_tui.widgets.game_board import GameBoard
from odin_tui.widgets.menu import Item


class ChairScreen(ChatScreen):
    """Holds a chair and the board of its game."""

    def __init__(self, chair: Chair) -> None:
        super().__init__()
        self.chair = chair
        self.board: GameBoard = game_ui(chair.view.game).board(chair.now)

    async def attempt(self, action: Awaitable[object]) -> bool:
        """Do something at the table, or show why it is refused; return whether it was done."""
        try:
            await action
        except Refusal as refusal:
            if self.board.display and self.board.waits_for_move:
                self.board.refuse(self.refused_text(refusal))
            else:
                self.odin.show_refusal(refusal, self.chair.view.game)
            return False
        return True

    def refused_text(self, refusal: Refusal) -> str:
        return refusal_text(refusal, self.odin.translations, self.chair.view.game)

    # -- after a match ----------------------------------------------------------------------

    async def action_record(self) -> None:
        """Keep the record of the match that is over."""
        try:
            _, record = await self._played()
            where = self.odin.keep_record(record)
        except (Refusal, OSError) as trouble:
            why = self.refused_text(trouble) if isinstance(trouble, Refusal) else trouble
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

    # -- leaving ----------------------------------------------------------------------------

    async def action_home(self) -> None:
        """Go home from a table where nothing more will happen."""
        if self.chair.ended is None and self.chair.view.phase is Phase.OVER:
            await self.attempt(self.chair.leave())
        self.odin.go_home()

    def action_leave(self) -> None:
        """Leave the table, after asking once if a match is being played."""
        view, tr = self.chair.view, self.tr
        if view.seat is None or (view.match is None and not view.by_correspondence):
            self.odin.go_home()
            return
        leave = tr.gettext("Leave the table?")
        if may_give_up(view, self.chair.player):
            question = ChooseScreen(
                leave,
                tr.gettext("Your match is saved: continue it whenever you like."),
                Item("leave", tr.gettext("Leave"), tr.gettext("and continue later"), "y"),
                Item(
                    "give up",
                    tr.gettext("Give up the match"),
                    tr.pgettext("to give up", "for good"),
                    "g",
                ),
                Item("stay", tr.gettext("Stay"), "", "n"),
            )
            self.app.push_screen(question, self._leave_as)
            return
        if view.by_correspondence:
            self.app.push_screen(self._question_by_correspondence(leave), self._leave_as)
            return
        details = tr.gettext("Your seat is kept for a while; then a bot plays until you come back.")
        self.app.push_screen(
            ConfirmScreen(leave, details, yes=tr.gettext("Leave"), no=tr.gettext("Stay")),
            self._leave_if,
        )

    def _question_by_correspondence(self, question: str) -> ChooseScreen:
        tr = self.tr
        begun = self.chair.view.match is not None
        after = tr.gettext("a bot plays on") if begun else tr.gettext("others can take it")
        return ChooseScreen(
            question,
            tr.gettext("Your seat is kept while you are away."),
            Item("leave", tr.gettext("Leave"), tr.gettext("and continue later"), "y"),
            Item("give-seat", tr.gettext("Give up your seat"), after, "g"),
            Item("stay", tr.gettext("Stay"), "", "n"),
        )

    async def _leave_as(self, answer: str | None) -> None:
        if answer == "give up":
            self.app.push_screen(give_up_question(self.tr), self._give_up_if)
            return
        if answer == "give-seat" and not await self.attempt(self.chair.leave()):
            return
        self._leave_if(answer in ("leave", "give-seat"))

    def _leave_if(self, sure: bool | None) -> None:  # noqa: FBT001 - the answer to a question
        if sure:
            # The question is closed after this answer; home must come after that.
            self.app.call_later(self.odin.go_home)

    async def _give_up_if(self, sure: bool | None) -> None:  # noqa: FBT001 - likewise
        if sure and await self.attempt(self.chair.close_table()):
            self.app.call_later(self.odin.go_home)
