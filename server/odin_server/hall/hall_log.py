"""The hall's own stream: which tables there are, and how matches have ended."""

from odin_server.hall.daily import DailyBook
from odin_server.hall.facts import HallFact, MatchEnded, TableAdded, TableRemoved, decode, encode
from odin_server.hall.results import MatchHistory
from odin_server.log import Log
from odin_server.log.followed_stream import FollowedStream

STREAM = "hall"


class HallLog:
    """A fold over the hall's stream."""

    def __init__(self, log: Log) -> None:
        self._stream = FollowedStream(log, STREAM, self._read)
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
                self.daily.add_table(added)
            case TableRemoved(table=table):
                self.open_tables.pop(table, None)
            case MatchEnded() as ended:
                self.history.add(ended)
                self.daily.add_result(ended)

    async def add(self, fact: HallFact) -> None:
        """Append a fact; one after another, because all tables write to this stream."""
        await self._stream.add(encode(fact))
