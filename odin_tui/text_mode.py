"""A table as plain lines: for screen readers, for terminals that cannot draw, and for pipes."""

from collections.abc import Awaitable, Callable
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall import Chair, Phase, TableView
from odin_server.lines import LONGEST_LINE
from odin_tui import fair_deals
from odin_tui.bots_text import bot_rank
from odin_tui.catalogue import game_title
from odin_tui.drawing.names import names_apart
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.line_session import ReadLine, WriteLine, run_line_session
from odin_tui.messages import notice_text, refusal_text
from odin_tui.narrator import Reader
from odin_tui.rulebook import lines_of, search, translated
from odin_tui.text_events import table_events

HELP = (
    N_("hint: what a good player would do. rules, or rules and a word: how to play."),
    N_("deals: how to check that the deals were fair."),
    N_("say, and your words: chat. start, pause, resume, again: control the match."),
    N_("take back: play yourself again, after a bot took over."),
    N_("quit: leave the table."),
)
MOST_PREVIEWS = 8
"""A longer list of moves with what they lead to is told only when it is asked for."""


async def play_text(
    chair: Chair,
    read_line: ReadLine,
    write_line: WriteLine,
    *,
    kept: bool = True,
    tr: Translations = ENGLISH,
) -> None:
    """Play at this chair until the player quits or the input ends.

    `kept` says whether the player can come back to an unfinished match.
    """
    dialogue = _Dialogue(chair, write_line, tr)
    await dialogue.begin()
    ended = await run_line_session(chair, read_line, dialogue.handle_line, dialogue.show_changes)
    if ended is not None:
        await write_line(notice_text(ended, tr))
    elif kept and dialogue.unfinished:
        await write_line(tr.gettext("Your match is saved."))
    else:
        await write_line(tr.gettext("Bye."))


class _Dialogue:
    """One dialogue: what was written so far, and what an answer would be about."""

    def __init__(self, chair: Chair, write_line: WriteLine, tr: Translations) -> None:
        self._chair, self._write, self._tr = chair, write_line, tr
        self._shown: TableView | None = None
        self._about: Any = None
        self._asked: Any = None
        """The moves of the decision that the player has been asked for and has not made."""
        self._ui = game_ui(chair.view.game)
        self._words = self._ui.text
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "hand": self._hand,
            "table": self._table,
            "scores": self._scores,
            "sets": self._sets,
            "hint": self._hint,
            "rules": self._rules,
            "deals": self._deals,
            "help": self._help,
            "say": self._say,
            "start": self._start,
            "pause": self._pause,
            "resume": self._resume,
            "again": self._again,
        }

    @property
    def unfinished(self) -> bool:
        """Whether there is a match to come back to."""
        return self._chair.view.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def _names(self) -> list[str]:
        return [name or self._tr.gettext("nobody") for name in names_apart(self._chair.view)]

    @property
    def _reader(self) -> Reader:
        return Reader(tuple(self._names), self._chair.view.seat, self._tr)

    async def begin(self) -> None:
        """Write who sits at the table, and where the match stands."""
        view = self._chair.view
        tr = self._tr
        bot = tr.gettext("{name} ({rank})")
        names = ", ".join(
            bot.format(name=name, rank=bot_rank(seat.bot, tr)) if seat.bot else name
            for name, seat in zip(self._names, view.seats, strict=True)
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
        if view.my_turn:
            await self._write_lines(self._words.hand(view.match, self._reader))
            await self._prompt(view.match)
            if view.mine is not None and view.mine.deadline is not None:
                seconds = max(round(view.mine.deadline - self._chair.now()), 0)
                text = self._tr.ngettext(
                    "You have {seconds} second.", "You have {seconds} seconds.", seconds
                )
                await self._write(text.format(seconds=seconds))
        elif view.phase is Phase.OVER:
            await self._write(self._tr.gettext("Type again for another match, or quit."))

    async def _prompt(self, match: Any) -> None:
        """Say what the player can do, and what it leads to if the game says so."""
        await self._write(self._words.prompt(match, self._reader))
        if len(match.moves) <= MOST_PREVIEWS:
            await self._write_lines(self._ui.previews(match, self._reader))

    async def handle_line(self, line: str) -> bool:
        """Do what was typed; return False if that was to quit. A bad line is only explained."""
        if len(line) > LONGEST_LINE:
            text = self._tr.gettext("A line has at most {most} characters.")
            await self._write(text.format(most=f"{LONGEST_LINE:,}"))
            return True
        verb, _, rest = line.strip().partition(" ")
        verb = verb.casefold()
        if verb in ("quit", "exit", "q"):
            return False
        if not verb:
            return True
        try:
            if (verb, rest.strip().casefold()) == ("take", "back"):
                await self._chair.take_back()
            elif verb in self._commands:
                await self._commands[verb](rest.strip())
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

    async def _write_lines(self, lines: list[str]) -> None:
        for line in lines:
            await self._write(line)

    async def _about_match(self, say: Callable[[Any, Reader], list[str]]) -> None:
        match = self._chair.view.match
        if match is None:
            await self._write(self._tr.gettext("No match is being played."))
        else:
            await self._write_lines(say(match, self._reader))

    async def _hand(self, _rest: str) -> None:
        await self._about_match(self._words.hand)

    async def _table(self, _rest: str) -> None:
        await self._about_match(self._words.table)

    async def _scores(self, _rest: str) -> None:
        await self._about_match(self._words.scores)

    async def _sets(self, _rest: str) -> None:
        await self._about_match(self._ui.legal_moves)

    async def _hint(self, _rest: str) -> None:
        view = self._chair.view
        move = await self._chair.hint()
        reasons = self._ui.reasons(view.match, move, tr=self._tr)
        await self._write(" ".join([self._ui.advice(move, self._reader), *reasons]))

    async def _rules(self, rest: str) -> None:
        view = self._chair.view
        topics = translated(self._ui.rules.topics, self._tr)
        wanted = rest or self._ui.topic_for(view.match)
        found = [topic for topic in topics if topic.name == wanted]
        found = found or search(topics, wanted)[:1]
        if not found:
            text = self._tr.gettext("Nothing in the rules about {words!r}.")
            await self._write(text.format(words=wanted[:40]))
        for topic in found:
            await self._write_lines(list(lines_of(topic, self._tr)))
        text = self._tr.gettext("Type rules and one of: {topics}.")
        await self._write(text.format(topics=", ".join(topic.name for topic in topics)))

    async def _deals(self, _rest: str) -> None:
        view = self._chair.view
        tr = self._tr
        await self._write(tr.gettext(fair_deals.PURPOSE))
        await self._write_lines(fair_deals.commitment_text(view, tr))
        await self._write_lines(fair_deals.proof(view, tr))
        await self._write_lines(fair_deals.next_commitment_text(view, tr))
        await self._write(tr.gettext(fair_deals.HOW))

    async def _help(self, _rest: str) -> None:
        await self._write_lines([self._tr.gettext(line) for line in (*self._words.help, *HELP)])
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
