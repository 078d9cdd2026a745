"""Everything the server does with private parts of asyncssh.

No other module uses a name of asyncssh that begins with an underscore. Each name used here has a
test in `tests/ssh/test_asyncssh_internals.py`, which says what depends on it.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import asyncssh
from asyncssh import compression
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT
from asyncssh.packet import SSHPacket, SSHPacketLogger

# ruff: noqa: SLF001 - this is the module in which private names are used


def transport_of(conn: asyncssh.SSHServerConnection) -> asyncio.Transport | None:
    """Return the TCP transport of a connection, or None when that is closed."""
    return conn._transport


async def ping(conn: asyncssh.SSHServerConnection) -> None:
    """Send a request that every client answers, and wait for the answer."""
    await conn._make_global_request(b"keepalive@openssh.com")


def send_no_fillers(conn: asyncssh.SSHServerConnection) -> None:
    """Have no empty packet sent before each packet, which doubles the work of sending a frame.

    Asyncssh sends them for the sake of CBC ciphers, of which the server offers none.
    """
    send = conn.send_packet

    def send_packet(pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        if pkttype != MSG_IGNORE:
            send(pkttype, *args, handler=handler)

    conn.send_packet = send_packet  # type: ignore[method-assign]


def call_before(conn: asyncssh.SSHServerConnection, message: int, call: Callable[[], None]) -> None:
    """Have something called before each message of a kind is handled."""
    handle = conn._packet_handlers[message]

    def call_and_handle(*arguments: Any) -> Any:
        call()
        return handle(*arguments)

    conn._packet_handlers = {**conn._packet_handlers, message: call_and_handle}


def packets_received(conn: asyncssh.SSHServerConnection) -> int:
    """Return how many packets the client has sent; key exchanges begin the count again."""
    return conn._recv_seq


def limit_environment(
    chan: asyncssh.SSHServerChannel[bytes], environment: dict[bytes, bytes]
) -> None:
    """Have what a client sends as its environment stored in a dict that refuses too much.

    Asyncssh stores each variable without asking, as many and as long as the client likes.
    """
    chan._env = environment


def replace_decompressor(name: bytes, decompressor: type[compression.Decompressor]) -> None:
    """Use another decompressor for a compression algorithm, in the whole process."""
    decompressors: dict[bytes, Any] = compression._cmp_decompressors
    decompressors[name] = decompressor


def check_guesses(conn: asyncssh.SSHServerConnection) -> None:
    """Have a wrongly guessed key exchange ignored as RFC 4253, section 7, says.

    A client may send the first packet of the key exchange it expects before it has read our list.
    The guess is right only if both sides list the same algorithms first. Asyncssh takes it as
    right whenever the guessed algorithm is chosen; then a client that follows the RFC, such as
    Dropbear's, sends the packet again and is cut off with "Key exchange not in progress".
    """

    async def process_and_check(
        conn: asyncssh.SSHServerConnection, kind: int, number: int, packet: SSHPacket
    ) -> None:
        await conn._process_kexinit(kind, number, packet)
        wrong = has_wrong_guess(conn._client_kexinit, conn._server_kexinit)
        conn._ignore_first_kex = wrong

    conn._packet_handlers = {**conn._packet_handlers, MSG_KEXINIT: process_and_check}


def has_wrong_guess(client: bytes, server: bytes) -> bool:
    """Tell whether the next packet after the client's KEXINIT message must be ignored."""
    theirs, guessed = _first_choices(client)
    ours, _ = _first_choices(server)
    return guessed and theirs != ours


def _first_choices(kexinit: bytes) -> tuple[tuple[bytes, ...], bool]:
    """Read the first key exchange and host key algorithm, and whether a guess follows."""
    packet = SSHPacket(kexinit)
    packet.get_bytes(1 + 16)  # the message's number and the cookie
    lists = [packet.get_namelist() for _ in range(10)]
    return tuple(names[0] for names in lists[:2]), packet.get_boolean()
