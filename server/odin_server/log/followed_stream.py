"""A stream that is read from its beginning, followed, and added to at its end."""

import asyncio
from collections.abc import Callable

from odin_server.log import Log, LogEntry, VersionTaken


class FollowedStream:
    """Hands every entry of a stream to a reader, those that are added here included."""

    def __init__(self, log: Log, name: str, read: Callable[[str], None]) -> None:
        self._log, self._name, self._read = log, name, read
        self._version = 0
        self._lock = asyncio.Lock()

    async def begin(self) -> None:
        """Read the stream to its end and follow it from there."""
        await self._log.follow(self._name, 0, self._on_entry)

    def _on_entry(self, entry: LogEntry) -> None:
        self._version = entry.version + 1
        self._read(entry.payload)

    async def add(self, payload: str) -> None:
        """Append at the end, one after another; raise `LogUnwritable` if that cannot be done."""
        async with self._lock:
            while True:
                try:
                    return await self._log.append(self._name, self._version, payload)
                except VersionTaken:
                    continue
