"""Standard input and output as lines, without blocking the loop."""

import asyncio
import contextlib
import os
import sys
import threading
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
        self._has_thread = False

    async def read(self) -> str | None:
        """Return the next line, or None after the last."""
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
        if self._has_thread:
            await self._news.wait()
            return
        try:
            # Not connect_read_pipe: that would stop the terminal from waiting for slow writes.
            loop.add_reader(self._source, self._take_in)
        except PermissionError:
            # A file is always ready, and the loop cannot watch it.
            self._take_in()
            return
        except NotImplementedError:
            # The loops of Windows watch sockets and pipes of their own only.
            self._has_thread = True
            threading.Thread(target=self._read_in_thread, args=(loop,), daemon=True).start()
            await self._news.wait()
            return
        try:
            await self._news.wait()
        finally:
            loop.remove_reader(self._source)

    def _read_in_thread(self, loop: asyncio.AbstractEventLoop) -> None:
        chunk = b"any"
        while chunk:
            # Not os.read: it would give what is typed at a console in an old code page.
            chunk = sys.stdin.buffer.readline(CHUNK) if self._source == 0 else self._next_chunk()
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
                loop.call_soon_threadsafe(self._add, chunk)

    def _next_chunk(self) -> bytes:
        try:
            return os.read(self._source, CHUNK)
        except OSError:
            # A terminal that has gone away is the end of input.
            return b""

    def _take_in(self) -> None:
        self._add(self._next_chunk())

    def _add(self, chunk: bytes) -> None:
        self._news.set()
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if not chunk:
            self._ended = True
            whole, self._rest = ([self._rest] if self._rest else []), b""
        self._lines.extend(line[:LONGEST].decode(errors="replace").rstrip("\r") for line in whole)
        self._rest = self._rest[:LONGEST]
