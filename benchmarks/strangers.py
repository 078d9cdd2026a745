"""What strangers who stay at the name question cost a server, for every event in the hall.

    python benchmarks/strangers.py                          80 strangers, about a minute
    python benchmarks/strangers.py --tree ../old --tree .   two checkouts, one after the other

One server process on loopback. Measured is its CPU for each further login, first with nobody at
the name question and then with all of them; everyone who comes or goes is news to the whole hall.
"""

import argparse
import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ssh_people import come, keys_with_names
from ssh_processes import Server, server

NAME_QUESTION = b"Your name?"
SETTLE = 1.0
"""Seconds in which the server may finish what it is doing; the CPU used in them counts."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds of the server's CPU."""

    alone: float
    """For a login with nobody else there."""
    crowded: float
    """For a login with everybody at the name question."""


async def settled(host: Server) -> float:
    """Wait until the server rests, and give the seconds of CPU it has used."""
    used = -1.0
    for _ in range(30):
        await asyncio.sleep(SETTLE)
        if host.cpu() - used < 0.02:
            break
        used = host.cpu()
    return host.cpu()


async def logins(host: Server, count: int) -> float:
    """Give the milliseconds of CPU for each login to the hall and its end."""
    keys = await keys_with_names(host.port, count)
    before = await settled(host)
    for key in keys:
        player = await come(host.port, "x", "", key)
        await player.until(b"The hall")
        await asyncio.sleep(0.25)
        await player.leave()
    return 1000 * (await settled(host) - before) / count


async def measure(tree: Path, strangers: int, count: int) -> Cost:
    """Measure one checkout."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), tree=tree) as host:
            await logins(host, 2)
            alone = await logins(host, count)
            waiting = []
            for number in range(strangers):
                stranger = await come(host.port, f"stranger{number}", "")
                await stranger.until(NAME_QUESTION, 120)
                waiting.append(stranger)
            cost = Cost(alone, await logins(host, count))
            for player in waiting:
                player.conn.abort()
    return cost


async def measure_all(words: argparse.Namespace) -> None:
    """Measure every checkout and print a row for each."""
    print(f"ms of CPU with {words.strangers} strangers at the name question")
    print(f"{'login alone':>12} {'login':>8}  checkout")
    for tree in words.tree or [Path()]:
        cost = await measure(tree, words.strangers, words.logins)
        row = f"{cost.alone:12.0f} {cost.crowded:8.0f}"
        print(f"{row}  {tree}", flush=True)


def main() -> None:
    """Read the words and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strangers", type=int, default=80)
    parser.add_argument("--logins", type=int, default=10, help="that are measured")
    parser.add_argument("--tree", type=Path, action="append", help="a checkout to measure")
    asyncio.run(measure_all(parser.parse_args()))


if __name__ == "__main__":
    main()
