"""People who come to a server over SSH: they sit down, press keys, and some attack."""

import asyncio
import contextlib
import os
import random
import re
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import asyncssh

SEATS = 5
CURSOR = re.compile(rb"\[\d+\][ a-z]*\x1b")
"""The number under the card the cursor is on, which may be "new"; every move of it paints it."""


RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
KEYS = (RIGHT, LEFT, RIGHT, LEFT, b"\t", b"\r", b"\r", b"p")
"""Look around, choose a set, play it, or pass: whoever's turn it is makes a move by this."""


@dataclass
class Player(asyncssh.SSHClientSession[bytes]):
    """One person at a terminal, who remembers only the last few bytes."""

    seen: bytearray = field(default_factory=bytearray)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    conn: Any = None
    chan: Any = None
    received: int = 0

    def connection_made(self, chan: Any) -> None:
        self.chan = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        del datatype
        self.seen += data
        self.received += len(data)
        del self.seen[:-40_000]
        self.news.set()

    async def until(self, pattern: "re.Pattern[bytes] | bytes", seconds: float = 60.0) -> None:
        """Wait until something was shown."""
        wanted = re.compile(pattern)
        try:
            async with asyncio.timeout(seconds):
                while not wanted.search(self.seen):
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError as late:
            raise TimeoutError(f"{pattern!r} is not in {bytes(self.seen[-300:])!r}") from late

    async def press(self, key: bytes) -> float:
        """Press a key that moves the cursor, and give the seconds until it is seen to move."""
        self.seen.clear()
        start = time.perf_counter()
        self.chan.write(key)
        await self.until(CURSOR, 5.0)
        return time.perf_counter() - start

    async def written(self, pause: float = 0.5) -> tuple[int, int]:
        """Wait for output until it pauses; give its bytes, and those that `ssh -C` would send."""
        while not self.seen:
            self.news.clear()
            await self.news.wait()
        size = -1
        while size != len(self.seen):
            size = len(self.seen)
            await asyncio.sleep(pause)
        deflated = len(zlib.compress(bytes(self.seen), 6))
        self.seen.clear()
        return size, deflated

    async def leave(self) -> None:
        self.conn.close()
        await self.conn.wait_closed()


async def come(
    port: int,
    name: str,
    words: str,
    key: Any = None,
    terminal: tuple[str, int, int] = ("xterm-256color", 100, 30),
    env: dict[str, str] | None = None,
    address: str = "127.0.0.1",
) -> Player:
    """Connect from an address with a key of one's own, and ask for something."""
    conn = await asyncssh.connect(
        "127.0.0.1", port, username=name, known_hosts=None, config=None, agent_path=None,
        client_keys=[key or asyncssh.generate_private_key("ssh-ed25519")],
        local_addr=(address, 0),
    )  # fmt: skip
    _, player = await conn.create_session(
        Player, words or None, encoding=None, env=env or (),
        term_type=terminal[0], term_size=terminal[1:],
    )  # fmt: skip
    player.conn = conn
    return player


Come = Callable[[int, str, str, Any], Awaitable[Player]]
"""How somebody with a key connects."""


async def keys_with_names(port: int, count: int, come: Come = come) -> list[Any]:
    """Make accounts that have chosen their names, so that nobody is asked."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]
    for number, key in enumerate(keys):
        player = await come(port, "x", f"name P{number}x{os.urandom(3).hex()}", key)
        await player.until(b"now")
        await player.leave()
    return keys


async def seated(
    port: int, keys: list[Any], at_once: int, come: Come = come
) -> tuple[list[Player], float]:
    """Fill tables of five, and give everyone, and the seconds it took to show them all a table."""
    gate = asyncio.Semaphore(at_once)
    start = time.perf_counter()

    async def one(key: Any, words: str, shown: bytes) -> Player:
        async with gate:
            player = await come(port, "x", words, key)
            await player.until(shown)
            return player

    async def table(theirs: list[Any]) -> list[Player]:
        host = await one(theirs[0], "", b"The hall")
        await open_table(host, len(theirs))
        code = await code_of(host)
        joining = (one(key, f"join {code}", b"host") for key in theirs[1:])
        return [host, *await asyncio.gather(*joining)]

    rows = [keys[first : first + SEATS] for first in range(0, len(keys), SEATS)]
    tables = await asyncio.gather(*(table(row) for row in rows))
    return [player for players in tables for player in players], time.perf_counter() - start


async def pressed(player: Player, key: bytes, shown: bytes) -> None:
    """Press a key until something shows: a screen takes keys a moment after it is seen."""
    for _ in range(30):
        player.seen.clear()
        player.chan.write(key)
        with contextlib.suppress(TimeoutError):
            return await player.until(shown, 8.0)
    raise TimeoutError


async def open_table(host: Player, seats: int) -> None:
    """Open a table for so many, through the same screens as everybody."""
    await pressed(host, b"n", b"Listed")
    if seats != 4:
        await host.written()
        host.chan.write(b"\x1b[H\x1b[B" + str(seats).encode())
        await host.written()
    await pressed(host, b"\x1b[F\r", b"Waiting for")


async def code_of(host: Player) -> str:
    """Read the code of the table from the line to send to a friend."""
    await host.until(rb"join [A-Z0-9]{4}-[A-Z0-9]{4}")
    found = re.search(rb"join ([A-Z0-9]{4}-[A-Z0-9]{4})", bytes(host.seen))
    assert found is not None  # noqa: S101 - it has just been seen
    return found.group(1).decode()


async def begin(hosts: list[Player], players: list[Player]) -> None:
    """Start every table."""
    await asyncio.gather(*(pressed(host, b"\r", CURSOR.pattern) for host in hosts))
    await asyncio.gather(*(player.until(CURSOR) for player in players))


async def rhythm(players: list[Player], seconds: float, every: float) -> tuple[list[float], int]:
    """Let everybody press a key every so often, and give the seconds from each to its frame.

    The second number counts keys that moved no cursor within five seconds: at the end of a hand
    there is none to move.
    """
    times: list[float] = []
    unanswered = 0
    end = time.perf_counter() + seconds

    async def one(player: Player, chance: random.Random) -> None:
        nonlocal unanswered
        await asyncio.sleep(chance.random() * every)
        keys = cycle(KEYS[(at := chance.randrange(len(KEYS))) :] + KEYS[:at])
        while time.perf_counter() < end:
            began, key = time.perf_counter(), next(keys)
            if key in (RIGHT, LEFT):
                try:
                    times.append(await player.press(key))
                except TimeoutError:
                    unanswered += 1
            else:
                player.chan.write(key)
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    await asyncio.gather(*(one(p, random.Random(n)) for n, p in enumerate(players)))
    return times, unanswered


async def attack(port: int, seconds: float) -> None:
    """Paste megabytes, open and drop connections, send rubbish, and read nothing."""
    end = time.perf_counter() + seconds

    async def paste() -> None:
        with contextlib.suppress(OSError, asyncssh.Error):
            bomber = await come(port, "bomber", "")
            while time.perf_counter() < end:
                bomber.chan.write(b"q" * 65_536)
                await asyncio.sleep(0.05)

    async def knock() -> None:
        while time.perf_counter() < end:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"SSH-2.0-x\r\n" + os.urandom(500))
                await asyncio.wait_for(reader.read(10), 5)
                writer.close()
            await asyncio.sleep(0.02)

    await asyncio.gather(paste(), paste(), knock(), knock())
