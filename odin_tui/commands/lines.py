"""Standard input and output as lines, without a thread and without blocking the loop."""

import asyncio
import os
import sys
from collections import deque

CHUNK = 65_536
LONGEST = 10_000


class StandardLines:
    """Reads lines as they come in, from a terminal, a pipe or a file; writes each at once."""

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._lines: deque[str] = deque()
        self._rest = b""
        self._ended = False
        self._news = asyncio.Event()

    async def read(self) -> str | None:
        """Give the next line, or None after the last."""
        while not self._lines and not self._ended:
            await self._wait()
        return self._lines.popleft() if self._lines else None

    async def write(self, line: str) -> None:
        """Write a line."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    async def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._news.clear()
        try:
            # Not connect_read_pipe: that would stop the terminal from waiting for slow writes.
            loop.add_reader(self._source, self._take_in)
        except PermissionError:
            # A file is always ready, and the loop cannot watch it.
            self._take_in()
            return
        try:
            await self._news.wait()
        finally:
            loop.remove_reader(self._source)

    def _take_in(self) -> None:
        self._news.set()
        try:
            chunk = os.read(self._source, CHUNK)
        except OSError:
            # A terminal that has gone away is the end of input.
            chunk = b""
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if not chunk:
            self._ended = True
            whole, self._rest = ([self._rest] if self._rest else []), b""
        self._lines.extend(line[:LONGEST].decode(errors="replace").rstrip("\r") for line in whole)
        self._rest = self._rest[:LONGEST]
