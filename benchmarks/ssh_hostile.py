"""The hostile suite: honest players at their tables under one attack after another.

Each player has an address of its own, the server has its usual limits, and the attackers are
another process, which gets only what the others leave of the CPU: in truth attackers have machines
of their own, and here the server would wait for a core. Measured, without each attack and with it:
the time from a key to its frame, and how many people with an account who come meanwhile do not get
into the hall within ten seconds. Ten seconds are about a hundred keys, which make no steady p99:
at last all attacks are compared with all that was measured without one.
"""

import asyncio
import contextlib
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncssh
from attacks import ATTACKS, TROUBLE
from ssh_people import SEATS, Player, begin, come, keys_with_names, rhythm, seated
from ssh_processes import Server, server

PLAYERS = 50
LATE = 10
"""People who come and go meanwhile, one every second."""
LONGEST_LOGIN = 10.0
EVERY = 2.0
"""Seconds between two keys of a player."""
ROUND_UP, REST = 3.0, 8.0
"""Seconds for an attack to begin before it is measured, and for its clients to be gone after it."""


@dataclass
class Measured:
    """What players noticed within some seconds."""

    keys: list[float] = field(default_factory=list)
    """Seconds from each key to its frame."""
    logins: int = 0
    refused: int = 0
    cpu: float = 0.0
    """The server's, of a core."""

    @property
    def p50(self) -> float:
        return 1000 * statistics.median(self.keys)

    @property
    def p99(self) -> float:
        return 1000 * statistics.quantiles(self.keys, n=100)[98]


class Homes:
    """The addresses people come from: one for each key."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    async def come(self, port: int, name: str, words: str, key: Any) -> Player:
        number = len(self._addresses)
        default = f"127.0.{100 + number // 200}.{1 + number % 200}"
        address = self._addresses.setdefault(key.get_fingerprint(), default)
        return await come(port, name, words, key, address=address)


async def log_in(port: int, homes: Homes, key: Any) -> bool:
    """Come to the hall and leave again; tell whether that was possible."""
    try:
        async with asyncio.timeout(LONGEST_LOGIN):
            player = await homes.come(port, "x", "", key)
            await player.until(b"The hall", LONGEST_LOGIN)
            await player.leave()
    except TROUBLE:
        return False
    return True


async def measured(
    host: Server, players: list[Player], late: list[Any], homes: Homes, seconds: float
) -> Measured:
    """Let players press keys and others log in, for some seconds."""
    found, busy = Measured(), host.cpu()
    visits: list[asyncio.Task[bool]] = []

    async def visitors() -> None:
        for key in cycle(late):
            await asyncio.sleep(1.0)
            visits.append(asyncio.create_task(log_in(host.port, homes, key)))

    visiting = asyncio.create_task(visitors())
    found.keys, _ = await rhythm(players, seconds, EVERY)
    visiting.cancel()
    results = await asyncio.gather(*visits)
    found.cpu = (host.cpu() - busy) / seconds
    found.logins, found.refused = len(results), results.count(False)
    return found


@contextlib.asynccontextmanager
async def attack(name: str, port: int, seconds: float) -> AsyncIterator[None]:
    """Have another process attack the server, and stop it; it ends by itself if this process does.

    Raises `RuntimeError` if it has not lasted until the end of the block.
    """
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, str(Path(__file__).with_name("attacks.py")), name, str(port), str(seconds),
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await asyncio.sleep(ROUND_UP)
        yield
        if attackers.returncode is not None:
            # What was measured would look as if the server had held out.
            raise RuntimeError(f"the attack {name!r} ended by itself")
    finally:
        with contextlib.suppress(ProcessLookupError):
            attackers.kill()
        await attackers.wait()


def p99s(without: list[Measured], attacks: dict[str, Measured]) -> str:
    """Write the p99 under each attack beside the one of all keys that were pressed without any."""
    usual = Measured([key for one in without for key in one.keys])
    ratios = sorted(((each.p99 / usual.p99, name) for name, each in attacks.items()), reverse=True)
    return "\n".join(
        (
            f"without attack: p50 {usual.p50:.1f}, p99 {usual.p99:.1f} ms ({len(usual.keys)} keys)",
            "p99 under attack beside it:",
            *(f"  {ratio:5.2f} × {name}" for ratio, name in ratios),
        )
    )


def row(name: str, before: Measured, during: Measured) -> str:
    """Write what an attack did."""
    times = f"{before.p50:8.0f} {before.p99:7.0f} {during.p50:8.0f} {during.p99:7.0f}"
    refused = f"{during.refused:4}/{during.logins:<3} ({before.refused}/{before.logins})"
    cpu = f"{100 * before.cpu:4.0f} {100 * during.cpu:4.0f}"
    ratios = f"{during.p50 / before.p50:6.1f} {during.p99 / before.p99:6.1f}"
    return f"{name:32} {times} {ratios}  {refused:14} {cpu}"


async def attacked(tree: Path, seconds: float, only: list[str] | None) -> None:
    """Run every attack and print a row for each, and their p99s at the end."""
    homes, without, attacks = Homes(), list[Measured](), dict[str, Measured]()
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), tree=tree, limits=()) as host:
            late = await keys_with_names(host.port, LATE, homes.come)
            keys = await keys_with_names(host.port, PLAYERS, homes.come)
            players, _ = await seated(host.port, keys, 2, homes.come)
            await begin(players[::SEATS], players)
            print(f"{PLAYERS} players, a key every {EVERY:.0f} s; ms from key to frame")
            print(
                f"{'':32} {'without':^16} {'with attack':^16} {'ratio':^13}  honest logins  server"
            )
            heads = f"{'p50':>8} {'p99':>7}"
            print(
                f"{'attack':32} {heads} {heads} {'p50':>6} {'p99':>6}  refused        % of a core"
            )
            for name in only or ATTACKS:
                before = await measured(host, players, late, homes, seconds)
                async with attack(name, host.port, ROUND_UP + seconds + 2 * LONGEST_LOGIN):
                    during = await measured(host, players, late, homes, seconds)
                print(row(name, before, during), flush=True)
                without.append(before)
                attacks[name] = during
                await asyncio.sleep(REST)
            print(p99s(without, attacks))
            for player in players:
                with contextlib.suppress(OSError, asyncssh.Error):
                    await player.leave()
