"""The commands of plain lines that tell about a match: its hand, table, points and rules."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from odin_tui.game_ui import game_ui
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.quoting import quotable
from odin_tui.line_session import WriteLine
from odin_tui.narrator import Reader
from odin_tui.rulebook import lines_of, search, translated

TextCommand = Callable[[str], Awaitable[None]]
"""Does what a first word asks for, given the words behind it."""
QUIT = ("quit", "exit", "q")


def words_of(line: str) -> tuple[str, str]:
    """Return the first word of a line, in small letters, and the rest."""
    verb, _, rest = line.strip().partition(" ")
    return verb.casefold(), rest.strip()


class MatchCommands:
    """Tells about the match of a table, a lesson or a puzzle."""

    def __init__(
        self, game: str, write: WriteLine, now: Callable[[], tuple[Any | None, Reader]]
    ) -> None:
        """Tell about a game; `now` returns the view of its match, if any, and who reads."""
        self._ui, self._write, self._now = game_ui(game), write, now
        self.commands: Mapping[str, TextCommand] = {
            "hand": self._hand,
            "table": self._table,
            "scores": self._scores,
            "moves": self._moves,
            "sets": self._moves,
            "rules": self._rules,
        }

    async def write_lines(self, lines: list[str]) -> None:
        for line in lines:
            await self._write(line)

    async def _about_match(self, say: Callable[[Any, Reader], list[str]]) -> None:
        match, reader = self._now()
        if match is None:
            await self._write(reader.tr.gettext("No match is being played."))
        else:
            await self.write_lines(say(match, reader))

    async def _hand(self, _rest: str) -> None:
        await self._about_match(self._ui.text.hand)

    async def _table(self, _rest: str) -> None:
        await self._about_match(self._ui.text.table)

    async def _scores(self, _rest: str) -> None:
        await self._about_match(self._ui.text.scores)

    async def _moves(self, _rest: str) -> None:
        await self._about_match(self._ui.legal_moves)

    async def _rules(self, rest: str) -> None:
        match, reader = self._now()
        tr = reader.tr
        topics = translated(self._ui.rules.topics, tr)
        wanted = rest or self._ui.topic_for(match)
        found = [topic for topic in topics if topic.name == wanted]
        found = found or search(topics, wanted)[:1]
        if not found:
            text = tr.gettext("Nothing in the rules about {words!r}.")
            await self._write(text.format(words=quotable(wanted[:40], tr)))
        for topic in found:
            await self.write_lines(list(lines_of(topic, tr)))
        text = tr.gettext("Type rules and one of: {topics}.")
        await self._write(text.format(topics=comma_list((topic.name for topic in topics), tr)))
