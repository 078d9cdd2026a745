"""People who come to a server as our pages do, and pages that attack it.

python benchmarks/web_people.py ATTACK URL SECONDS
"""

import asyncio
import contextlib
import json
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ssh_people import CURSOR
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from odin_server.web.identity import new_token

TROUBLES = (OSError, WebSocketException, asyncio.IncompleteReadError, TimeoutError)


@dataclass
class PagePlayer:
    """One page, which remembers the last few frames; it is used as a player over SSH is."""

    socket: ClientConnection
    seen: bytearray = field(default_factory=bytearray)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    bye: str = ""
    received: int = 0
    reading: asyncio.Task[None] | None = None

    @property
    def chan(self) -> "PagePlayer":
        return self

    def write(self, data: bytes) -> None:
        """Type without waiting."""
        self.sending = asyncio.ensure_future(self._send(data))

    async def _send(self, data: bytes) -> None:
        with contextlib.suppress(*TROUBLES):
            await self.socket.send(data)

    async def read(self) -> None:
        with contextlib.suppress(*TROUBLES):
            async for data in self.socket:
                if isinstance(data, bytes):
                    self.seen += data
                    self.received += len(data)
                    del self.seen[:-400_000]
                elif (message := json.loads(data))["type"] == "bye":
                    self.bye = message["text"]
                self.news.set()

    async def until(self, pattern: "re.Pattern[bytes] | bytes", seconds: float = 60.0) -> None:
        """Wait until something was shown."""
        wanted = re.compile(pattern)
        async with asyncio.timeout(seconds):
            while not wanted.search(self.seen):
                self.news.clear()
                await self.news.wait()

    async def press(self, key: bytes) -> float:
        """Press a key that moves the cursor, and give the seconds until it is seen to move."""
        self.seen.clear()
        start = time.perf_counter()
        await self.socket.send(key)
        await self.until(CURSOR, 5.0)
        return time.perf_counter() - start

    async def leave(self) -> None:
        await self.socket.close()
        if self.reading is not None:
            await self.reading


async def open_page(url: str, token: str, *words: str, lines: bool = False) -> PagePlayer:
    """Connect as a page of a browser with a cookie, and ask for something."""
    socket = await open_socket(url, token)
    player = PagePlayer(socket)
    hello = {"type": "hello", "words": words, "columns": 100, "rows": 30, "lines": lines}
    await socket.send(json.dumps(hello))
    player.reading = asyncio.create_task(player.read())
    return player


async def open_socket(url: str, token: str = "", origin: str = "") -> ClientConnection:
    """Open a web socket."""
    return await connect(
        url.replace("http", "ws") + "/ws",
        origin=origin or url,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"odin={token}"} if token else {},
        compression=None,
        proxy=None,
        max_size=None,
    )


async def tokens_with_names(url: str, count: int) -> list[str]:
    """Make accounts that have chosen their names, so that nobody is asked."""
    tokens = [new_token() for _ in range(count)]
    for number, token in enumerate(tokens):
        name = f"W{number}x{os.urandom(3).hex()}"
        player = await open_page(url, token, "name", name, lines=True)
        assert player.reading is not None  # noqa: S101 - it has just been started
        await player.reading
    return tokens


# -- attacks --------------------------------------------------------------------------------------

Attack = Callable[[str, float], Awaitable[None]]


@contextlib.asynccontextmanager
async def _until(seconds: float) -> AsyncIterator[None]:
    with contextlib.suppress(*TROUBLES):
        async with asyncio.timeout(seconds):
            yield


@contextlib.contextmanager
def _closing(transport: asyncio.WriteTransport) -> Iterator[None]:
    """Leave nothing behind for the attack after this one."""
    try:
        yield
    finally:
        transport.abort()


async def foreign_pages(url: str, seconds: float) -> None:
    """Try to connect from pages of another host."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        with contextlib.suppress(*TROUBLES):
            await open_socket(url, origin="https://evil.example")
        await asyncio.sleep(0.02)


async def oversized_messages(url: str, seconds: float) -> None:
    """Send messages of a megabyte."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        with contextlib.suppress(*TROUBLES):
            page = await open_page(url, "", lines=True)
            await page.socket.send(b"x" * 2**20)
            await page.leave()
        await asyncio.sleep(0.05)


