"""How many tables guests can leave behind, and for how long: `python benchmarks/guest_tables.py`.

Guests come one after another, ask for a table (`json quick`) and are gone at once. Then somebody
with a key asks for one. Then the server is watched, restarted and watched again, until no more
than that one table is left or `--watch` seconds have passed.
"""

import argparse
import asyncio
import socket
import tempfile
import time
import urllib.request
from pathlib import Path

import asyncssh
from ssh_processes import server


class Guest(asyncssh.SSHClient):
    """A client without a key."""

    def __init__(self) -> None:
        self._tried = False

    def kbdint_auth_requested(self) -> str | None:
        tried, self._tried = self._tried, True
        return None if tried else ""

    def kbdint_challenge_received(self, *_challenge: object) -> list[str]:
        return []


async def quick(port: int, key: asyncssh.SSHKey | None) -> str:
    """Ask for a table without saying anything more, and give the first line of the answer."""
    options = {"client_keys": [key]} if key else {"client_keys": None, "client_factory": Guest}
    async with asyncssh.connect(
        "127.0.0.1", port, username="guest", known_hosts=None, config=None, agent_path=None,
        **options,
    ) as conn:  # fmt: skip
        done = await conn.run("json quick", stdin=asyncssh.DEVNULL)
    return (str(done.stdout) + str(done.stderr)).strip().partition("\n")[0]


async def tables(port: int) -> int:
    """Read from the metrics how many tables there are."""

    def read() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            return str(answer.read().decode())

    text = await asyncio.to_thread(read)
    return round(
        float(
            next(line.split()[1] for line in text.splitlines() if line.startswith("odin_tables "))
        )
    )


async def until_gone(metrics: int, watch: float) -> str:
    """Wait until the guests' tables are gone, and say how long that took."""
    begun = time.monotonic()
    while (left := await tables(metrics)) > 1:
        if time.monotonic() - begun > watch:
            return f"{left} tables are there after {watch:.0f} s"
        await asyncio.sleep(1)
    return f"the guests' tables are gone after {time.monotonic() - begun:.0f} s"


async def main(guests: int, watch: float, settings: list[str]) -> None:
    """Print what became of the guests' tables."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        metrics = probe.getsockname()[1]
    options = ["--metrics", str(metrics), *(word for one in settings for word in ("--set", one))]
    with tempfile.TemporaryDirectory() as name:
        async with server(Path(name), *options) as served:
            begun, beating_sets, most = time.monotonic(), [], 0
            for number in range(guests):
                beating_sets.append(await quick(served.port, None))
                if number % 20 == 19:
                    most = max(most, await tables(metrics))
            seated = sum('"hello"' in answer for answer in beating_sets)
            print(f"{guests} guests in {time.monotonic() - begun:.0f} s: {seated} got a table")
            refusals = {answer for answer in beating_sets if '"hello"' not in answer}
            print(*(f"  refused: {answer}" for answer in sorted(refusals)), sep="\n")
            print(f"tables at most {most}, now {await tables(metrics)}")
            with_key = await quick(served.port, asyncssh.generate_private_key("ssh-ed25519"))
            print(f"somebody with a key is told: {with_key[:100]}")
            print(await until_gone(metrics, watch))
        async with server(Path(name), *options):
            print(f"after a restart {await tables(metrics)} tables;", end=" ")
            print(await until_gone(metrics, watch))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=1000)
    parser.add_argument("--watch", type=float, default=180)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=WORD")
    words = parser.parse_args()
    asyncio.run(main(words.guests, words.watch, words.set))
