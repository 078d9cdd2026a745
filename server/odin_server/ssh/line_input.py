"""What somebody without a terminal types: lines that wait until they are read."""

import asyncio
from typing import Protocol

from odin_server.lines import LineBuffer
from odin_server.ssh.guards import Bucket

WAITING_LINES = 64
"""Lines that may wait to be read before the client has to wait too."""


class Channel(Protocol):
    """What can make a client wait."""

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
        """Let the lines that wait be the last."""
        for line in (*self._buffer.end(), None):
            self._lines.put_nowait(line)

    def stop(self) -> None:
        """Let no more lines be read, not even those that wait."""
        while not self._lines.empty():
            self._lines.get_nowait()
        self._lines.put_nowait(None)

    async def read(self) -> str | None:
        """Give the next line; None after the last."""
        line = await self._lines.get()
        if line is None:
            return None
        if self._lines.qsize() <= WAITING_LINES:
            self._channel.resume_reading()
        if (wait := self._budget.owe(1, asyncio.get_running_loop().time())) > 0:
            await asyncio.sleep(wait)
        return line
