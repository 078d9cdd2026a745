"""Puzzles in plain lines: one position at a time."""

from typing import Any

from odin_engine.game import Refusal
from odin_engine.puzzles import Puzzle
from odin_server.analyst import Analyst
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import N_, Translations
from odin_tui.line_session import ReadLine, WriteLine
from odin_tui.messages import refusal_text
from odin_tui.narrator import Reader
from odin_tui.puzzle_attempt import Keep, PuzzleAttempt
from odin_tui.text_commands import QUIT, MatchCommands, TextCommand, words_of

HELP = N_("Type the best move. answer: show it. table, hand, moves: what you see. quit: leave.")


async def solve(
    puzzle: Puzzle,
    read_line: ReadLine,
    write_line: WriteLine,
    *,
    analyst: Analyst | None,
    keep: Keep | None = None,
    tr: Translations,
) -> bool:
    """Ask for the best move until it is found or shown; return False if the player left."""
    dialogue = _Dialogue(PuzzleAttempt(puzzle, tr, keep), write_line, analyst, tr)
    await dialogue.begin()
    while not dialogue.attempt.is_done:
        line = await read_line()
        if line is None or words_of(line)[0] in QUIT:
            return False
        await dialogue.handle_line(line)
    return True


class _Dialogue:
    """One puzzle: what was tried, and what an answer would be about."""

    def __init__(
        self, attempt: PuzzleAttempt, write: WriteLine, analyst: Analyst | None, tr: Translations
    ) -> None:
        self.attempt = attempt
        self._write, self._analyst, self._tr = write, analyst, tr
        record = attempt.puzzle.record
        self._game = record.game
        self._ui = game_ui(record.game)
        self._reader = Reader(record.names, attempt.puzzle.seat, tr)
        self._about: Any = None
        telling = MatchCommands(record.game, write, lambda: (attempt.view, self._reader))
        self._write_lines = telling.write_lines
        self._commands: dict[str, TextCommand] = {
            **telling.commands,
            "answer": self._answer,
            "hint": self._answer,
            "help": self._help,
        }

    async def begin(self) -> None:
        """Describe the position, and ask."""
        view, words = self.attempt.view, self._ui.text
        await self._write_lines(words.table(view, self._reader))
        await self._write_lines(words.scores(view, self._reader))
        await self._write_lines(words.hand(view, self._reader))
        await self._write(words.prompt(view, self._reader))
        await self._write(self.attempt.question())

    async def handle_line(self, line: str) -> None:
        """Judge a move, or tell what was asked for."""
        verb, rest = words_of(line)
        if verb in self._commands:
            await self._commands[verb](rest)
        elif verb:
            try:
                await self._try(line)
            except Refusal as refusal:
                self._about = refusal.about if isinstance(refusal, Question) else None
                await self._write(refusal_text(refusal, self._tr, self._game))

    async def _try(self, line: str) -> None:
        move = self._ui.read_move(self.attempt.view, line, self._about)
        self._about = None
        said = await self.attempt.try_move(move)
        if said is None:
            await self._write(self._tr.gettext("The search tries your move …"))
            said = await self.attempt.search(move, self._analyst)
        await self._write_lines(said)

    async def _answer(self, _rest: str) -> None:
        await self._write_lines(await self.attempt.show_answer())

    async def _help(self, _rest: str) -> None:
        await self._write_lines([self._tr.gettext(line) for line in (*self._ui.text.help, HELP)])
