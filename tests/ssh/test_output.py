"""What is sent to a client: nothing once it has left, and no more than it reads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from odin_server.ssh.session import Session
from tests.ssh.wire import a_server, connected, eventually, metric, terminal


class Buffered:
    """A transport with bytes that the system has not taken yet."""

    def __init__(self, size: int) -> None:
        self._size = size

    def get_write_buffer_size(self) -> int:
        return self._size


@asynccontextmanager
async def a_session(**settings: Any) -> AsyncIterator[tuple[Any, Session]]:
    """Somebody at a terminal, whose app writes nothing more by itself."""
    async with a_server(**settings) as server, connected(server) as conn:
        await (await terminal(conn)).until(b"hello")
        (session,) = server.host.sessions.values()
        assert isinstance(session, Session)
        yield server, session


async def test_nothing_is_sent_on_a_channel_that_is_being_closed() -> None:
    async with a_session() as (server, session):
        sent: list[bytes] = []
        assert session._chan is not None
        session._chan.close()
        assert session._chan.is_closing()
        session.write = sent.append  # type: ignore[method-assign]
        frames = metric(server, "frames_total")
        session.send(b"late")
        assert not session.is_open
        assert not session.has_room()
        assert not sent
        assert metric(server, "frames_total") == frames


async def test_nothing_is_sent_to_a_client_that_has_left() -> None:
    async with a_session() as (server, session):
        frames = metric(server, "frames_total")
        session.connection.abort()
        await eventually(lambda: session._chan is None)
        session.send(b"late")
        assert not session.is_open
        assert session.waiting == 0
        assert metric(server, "frames_total") == frames


@pytest.mark.parametrize(("size", "has_room"), [(16_384, True), (16_385, False)])
async def test_bytes_that_wait_in_the_tcp_connection_count(
    monkeypatch: pytest.MonkeyPatch, size: int, *, has_room: bool
) -> None:
    async with a_session(output_budget=16_384) as (server, session):
        await eventually(lambda: session.waiting == 0)
        with monkeypatch.context() as patched:
            patched.setattr("odin_server.ssh.connection.transport_of", lambda _: Buffered(size))
            assert session.waiting == size
            assert session.has_room() is has_room
        assert metric(server, "frames_skipped_total") == (not has_room)


async def test_bytes_that_wait_for_the_clients_window_count_too() -> None:
    async with a_session(output_budget=16_384) as (_, session):
        assert session._chan is not None
        await eventually(lambda: session.waiting == 0)
        session._chan.get_write_buffer_size = lambda: 20_000  # type: ignore[method-assign]
        assert session.waiting == 20_000
        assert not session.has_room()
