"""The pressure table: what a crowd and attackers do to a server, before and after, in one run.

    python benchmarks/pressure.py --before ../old        both checkouts, about 20 minutes
    python benchmarks/pressure.py --before ../old --quick     a smoke test, about 4 minutes

Every person has an address of the loopback network. The two checkouts are measured in turns, first
with a crowd (sessions that press a key every two seconds, the CPU of a login, everybody coming back
after a restart), then under each attack. A dash is what could not be measured, with the reason on
stderr.
"""

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attacks import TROUBLE
from ssh_hostile import EVERY, LONGEST_LOGIN, ROUND_UP, Homes, attack, measured
from ssh_people import SEATS, Player, begin, keys_with_names, rhythm, seated
from ssh_processes import NO_LIMITS, Server, server

ATTACKS = (
    "keys, 40 guests of one address",
    "rekeying",
    "no reading",
    "small packets",
    "half-open, 6 addresses",
    "half-open, 20 addresses",
)
PICTURE = rb"The hall|\[\d+\][ a-z]*\x1b|the match"
"""In the first picture of somebody who comes back: to the hall, the cards, or who has won."""
LONGEST_RETURN = 120.0
LONGEST_CROWD = 900.0
"""Seconds after which no more people are sent; an older checkout may need half of them."""
HALF_OPEN_SECONDS = 12.0
"""Until connections that say nothing are as many as the server lets stay."""
SETTLE = 5.0
"""Seconds after a deal in which cards still move; everybody's first one is at the same time."""
FEWEST_KEYS = 10
"""That make a p99."""
LATE = 5
"""People who come and go during an attack."""


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    crowds: tuple[int, ...]
    """How many are inside when keys and logins are measured; the first is for logins only."""
    returning: int
    players: int
    """Who play under attack."""
    logins: int
    seconds: float
    """Of each measurement."""


FULL = Size(crowds=(10, 200, 400, 500), returning=200, players=20, logins=8, seconds=15.0)
QUICK = Size(crowds=(10, 40), returning=40, players=10, logins=4, seconds=5.0)

Rows = dict[str, str]


@dataclass
class Checkout:
    """A checkout, and what was found."""

    tree: Path
    rows: Rows = field(default_factory=dict)


def key_times(times: list[float], cpu: float) -> str:
    """Write how long keys took, and the CPU of the server meanwhile."""
    if len(times) < FEWEST_KEYS:
        return f"{len(times)} keys were answered  {100 * cpu:.0f} %"
    p99 = 1000 * statistics.quantiles(times, n=100)[98]
    return f"p50 {1000 * statistics.median(times):.0f}  p99 {p99:.0f} ms  {100 * cpu:.0f} %"


async def crowd(tree: Path, size: Size, rows: Rows) -> None:
    """Fill a hall step by step, then stop the server and have everybody come back."""
    homes, most = Homes(), max(*size.crowds, size.returning)
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), tree=tree, limits=NO_LIMITS) as host:
            keys = await keys_with_names(host.port, most + size.logins, homes.come)
            late, keys = keys[most:], keys[:most]
            players: list[Player] = []
            for inside in size.crowds:
                further, _ = await seated(host.port, keys[len(players) : inside], 4, homes.come)
                await begin(further[::SEATS], further)
                players += further
                if inside > size.crowds[0]:
                    await asyncio.sleep(SETTLE)
                    busy = host.cpu()
                    times, _ = await rhythm(players, size.seconds, EVERY)
                    cpu = (host.cpu() - busy) / size.seconds
                    rows[f"{inside} sessions, a key every 2 s"] = key_times(times, cpu)
                cost = await login_cpu(host, late, homes)
                rows[f"login, {inside} inside"] = f"{1000 * cost:.0f} ms of CPU"
        for player in players:
            player.conn.abort()
        async with server(Path(folder), tree=tree, limits=()) as host:
            back = await come_back(host, keys[: size.returning], homes)
            rows[f"{size.returning} return after a restart"] = back


async def login_cpu(host: Server, keys: list[Any], homes: Homes) -> float:
    """Give the seconds of CPU for a login to the hall and its end, above what the crowd uses."""
    start, busy = time.perf_counter(), host.cpu()
    await asyncio.sleep(4.0)
    resting = (host.cpu() - busy) / (time.perf_counter() - start)
    start, busy = time.perf_counter(), host.cpu()
    for key in keys:
        player = await homes.come(host.port, "x", "", key)
        await player.until(b"The hall")
        await asyncio.sleep(0.25)
        await player.leave()
    await asyncio.sleep(1.0)
    return (host.cpu() - busy - resting * (time.perf_counter() - start)) / len(keys)


