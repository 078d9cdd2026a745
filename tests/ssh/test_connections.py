"""Connections on which nobody is served, and the slots that are kept for moderators."""

import asyncio
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_DISCONNECT
from asyncssh.packet import SSHPacket

from odin_server.accounts import Account, Kind, Target
from odin_server.hall import Hall
from odin_server.sessions.caller import Caller
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.server import SshServer
from odin_tui.languages import ENGLISH
from odin_tui.moderation import moderate
from tests.ssh.wire import (
    KEY,
    PATIENCE,
    EchoFront,
    Guest,
    a_server,
    connected,
    eventually,
    metric,
    terminal,
)

MODERATOR = asyncssh.generate_private_key("ssh-ed25519")
MODERATORS = (MODERATOR.get_fingerprint(),)


class Listener(asyncssh.SSHClient):
    """A client that keeps the sentence with which the server ends the connection."""

    def __init__(self) -> None:
        self._heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        conn._packet_handlers = {**conn._packet_handlers, MSG_DISCONNECT: self._hear}

    def _hear(self, _conn: object, _kind: int, _number: int, packet: SSHPacket) -> None:
        packet.get_uint32()
        self._heard.set_result(packet.get_string().decode())

    async def reason(self) -> str:
        return await asyncio.wait_for(self._heard, PATIENCE)


async def mod(server: SshServer, *words: str) -> str:
    """Say something as a moderator."""
    account = await server.host.accounts.log_in(MODERATORS[0], "mod")
    line: Any = None
    hall = await Hall.begin()
    try:
        caller = Caller(0, account, MODERATORS[0], "192.0.2.1", ("mod", *words), line)
        return await moderate(server.host, hall, caller, ENGLISH)
    finally:
        await hall.close()


async def test_a_connection_without_a_session_is_ended_after_a_while() -> None:
    listener = Listener()
    async with a_server(session_timeout=0.1) as server:
        async with connected(server, client_factory=lambda: listener):
            assert await listener.reason() == "no-session"
        await eventually(lambda: not server.host.connections)
        assert metric(server, "refusals_total", kind="no-session") == 1


async def test_a_channel_on_which_nothing_is_asked_for_is_no_session() -> None:
    listener = Listener()
    async with (
        a_server(session_timeout=0.1) as server,
        connected(server, client_factory=lambda: listener) as conn,
    ):
        chan = asyncssh.SSHTCPChannel(conn, asyncio.get_running_loop(), None, "strict", 1, 1)
        await chan._open(b"session")
        assert await listener.reason() == "no-session"


async def test_somebody_who_is_served_stays() -> None:
    async with a_server(session_timeout=0.05) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        await asyncio.sleep(0.15)
        await screen.press(b"x", b"key=x")
        assert server.host.without_session() == []


async def test_a_connection_ends_soon_after_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("odin_server.ssh.connection.FAREWELL_SECONDS", 0.05)
    async with a_server() as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        screen.chan.close()
        await eventually(lambda: not server.host.connections)


async def test_connections_without_a_session_are_counted_and_listed() -> None:
    async with a_server() as server, connected(server), connected(server, client_keys=None):
        assert metric(server, "connections_without_session") == 2
        lines = (await mod(server, "who")).splitlines()
        assert sorted(line.split("  ")[0] for line in lines) == ["(no session)"] * 2
        assert any(KEY.get_fingerprint() in line for line in lines)
        assert all(line.endswith("127.0.0.1") for line in lines)


async def test_somebody_who_is_logging_in_is_listed() -> None:
    async with a_server() as server:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await eventually(lambda: len(server.host.connections) == 1)
        assert (await mod(server, "who")).startswith("(logging in)")
        writer.close()


@pytest.mark.parametrize("what", ["key", "name", "address"])
async def test_a_ban_ends_connections_without_a_session(what: str) -> None:
    listener = Listener()
    async with a_server() as server:
        await server.host.accounts.log_in(KEY.get_fingerprint(), "rowdy")
        word = {"key": KEY.get_fingerprint(), "name": "rowdy", "address": "127.0.0.1"}[what]
        async with connected(server, client_factory=lambda: listener):
            assert "1 connection ended" in await mod(server, "ban", word, "1h", "loud")
            assert await listener.reason() == "banned-now text=loud"


async def test_a_full_hall_lets_a_moderator_in() -> None:
    frontend = EchoFront()
    async with (
        a_server(frontend, connections=1, moderators=MODERATORS) as server,
        connected(server),
    ):
        assert await refusal(server) == "server-full"
        async with connected(server, client_keys=[MODERATOR]) as conn:
            await (await terminal(conn)).until(b"hello")
            assert frontend.callers[-1].moderator
        assert metric(server, "refusals_total", kind="reserved") == 1


