"""What each session of `odin serve` costs, beside a process for each session.

    python benchmarks/ssh.py                 200 sessions, about two minutes
    python benchmarks/ssh.py --sessions 50 --seconds 10
    python benchmarks/ssh.py --hostile       50 players, one attack after another, 12 minutes

One server process, real SSH connections from this process, everyone seated at a table of five.
Measured: logins a second, memory and idle CPU of the server for each session, the time from a
key to its frame while everybody presses a key every two seconds, the same while somebody
attacks, and the same app as processes of their own on pseudo-terminals.
"""

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import tempfile
from pathlib import Path

import asyncssh
from attacks import ATTACKS
from ssh_hostile import attacked
from ssh_people import (
    SEATS,
    attack,
    begin,
    code_of,
    come,
    keys_with_names,
    open_table,
    rhythm,
    seated,
)
from ssh_processes import baseline, server

ONE_ADDRESS = (
    "--set", "seats-per-address=4000", "--set", "tables-per-address=4000",
    "--set", "loop-per-address=100000",
)  # fmt: skip
"""Settings for players who are thousands at one address."""


def spread(times: list[float], unanswered: int) -> str:
    """Write a distribution of milliseconds."""
    parts = statistics.quantiles(times, n=100)
    return (
        f"p50 {1000 * statistics.median(times):6.1f}  p95 {1000 * parts[94]:6.1f}  "
        f"p99 {1000 * parts[98]:6.1f}  most {1000 * max(times):6.1f} ms  "
        f"({len(times)} keys, {unanswered} at a page without cards)"
    )


# -- coming and going ---------------------------------------------------------------------------


async def soak(words: argparse.Namespace) -> None:
    """Connect and drop at random moments, and see whether anything is left behind."""
    chance, done = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), *ONE_ADDRESS) as host:
            keys = await keys_with_names(host.port, 40)
            for key in keys:
                await (await come(host.port, "x", "quick", key)).leave()
            marks: list[tuple[int, float, int, int]] = []

            async def visit() -> None:
                nonlocal done
                with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
                    asked = chance.choice(("", "", "", "help"))
                    player = await come(host.port, "x", asked, chance.choice(keys))
                    await asyncio.sleep(chance.random() * 1.5)
                    player.chan.write(chance.choice((b"?", b"\x1b[B", b"\x11", b"c", b"s")))
                    await asyncio.sleep(chance.random() * 0.3)
                    player.conn.abort()
                done += 1
                if done % 200 == 0:
                    mark = (done, host.memory(), host.threads(), host.descriptors())
                    marks.append(mark)
                    print("  {:5} visits {:7.1f} MiB {:3} threads {:3} descriptors".format(*mark))

            async def worker() -> None:
                while done < words.soak:
                    await visit()

            print(f"{words.soak} connects and drops at random moments, 8 at once", flush=True)
            await asyncio.gather(*(worker() for _ in range(8)))
            await asyncio.sleep(6)
            first = marks[0][1]
            print(f"  at the end   {host.memory():7.1f} MiB {host.threads():3} threads", end=" ")
            print(f"{host.descriptors():3} descriptors: {100 * (host.memory() / first - 1):+.1f} %")


# -- bytes ---------------------------------------------------------------------------------------

SMALL = ("xterm-direct", 80, 24)
"""A terminal with all colours."""


async def print_bytes(port: int, keys: list[asyncssh.SSHKey]) -> None:
    """Print what first paints, a chosen card and another player's move write at 80 × 24."""
    host = await come(port, "x", "", keys[0], SMALL)
    rows = {"first paint of the hall": await host.written()}
    await open_table(host, 2)
    code = await code_of(host)
    guest = await come(port, "x", f"join {code}", keys[1], SMALL)
    await guest.written()
    await host.written()
    host.chan.write(b"\r")
    rows["first paint of a table"] = await host.written()
    await guest.written()
    host.chan.write(b"\x1b[C ")
    rows["choosing a card"] = await host.written()
    guest.chan.write(b"\x1b[C ")
    await guest.written()
    # Whoever leads has to play; the other one is shown the move.
    for player, other in ((host, guest), (guest, host)):
        player.chan.write(b"\r")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(3.0):
                rows["a move, with animation"] = await other.written()
    print("bytes at 80 × 24, and deflated")
    for name, (plain, deflated) in rows.items():
        print(f"  {name:25} {plain:6} {deflated:6}")
    await asyncio.gather(host.leave(), guest.leave())


