"""Clients that mean no good, each attack in a process of its own: `attacks.py NAME PORT SECONDS`.

Everything goes to 127.0.0.1, from addresses of the loopback network.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from itertools import count, cycle
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE
from ssh_people import CURSOR, Player

HERE = "127.0.2.1"
MANY = [f"127.0.2.{number}" for number in range(1, 21)]
KEYS_A_SECOND = 60.0
UP, DOWN = b"\x1b[A", b"\x1b[B"
REDRAW = b"\x0c"
LARGEST = 2**31 - 1
LARGEST_WINDOW = 500, 200
TROUBLE = (OSError, asyncssh.Error, TimeoutError)

Attack = Callable[[int], Awaitable[None]]


class Guest(asyncssh.SSHClient):
    """A client without a key, which answers a challenge that asks nothing."""

    def kbdint_auth_requested(self) -> str | None:
        return ""

    def kbdint_challenge_received(self, *challenge: object) -> list[str]:
        del challenge
        return []


class Hesitant(asyncssh.SSHClient):
    """A client that exchanges keys and then never says who it is."""

    async def public_key_auth_requested(self) -> None:
        await asyncio.Event().wait()


async def connect(
    port: int, address: str, key: Any = None, client: Callable[[], asyncssh.SSHClient] = Guest
) -> Any:
    """Connect from an address; without a key as a guest."""
    return await asyncssh.connect(
        "127.0.0.1", port, username="x", known_hosts=None, config=None, agent_path=None,
        client_keys=[key] if key else [], client_factory=client, local_addr=(address, 0),
    )  # fmt: skip


async def enter(port: int, address: str, key: Any = None, **options: Any) -> Player:
    """Connect and ask for a terminal."""
    conn = await connect(port, address, key)
    _, player = await conn.create_session(
        Player, encoding=None, term_type="xterm-256color", term_size=(100, 30), **options
    )
    player.conn = conn
    return player


async def again_and_again(do: Callable[[], Awaitable[None]]) -> None:
    """Do something for ever, whatever the server says to it."""
    while True:
        with contextlib.suppress(*TROUBLE):
            await do()
        await asyncio.sleep(0.2)


async def side_by_side(number: int, do: Callable[[int], Awaitable[None]]) -> None:
    """Do something in so many ways at once, for ever."""
    await asyncio.gather(*(again_and_again(lambda n=n: do(n)) for n in range(number)))  # type: ignore[misc]


# -- in a session -------------------------------------------------------------------------------


async def press_keys(player: Player) -> None:
    """Press as many keys as are permitted."""
    for key in cycle((DOWN, UP)):
        player.chan.write(key)
        await asyncio.sleep(1 / KEYS_A_SECOND)


async def keys_of_an_account(port: int) -> None:
    """Ten sessions of one account press keys."""
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def one(number: int) -> None:
        await press_keys(await enter(port, MANY[number], key))

    await side_by_side(10, one)


async def keys_of_guests(port: int) -> None:
    """Forty guests from one address press keys."""

    async def one(_: int) -> None:
        await press_keys(await enter(port, HERE))

    await side_by_side(40, one)


async def keys_from_everywhere(port: int) -> None:
    """Forty guests from twenty addresses press keys."""

    async def one(number: int) -> None:
        await press_keys(await enter(port, MANY[number % len(MANY)]))

    await side_by_side(40, one)


async def pastes(port: int) -> None:
    """Four clients paste megabytes."""

    async def one(number: int) -> None:
        player = await enter(port, MANY[number])
        while True:
            player.chan.write(b"q" * 65_536)
            await asyncio.sleep(0.05)

    await side_by_side(4, one)


async def sizes(port: int) -> None:
    """Five clients change the size of their terminals without end."""

    async def one(number: int) -> None:
        player = await enter(port, MANY[number])
        for width in cycle(range(80, 300)):
            player.chan.change_terminal_size(width, 24 + width % 60)
            await asyncio.sleep(0.005)

    await side_by_side(5, one)


async def redraws(port: int) -> None:
    """Ten clients have the largest window drawn anew without end."""

    async def one(number: int) -> None:
        player = await enter(port, MANY[number])
        player.chan.change_terminal_size(*LARGEST_WINDOW)
        while True:
            player.chan.write(REDRAW)
            await asyncio.sleep(1 / KEYS_A_SECOND)

    await side_by_side(10, one)


async def talk(port: int) -> None:
    """Ten guests talk in the hall without a pause."""

    async def one(number: int) -> None:
        player = await enter(port, MANY[number])
        await player.until(b"Your name")
        player.chan.write(b"\r")
        await player.until(b"The hall")
        player.chan.write(b"c")
        while True:
            player.chan.write(b"hello\r")
            await asyncio.sleep(0.1)

    await side_by_side(10, one)


async def tables(port: int) -> None:
    """Ten guests open tables with bots, leave, and come back."""

    async def one(number: int) -> None:
        conn = await connect(port, MANY[number])
        try:
            _, player = await conn.create_session(
                Player, "quick odin", encoding=None, term_type="xterm-256color", term_size=(100, 30)
            )
            await player.until(CURSOR, 10.0)
        finally:
            conn.abort()

    await side_by_side(10, one)


async def reads_nothing(port: int) -> None:
    """Twenty clients press keys and read no answer."""

    async def one(number: int) -> None:
        player = await enter(port, MANY[number], window=LARGEST)
        player.conn._transport.pause_reading()  # noqa: SLF001 - it is a hostile client
        await press_keys(player)

    await side_by_side(20, one)


# -- in the protocol ----------------------------------------------------------------------------


async def rekeys(port: int) -> None:
    """Five clients exchange keys without end."""

    async def one(number: int) -> None:
        conn = (await enter(port, MANY[number])).conn
        while True:
            conn._send_kexinit()  # noqa: SLF001 - it is a hostile client
            conn._kexinit_sent = True  # noqa: SLF001
            await conn._make_global_request(b"keepalive@openssh.com")  # noqa: SLF001

    await side_by_side(5, one)


async def channels(port: int) -> None:
    """Five clients ask for one channel after another."""

    async def one(number: int) -> None:
        conn = (await enter(port, MANY[number])).conn
        while True:
            with contextlib.suppress(asyncssh.ChannelOpenError):
                await conn.create_session(Player, encoding=None)

    await side_by_side(5, one)


async def small_packets(port: int) -> None:
    """Ten clients send packets without a meaning."""

    async def one(number: int) -> None:
        conn = (await enter(port, MANY[number])).conn
        while True:
            for _ in range(20):
                conn.send_packet(MSG_IGNORE, b"\0\0\0\0")
            await asyncio.sleep(0.01)

    await side_by_side(10, one)


# -- at the door --------------------------------------------------------------------------------


async def every_second(addresses: list[str], do: Callable[[str], Awaitable[None]]) -> None:
    """Begin something from each address every second, and let it go on."""
    begun: list[asyncio.Task[None]] = []

    async def quietly(address: str) -> None:
        with contextlib.suppress(*TROUBLE):
            await do(address)

    for _ in count():
        for address in addresses:
            begun.append(asyncio.create_task(quietly(address)))
            await asyncio.sleep(1 / len(addresses))


async def half_open(port: int, addresses: list[str] = MANY) -> None:
    """Twenty addresses connect every second and say nothing."""

    async def one(address: str) -> None:
        reader, _ = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        while await reader.read(1000):
            pass

    await every_second(addresses, one)


async def half_open_from_few(port: int) -> None:
    """Six addresses connect every second and say nothing."""
    await half_open(port, MANY[:6])


async def hesitant(port: int) -> None:
    """Six addresses connect every second, exchange keys, and do not log in."""

    async def one(address: str) -> None:
        await connect(port, address, client=Hesitant)

    await every_second(MANY[:6], one)


async def rubbish(port: int) -> None:
    """Twenty addresses send bytes without a meaning, one connection a second each."""

    async def one(address: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(b"SSH-2.0-x\r\n" + os.urandom(500))
        await asyncio.wait_for(reader.read(10), 5)
        writer.close()

    await every_second(MANY, one)


async def logins(port: int) -> None:
    """Guests of one address come and go, as fast as they are let in."""

    async def one(_: int) -> None:
        player = await enter(port, HERE)
        await player.until(b"\x1b", 10.0)
        player.conn.abort()

    await side_by_side(4, one)


ATTACKS: dict[str, Attack] = {
    "keys, one account": keys_of_an_account,
    "keys, 40 guests of one address": keys_of_guests,
    "keys, 40 guests of 20 addresses": keys_from_everywhere,
    "pastes": pastes,
    "window sizes": sizes,
    "large windows": redraws,
    "no reading": reads_nothing,
    "talk in the hall": talk,
    "tables": tables,
    "rekeying": rekeys,
    "channels": channels,
    "small packets": small_packets,
    "half-open, 6 addresses": half_open_from_few,
    "half-open, 20 addresses": half_open,
    "no login, 6 addresses": hesitant,
    "rubbish, 20 addresses": rubbish,
    "logins of one address": logins,
}


async def run(name: str, port: int, seconds: float) -> None:
    """Attack for so long."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](port)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
