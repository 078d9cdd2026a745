"""Which key exchange is used, and what becomes of a client that guesses it in advance."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import asyncssh
import pytest
from asyncssh.packet import NameList, SSHPacket, String, UInt32
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from odin_server.ssh.server import SshServer
from tests.ssh.wire import PATIENCE, a_server, connected

KEXINIT, NEWKEYS, ECDH_INIT, ECDH_REPLY = 20, 21, 30, 31
YES = b"\x01"
CURVE, OLD_CURVE, ML_KEM = (
    b"curve25519-sha256", b"curve25519-sha256@libssh.org", b"mlkem768x25519-sha256",
)  # fmt: skip


class RawClient(NamedTuple):
    """A client that sends what it is told to, before any encryption."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, payload: bytes) -> None:
        padding = 8 - (5 + len(payload)) % 8 + 8
        length = 1 + len(payload) + padding
        self.writer.write(UInt32(length) + bytes([padding]) + payload + bytes(padding))

    async def receive(self) -> bytes:
        """Give the payload of the next packet."""
        async with asyncio.timeout(PATIENCE):
            length = int.from_bytes(await self.reader.readexactly(4), "big")
            packet = await self.reader.readexactly(length)
        return packet[1 : length - packet[0]]

    def offer(self, exchange: bytes) -> None:
        """Send the list of what is understood, and say that a guess follows."""
        lists = [[exchange], [b"ssh-ed25519"], *2 * [[b"aes256-ctr"]]]
        lists += [*2 * [[b"hmac-sha2-256-etm@openssh.com"]], *2 * [[b"none"]], [], []]
        names = b"".join(NameList(names) for names in lists)
        self.send(bytes([KEXINIT]) + bytes(16) + names + YES + UInt32(0))

    def start_exchange(self) -> None:
        public = X25519PrivateKey.generate().public_key().public_bytes_raw()
        self.send(bytes([ECDH_INIT]) + String(public))


@asynccontextmanager
async def raw_client(server: SshServer) -> AsyncIterator[RawClient]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(b"SSH-2.0-raw\r\n")
        await reader.readline()
        yield RawClient(reader, writer)
    finally:
        writer.close()


async def test_the_first_key_exchange_is_the_one_small_clients_guess() -> None:
    async with a_server() as server, raw_client(server) as client:
        packet = SSHPacket((await client.receive())[17:])
        exchanges = packet.get_namelist()
        assert exchanges[:3] == [CURVE, OLD_CURVE, ML_KEM]


@pytest.mark.parametrize("name", ["mlkem768x25519-sha256", "curve25519-sha256"])
async def test_the_clients_order_decides_which_key_exchange_is_used(name: str) -> None:
    both = [name, "mlkem768x25519-sha256", "curve25519-sha256"]
    async with a_server() as server, connected(server, kex_algs=list(dict.fromkeys(both))):
        (connection,) = server.host.connections
        assert connection._conn is not None
        ours = SSHPacket(connection._conn._server_kexinit[17:]).get_namelist()
        theirs = SSHPacket(connection._conn._client_kexinit[17:]).get_namelist()
        chosen = next(one for one in theirs if one in ours)
        assert chosen == name.encode()


async def test_a_right_guess_is_used() -> None:
    async with a_server() as server, raw_client(server) as client:
        await client.receive()
        client.offer(CURVE)
        client.start_exchange()
        assert [(await client.receive())[0] for _ in range(2)] == [ECDH_REPLY, NEWKEYS]


@pytest.mark.parametrize("name", ["mlkem768x25519-sha256", "curve25519-sha256@libssh.org"])
async def test_a_wrong_guess_is_ignored_even_if_its_key_exchange_is_chosen(name: str) -> None:
    """Dropbear's client starts again when our list begins with something else."""
    async with (
        a_server() as server,
        connected(server, client_factory=GuessingClient, kex_algs=[name]) as conn,
    ):
        assert (await conn.run("nonsense")).exit_status == 2


class GuessingClient(asyncssh.SSHClient):
    """Sends a packet of the key exchange it expects, right after its list."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        send = conn.send_packet

        def send_with_guess(kind: int, *parts: bytes, **more: object) -> None:
            if kind == KEXINIT and not conn._session_id:
                payload = b"".join(parts)
                parts = (payload[:-5] + YES + payload[-4:],)
                conn._client_kexinit = bytes([KEXINIT]) + parts[0]
                send(kind, *parts, **more)
                send(ECDH_INIT, String(bytes(1216)))
                return
            send(kind, *parts, **more)

        conn.send_packet = send_with_guess  # type: ignore[method-assign,assignment]
