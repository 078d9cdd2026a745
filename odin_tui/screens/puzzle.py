"""A puzzle on the board of its game: find the best move, and read why it is."""

from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from odin_engine.analysis import CLEAR, Verdict
from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_engine.puzzles import Puzzle
from odin_server.hall import TableView
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.messages import refusal_text
from odin_tui.narrator import Reader
from odin_tui.puzzle_text import difficulty_text
from odin_tui.screens.screen import OdinScreen
from odin_tui.settings import Settings
from odin_tui.still_table import still_table
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.game_board import GameBoard

AS_GOOD = 0.02
"""A move that is worse by no more than this solves a puzzle too."""


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
        self.solved: bool | None = None
        """Whether the first try was right; None before it."""
        self._series = series
        self._game = GAMES[puzzle.record.game]
        self._ui = game_ui(puzzle.record.game)
        self._state = puzzle.position(self._game)
        self._view = self._game.view(self._state, puzzle.seat)
        self._board = self._ui.board(lambda: 0.0)
        self._done = self._thinking = False

    def compose(self) -> ComposeResult:
        yield Static(id="puzzle", markup=False)
        yield self._board
        yield KeyFooter()

    def on_mount(self) -> None:
        self.watch(self.app, "settings", self._follow_settings)
        self._board.table_view = self._table()
        self._board.focus()
        self._say(self._question())

    def _table(self) -> TableView:
        """Return the position as the seat saw it; who sat at the table then is no bot now."""
        names = list(self.puzzle.record.names)
        names[self.puzzle.seat] = self.tr.gettext("You")
        table = still_table(
            self._game,
            self._state,
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

    # -- what is said -----------------------------------------------------------------------

    def _question(self) -> str:
        if self.puzzle.difficulty:
            text = self.tr.gettext("Puzzle ({difficulty}): one move is clearly best. Find it.")
            return text.format(difficulty=difficulty_text(self.puzzle.difficulty, self.tr))
        text = self.tr.gettext("Your move here was: {move}. It cost {loss}. Find a better one.")
        verdict = self.puzzle.verdict
        return text.format(move=self._spoken(verdict.played), loss=f"{verdict.loss:.0%}")

    def _say(self, *sentences: str) -> None:
        text = " ".join(sentences)
        said = self._ui.painted(text, self.odin.settings.card_style, "bold $foreground")
        self.query_one("#puzzle", Static).update(said)
        self.refresh_bindings()

    def _spoken(self, word: str) -> str:
        reader = Reader(self.puzzle.record.names, tr=self.tr)
        return self._ui.spoken(self._game.parse_move(word), reader)

    def _why(self) -> list[str]:
        """Say what the answer is worth, what comes next to it, and why it is good."""
        verdict, tr = self.puzzle.verdict, self.tr
        move = self._game.parse_move(verdict.better)
        said = []
        if verdict.second:
            text = tr.gettext("{best} to win the match; next best: {move}, {worse}.")
            said.append(
                text.format(
                    best=f"{verdict.better_worth:.0%}",
                    move=self._spoken(verdict.second),
                    worse=f"{verdict.better_worth - verdict.lead:.0%}",
                )
            )
        else:
            text = tr.gettext("{best} to win the match instead of {played}.")
            said.append(
                text.format(best=f"{verdict.better_worth:.0%}", played=f"{verdict.worth:.0%}")
            )
        return [*said, *self._ui.reasons(self._view, move, tr=tr)]

    def _tell_right(self) -> None:
        self._done = True
        text = self.tr.gettext("Right: {move}.").format(move=self._spoken(self.puzzle.answer))
        self._say(text, *self._why())

    def _tell_as_good(self, verdict: Verdict) -> None:
        self._done = True
        text = self.tr.gettext("Good: that wins {chance}, as much as the answer: {move}.")
        answer = self._spoken(self.puzzle.answer)
        self._say(text.format(chance=f"{verdict.worth:.0%}", move=answer))

    def _tell_wrong(self, verdict: Verdict) -> None:
        text = self.tr.gettext("That wins {chance}, {loss} less than the best move. Try again.")
        self._say(text.format(chance=f"{verdict.worth:.0%}", loss=f"{verdict.loss:.0%}"))

    # -- what the player does ---------------------------------------------------------------

    async def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        """Judge the move that was chosen."""
        message.stop()
        if self._done or self._thinking:
            return
        try:
            self._game.play(self._state, self.puzzle.seat, message.move)
        except Refusal as refusal:
            self._board.refuse(refusal_text(refusal, self.tr, self.puzzle.record.game))
            return
        word = self._game.format_move(message.move)
        if word == self.puzzle.answer:
            await self._count(word, solved=True)
            self._tell_right()
        elif word == self.puzzle.verdict.played and self.puzzle.verdict.matters:
            await self._count(word, solved=False)
            self._tell_wrong(self.puzzle.verdict)
        else:
            self._thinking = True
            self._say(self.tr.gettext("The search tries your move …"))
            self._judge(word)

    @work(exclusive=True)
    async def _judge(self, word: str) -> None:
        analyst = self.odin.analyst
        try:
            verdict = (
                None if analyst is None else await analyst.judge_last(self.puzzle.with_move(word))
            )
        finally:
            self._thinking = False
        if verdict is None:
            await self._count(word, solved=False)
            self._say(self.tr.gettext("That is not the move the search found. Try again."))
            return
        as_good = verdict.loss <= max(AS_GOOD, CLEAR * verdict.error)
        await self._count(word, solved=as_good)
        if as_good:
            self._tell_as_good(verdict)
        else:
            self._tell_wrong(verdict)

    async def _count(self, word: str, *, solved: bool) -> None:
        """Keep the result of the first try."""
        if self.solved is not None:
            return
        self.solved = solved
        if self._series:
            try:
                await self.odin.hall.puzzles.tried(
                    self.odin.player, self.puzzle, word, solved=solved
                )
            except Refusal as refusal:
                self.odin.show_refusal(refusal)

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        """Keep what was set at the table."""
        message.stop()
        self.odin.change_settings(message.settings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        if action == "hint":
            return not self._done and not self._thinking
        if action == "next":
            return self._series and self._done
        return True

    async def action_hint(self) -> None:
        """Show the answer; that is no solution."""
        await self._count("", solved=False)
        self._done = True
        move = self._game.parse_move(self.puzzle.answer)
        text = self.tr.gettext("The best move: {move}.")
        self._say(text.format(move=self._spoken(self.puzzle.answer)), *self._why())
        self._board.show_hint(move, self._ui.reasons(self._view, move, tr=self.tr))

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
        self.odin.show_rules(self.puzzle.record.game, self._ui.topic_for(self._view))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(self.solved)
