"""The hall's own stream: which tables there are, and how matches have ended."""

import asyncio

from odin_server.hall.facts import HallFact, MatchEnded, TableAdded, TableRemoved, decode, encode
from odin_server.hall.results import MatchHistory
from odin_server.log import Log, LogEntry, VersionTaken

STREAM = "hall"


class HallLog:
    """A fold over the hall's stream."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._version = 0
        self._lock = asyncio.Lock()
        self.open_tables: dict[str, None] = {}
        self.history = MatchHistory()

    async def begin(self) -> None:
        """Read the stream to its end and follow it from there."""
        await self._log.follow(STREAM, 0, self._on_entry)

    def _on_entry(self, record: LogEntry) -> None:
        self._version = record.version + 1
        match decode(record.payload):
            case TableAdded(table=table):
                self.open_tables[table] = None
            case TableRemoved(table=table):
                self.open_tables.pop(table, None)
            case MatchEnded() as ended:
                self.history.add(ended)

    async def add(self, fact: HallFact) -> None:
        """Append a fact; one after another, because all tables write to this stream."""
        async with self._lock:
            while True:
                try:
                    return await self._log.append(STREAM, self._version, encode(fact))
                except VersionTaken:
                    continue
