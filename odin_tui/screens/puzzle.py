"""A puzzle on the board of its game: find the best move, and read why it is."""

from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_engine.game import Refusal
from odin_engine.puzzles import Puzzle
from odin_server.hall import TableView
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.messages import refusal_text
from odin_tui.puzzle_attempt import PuzzleAttempt
from odin_tui.screens.screen import OdinScreen
from odin_tui.settings import Settings
from odin_tui.still_table import still_table
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_board import GameBoard


class PuzzleScreen(OdinScreen[bool]):
    """Shows a position as its seat saw it; closes with whether the first try solved it, if any."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.hint", "hint", N_("show the answer")),
        binding("lesson.read_on", "next", N_("next puzzle"), priority=True),
        binding("table.rules", "rules", N_("rules")),
        binding("back", "leave", N_("back")),
    ]
    DEFAULT_CSS = """
    PuzzleScreen {
        #puzzle { height: 3; padding: 0 2; width: 1fr; background: $plate; }
        &.-medium #puzzle { height: 5; padding: 1 4; }
        &.-large #puzzle { height: 5; padding: 1 8; }
    }
    """

    def __init__(self, puzzle: Puzzle, *, series: bool = False) -> None:
        """Show a puzzle; in a series its result is kept, and another follows."""
        super().__init__()
        self.puzzle = puzzle
        self._series = series
        self._ui = game_ui(puzzle.record.game)
        self._board = self._ui.board(lambda: 0.0)
        self._thinking = False

    @cached_property
    def attempt(self) -> PuzzleAttempt:
        """What was tried so far; of a series the result is kept."""
        return PuzzleAttempt(self.puzzle, self.tr, self._keep if self._series else None)

    @property
    def solved(self) -> bool | None:
        """Whether the first try was right; None before it."""
        return self.attempt.solved

    def compose(self) -> ComposeResult:
        yield Static(id="puzzle", markup=False)
        yield self._board
        yield KeyFooter()

    def on_mount(self) -> None:
        self.watch(self.app, "settings", self._follow_settings)
        self._board.table_view = self._table()
        self._board.focus()
        self._say(self.attempt.question())

    def _table(self) -> TableView:
        """Return the position as the seat saw it; who sat at the table then is no bot now."""
        names = list(self.puzzle.record.names)
        names[self.puzzle.seat] = self.tr.gettext("You")
        table = still_table(
            self.attempt.game,
            self.attempt.state,
            self.puzzle.seat,
            names,
            options=self.puzzle.record.options,
            turn=len(self.puzzle.record.moves) - 1,
        )
        people = (replace(seat, player=seat.name, bot=None, connected=True) for seat in table.seats)
        return replace(table, seats=tuple(people))

    def _follow_settings(self, settings: Settings) -> None:
        self._board.settings = settings

    def catch_up(self) -> None:
        """Show the table as it is with other settings."""
        self._board.paint()

    async def retranslate(self) -> None:
        """Ask the question anew; the board stays."""
        self.attempt.tr = self.tr
        self._board.table_view = self._table()
        self._board.retranslate()
        self._say(self.attempt.question())

    # -- what is said -----------------------------------------------------------------------

    def _say(self, *sentences: str) -> None:
        text = " ".join(sentences)
        said = self._ui.painted(text, self.odin.settings.card_style, "bold $foreground")
        self.query_one("#puzzle", Static).update(said)
        self.refresh_bindings()

    # -- what the player does ---------------------------------------------------------------

    async def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        """Judge the move that was chosen."""
        message.stop()
        if self.attempt.is_done or self._thinking:
            return
        try:
            said = await self.attempt.try_move(message.move)
        except Refusal as refusal:
            self._board.refuse(refusal_text(refusal, self.tr, self.puzzle.record.game))
            return
        if said is None:
            self._thinking = True
            self._say(self.tr.gettext("The search tries your move …"))
            self._search(message.move)
        else:
            self._say(*said)

    @work(exclusive=True)
    async def _search(self, move: Any) -> None:
        try:
            said = await self.attempt.search(move, self.odin.analyst)
        finally:
            self._thinking = False
        self._say(*said)

    async def _keep(self, word: str, solved: bool) -> None:  # noqa: FBT001 - as it is called
        puzzles = self.odin.hall.puzzles
        try:
            await puzzles.tried(self.odin.player, self.puzzle, word, solved=solved)
        except Refusal as refusal:
            self.odin.show_refusal(refusal)

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        """Keep what was set at the table."""
        message.stop()
        self.odin.change_settings(message.settings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        if action == "hint":
            return not self.attempt.is_done and not self._thinking
        if action == "next":
            return self._series and self.attempt.is_done
        return True

    async def action_hint(self) -> None:
        """Show the answer; that is no solution."""
        self._say(*await self.attempt.show_answer())
        move = self.attempt.game.parse_move(self.puzzle.answer)
        self._board.show_hint(move, self.attempt.reasons())
        self.odin.explain_konung()

    def action_next(self) -> None:
        """Go on to another puzzle of this game."""
        book = self.odin.hall.puzzles
        puzzle = book.next_for(self.odin.player, self.puzzle.record.game, after=self.puzzle.id)
        if puzzle is None:
            self.notify(self.tr.gettext("You have tried every puzzle there is."))
            return
        self.app.switch_screen(PuzzleScreen(puzzle, series=True))

    def action_rules(self) -> None:
        """Open the rules at the part that matters here."""
        self.odin.show_rules(self.puzzle.record.game, self._ui.topic_for(self.attempt.view))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(self.solved)
