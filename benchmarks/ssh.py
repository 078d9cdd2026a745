"""What each session of `odin serve` costs, beside a process for each session.

    python benchmarks/ssh.py                 200 sessions, about two minutes
    python benchmarks/ssh.py --sessions 50 --seconds 10

One server process, real SSH connections from this process, everyone seated at a table of five.
Measured: logins a second, memory and idle CPU of the server for each session, the time from a
key to its frame while everybody presses a key every two seconds, the same while somebody
attacks, and the same app as processes of their own on pseudo-terminals.
"""

import argparse
import asyncio
import contextlib
import fcntl
import os
import pty
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncssh

SEATS = 5
PROFILE = os.environ.get("ODIN_PROFILE", "").split()
"""What to put before the server, such as `-m cProfile -o FILE`."""
CURSOR = re.compile(rb"\[\d+\]\x1b")
"""The number under the card the cursor is on; every move of the cursor paints it."""


RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
KEYS = (RIGHT, LEFT, RIGHT, LEFT, b"\t", b"\r", b"\r", b"p")
"""Look around, choose a set, play it, or pass: whoever's turn it is makes a move by this."""


# -- the server ---------------------------------------------------------------------------------


@dataclass
class Server:
    """`odin serve` in a process of its own."""

    process: asyncio.subprocess.Process
    port: int

    def memory(self) -> float:
        """Give its resident memory in MiB."""
        statm = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(statm[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def cpu(self) -> float:
        """Give the seconds of CPU it has used."""
        return cpu_of(self.process.pid)

    def threads(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def cpu_of(pid: int) -> float:
    """Give the seconds of CPU a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def server(folder: Path) -> Any:
    """Start a server that lets one machine open as many sessions as it likes."""
    limits = ("connections=4000", "connections-per-address=4000", "attempts=1000000")
    limits += ("strangers=4000", "new-accounts=1000000")
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *PROFILE, "-m", "odin_tui", "serve", "--host", "127.0.0.1",
            "--port", "0", "--data", str(folder / "data"),
            *(word for one in limits for word in ("--set", one)),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
        )  # fmt: skip
    assert process.stdout is not None  # noqa: S101 - it was asked for
    while b"ssh -p" not in (line := await process.stdout.readline()):
        if not line:
            raise SystemExit((folder / "log").read_text())
    try:
        yield Server(process, int(line.split()[2]))
    finally:
        process.terminate()
        await process.wait()


# -- the clients --------------------------------------------------------------------------------


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

    async def leave(self) -> None:
        self.conn.close()
        await self.conn.wait_closed()


async def come(port: int, name: str, words: str, key: Any = None) -> Player:
    """Connect with a key of one's own and ask for something."""
    conn = await asyncssh.connect(
        "127.0.0.1", port, username=name, known_hosts=None, config=None, agent_path=None,
        client_keys=[key or asyncssh.generate_private_key("ssh-ed25519")],
    )  # fmt: skip
    _, player = await conn.create_session(
        Player, words or None, encoding=None, term_type="xterm-256color", term_size=(100, 30)
    )
    player.conn = conn
    return player


async def keys_with_names(port: int, count: int) -> list[Any]:
    """Make accounts that have chosen their names, so that nobody is asked."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]
    for number, key in enumerate(keys):
        player = await come(port, "x", f"name P{number}x{os.urandom(3).hex()}", key)
        await player.until(b"now")
        await player.leave()
    return keys


async def seated(port: int, keys: list[Any], at_once: int) -> tuple[list[Player], float]:
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
        to_seats = b"\x1b[H\x1b[B" + str(seats).encode()
        await pressed(host, to_seats, rb"Free seats[^\n]*?m%d\x1b" % (seats - 1))
    await pressed(host, b"\r", b"Waiting for")


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


# -- what is measured ---------------------------------------------------------------------------


async def rhythm(players: list[Player], seconds: float, every: float) -> list[float]:
    """Let everybody press a key every so often, and give the seconds from each to its frame."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def one(player: Player, chance: random.Random) -> None:
        await asyncio.sleep(chance.random() * every)
        keys = cycle(KEYS[(at := chance.randrange(len(KEYS))) :] + KEYS[:at])
        while time.perf_counter() < end:
            began, key = time.perf_counter(), next(keys)
            if key in (RIGHT, LEFT):
                with contextlib.suppress(TimeoutError):
                    times.append(await player.press(key))
            else:
                player.chan.write(key)
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    await asyncio.gather(*(one(p, random.Random(n)) for n, p in enumerate(players)))
    return times


def spread(times: list[float]) -> str:
    """Write a distribution of milliseconds."""
    parts = statistics.quantiles(times, n=100)
    return (
        f"p50 {1000 * statistics.median(times):6.1f}  p95 {1000 * parts[94]:6.1f}  "
        f"p99 {1000 * parts[98]:6.1f}  most {1000 * max(times):6.1f} ms  ({len(times)} keys)"
    )


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


# -- a process for each session -----------------------------------------------------------------


def own_process(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the same app alone on a pseudo-terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "odin_tui", "play", "--seats", str(SEATS), "--bots", "karl"],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "TERM": "xterm"},
    )  # fmt: skip
    os.close(slave)
    os.set_blocking(master, False)
    return process, master


async def drained(masters: list[int], seconds: float) -> None:
    """Read what the processes write, for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for master in masters:
            with contextlib.suppress(BlockingIOError, OSError):
                os.read(master, 65_536)
        await asyncio.sleep(0.05)


async def baseline(count: int, settle: float) -> tuple[float, float, float]:
    """Give MiB (proportional, and resident) and millicores of each process."""
    with tempfile.TemporaryDirectory() as name:
        started = []
        for number in range(count):
            folder = Path(name) / str(number)
            folder.mkdir()
            started.append(own_process(folder))
        masters = [master for _, master in started]
        try:
            await drained(masters, settle)
            before = {p.pid: cpu_of(p.pid) for p, _ in started}
            await drained(masters, settle)
            idle = statistics.fmean(cpu_of(p.pid) - before[p.pid] for p, _ in started) / settle
            shared = statistics.fmean(_rollup(p.pid, "Pss") for p, _ in started)
            resident = statistics.fmean(_rollup(p.pid, "Rss") for p, _ in started)
        finally:
            for process, master in started:
                process.kill()
                process.wait()
                os.close(master)
    return shared, resident, 1000 * idle


def _rollup(pid: int, what: str) -> float:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(rf"^{what}:\s+(\d+)", text, re.MULTILINE).group(1)) / 1024  # type: ignore[union-attr]


# -- coming and going ---------------------------------------------------------------------------


async def soak(words: argparse.Namespace) -> None:
    """Connect and drop at random moments, and see whether anything is left behind."""
    chance, done = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder)) as host:
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


# -- all of it ----------------------------------------------------------------------------------


async def measure(words: argparse.Namespace) -> None:
    """Run everything and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder)) as host:
            keys = await keys_with_names(host.port, SEATS)
            warm, _ = await seated(host.port, keys, words.at_once)
            await begin(warm[:1], warm)
            await asyncio.gather(*(player.leave() for player in warm))
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
            times = await rhythm(players, words.seconds, 2.0)
            load = (host.cpu() - busy) / words.seconds
            sent = (sum(player.received for player in players) - received) / words.seconds
            print(f"  key to frame {spread(times)}")
            print(f"               server at {100 * load:.0f} % of a core", end="")
            print(f", {sent / 1024:.0f} KiB/s out")
            times, _ = await asyncio.gather(
                rhythm(players, words.seconds / 2, 2.0), attack(host.port, words.seconds / 2)
            )
            print(f"  under attack {spread(times)}")
            print(f"  threads {host.threads()}, descriptors {host.descriptors()}", flush=True)
            await asyncio.gather(*(player.leave() for player in players))
    shared, resident, mcore = await baseline(words.processes, words.seconds / 2)
    session = (full - empty) / words.sessions
    print(f"{words.processes} processes, one session each")
    print(f"  memory       {shared:8.2f} MiB a session proportionally, {resident:.2f} MiB resident")
    print(f"  idle         {mcore:8.3f} mcore a session")
    print(
        f"  denser by    {shared / session:8.1f} times, {resident / session:.1f} by resident memory"
    )


def main() -> None:
    """Read the words and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--processes", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--at-once", type=int, default=4, help="logins under way at once")
    parser.add_argument("--soak", type=int, default=0, help="connects and drops, instead of all")
    words = parser.parse_args()
    asyncio.run(soak(words) if words.soak else measure(words))


if __name__ == "__main__":
    main()
