"""A table as plain lines: for screen readers, for terminals that cannot draw, and for pipes."""

from collections.abc import Awaitable, Callable
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall import Chair, Phase, TableView
from odin_server.lines import LONGEST_LINE
from odin_tui import fair_deals
from odin_tui.drawing.names import names_apart
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import ENGLISH
from odin_tui.line_session import ReadLine, WriteLine, converse
from odin_tui.messages import notice_text, refusal_text
from odin_tui.narrator import Reader
from odin_tui.rulebook import lines_of, search
from odin_tui.text_events import around

HELP = (
    "hint: what a good player would do. rules, or rules and a word: how the game is played.",
    "deals: how to check that nobody exchanged the deals.",
    "say and words: talk to the table. start, pause, resume, again: what the table is to do.",
    "take back: play yourself again, after a bot has taken your seat.",
    "quit: leave the table.",
)


async def play_text(
    chair: Chair, read_line: ReadLine, write_line: WriteLine, *, kept: bool = True
) -> None:
    """Play at this chair until the player quits or the input ends.

    `kept` tells whether an unfinished match can be come back to, and so whether to say so.
    """
    talk = _Talk(chair, write_line)
    await talk.begin()
    ended = await converse(chair, read_line, talk.hear, talk.catch_up)
    waits = kept and talk.unfinished
    await write_line(
        notice_text(ended, ENGLISH) or ("The match is kept for you." if waits else "Bye.")
    )


class _Talk:
    """One conversation: what was told so far, and what an answer would be about."""

    def __init__(self, chair: Chair, write_line: WriteLine) -> None:
        self._chair, self._write = chair, write_line
        self._told: TableView | None = None
        self._about: Any = None
        self._ui = game_ui(chair.view.game)
        self._words = self._ui.text
        self._verbs: dict[str, Callable[[str], Awaitable[None]]] = {
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
        """Tell whether there is a match to come back to."""
        return self._chair.view.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def _names(self) -> list[str]:
        return [name or "nobody" for name in names_apart(self._chair.view)]

    @property
    def _reader(self) -> Reader:
        return Reader(tuple(self._names), self._chair.view.seat)

    async def begin(self) -> None:
        """Greet, and say where the table stands."""
        view = self._chair.view
        seated = ", ".join(
            f"{name} the {seat.bot}" if seat.is_bot else name
            for name, seat in zip(self._names, view.seats, strict=True)
        )
        await self._write(f"Table {view.code}: {seated}. Type help for help.")
        await self._tell(fair_deals.promise(view))
        if view.match is not None and view.turn >= len(view.seats):
            # Someone who comes back wants to know where things stand, not all that has been; in
            # a match that has only just begun, the quickest bots' first moves must not be lost.
            self._told = view
            await self._tell(self._words.table(view.match, self._reader))
            await self._tell(self._words.scores(view.match, self._reader))
            await self._tell(fair_deals.proof(view))
            await self._tell(fair_deals.next_promise(view))
            await self._ask()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Tell whatever has happened since the last time."""
        before, view = self._told, self._chair.view
        self._told = view
        await self._tell(around(before, view))
        if before is not None:
            await self._tell(fair_deals.new_promise(before, view))
        if view.match is None:
            return
        same_match = before is not None and before.match_no == view.match_no
        told = before.match if before is not None and same_match else None
        await self._tell(self._ui.tell(told, view.match, self._reader))
        scores = self._words.scores(view.match, self._reader)
        if told is not None and scores != self._words.scores(told, self._reader):
            await self._tell(scores)
        if before is not None:
            await self._tell(fair_deals.proof(view) if before.seed is None else [])
            await self._tell(fair_deals.new_next_promise(before, view))
        returned = before is not None and before.covered is not None and view.covered is None
        if not same_match or before is None or before.turn != view.turn or returned:
            self._about = None
            await self._ask()

    async def _ask(self) -> None:
        view = self._chair.view
        if view.my_turn:
            await self._tell(self._words.hand(view.match, self._reader))
            await self._write(self._words.prompt(view.match, self._reader))
            if view.mine is not None and view.mine.deadline is not None:
                seconds = max(round(view.mine.deadline - self._chair.now()), 0)
                await self._write(f"You have {seconds} second{'' if seconds == 1 else 's'}.")
        elif view.phase is Phase.OVER:
            await self._write("Type again for another match, or quit.")

    async def hear(self, line: str) -> bool:
        """Do what was typed; False if that was to quit. Nothing typed can do any harm."""
        if len(line) > LONGEST_LINE:
            await self._write(f"A line has at most {LONGEST_LINE:,} characters.")
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
            elif verb in self._verbs:
                await self._verbs[verb](rest.strip())
            else:
                await self._move(line)
        except Refusal as refusal:
            if isinstance(refusal, Question):
                self._about = refusal.about
            await self._write(refusal_text(refusal, ENGLISH, self._chair.view.game))
        return True

    async def _move(self, line: str) -> None:
        view = self._chair.view
        if view.match is None:
            await self._write("No match is being played. Type help for help.")
            return
        move = self._ui.read_move(view.match, line, self._about)
        await self._chair.play(move, turn=view.turn)

    async def _tell(self, lines: list[str]) -> None:
        for line in lines:
            await self._write(line)

    async def _about_match(self, say: Callable[[Any, Reader], list[str]]) -> None:
        match = self._chair.view.match
        await self._tell(
            ["No match is being played."] if match is None else say(match, self._reader)
        )

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
        why = " ".join(self._ui.reasons(view.match, move, tr=ENGLISH))
        spoken = self._ui.spoken(move, self._reader)
        await self._write(f"A Konung would {spoken}. {why}".strip())

    async def _rules(self, rest: str) -> None:
        view = self._chair.view
        topics = self._ui.rules.topics
        wanted = rest or self._ui.topic_for(view.match)
        found = [topic for topic in topics if topic.name == wanted]
        found = found or search(topics, wanted)[:1]
        if not found:
            await self._write(f"The rules say nothing about {wanted[:40]!r}.")
        for topic in found:
            await self._tell(list(lines_of(topic)))
        await self._write(f"Type rules and one of: {', '.join(t.name for t in topics)}.")

    async def _deals(self, _rest: str) -> None:
        view = self._chair.view
        told = [*fair_deals.promise(view), *fair_deals.proof(view), *fair_deals.next_promise(view)]
        await self._tell([fair_deals.PURPOSE, *told, fair_deals.HOW])

    async def _help(self, _rest: str) -> None:
        await self._tell([*self._words.help, *HELP])
        if self._chair.view.my_turn:
            await self._write(self._words.prompt(self._chair.view.match, self._reader))

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
