"""Hostile clients: the server stays up, and the others do not notice."""

import asyncio
import os
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from odin_server.ssh.server import BoundedInflate, SshServer
from tests.ssh.wire import (
    Echo,
    EchoFront,
    Guest,
    Screen,
    a_server,
    connected,
    eventually,
    metric,
    terminal,
)


class Torrent(Echo):
    """Sends as much as it may, as fast as it can."""

    def on_mount(self) -> None:
        self.set_interval(0.001, lambda: self.caller.client.put("x" * 50_000))


@asynccontextmanager
async def an_onlooker(server: SshServer) -> AsyncIterator[Screen]:
    """Somebody who plays on, before and after."""
    async with connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        yield screen
        await screen.press(b"y", b"key=y")


async def test_two_hundred_sessions_on_one_connection_are_one() -> None:
    async with (
        a_server(channels_burst=300) as server,
        an_onlooker(server),
        connected(server) as conn,
    ):
        first = await terminal(conn)
        await first.until(b"hello")
        refused = 0
        for _ in range(199):
            with pytest.raises(asyncssh.ChannelOpenError):
                await terminal(conn)
            refused += 1
        assert refused == 199
        assert len(server.host.sessions) == 2
        await first.press(b"x", b"key=x")


async def test_a_flood_of_variables_is_not_kept() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server, an_onlooker(server), connected(server) as conn:
        flood = {f"V{number}": "x" * 20 for number in range(2000)} | {"LANG": "de_AT.UTF-8"}
        screen = await terminal(conn, env=flood)
        await screen.until(b"hello")
        session = server.host.sessions[frontend.callers[-1].number]
        assert session._chan is not None
        assert session._chan._env == {b"LANG": b"de_AT.UTF-8"}
        assert frontend.callers[-1].locales == ("de_AT.UTF-8", "")


@pytest.mark.parametrize("window", [2**31 - 1, 65_536])
async def test_a_client_that_never_reads_is_let_go(window: int) -> None:
    frontend = EchoFront(lambda caller: Torrent(caller) if caller.account.guest else Echo(caller))
    async with (
        a_server(frontend, stall=0.5, output_budget=16_384) as server,
        an_onlooker(server),
        connected(server, client_keys=None) as conn,
    ):
        _, _screen = await conn.create_session(
            Screen, encoding=None, term_type="xterm", term_size=(500, 200), window=window
        )
        await eventually(lambda: len(server.host.sessions) == 2)
        (session,) = [one for one in server.host.sessions.values() if one.terminal.width == 500]
        conn._transport.pause_reading()  # type: ignore[union-attr]
        most = session.waiting
        while session.number in server.host.sessions:
            most = max(most, session.waiting)
            await asyncio.sleep(0.01)
        assert metric(server, "refusals_total", kind="stalled") == 1
        assert metric(server, "frames_skipped_total") > 0
        assert most < 16_384 + 2 * 50_000  # the budget and a frame


async def test_a_slow_client_gets_a_whole_picture_in_the_end() -> None:
    async with a_server(output_budget=16_384, stall=30.0) as server, connected(server) as conn:
        screen = await terminal(conn, term_size=(300, 100))
        await screen.until(b"hello")
        (session,) = server.host.sessions.values()
        conn._transport.pause_reading()  # type: ignore[union-attr]
        session.connection._conn._transport.pause_reading()  # type: ignore[union-attr]
        assert session._driver is not None
        session._behind_since = None
        room = session.has_room
        session.has_room = lambda: False  # type: ignore[method-assign]
        (app,) = server.host.frontend.apps  # type: ignore[attr-defined]
        app.show("painted while nobody read")
        await eventually(lambda: session._driver is not None and session._driver._behind)
        session.has_room = room  # type: ignore[method-assign]
        before = len(screen.seen)
        conn._transport.resume_reading()  # type: ignore[union-attr]
        session._driver.catch_up()
        await screen.until(b"painted while nobody read", before)
        await screen.until(b"hello", before)


