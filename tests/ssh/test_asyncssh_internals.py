"""Asyncssh still has the private names that the server uses; each says what depends on it."""

import asyncssh
import pytest
from asyncssh import compression
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT

from odin_server.ssh import asyncssh_internals
from tests.private_names import Used, names_used_in
from tests.ssh.wire import a_server, connected, terminal

GUESSES = "clients that guess the key exchange, such as Dropbear's, can log in"
ON_CONNECTIONS = {
    "_transport": "clients that send too much are slowed down, and those that read nothing let go",
    "_make_global_request": "the way to a client can be measured",
    "_packet_handlers": GUESSES,
    "_recv_seq": "clients that send many small packets are slowed down",
    "_process_kexinit": GUESSES,
    "_client_kexinit": GUESSES,
    "_server_kexinit": GUESSES,
    "_ignore_first_kex": GUESSES,
}
ELSEWHERE = {
    "_env": "a client's environment is kept small",
    "_cmp_decompressors": "a few compressed bytes cannot become a hundred megabytes",
}


async def test_connections_and_channels_have_the_private_names() -> None:
    async with a_server() as server, connected(server) as client:
        screen = await terminal(client)
        await screen.until(b"hello")
        (connection,), (session,) = server.host.connections, server.host.sessions.values()
        for name, needed_for in ON_CONNECTIONS.items():
            Used(connection._conn, name, needed_for).check()
        Used(session._chan, "_env", ELSEWHERE["_env"]).check()


def test_asyncssh_finds_decompressors_where_ours_is_put() -> None:
    Used(compression, "_cmp_decompressors", ELSEWHERE["_cmp_decompressors"]).check()
    assert b"zlib@openssh.com" in compression._cmp_decompressors


async def test_nothing_is_sent_but_what_the_client_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: list[int] = []
    monkeypatch.setattr(
        asyncssh.SSHClientConnection,
        "log_received_packet",
        lambda _conn, kind, *_rest: kinds.append(kind),
    )
    async with a_server() as server, connected(server) as client:
        screen = await terminal(client)
        await screen.press(b"x", b"key=x")
    assert kinds
    assert MSG_IGNORE not in kinds


def test_messages_of_a_connection_are_handled_by_number() -> None:
    assert MSG_KEXINIT in asyncssh.SSHServerConnection._packet_handlers


def test_every_private_name_that_is_used_is_listed_here() -> None:
    assert names_used_in(asyncssh_internals) == {*ON_CONNECTIONS, *ELSEWHERE}


@pytest.mark.parametrize("name", ["SSHServerConnection", "SSHServerChannel"])
def test_a_name_that_is_gone_is_told_with_what_depends_on_it(name: str) -> None:
    with pytest.raises(AssertionError, match=rf"^{name}\._gone is gone. It is needed so that"):
        Used(getattr(asyncssh, name), "_gone", "x works").check()
