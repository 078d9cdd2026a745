"""How a slow line is known: by the bytes that have not arrived."""

import socket
import sys
from contextlib import suppress

import pytest

from odin_server.ssh.line_lag import REMEMBERED, SLOW, LineLag, unacknowledged
from tests.ssh.wire import a_server, connected, eventually, terminal


class Line:
    """A line whose clock and queue are set by hand."""

    def __init__(self) -> None:
        self.now, self.queued = 100.0, 0
        self.lag = LineLag(lambda: self.queued, lambda: self.now)

    def send(self, count: int) -> None:
        self.lag.sent(count)
        self.queued += count


def test_the_oldest_byte_on_its_way_tells_the_lag() -> None:
    line = Line()
    assert line.lag.seconds == 0
    line.send(1000)
    line.now += 0.2
    line.send(500)
    line.now += 0.1
    assert round(line.lag.seconds, 3) == 0.3
    line.queued = 500
    assert round(line.lag.seconds, 3) == 0.1
    line.queued = 0
    assert line.lag.seconds == 0


def test_a_far_line_is_not_a_slow_one_and_a_slow_one_is_remembered_for_a_while() -> None:
    line = Line()
    line.send(20_000)
    line.now += SLOW * 0.75
    assert not line.lag.is_slow
    line.now += SLOW / 2
    assert line.lag.is_slow
    line.queued = 0
    line.now += REMEMBERED / 2
    assert line.lag.is_slow
    line.now += REMEMBERED
    assert not line.lag.is_slow


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_the_system_tells_what_a_client_that_reads_nothing_has_not_got() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
        server.accept()[0] as sender,
    ):
        assert client.getpeername() == sender.getsockname()
        sender.settimeout(0)
        assert unacknowledged(sender.fileno()) == 0
        with suppress(BlockingIOError):
            while True:
                sender.send(bytes(65_536))
        assert unacknowledged(sender.fileno()) > 0
    assert unacknowledged(sender.fileno()) == 0


async def test_a_client_that_stops_reading_has_a_slow_line() -> None:
    async with a_server(output_budget=10**9) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (session,) = server.sessions.values()
        assert not session.line_is_slow
        conn._transport.pause_reading()  # type: ignore[union-attr]
        session.send(bytes(32_000_000))
        await eventually(lambda: session.line_is_slow)
        assert session.waiting > 0
        conn.abort()