async def come_back(host: Server, keys: list[Any], homes: Homes) -> str:
    """Have everybody connect at once; say when half and all of them had their first picture.

    Whoever is refused tries again after a second.
    """
    start, busy, refused = time.perf_counter(), host.cpu(), 0

    async def one(key: Any) -> tuple[float, Player] | None:
        nonlocal refused
        while (left := start + LONGEST_RETURN - time.perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    player = await homes.come(host.port, "x", "", key)
                    await player.until(PICTURE, left)
            except TROUBLE:
                refused += 1
                await asyncio.sleep(1.0)
            else:
                return time.perf_counter() - start, player
        return None

    back = [one for one in await asyncio.gather(*map(one, keys)) if one is not None]
    took, cpu = max(seconds for seconds, _ in back), host.cpu() - busy
    half = statistics.median(seconds for seconds, _ in back)
    for _, player in back:
        player.conn.abort()
    missing = f"  {len(keys) - len(back)} did not" if len(back) < len(keys) else ""
    return (
        f"half {half:.1f}  all {took:.1f} s  {100 * cpu / took:.0f} %  {refused} refused{missing}"
    )


async def under_attack(tree: Path, size: Size, name: str, rows: Rows) -> None:
    """Have a few people play and others log in, without an attack and during it."""
    homes = Homes()
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), tree=tree, limits=()) as host:
            late = await keys_with_names(host.port, LATE, homes.come)
            keys = await keys_with_names(host.port, size.players, homes.come)
            players, _ = await seated(host.port, keys, 2, homes.come)
            await begin(players[::SEATS], players)
            if "no attack" not in rows:
                before = await measured(host, players, late, homes, size.seconds)
                rows["no attack"] = key_times(before.keys, before.cpu)
            build_up = HALF_OPEN_SECONDS if name.startswith("half-open") else 0.0
            longest = ROUND_UP + build_up + size.seconds + 2 * LONGEST_LOGIN
            async with attack(name, host.port, longest):
                await asyncio.sleep(build_up)
                during = await measured(host, players, late, homes, size.seconds)
            times = key_times(during.keys, during.cpu)
            rows[name] = f"{times}  {during.refused}/{during.logins} refused"
            for player in players:
                player.conn.abort()


Part = Callable[[Path, Rows], Awaitable[None]]


async def measure(part: Part, checkouts: list[Checkout], longest: float) -> None:
    """Measure one part of the table for each checkout, and go on whatever happens."""
    for checkout in checkouts:
        start = time.perf_counter()
        try:
            async with asyncio.timeout(longest):
                await part(checkout.tree, checkout.rows)
        except (*TROUBLE, RuntimeError) as trouble:
            print(f"{checkout.tree}: {type(trouble).__name__} {trouble}", file=sys.stderr)
        took = time.perf_counter() - start
        print(f"  {took:4.0f} s  {checkout.tree}", file=sys.stderr, flush=True)


async def pressure(words: argparse.Namespace) -> None:
    """Measure everything and print the table."""
    size = QUICK if words.quick else FULL
    checkouts = [Checkout(tree) for tree in (words.before, words.after) if tree is not None]
    start = time.perf_counter()
    await measure(lambda tree, rows: crowd(tree, size, rows), checkouts, LONGEST_CROWD)
    for name in words.attack or ATTACKS:
        await measure(
            lambda tree, rows, name=name: under_attack(tree, size, name, rows),  # type: ignore[misc]
            checkouts,
            120.0,
        )
    names = dict.fromkeys(name for checkout in checkouts for name in checkout.rows)
    heads = ("before", "after") if words.before else ("",)
    print(f"{'key to frame, and % of a core':34}" + "".join(f"{head:42}" for head in heads))
    for name in names:
        print(f"{name:34}" + "".join(f"{one.rows.get(name, '-'):42}" for one in checkouts))
    print(f"{time.perf_counter() - start:.0f} s")


def main() -> None:
    """Read the words and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", type=Path, help="a checkout to compare with")
    parser.add_argument("--after", type=Path, default=Path(), help="the checkout itself; this one")
    parser.add_argument(
        "--attack", action="append", choices=ATTACKS, metavar="NAME",
        help="only this one; may be given again",
    )  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="a smoke test")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(pressure(parser.parse_args()))


if __name__ == "__main__":
    main()
