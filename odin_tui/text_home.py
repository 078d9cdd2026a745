"""Home in plain lines: the way to tables, lessons, puzzles, daily deals and reports."""

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_engine.puzzles import Puzzle
from odin_server.analyst import Analyst
from odin_server.hall import Chair, FinishedMatch, Hall, Phase, Player, TableView
from odin_server.hall.refusals import NoSuchGame
from odin_tui.catalogue import PLAYABLE, game_title
from odin_tui.daily_text import board_text
from odin_tui.drawing.names import named_for
from odin_tui.elapsed_time import ago
from odin_tui.game_ui import game_ui
from odin_tui.inbox_text import news_of
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.quoting import quotable
from odin_tui.line_session import ReadLine, WriteLine
from odin_tui.match_analysis import MatchAnalysis
from odin_tui.messages import refusal_text
from odin_tui.people_text import CHAT_MARK
from odin_tui.puzzle_text import progress_text
from odin_tui.reader_seat import reader_seat
from odin_tui.text_commands import QUIT, TextCommand, words_of
from odin_tui.text_lesson import teach
from odin_tui.text_mode import play_text
from odin_tui.text_puzzle import solve
from odin_tui.text_report import TextReport

if TYPE_CHECKING:
    from odin_tui.people_actions import PeopleActions

HELP = (
    N_("play, and a game: a table with bots. continue: your unfinished match."),
    N_("lesson, and a game: learn it by playing."),
    N_("puzzle, and a game: find the best move."),
    N_("daily, and a game: today's deal, the same for everybody. board, and a game: the results."),
    N_("matches: what you have played. report: where you went wrong in the last, or in another."),
    N_("quit: leave."),
)
MOST_MATCHES = 10
"""How many finished matches are listed."""
SESSIONS = ("lesson", "puzzle", "report")
"""The commands that can be given alone, besides those that lead to a table."""


_MATCH = re.compile(r"[0-9a-f]+\.[0-9]+")


def is_session(words: Sequence[str]) -> bool:
    """Tell whether words ask for one of these; `report` and a name is about a person."""
    if not words or words[0].lower() not in SESSIONS:
        return False
    return words[0].lower() != "report" or len(words) < 2 or bool(_MATCH.fullmatch(words[1]))


@dataclass(frozen=True, kw_only=True)
class HomeActions:
    """What a home in lines is handed in: how tables are opened, and what else is understood."""

    open_table: Callable[[str], Awaitable[Chair]]
    """Seats the player at a table of a game, or of the usual one if it is not named."""
    sit: Callable[[Chair], object] = lambda _chair: None
    """Called with a chair that the player takes."""
    other: Callable[[str], Awaitable[Chair | str]] | None = None
    """Does what any other line asks for, if it is to be understood."""
    help: tuple[str, ...] = ()
    """Lines about that, marked for translation."""
    kept: bool = True
    """Whether the player can come back to an unfinished match."""
    people: "PeopleActions | None" = None
    """What can be done about others, in a hall."""


