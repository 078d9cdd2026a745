"""The hall's own stream: which tables there are, and how matches have ended."""

from collections.abc import Callable

from odin_server.hall.daily import DailyBook
from odin_server.hall.facts import HallFact, MatchEnded, TableAdded, TableRemoved, decode, encode
from odin_server.hall.results import MatchHistory, match_id
from odin_server.log import Log
from odin_server.log.followed_stream import FollowedStream

STREAM = "hall"


class HallLog:
    """A fold over the hall's stream.

    `on_added` and `on_removed` are called with the id of every table that is added or removed,
    also by another host.
    """

    def __init__(self, log: Log) -> None:
        self._stream = FollowedStream(log, STREAM, self._read)
        self.on_added: Callable[[str], None] = lambda _id: None
        self.on_removed: Callable[[str], None] = lambda _id: None
        self.on_result: Callable[[], None] = lambda: None
        """Called when a match has ended or a table was closed."""
        self._added: set[str] = set()
        self._recorded: set[str] = set()
        self.open_tables: dict[str, None] = {}
        self.history = MatchHistory()
        self.daily = DailyBook()

    async def begin(self) -> None:
        """Read the stream to its end and follow it from there."""
        await self._stream.begin()

    def _read(self, payload: str) -> None:
        match decode(payload):
            case TableAdded(table=table) as added:
                self.open_tables[table] = None
                self._added.add(table)
                self.daily.add_table(added)
                self.on_added(table)
            case TableRemoved(table=table):
                self.open_tables.pop(table, None)
                self.on_removed(table)
                self.on_result()
            case MatchEnded() as ended:
                self._recorded.add(match_id(ended))
                self.history.add(ended)
                self.daily.add_result(ended)
                self.on_result()

    async def add(self, fact: HallFact) -> bool:
        """Append a fact; return False, and append nothing, if it is known already.

        One after another, because all tables write to this stream.
        """
        return await self._stream.add(lambda: None if self.is_known(fact) else encode(fact))

    def was_added(self, table: str) -> bool:
        """Tell whether there has been such a table, open or closed."""
        return table in self._added

    def is_known(self, fact: HallFact) -> bool:
        """Tell whether a fact was written before: whichever host did it, nobody does it again."""
        match fact:
            case TableAdded(day=day, game=game, player=player) if day:
                return self.daily.entry(day, game, player) is not None
            case TableAdded(table=table):
                return table in self._added
            case TableRemoved(table=table):
                return table not in self.open_tables
            case MatchEnded():
                return match_id(fact) in self._recorded
