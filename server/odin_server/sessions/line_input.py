"""Lines typed by a client without a terminal, with back-pressure."""

import asyncio
from typing import Protocol

from odin_server.lines import LineBuffer
from odin_server.sessions.guards import Bucket

WAITING_LINES = 64
"""Lines that may wait to be read before the client has to wait too."""


class Channel(Protocol):
    """A channel that can be paused."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class LineInput:
    """The lines of one session, read no faster than its budget allows."""

    def __init__(self, channel: Channel, budget: Bucket) -> None:
        self._channel, self._budget = channel, budget
        self._buffer = LineBuffer()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def feed(self, data: bytes) -> None:
        """Take bytes; above `WAITING_LINES` lines the client has to wait."""
        for line in self._buffer.feed(data):
            self._lines.put_nowait(line)
        if self._lines.qsize() > WAITING_LINES:
            self._channel.pause_reading()

    def end(self) -> None:
        """End the input after the lines that wait."""
        for line in (*self._buffer.end(), None):
            self._lines.put_nowait(line)

    def stop(self) -> None:
        """End the input now, and drop the lines that wait."""
        while not self._lines.empty():
            self._lines.get_nowait()
        self._lines.put_nowait(None)

    async def read(self) -> str | None:
        """Return the next line; None after the last."""
        line = await self._lines.get()
        if line is None:
            return None
        if self._lines.qsize() <= WAITING_LINES:
            self._channel.resume_reading()
        if (wait := self._budget.owe(1, asyncio.get_running_loop().time())) > 0:
            await asyncio.sleep(wait)
        return line
