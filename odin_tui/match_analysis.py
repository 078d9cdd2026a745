"""The analysis of a finished match: verdicts as they come, and puzzles from it at the end."""

from collections.abc import Callable
from contextlib import aclosing

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.match_report import MatchReport, MatchStory
from odin_engine.record import Record
from odin_server.analyst import Analyst
from odin_server.hall import FinishedMatch, Hall


class MatchAnalysis:
    """Collects the verdicts on a record; it can be stopped at any time and run again."""

    def __init__(
        self, record: Record, analyst: Analyst | None, match: FinishedMatch | None = None
    ) -> None:
        """Analyse a record; if it is of a match of the hall, puzzles can be taken from it."""
        self.record, self.analyst, self.match = record, analyst, match
        self.story = MatchStory(record, GAMES[record.game])
        self.verdicts: dict[int, Verdict] = {}

    @property
    def is_complete(self) -> bool:
        return len(self.verdicts) == len(self.record.moves)

    def report(self) -> MatchReport:
        """Sum up what is known so far."""
        return self.story.report(self.verdicts)

    async def run(self, on_verdict: Callable[[], object]) -> None:
        """Have the moves judged that have no verdict yet; call after what is new."""
        if self.analyst is None:
            return
        self.verdicts |= await self.analyst.known(self.record)
        on_verdict()
        async with aclosing(self.analyst.judged(self.record)) as found:
            async for verdict in found:
                if verdict.number not in self.verdicts:
                    self.verdicts[verdict.number] = verdict
                    on_verdict()

    async def keep_puzzles(self, hall: Hall) -> None:
        """Add the clearest positions to the puzzles: of a private match for its players alone.

        Raises `Refusal` if they cannot be kept.
        """
        match = self.match
        # A deal that others may still play must not become a puzzle for them.
        if not self.is_complete or match is None or hall.daily.is_running(match.id):
            return
        people = [player for player in match.players if not player.startswith("bot:")]
        await hall.puzzles.add_match(
            self.record, self.verdicts.values(), () if match.public else people
        )
