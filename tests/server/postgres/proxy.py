"""A line to a database that tests can cut, freeze and make forgetful."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit


class Line:
    """Carries bytes between hosts and a database until it is told otherwise."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = parse_qs(parts.query)["host"][0] + "/.s.PGSQL.5432"
        self._database = parts.path
        self._pairs: list[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""
        self.is_cut = False
        """Whether new connections are refused."""
        self.loses_answers = False
        """Whether the line breaks when the database next answers, so that nobody hears it."""
        self._open = asyncio.Event()
        self._open.set()

    async def listen(self) -> asyncio.Server:
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}{self._database}"
        return server

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)
        self._pairs.append((writer, far_writer))
        self._tasks |= {
            asyncio.create_task(self._copy(reader, far_writer, answers=False)),
            asyncio.create_task(self._copy(far_reader, writer, answers=True)),
        }

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                if answers and self.loses_answers:
                    self.cut()
                    return
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Break every connection, and refuse new ones until `mend`."""
        self.is_cut = True
        for pair in self._pairs:
            for writer in pair:
                writer.transport.abort()
        self._pairs.clear()

    def mend(self) -> None:
        self.is_cut = self.loses_answers = False
        self._open.set()

    def freeze(self) -> None:
        """Carry nothing, and break nothing, until `mend`."""
        self._open.clear()

    async def close(self) -> None:
        self._open.set()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def line_to(url: str) -> AsyncIterator[Line]:
    """Give a line to a database."""
    line = Line(url)
    server = await line.listen()
    try:
        yield line
    finally:
        server.close()
        await line.close()