class TextHome:
    """One player's home in lines."""

    def __init__(
        self,
        hall: Hall,
        player: Callable[[], Player],
        read_line: ReadLine,
        write_line: WriteLine,
        actions: HomeActions,
        *,
        analyst: Analyst | None = None,
        tr: Translations = ENGLISH,
    ) -> None:
        self._hall, self._who, self._actions = hall, player, actions
        self._read, self._write = read_line, write_line
        self._analyst, self._tr = analyst, tr
        self._commands: dict[str, TextCommand] = {
            "play": self._play,
            "continue": self._continue,
            "lesson": self._lesson,
            "puzzle": self._puzzle,
            "puzzles": self._puzzle,
            "daily": self._daily,
            "board": self._board,
            "matches": self._matches,
            "report": self._report,
            "help": self._help,
        }

    @property
    def _player(self) -> Player:
        return self._who()  # the name may have changed

    async def run(self) -> None:
        """Do what is typed until the player quits or the input ends."""
        text = self._tr.gettext("Welcome, {name}. Games: {games}.")
        games = comma_list(map(game_title, PLAYABLE), self._tr)
        await self._write(text.format(name=self._player.name, games=games))
        await self._help("")
        while True:
            line = await self._read()
            if line is None or words_of(line)[0] in QUIT:
                break
            if line.strip():
                await self.handle_line(line)
                await self._write(self._tr.gettext("What next? Type help for help."))
        await self._write(self._tr.gettext("Bye."))

    async def handle_line(self, line: str) -> None:
        """Do what a line asks for, or say why that cannot be done."""
        if self._actions.people is not None:
            # As in the chat of the screens.
            line = line.strip().removeprefix(CHAT_MARK)
        verb, rest = words_of(line)
        try:
            if verb in self._commands and not self._is_about_people(verb, rest):
                await self._commands[verb](rest)
            elif self._actions.other is not None:
                found = await self._actions.other(line)
                if isinstance(found, Chair):
                    await self.play_at(found)
                else:
                    await self._write_lines(found.splitlines())
            else:
                text = self._tr.gettext("No such command: {command!r}. Type help for help.")
                await self._write(text.format(command=quotable(verb[:20], self._tr)))
        except Refusal as refusal:
            await self._write(refusal_text(refusal, self._tr))

    def _is_about_people(self, verb: str, rest: str) -> bool:
        """Tell whether somebody is reported, and not a match."""
        is_match = is_session((verb, *rest.split()))
        return verb == "report" and self._actions.people is not None and not is_match

    async def play_at(self, chair: Chair, *, polite: bool = False) -> None:
        """Play at a chair until the player leaves it; say goodbye if that is the end."""
        self._actions.sit(chair)
        if chair.view.by_correspondence:
            await self._tell_news(chair)
        review = None if self._analyst is None else self._review
        try:
            await play_text(
                chair,
                self._read,
                self._write,
                kept=self._actions.kept,
                review=review,
                polite=polite,
                people=self._actions.people,
                tr=self._tr,
            )
            if chair.view.phase is Phase.OVER and chair.ended is None:
                with suppress(Refusal):
                    await chair.leave()
        finally:
            chair.close()

    async def _tell_news(self, chair: Chair) -> None:
        """Tell what has happened at a table since the player was there."""
        lines = news_of(self._hall, chair.player, chair.view.code, self._tr)
        if lines:
            await self._write_lines([self._tr.gettext("Since your last visit:"), *lines])

    async def _write_lines(self, lines: list[str]) -> None:
        for line in lines:
            await self._write(line)

    async def _help(self, _rest: str) -> None:
        await self._write_lines([self._tr.gettext(line) for line in (*self._actions.help, *HELP)])

    # -- tables -----------------------------------------------------------------------------

    async def _play(self, rest: str) -> None:
        await self.play_at(await self._actions.open_table(_game(rest) if rest else ""))

    async def _continue(self, _rest: str) -> None:
        waiting = self._hall.unfinished(self._player)
        if not waiting:
            await self._write(self._tr.gettext("No match waits to be continued."))
        else:
            await self.play_at(await self._hall.sit(self._player, waiting[0].code))

    async def _daily(self, rest: str) -> None:
        game = _game(rest)
        await self.play_at(await self._hall.daily.play(self._player, game))
        await self._board(game)

    async def _board(self, rest: str) -> None:
        name, day = words_of(rest)
        board = await self._hall.daily.board(_game(name), day)
        await self._write_lines(board_text(board, self._player.id, self._hall.now(), self._tr))

    # -- learning ---------------------------------------------------------------------------

    async def _lesson(self, rest: str) -> None:
        game, tr = _game(rest), self._tr
        if not game_ui(game).has("lesson"):
            await self._write(tr.gettext("This game has no lesson; its rules are at every table."))
        elif await teach(game, self._read, self._write, tr):
            text = tr.gettext("That was the lesson. Type play {game} for a real match.")
            await self._write(text.format(game=game))

    async def _puzzle(self, rest: str) -> None:
        """Give one puzzle after the other until the player leaves."""
        game, book, tr = _game(rest), self._hall.puzzles, self._tr
        last = ""
        while True:
            await self._write(progress_text(book.progress(self._player), tr))
            puzzle = book.next_for(self._player, game, after=last)
            if puzzle is None:
                none = tr.gettext("No puzzles yet") if not book.puzzles(self._player, game) else ""
                await self._write(none or tr.gettext("You have tried every puzzle there is."))
                return
            if not await self._solve(puzzle):
                return
            await self._write(tr.gettext("Press Enter for the next puzzle, or type quit."))
            line = await self._read()
            if line is None or line.strip():
                return
            last = puzzle.id

    async def _solve(self, puzzle: Puzzle) -> bool:
        async def keep(word: str, solved: bool) -> None:  # noqa: FBT001 - as it is called
            await self._hall.puzzles.tried(self._player, puzzle, word, solved=solved)

        return await solve(
            puzzle, self._read, self._write, analyst=self._analyst, keep=keep, tr=self._tr
        )

    # -- looking back -----------------------------------------------------------------------

    async def _matches(self, _rest: str) -> None:
        matches, tr = self._hall.finished(self._player)[:MOST_MATCHES], self._tr
        if not matches:
            raise Refusal("no-match-finished")
        text = tr.gettext("{id}: {game} with {names}, {points}, {ago}")
        for match in matches:
            seat = reader_seat(match.names, self._player, match)
            await self._write(
                text.format(
                    id=match.id,
                    game=game_title(match.game),
                    names=comma_list(named_for(match.names, seat, tr), tr),
                    points=" : ".join(map(str, match.points)),
                    ago=ago(self._hall.now() - match.at, tr),
                )
            )

    async def _report(self, rest: str) -> None:
        matches = self._hall.finished(self._player)
        if not rest and not matches:
            raise Refusal("no-match-finished")
        await self._analyse(rest or matches[0].id, matches)

    async def _review(self, view: TableView) -> None:
        """Tell how well everybody played in the match that is over at a table."""
        matches = self._hall.finished(self._player)
        await self._analyse(f"{view.id}.{view.match_no}", matches)

    async def _analyse(self, wanted: str, matches: tuple[FinishedMatch, ...]) -> None:
        record = await self._hall.record(self._player, wanted)
        match = next((match for match in matches if match.id == wanted), None)
        if self._analyst is None:
            await self._write(self._tr.gettext("Matches cannot be analysed here."))
            return
        analysis = MatchAnalysis(record, self._analyst, match)
        report = TextReport(analysis, self._player, self._read, self._write, self._tr)
        await report.run(self._hall)


def _game(word: str) -> str:
    """Return the game that was named, or the first; raise `NoSuchGame` for any other word."""
    named = word.casefold() or next(iter(PLAYABLE))
    if named not in PLAYABLE:
        raise NoSuchGame(game=named[:20], games=list(PLAYABLE))
    return named