async def test_there_is_no_shell_no_files_and_no_way_through() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server, an_onlooker(server):
        async with connected(server) as conn:
            with pytest.raises((asyncssh.Error, OSError)):
                await conn.start_sftp_client()
        async with connected(server) as conn:
            with pytest.raises((asyncssh.Error, OSError)):
                await asyncssh.scp((conn, "/etc/passwd"), os.devnull)
        async with connected(server) as conn:
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.open_connection("127.0.0.1", server.port)
            with pytest.raises(asyncssh.ChannelListenError):
                await conn.start_server(lambda *_: None, "127.0.0.1", 0)
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.open_unix_connection("/tmp/x")  # noqa: S108 - asked for, not touched
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.open_tun()
            with pytest.raises((asyncssh.Error, OSError)):
                await conn.create_session(Screen, x11_forwarding=True, encoding=None)
        async with connected(server, agent_forwarding=True) as conn:
            result = await conn.run("cat /etc/passwd; id > pwned", input="")
            assert "root" not in str(result.stdout)
            assert result.exit_status == 2
            assert frontend.callers[-1].argv[:2] == ("cat", "/etc/passwd;")


async def test_rubbish_on_a_raw_socket_disturbs_nobody() -> None:
    rng = Random(5)
    greetings = [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"SSH-1.5-old\r\n",
        b"SSH-2.0-x\r\n" + b"\x00\x00\x00\x00",
        b"SSH-2.0-x\r\n" + b"\xff\xff\xff\xff" + b"A" * 5000,
        b"SSH-2.0-x\r\n" + b"\x00\x00\x00\x0c\x0a\x05" + b"\x00" * 10,
        b"SSH-2.0-" + b"y" * 100_000,
        *(b"SSH-2.0-x\r\n" + rng.randbytes(rng.randrange(4000)) for _ in range(60)),
    ]
    async with a_server(attempts=1000) as server, an_onlooker(server):
        for greeting in greetings:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(greeting)
            with pytest.MonkeyPatch.context():
                await asyncio.wait_for(reader.read(100), 5)
            writer.close()
        await eventually(lambda: server.host.counts.connected.total() <= 1)


def test_a_few_bytes_never_become_a_hundred_megabytes() -> None:
    bomb = zlib.compress(b"\0" * 100_000_000)
    assert BoundedInflate().decompress(bomb) is None
    assert BoundedInflate().decompress(zlib.compress(b"a key")) == b"a key"
    assert BoundedInflate().decompress(b"not zlib") is None


async def test_compression_works_for_those_who_ask_for_it() -> None:
    async with (
        a_server() as server,
        connected(server, compression_algs=["zlib@openssh.com"]) as conn,
    ):
        screen = await terminal(conn)
        await screen.until(b"hello")
        await screen.press(b"x", b"key=x")


async def test_a_flood_is_slowed_down_by_not_being_read() -> None:
    async with (
        a_server(inbound_burst=40_960, inbound_rate=200_000) as server,
        an_onlooker(server),
        connected(server, client_keys=None) as conn,
    ):
        screen = await terminal(conn)
        await screen.until(b"hello")
        screen.chan.write(b"z" * 300_000)
        await eventually(lambda: metric(server, "floods_slowed_total") > 0)


async def test_hundreds_of_keys_offered_are_too_many() -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(30)]
    async with a_server(guests=False, allow=("SHA256:nobody",)) as server:
        with pytest.raises(asyncssh.DisconnectError, match="too-many-keys"):
            async with connected(server, client_keys=keys):
                pass
        assert metric(server, "refusals_total", kind="keys") == 1


async def test_hundreds_of_attempts_as_a_guest_are_too_many() -> None:
    client = Guest()
    client.patient = True
    async with a_server(guests=False) as server:
        with pytest.raises(asyncssh.DisconnectError, match="too-many-keys"):
            async with connected(server, client_keys=None, client_factory=lambda: client):
                pass


async def test_nothing_is_written_anywhere_by_any_of_this(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    await test_there_is_no_shell_no_files_and_no_way_through()
    await test_rubbish_on_a_raw_socket_disturbs_nobody()
    found: list[Any] = await asyncio.to_thread(lambda: list(tmp_path.rglob("*")))
    assert found == []
