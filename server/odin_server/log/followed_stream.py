"""A stream that is read from its beginning, followed, and added to at its end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from odin_server.log import Following, IgnorableFact, Log, LogEntry, LogUnwritable, VersionTaken

PATIENCE = 5.0
"""Seconds for which an entry waits for another one that is being written."""


class FollowedStream:
    """Hands every entry of a stream to a reader, those that are added here included."""

    def __init__(self, log: Log, name: str, read: Callable[[str], None]) -> None:
        self._log, self._name, self._read = log, name, read
        self._version = 0
        self._lock = asyncio.Lock()
        self._following: Following | None = None

    async def begin(self) -> None:
        """Read the stream to its end and follow it from there."""
        self._following = await self._log.follow(self._name, 0, self._on_entry)

    def stop(self) -> None:
        """Follow the stream no longer."""
        if self._following is not None:
            self._following.stop()

    def _on_entry(self, entry: LogEntry) -> None:
        self._version = entry.version + 1
        with suppress(IgnorableFact):
            self._read(entry.payload)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._lock.acquire()
        except TimeoutError as trouble:
            raise LogUnwritable("log-away") from trouble
        try:
            yield
        finally:
            self._lock.release()

    async def add(self, decide: Callable[[], str | None]) -> bool:
        """Append at the end what `decide` returns, one after another.

        It is asked again whenever somebody else has been first, after that was read. Returns
        False, and appends nothing, if it returns None; raises `LogUnwritable` if nothing can be
        appended, or the entry before it still waits for a database that is away.
        """
        async with self._turn():
            while (payload := decide()) is not None:
                version = self._version
                try:
                    await self._log.append(self._name, version, payload)
                except VersionTaken as taken:
                    # The stream is not followed any more: asking again would never end.
                    if self._version == version:
                        raise LogUnwritable("log-behind") from taken
                else:
                    return True
            return False
