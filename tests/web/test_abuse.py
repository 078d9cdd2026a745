"""Hostile browsers: the server stays up, and the others do not notice."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from odin_server.web import WebServer
from odin_server.web import server as web_server
from odin_server.web.identity import new_token
from tests.ssh.wire import Echo, EchoFront, eventually, metric
from tests.web.wire import Page, a_page, a_socket, a_web_server, get


class Torrent(Echo):
    """Sends as much as it may, as fast as it can."""

    def on_mount(self) -> None:
        self.set_interval(0.001, lambda: self.caller.client.put("x" * 50_000))


@asynccontextmanager
async def an_onlooker(server: WebServer) -> AsyncIterator[Page]:
    """Somebody who plays on, before and after."""
    async with a_page(server) as page:
        await page.until(b"hello")
        yield page
        await page.press(b"y", b"key=y")


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", None, "http://127.0.0.1", "http://127.0.0.1:1"]
)
async def test_pages_of_other_hosts_cannot_connect(origin: str | None) -> None:
    async with a_web_server() as server, an_onlooker(server):
        with pytest.raises(InvalidStatus) as refusal:
            async with a_socket(server, origin=origin):
                pass
        assert refusal.value.response.status_code == 403
        assert metric(server, "refusals_total", kind="foreign-origin") == 1


async def test_two_origins_are_none() -> None:
    async with a_web_server() as server:
        with pytest.raises(InvalidStatus):
            async with a_socket(server, headers={"Origin": server.address.url}):
                pass


async def test_a_message_that_is_too_long_ends_the_connection() -> None:
    async with a_web_server() as server, an_onlooker(server), a_page(server) as page:
        await page.until(b"hello")
        await page.socket.send(b"x" * 65_537)
        await page.end()
        assert page.socket.close_code == 1009
        await eventually(lambda: len(server.host.sessions) == 1)
        assert metric(server, "refusals_total", kind="message-too-big") == 1


@pytest.mark.parametrize("message", ["not json", b"bytes", '{"type": "press", "key": "x"}'])
async def test_whoever_does_not_begin_as_our_pages_do_is_let_go(message: str | bytes) -> None:
    async with a_web_server() as server, an_onlooker(server):
        async with a_socket(server) as socket:
            await socket.send(message)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
        assert metric(server, "refusals_total", kind="bad-message") == 1
        await eventually(lambda: len(server.host.connections) == 1)


async def test_a_flood_of_keys_is_dropped_and_a_flood_of_bytes_slowed() -> None:
    frontend = EchoFront()
    limits = {"inbound_burst": 40_960, "inbound_rate": 400_000}
    async with (
        a_web_server(frontend, **limits) as server,
        an_onlooker(server),
        a_page(server) as page,
    ):
        await page.until(b"hello")
        for _ in range(40):
            await page.socket.send(b"k" * 4096)
        await page.tell("ping")
        await page.message("pong")
        assert metric(server, "floods_slowed_total") > 0
        assert metric(server, "typing_dropped_total") + metric(server, "keys_dropped_total") > 0
        app = frontend.apps[-1]
        assert isinstance(app, Echo)
        assert len(app.keys) <= server.host.settings.keys_burst + 200


async def test_a_flood_of_small_messages_is_read_slowly_and_keys_are_dropped() -> None:
    frontend = EchoFront()
    async with (
        a_web_server(frontend, keys_burst=20, keys_rate=60) as server,
        an_onlooker(server),
        a_page(server) as page,
    ):
        await page.until(b"hello")
        for _ in range(300):
            await page.tell("press", key="k")
        await page.tell("ping")
        await page.message("pong")
        app = frontend.apps[-1]
        assert isinstance(app, Echo)
        assert 20 <= len(app.keys) < 280
        assert metric(server, "keys_dropped_total") > 20
        assert metric(server, "floods_slowed_total") > 100


async def test_a_page_that_never_reads_gets_fewer_frames_and_is_let_go() -> None:
    frontend = EchoFront(lambda caller: Torrent(caller) if caller.account.guest else Echo(caller))
    limits = {"stall": 3.0, "output_budget": 16_384}
    async with a_web_server(frontend, **limits) as server, an_onlooker(server):
        reader, writer = await _handshake(server)
        del reader
        writer.write(_masked(b'{"type": "hello", "columns": 500, "rows": 200}'))
        await eventually(lambda: metric(server, "frames_skipped_total") > 0)
        writer.write(_masked(b'{"type": "press", "key": "k"}'))
        await eventually(lambda: metric(server, "keys_dropped_total") == 1)
        await eventually(lambda: metric(server, "refusals_total", kind="stalled") == 1)
        await eventually(lambda: len(server.host.sessions) == 1)
        writer.transport.abort()


async def test_pings_whose_answers_are_never_read_are_not_stored() -> None:
    limits = {"output_budget": 16_384, "inbound_burst": 10**8, "inbound_rate": 10**8}
    async with a_web_server(**limits) as server, an_onlooker(server):
        _, writer = await _handshake(server)
        ping = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"p" * 125
        with contextlib.suppress(OSError):
            for _ in range(4000):
                writer.write(ping * 100)
                await asyncio.sleep(0)
                if metric(server, "refusals_total", kind="stalled"):
                    break
        await eventually(lambda: metric(server, "refusals_total", kind="stalled") == 1)
        writer.transport.abort()


async def test_connections_that_say_nothing_are_few_and_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(web_server, "PAGE_SECONDS", 1.0)
    async with a_web_server(unauthenticated=5) as server:
        async with an_onlooker(server):
            silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(8)]
            ended = [reader.read() for reader, _ in silent]
            async with asyncio.timeout(20):
                await asyncio.gather(*ended, return_exceptions=True)
            assert metric(server, "refusals_total", kind="gave-way") == 3
        for _, writer in silent:
            writer.close()
        assert (await get(server, "/")).status == 200


async def test_one_address_cannot_hold_all_connections() -> None:
    async with (
        a_web_server(connections_per_address=2, reserved=0) as server,
        a_page(server) as one,
        a_page(server) as two,
    ):
        await one.until(b"hello")
        await two.until(b"hello")
        async with a_page(server) as three:
            assert (await three.end())["text"] == "address-full"


async def test_attempts_are_counted() -> None:
    async with a_web_server(attempts=2) as server:
        for _ in range(2):
            async with a_page(server, token=new_token()) as page:
                await page.until(b"hello")
        async with a_page(server) as page:
            assert await page.end() == {"type": "bye", "text": "too-many-attempts", "again": True}


async def test_an_address_makes_only_so_many_accounts_in_a_day() -> None:
    frontend = EchoFront()
    async with a_web_server(frontend, new_accounts=1) as server:
        for _ in range(2):
            async with a_page(server) as page:
                await page.until(b"hello")
    assert [caller.account.guest for caller in frontend.callers] == [False, True]


async def test_rubbish_is_answered_and_forgotten() -> None:
    async with a_web_server() as server, an_onlooker(server):
        for rubbish in (b"\x00" * 500, b"POST / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nX\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(rubbish + b"\r\n\r\n")
            async with asyncio.timeout(20):
                await reader.read()
            writer.close()
        huge = await get(server, "/", Cookie="x" * 7000)
        assert huge.status == 200


async def test_a_compressed_bomb_is_not_unpacked() -> None:
    async with (
        a_web_server() as server,
        connect(
            f"ws://127.0.0.1:{server.port}/ws",
            origin=server.address.url,  # type: ignore[arg-type]
            compression="deflate",
            proxy=None,
        ) as socket,
    ):
        assert socket.protocol.extensions == []


async def _handshake(server: WebServer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a web socket by hand, as somebody who then reads nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    request = (
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.address.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    )
    writer.write(("\r\n".join(request) + "\r\n\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def _masked(text: bytes) -> bytes:
    """Return a text frame with a mask of zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
