"""Many sessions over SSH in several processes of one host, over one PostgreSQL.

    python benchmarks/ssh_hosts.py [--sessions 1000] [--processes 2] [--seconds 20]

Everybody is seated at a table of five and presses a key every two seconds. Measured: logins a
second, memory a session, the CPU of the hosts and of the database, and the time from a key to its
frame. The people are in one more process on the same machine, and take CPU from the hosts.
PostgreSQL is that of the test group, with fsync on.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from ssh import ONE_ADDRESS, spread
from ssh_people import SEATS, begin, keys_with_names, rhythm, seated
from ssh_processes import Server, cpu_of, server

from tests.postgres import PostgresServer

PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20


def family(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def memory_of(pids: list[int]) -> float:
    """Return the resident memory of processes in MiB."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in pids)


def cpu(pids: list[int]) -> float:
    """Return the seconds of CPU that processes have used."""
    return sum(map(cpu_of, pids))


async def measure(sessions: int, processes: int, seconds: float, at_once: int) -> None:
    """Start a database and a host over it, measure, and stop both whatever happens."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name in ("database", "host"):
            (Path(folder) / name).mkdir()
        database = PostgresServer(Path(folder) / "database", fsync=True)
        try:
            url = await database.new_database()
            shared = ("--database", url, "--processes", str(processes))
            async with server(Path(folder) / "host", *ONE_ADDRESS, *shared) as host:
                print(f"{sessions} sessions, {processes} processes, {os.cpu_count()} cores")
                await measure_people(host, database.pid, sessions, seconds, at_once)
        finally:
            database.stop()


async def measure_people(
    host: Server, postgres: int, sessions: int, seconds: float, at_once: int
) -> None:
    """Seat everybody, let them press keys, and print what it cost."""
    hosts = host.process.pid
    keys = await keys_with_names(host.port, sessions)
    empty, busy = memory_of(family(hosts)), cpu(family(hosts))
    players, took = await seated(host.port, keys, at_once)
    login = (cpu(family(hosts)) - busy) / sessions
    await begin(players[::SEATS], players)
    await asyncio.sleep(5)
    full = memory_of(family(hosts))
    busy, stored = cpu(family(hosts)), cpu(family(postgres))
    pressed = await rhythm(players, seconds, 2.0)
    busy, stored = cpu(family(hosts)) - busy, cpu(family(postgres)) - stored
    print(f"  logins       {sessions / took:8.1f} a second", end="")
    print(f"  ({1000 * login:.0f} ms of CPU each)")
    print(f"  memory       {(full - empty) / sessions:8.2f} MiB a session")
    print(f"  key to frame {spread(*pressed)}")
    print(f"               hosts at {100 * busy / seconds:.0f} % of a core", end="")
    print(f", database at {100 * stored / seconds:.0f} %", flush=True)
    await asyncio.gather(*(player.leave() for player in players))


def main() -> None:
    """Read the arguments, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, value in (("sessions", 1000), ("processes", 2), ("at-once", 8)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--seconds", type=float, default=20.0)
    words = parser.parse_args()
    asyncio.run(measure(words.sessions, words.processes, words.seconds, words.at_once))


if __name__ == "__main__":
    main()
