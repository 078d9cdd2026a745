"""What is done with private parts of asyncssh; `tests/ssh/test_key_exchange.py` names them."""

import asyncssh
from asyncssh.constants import MSG_KEXINIT
from asyncssh.packet import SSHPacket


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
        await conn._process_kexinit(kind, number, packet)  # noqa: SLF001
        wrong = has_wrong_guess(conn._client_kexinit, conn._server_kexinit)  # noqa: SLF001
        conn._ignore_first_kex = wrong  # noqa: SLF001

    conn._packet_handlers = {**conn._packet_handlers, MSG_KEXINIT: process_and_check}  # noqa: SLF001


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