async def floods_of_bytes(url: str, seconds: float) -> None:
    """Paste without end, on two pages."""

    async def one() -> None:
        async with _until(seconds):
            page = await open_page(url, "")
            with _closing(page.socket.transport):
                while True:
                    await page.socket.send(b"q" * 60_000)
                    await asyncio.sleep(0.001)

    await asyncio.gather(one(), one())


async def floods_of_messages(url: str, seconds: float) -> None:
    """Press buttons a thousand times as fast as fingers, on two pages."""

    async def one() -> None:
        async with _until(seconds):
            page = await open_page(url, "")
            with _closing(page.socket.transport):
                while True:
                    for _ in range(20):
                        await page.socket.send('{"type":"press","key":"down"}')
                    await asyncio.sleep(0.001)

    await asyncio.gather(one(), one())


async def pings_never_read(url: str, seconds: float) -> None:
    """Send pings and read no answer."""
    ping = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"p" * 125
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        async with _until(end - time.perf_counter()):
            writer = await _raw_socket(url)
            with _closing(writer.transport):
                while True:
                    writer.write(ping * 50)
                    await writer.drain()
                    await asyncio.sleep(0.001)


async def pages_that_never_read(url: str, seconds: float) -> None:
    """Have ten pages of the largest size repainted, and read nothing."""

    async def one() -> None:
        async with _until(seconds):
            writer = await _raw_socket(url)
            writer.write(_masked(b'{"type":"hello","columns":500,"rows":200}'))
            with _closing(writer.transport):
                while True:
                    writer.write(_masked(b'{"type":"press","key":"ctrl+l"}'))
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(10)))


async def silent_connections(url: str, seconds: float) -> None:
    """Open a hundred connections and say nothing."""
    parts, writers = urlsplit(url), []
    for _ in range(100):
        with contextlib.suppress(OSError):
            writers.append((await asyncio.open_connection(parts.hostname, parts.port))[1])
    await asyncio.sleep(seconds)
    for writer in writers:
        writer.close()


async def requests_for_pages(url: str, seconds: float) -> None:
    """Load the largest file again and again, four at once."""
    parts, end = urlsplit(url), time.perf_counter() + seconds

    async def one() -> None:
        while time.perf_counter() < end:
            with contextlib.suppress(*TROUBLES):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(b"GET /static/xterm.js HTTP/1.1\r\nHost: x\r\n\r\n")
                await asyncio.wait_for(reader.read(), 5)
                writer.close()

    await asyncio.gather(*(one() for _ in range(4)))


async def rubbish(url: str, seconds: float) -> None:
    """Send bytes that are no request, two at once."""
    parts, end = urlsplit(url), time.perf_counter() + seconds

    async def one() -> None:
        while time.perf_counter() < end:
            with contextlib.suppress(*TROUBLES):
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(os.urandom(600) + b"\r\n\r\n")
                await asyncio.wait_for(reader.read(), 5)
                writer.close()
            await asyncio.sleep(0.01)

    await asyncio.gather(one(), one())


ATTACKS: tuple[Attack, ...] = (
    foreign_pages,
    oversized_messages,
    floods_of_bytes,
    floods_of_messages,
    pings_never_read,
    pages_that_never_read,
    silent_connections,
    requests_for_pages,
    rubbish,
)


async def _raw_socket(url: str) -> asyncio.StreamWriter:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=1024)
    request = (
        "GET /ws HTTP/1.1", f"Host: {parts.netloc}", f"Origin: {url}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    )  # fmt: skip
    writer.write(("\r\n".join(request) + "\r\n\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    return writer


def _masked(text: bytes) -> bytes:
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


if __name__ == "__main__":
    name, where, how_long = sys.argv[1:]
    asyncio.run({one.__name__: one for one in ATTACKS}[name](where, float(how_long)))
