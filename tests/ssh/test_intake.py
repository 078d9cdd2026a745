"""Bytes of a client are taken in piece by piece, and no faster than limits allow."""

import asyncio
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE

from odin_server.sessions.intake import AT_ONCE, IN_LINE, Intake
from tests.ssh.wire import a_host, a_server, connected, eventually, metric, terminal


class FakeTransport:
    """Remembers whether it is read."""

    def __init__(self) -> None:
        self.paused = False
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


def an_intake(**settings: Any) -> tuple[Intake, list[bytes], FakeTransport]:
    taken: list[bytes] = []
    transport = FakeTransport()
    return Intake(taken.append, transport, a_host([], **settings)), taken, transport


async def test_a_key_is_taken_in_at_once() -> None:
    intake, taken, transport = an_intake()
    intake(b"key")
    assert taken == [b"key"]
    assert not transport.paused


async def test_others_have_their_turn_between_the_pieces_of_a_long_read() -> None:
    intake, taken, transport = an_intake()
    intake(bytes(2 * AT_ONCE + 1))
    assert [len(piece) for piece in taken] == [AT_ONCE]
    assert transport.paused
    await eventually(lambda: not transport.paused)
    assert [len(piece) for piece in taken] == [AT_ONCE, AT_ONCE, 1]


async def test_nothing_is_taken_in_out_of_order_while_a_client_is_slowed_down() -> None:
    intake, taken, transport = an_intake()
    intake.slow_down(0.02)
    for data in (b"a", b"b", b"c"):
        intake(data)
    assert not taken
    assert transport.paused
    await eventually(lambda: not transport.paused)
    assert b"".join(taken) == b"abc"


async def test_what_a_client_sent_before_it_left_is_forgotten() -> None:
    intake, taken, transport = an_intake()
    intake(bytes(2 * AT_ONCE))
    transport.closing = True
    intake.stop()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [len(piece) for piece in taken] == [AT_ONCE]


async def test_a_client_that_waits_for_its_turn_and_leaves_is_forgotten() -> None:
    intake, taken, transport = an_intake()
    intake.share.came_from("192.0.2.1")
    intake.share.spend(1000.0, 1000.0)
    intake(b"key")
    assert transport.paused
    intake.stop()
    assert not intake._host.loop_shares._waiting
    assert not taken


async def test_somebody_who_waits_in_line_has_one_packet_taken_in_at_each_turn() -> None:
    intake, taken, transport = an_intake()
    intake.share.spend(1000.0, 1000.0)
    intake(bytes(3 * IN_LINE))
    await eventually(lambda: bool(taken))
    assert transport.paused
    assert {len(piece) for piece in taken} == {IN_LINE}
    intake.stop()


async def test_a_client_that_sends_many_small_packets_is_slowed_down() -> None:
    async with (
        a_server(packets_burst=100, packets_rate=10) as server,
        connected(server) as other,
        connected(server) as conn,
    ):
        onlooker = await terminal(other)
        await onlooker.until(b"hello")
        await conn._make_global_request(b"keepalive@openssh.com")
        assert metric(server, "slowed_total", kind="packets") == 0
        for _ in range(200):
            conn.send_packet(MSG_IGNORE, b"\0\0\0\0")
        waiting = asyncio.create_task(conn._make_global_request(b"keepalive@openssh.com"))
        await eventually(lambda: metric(server, "slowed_total", kind="packets") >= 1)
        await onlooker.press(b"y", b"key=y")
        assert not waiting.done()
        waiting.cancel()
        conn.abort()


async def rekey(conn: asyncssh.SSHClientConnection) -> None:
    """Exchange keys again; the answer to a request shows that it is done."""
    conn._send_kexinit()
    conn._kexinit_sent = True
    await conn._make_global_request(b"keepalive@openssh.com")


async def test_what_waits_of_a_client_is_forgotten_when_its_connection_ends() -> None:
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (session,) = server.host.sessions.values()
        intake = session.connection.intake
        assert intake is not None
        intake.slow_down(3600.0)
        screen.chan.write(b"key")
        await eventually(lambda: bool(intake._held))
        session.connection.abort()
        await eventually(lambda: not intake._held)


async def test_a_client_that_exchanges_keys_again_and_again_is_slowed_down() -> None:
    async with (
        a_server(rekeys_burst=3, rekeys_rate=0.001) as server,
        connected(server) as other,
        connected(server) as conn,
    ):
        onlooker = await terminal(other)
        await onlooker.until(b"hello")
        for _ in range(2):
            await rekey(conn)
        assert metric(server, "slowed_total", kind="rekeys") == 0
        waiting = asyncio.create_task(rekey(conn))
        await eventually(lambda: metric(server, "slowed_total", kind="rekeys") == 1)
        await onlooker.press(b"y", b"key=y")
        assert not waiting.done()
        waiting.cancel()
        conn.abort()


async def test_a_client_that_asks_for_channels_again_and_again_is_slowed_down() -> None:
    async with a_server(channels_burst=5, channels_rate=0.01) as server, connected(server) as conn:
        await (await terminal(conn)).until(b"hello")
        for _ in range(4):
            with pytest.raises(asyncssh.ChannelOpenError):
                await terminal(conn)
        assert metric(server, "slowed_total", kind="channels") == 0
        # Its answer is sent before the client has to wait.
        with pytest.raises(asyncssh.ChannelOpenError):
            await terminal(conn)
        assert metric(server, "slowed_total", kind="channels") == 1
        (connection,) = server.host.connections
        assert connection.intake is not None
        assert connection.intake._is_paused
        conn.abort()


async def test_of_a_storm_of_sizes_a_few_are_taken_and_the_last() -> None:
    async with a_server(resizes_burst=2, resizes_rate=10.0) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (session,) = server.host.sessions.values()
        taken: list[int] = []
        assert session._driver is not None
        session._driver.resized = lambda: taken.append(session.terminal.width)  # type: ignore[method-assign]
        for width in range(81, 181):
            session.resize(width, 24)
        assert taken == [81, 82]
        assert metric(server, "slowed_total", kind="resizes") == 1
        await eventually(lambda: taken == [81, 82, 180])


async def test_sizes_of_a_client_above_its_share_count_as_several() -> None:
    async with a_server(resizes_burst=8, resizes_rate=0.1) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (session,), (connection,) = server.host.sessions.values(), server.host.connections
        assert connection.intake is not None
        connection.intake.share._account.owe(100.0, server.host.loop_shares.now())
        for width in (81, 82, 83):
            session.resize(width, 24)
        assert session.terminal.width == 82
        assert metric(server, "slowed_total", kind="resizes") == 1
