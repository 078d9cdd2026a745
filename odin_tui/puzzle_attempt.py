"""Somebody's tries at a puzzle: which move is right, what is said to it, and what is kept."""

from collections.abc import Awaitable, Callable
from typing import Any

from odin_engine.analysis import CLEAR, Verdict
from odin_engine.games import GAMES
from odin_engine.puzzles import Puzzle
from odin_server.analyst import Analyst
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.languages.numbers import percent
from odin_tui.narrator import Reader
from odin_tui.puzzle_text import difficulty_text

AS_GOOD = 0.02
"""A move that is worse by no more than this solves a puzzle too."""

Keep = Callable[[str, bool], Awaitable[None]]
"""Keeps the move of the first try, and whether it was right."""


class PuzzleAttempt:
    """Judges the moves that somebody tries until they have found a good one or the answer."""

    def __init__(self, puzzle: Puzzle, tr: Translations, keep: Keep | None = None) -> None:
        self.puzzle = puzzle
        self.game = GAMES[puzzle.record.game]
        self.state = puzzle.position(self.game)
        self.view = self.game.view(self.state, puzzle.seat)
        self.solved: bool | None = None
        """Whether the first try was right; None before it."""
        self.is_done = False
        self._ui = game_ui(puzzle.record.game)
        self.tr, self._keep = tr, keep

    def question(self) -> str:
        """Return what there is to find."""
        if self.puzzle.difficulty:
            text = self.tr.gettext("Puzzle ({difficulty}): one move is clearly best. Find it.")
            return text.format(difficulty=difficulty_text(self.puzzle.difficulty, self.tr))
        text = self.tr.gettext("Your move here was: {move}. It cost {loss}. Find a better one.")
        verdict = self.puzzle.verdict
        return text.format(move=self._spoken(verdict.played), loss=percent(verdict.loss, self.tr))

    async def try_move(self, move: Any) -> list[str] | None:
        """Return what is said to a move; None if only a search can tell.

        Raises `Refusal` for a move that the rules do not allow.
        """
        self.game.play(self.state, self.puzzle.seat, move)
        word = self.game.format_move(move)
        verdict = self.puzzle.verdict
        if word == self.puzzle.answer:
            await self._count(word, solved=True)
            self.is_done = True
            text = self.tr.gettext("Right: {move}.").format(move=self._spoken(word))
            return [text, *self._why()]
        if word == verdict.played and verdict.matters:
            await self._count(word, solved=False)
            return [self._wrong(verdict)]
        return None

    async def search(self, move: Any, analyst: Analyst | None) -> list[str]:
        """Have a move judged by a search, and return what is said to it."""
        word = self.game.format_move(move)
        verdict = None
        if analyst is not None:
            verdict = await analyst.judge_last(self.puzzle.with_move(word))
        if verdict is None:
            await self._count(word, solved=False)
            return [self.tr.gettext("That is not the move the search found. Try again.")]
        as_good = verdict.loss <= max(AS_GOOD, CLEAR * verdict.error)
        await self._count(word, solved=as_good)
        if not as_good:
            return [self._wrong(verdict)]
        self.is_done = True
        text = self.tr.gettext("Good: that wins {chance}, as much as the answer: {move}.")
        answer = self._spoken(self.puzzle.answer)
        return [text.format(chance=percent(verdict.worth, self.tr), move=answer)]

    async def show_answer(self) -> list[str]:
        """Return the answer and why it is right; that is no solution."""
        await self._count("", solved=False)
        self.is_done = True
        text = self.tr.gettext("The best move: {move}.")
        return [text.format(move=self._spoken(self.puzzle.answer)), *self._why()]

    async def _count(self, word: str, *, solved: bool) -> None:
        """Keep the result of the first try."""
        if self.solved is None:
            self.solved = solved
            if self._keep is not None:
                await self._keep(word, solved)

    def _wrong(self, verdict: Verdict) -> str:
        text = self.tr.gettext("That wins {chance}, {loss} less than the best move. Try again.")
        return text.format(
            chance=percent(verdict.worth, self.tr), loss=percent(verdict.loss, self.tr)
        )

    def _why(self) -> list[str]:
        """Say what the answer is worth, what comes next to it, and why it is good."""
        verdict, tr = self.puzzle.verdict, self.tr
        best = percent(verdict.better_worth, self.tr)
        if verdict.second:
            text = tr.gettext("{best} to win the match; next best: {move}, {worse}.")
            worse = percent(verdict.better_worth - verdict.lead, self.tr)
            said = text.format(best=best, move=self._spoken(verdict.second), worse=worse)
        else:
            text = tr.gettext("{best} to win the match instead of {played}.")
            said = text.format(best=best, played=percent(verdict.worth, self.tr))
        return [said, *self.reasons()]

    def reasons(self) -> list[str]:
        """Say why the answer is good."""
        move = self.game.parse_move(self.puzzle.answer)
        return self._ui.reasons(self.view, move, tr=self.tr)

    def _spoken(self, word: str) -> str:
        reader = Reader(self.puzzle.record.names, tr=self.tr)
        return self._ui.spoken(self.game.parse_move(word), reader)