async def refusal(server: SshServer) -> str:
    """Connect without a moderator's key, and give what the server says after the login."""
    listener = Listener()
    async with connected(server, client_factory=lambda: listener):
        return await listener.reason()


async def test_a_crowded_address_lets_a_moderator_in() -> None:
    async with (
        a_server(connections_per_address=1, moderators=MODERATORS) as server,
        connected(server),
    ):
        assert await refusal(server) == "address-full"
        async with connected(server, client_keys=[MODERATOR]) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_reserved_slots_end_too() -> None:
    async with (
        a_server(connections=1, reserved=1, moderators=MODERATORS) as server,
        connected(server),
        connected(server, client_keys=[MODERATOR]),
    ):
        with pytest.raises(asyncssh.DisconnectError, match="server-full"):
            async with connected(server, client_keys=[MODERATOR]):
                pass
        assert metric(server, "refusals_total", kind="server_full") == 1


async def test_somebody_on_a_reserved_slot_stays_if_there_is_room_again() -> None:
    async with a_server(connections=1, moderators=MODERATORS) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await eventually(lambda: len(server.host.connections) == 1)
        released = asyncio.Event()

        class Slow(asyncssh.SSHClient):
            async def public_key_auth_requested(self) -> asyncssh.SSHKey:
                await released.wait()
                return KEY

        async def lobby_session() -> None:
            async with connected(server, client_factory=Slow, client_keys=()) as conn:
                await (await terminal(conn)).until(b"hello")

        visiting = asyncio.create_task(lobby_session())
        await eventually(lambda: len(server.host.connections) == 2)
        writer.close()
        await eventually(lambda: len(server.host.connections) == 1)
        released.set()
        await visiting
        del reader


class Frozen(asyncssh.SSHClient):
    """A client that reads nothing any more once it is in, as one that was suspended."""

    def __init__(self) -> None:
        self._conn: Any = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._conn = conn

    def auth_completed(self) -> None:
        self._conn._transport.pause_reading()


async def test_settings_that_change_hold_for_the_next_login() -> None:
    async with a_server(keepalive=600.0, logins_at_once=1) as server:
        fresh = HostSettings(port=9, keepalive=0.1, keepalive_count=1, logins_at_once=3)
        server.change_settings(fresh)
        assert server.port not in (0, 9)
        assert server.host.settings.port == 0, "where it listens cannot change"
        for _ in range(3):
            await server.host.login_queue.enter("192.0.2.1", known=False)
        server.host.login_queue.change(4)
        started = asyncio.get_running_loop().time()
        async with connected(server, client_factory=Frozen):
            await eventually(lambda: not server.host.connections)
        assert asyncio.get_running_loop().time() - started < PATIENCE / 2


async def test_a_long_announcement_arrives_with_all_its_words() -> None:
    frontend, words = EchoFront(), tuple(f"word{number}" for number in range(30))
    async with a_server(frontend) as server, connected(server) as conn:
        await conn.run(f"mod announce {' '.join(words)}")
        assert frontend.callers[-1].argv == ("mod", "announce", *words)


async def test_a_connection_belongs_to_the_account_that_its_key_opens() -> None:
    linked = Account("SHA256:another", "Astrid")
    async with a_server() as server, connected(server):
        await eventually(lambda: any(one.is_logged_in for one in server.host.connections))
        (connection,) = server.host.connections
        assert connection.account_id == KEY.get_fingerprint()
        server.host.accounts.find = {KEY.get_fingerprint(): linked}.get  # type: ignore[assignment]
        assert connection.account_id == linked.id
        assert connection.is_meant_by(Target(Kind.ACCOUNT, linked.id))
        assert not connection.is_meant_by(Target(Kind.ACCOUNT, KEY.get_fingerprint()))


async def test_connections_are_counted_whether_or_not_anybody_is_served() -> None:
    async with a_server() as server:
        async with connected(server) as conn, connected(server):
            await (await terminal(conn)).until(b"hello")
            await eventually(lambda: metric(server, "connections") == 2)
            assert metric(server, "sessions") == 1
            assert metric(server, "connections_without_session") == 1
        await eventually(lambda: metric(server, "connections") == 0)


async def test_an_account_has_a_budget_of_the_loop_that_guests_have_no_part_in() -> None:
    async with a_server() as server:
        budgets = server.host.loop_shares._accounts
        async with connected(server, client_keys=None, client_factory=Guest) as conn:
            await (await terminal(conn)).until(b"hello")
            assert not budgets
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
            assert [*budgets] == [KEY.get_fingerprint()]
