"""A real web server on loopback, and clients that speak as our pages do."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from odin_server.accounts import Accounts
from odin_server.notices import Notice
from odin_server.web import WebServer
from odin_server.web.identity import new_token
from tests.ssh.wire import PATIENCE, a_host


@asynccontextmanager
async def a_web_server(
    frontend: Any = None, accounts: Accounts | None = None, **settings: Any
) -> AsyncIterator[WebServer]:
    """Open a host for browsers on a free port, and close it whatever happens."""
    server = WebServer(a_host([], frontend, accounts, **settings))
    await server.open()
    try:
        yield server
    finally:
        await server.close(Notice("server-stopping"))
        server.host.accounts.close()


class Page:
    """One of our pages, as far as the server can tell; it keeps everything that came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen = b""
        self.messages: list[dict[str, Any]] = []
        self.closed = False
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for data in self.socket:
                if isinstance(data, str):
                    self.messages.append(json.loads(data))
                else:
                    self.seen += data
                self._news.set()
        except ConnectionClosed:
            pass
        self.closed = True
        self._news.set()

    async def tell(self, kind: str, **facts: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **facts}))

    async def until(self, wanted: bytes, start: int = 0) -> int:
        """Wait until these bytes have come, and give the place after them."""
        async with asyncio.timeout(PATIENCE):
            while (at := self.seen.find(wanted, start)) < 0:
                assert not self.closed, (self.seen[-400:], self.messages)
                self._news.clear()
                await self._news.wait()
        return at + len(wanted)

    async def message(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Wait for a message of a kind with these facts, and give it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for one in self.messages:
                    if one["type"] == kind and facts.items() <= one.items():
                        return one
                assert not self.closed, (self.seen[-400:], self.messages)
                self._news.clear()
                await self._news.wait()

    async def press(self, keys: bytes, wanted: bytes) -> None:
        """Type, and wait for what it shows."""
        start = len(self.seen)
        await self.socket.send(keys)
        await self.until(wanted, start)

    async def end(self) -> dict[str, Any]:
        """Wait for the end of the connection, and give the farewell."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.messages[-1] if self.messages else {}


@asynccontextmanager
async def a_page(
    server: WebServer, *words: str, token: str | None = None, **hello: Any
) -> AsyncIterator[Page]:
    """Open a page as a browser with a cookie of its own; an empty token is no cookie."""
    async with a_socket(server, token=token) as socket:
        page = Page(socket)
        with suppress(ConnectionClosed):  # whoever is refused has not been asked anything
            await page.tell("hello", words=list(words), **{"columns": 80, "rows": 24} | hello)
        yield page


@asynccontextmanager
async def a_socket(
    server: WebServer, token: str | None = None, origin: str | None = "", **options: Any
) -> AsyncIterator[ClientConnection]:
    """Open a web socket from the origin of our pages, unless another is given."""
    given = new_token() if token is None else token
    headers = {"Cookie": f"odin={given}"} if given else {}
    async with connect(
        f"ws://127.0.0.1:{server.port}/ws",
        origin=server.address.url if origin == "" else origin,  # type: ignore[arg-type]
        additional_headers=headers | options.pop("headers", {}),
        compression=None,
        proxy=None,
        **{"max_size": None} | options,
    ) as socket:
        yield socket


class Answer(NamedTuple):
    """What a web server answers."""

    status: int
    headers: dict[str, str]
    body: bytes


async def get(server: WebServer, path: str, **headers: str) -> Answer:
    """Ask for a page as any program may, byte by byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    fields = dict(line.split(": ", 1) for line in rest)
    return Answer(int(first.split()[1]), fields, body)
