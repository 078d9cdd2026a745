"""A table as plain lines: for screen readers, for terminals that cannot draw, and for pipes."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from odin_engine.game import Refusal
from odin_server.hall import Chair, Phase, TableView
from odin_server.lines import LONGEST_LINE
from odin_tui import fair_deals
from odin_tui.bots_text import WHO_IS_KONUNG, bot_rank
from odin_tui.catalogue import game_title
from odin_tui.correspondence_text import your_turn_text
from odin_tui.drawing.names import names_apart
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.numbers import comma_list, decimal
from odin_tui.line_session import ReadLine, WriteLine, run_line_session
from odin_tui.messages import notice_text, refusal_text
from odin_tui.narrator import Reader
from odin_tui.people_text import CHAT_MARK
from odin_tui.people_text import HELP as HELP_ABOUT_PEOPLE
from odin_tui.text_commands import QUIT, MatchCommands, TextCommand, words_of
from odin_tui.text_events import table_events
from odin_tui.text_plan import PlannedMove

if TYPE_CHECKING:
    from odin_tui.people_actions import PeopleActions

HELP = (
    N_("hint: what a good player would do. rules, or rules and a word: how to play."),
    N_("deals: how to check that the deals were fair."),
    N_("say, and your words: chat. start, pause, resume, again: control the match."),
    N_("plan, and a move: it is played on your turn, if it can be. cancel: forget it."),
    N_("report: after the match, how well everybody played, and your costliest moves."),
    N_("remove, and a name: send somebody away, as the host, before the match."),
    N_("take back: play yourself again, after a bot took over."),
    N_("quit: leave the table."),
)
MATCH_OVER = N_("Type again for another match, or quit.")
Review = Callable[[TableView], Awaitable[None]]
"""Tells how well everybody played in the match that is over at a table."""
MOST_PREVIEWS = 8
"""A longer list of moves with what they lead to is told only when it is asked for."""


async def play_text(  # noqa: PLR0913 - all that a dialogue needs is handed in
    chair: Chair,
    read_line: ReadLine,
    write_line: WriteLine,
    *,
    kept: bool = True,
    review: Review | None = None,
    polite: bool = True,
    people: "PeopleActions | None" = None,
    tr: Translations = ENGLISH,
) -> None:
    """Play at this chair until the player quits or the input ends.

    `kept` says whether the player can come back to an unfinished match; without `review` matches
    cannot be analysed; a `polite` table says goodbye; `people` is what can be done about others.
    """
    dialogue = _Dialogue(chair, write_line, tr, review, people)
    await dialogue.begin()
    ended = await run_line_session(chair, read_line, dialogue.handle_line, dialogue.show_changes)
    if ended is not None:
        await write_line(notice_text(ended, tr))
    elif kept and dialogue.unfinished:
        await write_line(tr.gettext("Your match is saved."))
    elif polite:
        await write_line(tr.gettext("Bye."))


class _Dialogue:
    """One dialogue: what was written so far, and what an answer would be about."""

    def __init__(
        self,
        chair: Chair,
        write_line: WriteLine,
        tr: Translations,
        review: Review | None,
        people: "PeopleActions | None",
    ) -> None:
        self._chair, self._write, self._tr = chair, write_line, tr
        self._review, self._people = review, people
        self._shown: TableView | None = None
        self._about: Any = None
        self._hinted = False
        self._asked: Any = None
        """The moves of the decision that the player has been asked for and has not made."""
        self._ui = game_ui(chair.view.game)
        self._words = self._ui.text
        self._plan = PlannedMove(chair, write_line, tr)
        match_commands = MatchCommands(chair.view.game, write_line, self._now)
        self._write_lines = match_commands.write_lines
        self._commands: dict[str, TextCommand] = {
            **match_commands.commands,
            **self._plan.commands,
            "hint": self._hint,
            "deals": self._deals,
            "help": self._help,
            "say": self._say,
            "start": self._start,
            "pause": self._pause,
            "resume": self._resume,
            "again": self._again,
            "report": self._report,
            "remove": self._remove,
        }
        if people is not None:
            self._commands |= {
                name: partial(self._about_people, name) for name in ("ignore", "unignore")
            }

    def _now(self) -> tuple[Any | None, Reader]:
        return self._chair.view.match, self._reader

    @property
    def unfinished(self) -> bool:
        """Whether there is a match to come back to."""
        return self._chair.view.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def _names(self) -> list[str]:
        names = names_apart(self._chair.view, self._tr)
        return [name or self._tr.gettext("nobody") for name in names]

    @property
    def _reader(self) -> Reader:
        return Reader(tuple(self._names), self._chair.view.seat, self._tr)

    async def begin(self) -> None:
        """Write who sits at the table, and where the match stands."""
        view = self._chair.view
        tr = self._tr
        bot = tr.gettext("{name} ({rank})")
        names = comma_list(
            (
                bot.format(name=name, rank=bot_rank(seat.bot, tr)) if seat.bot else name
                for name, seat in zip(self._names, view.seats, strict=True)
                if seat.seat != view.seat
            ),
            tr,
        )
        text = tr.gettext("Table {code}: {game} with {names}. Type help for help.")
        await self._write(text.format(code=view.code, game=game_title(view.game), names=names))
        await self._write_lines(fair_deals.commitment_text(view, tr))
        if view.match is not None and view.turn >= len(view.seats):
            # Someone who comes back wants to know where things stand, not all that has been; in
            # a match that has only just begun, the quickest bots' first moves must not be lost.
            self._shown = view
            await self._write_lines(self._words.table(view.match, self._reader))
            await self._write_lines(self._words.scores(view.match, self._reader))
            await self._write_lines(fair_deals.proof(view, tr))
            await self._write_lines(fair_deals.next_commitment_text(view, tr))
            await self._ask()
        await self.show_changes()

    async def show_changes(self) -> None:
        """Write what has happened since the last time."""
        before, view = self._shown, self._chair.view
        self._shown = view
        await self._write_lines(table_events(before, view, self._tr))
        if before is not None:
            await self._write_lines(fair_deals.new_commitment_text(before, view, self._tr))
        if view.match is None:
            return
        same_match = before is not None and before.match_no == view.match_no
        earlier = before.match if before is not None and same_match else None
        if earlier is None and self._words.table_first:
            await self._write_lines(self._words.table(view.match, self._reader))
        await self._write_lines(self._ui.tell(earlier, view.match, self._reader))
        scores = self._words.scores(view.match, self._reader)
        if earlier is not None and scores != self._words.scores(earlier, self._reader):
            await self._write_lines(scores)
        if before is not None:
            await self._write_lines(fair_deals.proof(view, self._tr) if before.seed is None else [])
            await self._write_lines(fair_deals.new_next_commitment_text(before, view, self._tr))
        returned = before is not None and before.covered is not None and view.covered is None
        if not same_match or before is None or before.turn != view.turn or returned:
            self._about = None
            if before is not None and before.lapsed != view.lapsed:
                self._asked = None
            await self._ask()

    async def _ask(self) -> None:
        view = self._chair.view
        moves = None if view.match is None or not view.my_turn else view.match.moves
        if moves is not None and moves == self._asked:
            return  # Only somebody else who decides at the same time has decided.
        self._asked = moves
        if await self._planned():
            return
        if view.my_turn:
            await self._write_lines(self._words.hand(view.match, self._reader))
            await self._prompt(view.match)
            if view.mine is not None and view.mine.deadline is not None:
                if view.by_correspondence:
                    now = self._chair.now()
                    await self._write(your_turn_text(view.mine.deadline, now, self._tr))
                    return
                seconds = max(round(view.mine.deadline - self._chair.now()), 0)
                text = self._tr.ngettext(
                    "You have {seconds} second.", "You have {seconds} seconds.", seconds
                )
                await self._write(text.format(seconds=seconds))
        elif view.phase is Phase.OVER:
            if self._review is not None and view.seat is not None:
                await self._write(self._tr.gettext("Type report to see where you went wrong."))
            if view.tournament:
                text = self._tr.gettext("Type quit, and then tournament table for your next one.")
                await self._write(text)
            else:
                await self._write(self._tr.gettext(MATCH_OVER))

    async def _planned(self) -> bool:
        """Make the move that was planned; return whether nothing else is to be asked."""
        try:
            return await self._plan.carry_out()
        except Question as question:
            self._about = question.about
            await self._write(refusal_text(question, self._tr, self._chair.view.game))
            return True

    async def _prompt(self, match: Any) -> None:
        """Say what the player can do, and what it leads to if the game says so."""
        await self._write(self._words.prompt(match, self._reader))
        if len(match.moves) <= MOST_PREVIEWS:
            await self._write_lines(self._ui.previews(match, self._reader))

    async def handle_line(self, line: str) -> bool:
        """Do what was typed; return False if that was to quit. A bad line is only explained."""
        if len(line) > LONGEST_LINE:
            text = self._tr.gettext("A line has at most {most} characters.")
            await self._write(text.format(most=decimal(LONGEST_LINE, 0, self._tr)))
            return True
        verb, rest = words_of(line)
        if self._people is not None:
            # As in the chat of the screens.
            verb = verb.removeprefix(CHAT_MARK)
        if verb in QUIT:
            return False
        if not verb:
            return True
        try:
            if (verb, rest.casefold()) == ("take", "back"):
                await self._chair.take_back()
            elif verb in self._commands:
                await self._commands[verb](rest)
            else:
                await self._move(line)
        except Refusal as refusal:
            if isinstance(refusal, Question):
                self._about = refusal.about
            await self._write(refusal_text(refusal, self._tr, self._chair.view.game))
        return True

    async def _move(self, line: str) -> None:
        view = self._chair.view
        if view.match is None:
            await self._write(self._tr.gettext("No match is being played. Type help for help."))
            return
        move = self._ui.read_move(view.match, line, self._about)
        asked, self._asked = self._asked, None
        try:
            await self._chair.play(move, turn=view.turn)
        except Refusal:
            self._asked = asked
            raise

    async def _hint(self, _rest: str) -> None:
        view = self._chair.view
        move = await self._chair.hint()
        reasons = self._ui.reasons(view.match, move, tr=self._tr)
        await self._write(" ".join([self._ui.advice(move, self._reader), *reasons]))
        if not self._hinted:
            self._hinted = True
            await self._write(self._tr.gettext(WHO_IS_KONUNG))

    async def _deals(self, _rest: str) -> None:
        view = self._chair.view
        tr = self._tr
        await self._write(tr.gettext(fair_deals.PURPOSE))
        await self._write_lines(fair_deals.commitment_text(view, tr))
        await self._write_lines(fair_deals.proof(view, tr))
        await self._write_lines(fair_deals.next_commitment_text(view, tr))
        await self._write(tr.gettext(fair_deals.HOW))

    async def _help(self, _rest: str) -> None:
        about_people = HELP_ABOUT_PEOPLE if self._people is not None else ()
        lines = (*self._words.help, *HELP, *about_people)
        await self._write_lines([self._tr.gettext(line) for line in lines])
        if self._chair.view.my_turn:
            await self._prompt(self._chair.view.match)

    async def _say(self, rest: str) -> None:
        await self._chair.say(rest)

    async def _start(self, rest: str) -> None:
        await self._chair.start(fill=rest or "karl")

    async def _pause(self, _rest: str) -> None:
        await self._chair.pause()

    async def _resume(self, _rest: str) -> None:
        await self._chair.resume()

    async def _again(self, _rest: str) -> None:
        await self._chair.rematch()

    async def _remove(self, rest: str) -> None:
        seats = [
            seat.seat
            for seat, name in zip(self._chair.view.seats, self._names, strict=True)
            if seat.player is not None
            and rest.casefold() in (name.casefold(), seat.name.casefold())
        ]
        await self._chair.remove(seats[0] if seats else -1)

    async def _about_people(self, verb: str, rest: str) -> None:
        """Report or ignore somebody."""
        if self._people is not None:
            await self._write(await self._people.run(verb, rest.split(), self._tr))

    async def _report(self, rest: str) -> None:
        if rest and self._people is not None:
            await self._about_people("report", rest)
        elif self._review is None:
            await self._write(self._tr.gettext("Matches cannot be analysed here."))
        elif self._chair.view.phase is not Phase.OVER:
            await self._write(self._tr.gettext("Type report when the match is over."))
        else:
            await self._review(self._chair.view)
