"""The lesson of a game in plain lines."""

from typing import Any

from odin_engine.game import Refusal, Seat
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import N_, Translations
from odin_tui.lesson_table import LessonTable
from odin_tui.line_session import ReadLine, WriteLine
from odin_tui.messages import refusal_text
from odin_tui.narrator import Reader
from odin_tui.text_commands import QUIT, MatchCommands, TextCommand, words_of

HELP = N_("Type the move that is asked for. hint: show it. quit: leave the lesson.")


async def teach(game: str, read_line: ReadLine, write_line: WriteLine, tr: Translations) -> bool:
    """Give the lesson of a game; return whether it was followed to its end."""
    script = game_ui(game).lesson
    assert script is not None  # noqa: S101 - only games with a lesson offer it
    lesson = _Lesson(LessonTable(script), write_line, tr)
    await write_line(tr.gettext(HELP))
    await lesson.go_on()
    while not lesson.table.is_over:
        line = await read_line()
        if line is None or words_of(line)[0] in QUIT:
            return False
        await lesson.handle_line(line)
    return True


class _Lesson:
    """Where a lesson stands, and what of its match was told."""

    def __init__(self, table: LessonTable, write: WriteLine, tr: Translations) -> None:
        self.table = table
        self._write, self._tr = write, tr
        self._game = table.lesson.game
        self._ui = game_ui(self._game)
        self._told: Any = None
        self._about: Any = None
        table.learner = tr.gettext("You")
        telling = MatchCommands(self._game, write, self._now)
        self._write_lines = telling.write_lines
        self._commands: dict[str, TextCommand] = {
            **telling.commands,
            "hint": self._hint,
            "help": self._help,
        }

    def _now(self) -> tuple[Any, Reader]:
        view = self.table.view
        return view.match, Reader(tuple(seat.name for seat in view.seats), Seat(0), self._tr)

    async def go_on(self) -> None:
        """Let the others move, tell what happened, and say what comes next."""
        while self.table.others_to_move:
            self.table.let_others_move()
        match, reader = self._now()
        await self._write_lines(self._ui.tell(self._told, match, reader))
        self._told = match
        number, count = self.table.progress
        text = self._tr.gettext("Step {number} of {count}: {text}")
        said = self._tr.gettext(self.table.step.plain or self.table.step.text)
        await self._write(text.format(number=number, count=count, text=said))
        if self.table.wanted is not None:
            await self._write_lines(self._ui.text.hand(match, reader))
            await self._write(self._ui.text.prompt(match, reader))
        elif not self.table.is_over:
            await self._write(self._tr.gettext("Press Enter to read on."))

    async def handle_line(self, line: str) -> None:
        """Do what was typed; a wrong move costs nothing and is explained."""
        verb, rest = words_of(line)
        if verb in self._commands:
            await self._commands[verb](rest)
            return
        if not verb:
            if self.table.wanted is None:
                self.table.read_on()
                await self.go_on()
            return
        try:
            self.table.play(self._ui.read_move(self._now()[0], line, self._about))
        except Refusal as refusal:
            self._about = refusal.about if isinstance(refusal, Question) else None
            await self._write(refusal_text(refusal, self._tr, self._game))
            return
        self._about = None
        await self.go_on()

    async def _hint(self, _rest: str) -> None:
        wanted = self.table.wanted
        if wanted is None:
            await self._write(self._tr.gettext("Press Enter to read on."))
            return
        text = self._tr.gettext("The move to make: {move}.")
        await self._write(text.format(move=self._ui.spoken(wanted, self._now()[1])))
        text = self._tr.gettext("You type: {typed}")
        await self._write(text.format(typed=self.table.game.format_move(wanted)))

    async def _help(self, _rest: str) -> None:
        await self._write_lines([self._tr.gettext(line) for line in (*self._ui.text.help, HELP)])