# -- all of it ----------------------------------------------------------------------------------


async def measure(words: argparse.Namespace) -> None:
    """Run everything and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), *ONE_ADDRESS) as host:
            keys = await keys_with_names(host.port, SEATS)
            warm, _ = await seated(host.port, keys, words.at_once)
            await begin(warm[:1], warm)
            await asyncio.gather(*(player.leave() for player in warm))
            await print_bytes(host.port, await keys_with_names(host.port, 2))
            await asyncio.sleep(2)
            keys = await keys_with_names(host.port, words.sessions)
            empty, busy = host.memory(), host.cpu()
            players, took = await seated(host.port, keys, words.at_once)
            login_cpu = (host.cpu() - busy) / words.sessions
            await begin(players[::SEATS], players)
            await asyncio.sleep(5)
            full, busy = host.memory(), host.cpu()
            await asyncio.sleep(words.seconds)
            idle = (host.cpu() - busy) / words.seconds / words.sessions
            print(
                f"{words.sessions} sessions, one process, {os.cpu_count()} cores, {SEATS} a table"
            )
            print(f"  memory       {(full - empty) / words.sessions:8.2f} MiB a session", end="")
            print(f"  ({empty:.0f} MiB empty, {full:.0f} MiB full)")
            print(f"  idle         {1000 * idle:8.3f} mcore a session")
            print(f"  logins       {words.sessions / took:8.1f} a second", end="")
            print(f"  ({1000 * login_cpu:.0f} ms of CPU each)")
            busy, received = host.cpu(), sum(player.received for player in players)
            pressed = await rhythm(players, words.seconds, 2.0)
            load = (host.cpu() - busy) / words.seconds
            sent = (sum(player.received for player in players) - received) / words.seconds
            print(f"  key to frame {spread(*pressed)}")
            print(f"               server at {100 * load:.0f} % of a core", end="")
            print(f", {sent / 1024:.0f} KiB/s out")
            pressed, _ = await asyncio.gather(
                rhythm(players, words.seconds / 2, 2.0), attack(host.port, words.seconds / 2)
            )
            print(f"  under attack {spread(*pressed)}")
            print(f"  threads {host.threads()}, descriptors {host.descriptors()}", flush=True)
            await asyncio.gather(*(player.leave() for player in players))
    shared, resident, mcore = await baseline(words.processes, SEATS, words.seconds / 2)
    session = (full - empty) / words.sessions
    print(f"{words.processes} processes, one session each")
    print(f"  memory       {shared:8.2f} MiB a session proportionally, {resident:.2f} MiB resident")
    print(f"  idle         {mcore:8.3f} mcore a session")
    print(f"  denser by    {shared / session:8.1f} times (proportional memory", end="")
    print(f"), {resident / session:.1f} (resident)")
    session = full / words.sessions
    print(f"  with all the server needs {shared / session:.1f} and {resident / session:.1f} times")


def main() -> None:
    """Read the words and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--at-once", type=int, default=4, help="logins under way at once")
    parser.add_argument("--soak", type=int, default=0, help="connects and drops, instead of all")
    parser.add_argument("--hostile", action="store_true", help="attacks, instead of all")
    parser.add_argument(
        "--attack", action="append", choices=ATTACKS, metavar="NAME",
        help="only this one; may be given again",
    )  # fmt: skip
    parser.add_argument("--tree", type=Path, default=Path(), help="a checkout to attack")
    words = parser.parse_args()
    if words.hostile:
        asyncio.run(attacked(words.tree, words.seconds, words.attack))
    else:
        asyncio.run(soak(words) if words.soak else measure(words))


if __name__ == "__main__":
    main()
