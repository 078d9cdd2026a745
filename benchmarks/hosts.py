"""Several hosts of one hall over PostgreSQL: how fast they play, and what chaos does to them.

    python benchmarks/hosts.py speed [--tables 50] [--seconds 10]
    python benchmarks/hosts.py chaos [--kills 100] [--tables 50] [--hosts 3] [--seed 1]

`speed` counts the moves a second that pass through the hall: with the file, with PostgreSQL and
one host, and with three hosts, each in a process of its own. At every table two people sit on one
host and move as fast as they can; each host follows the tables of all.

`chaos` plays at all tables with the two people of each on two different hosts and a bot, and kills
a random host with SIGKILL again and again, one time in seven the database instead. Whatever was
killed is started again at once. In the end every move that was acknowledged must be in the log
where it was made, every match recorded once, every table must go on, and no host may have printed a
traceback.

PostgreSQL is that of the test group, with fsync on.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import IO

import asyncpg

from odin_engine.game import Refusal
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_server.hall.facts import MatchEnded, TableRemoved, decode
from odin_server.log import LogRefusal
from odin_server.log.memory import MemoryLog
from odin_server.log.sqlite import SqliteLog
from odin_server.postgres.backend import PostgresBackend

sys.path.insert(0, str(Path(__file__).parents[1]))
from kill import moves_of, tell

from tests.postgres import PostgresServer

MANY = 100_000
SETTINGS = HallSettings(
    bot_pause=0.0,
    tables=MANY,
    tables_per_player=MANY,
    seats_per_player=MANY,
    hold=3600.0,
    write_again=0.5,
)
TABLE = NewTable("odin", seats=3, public=True, bots=("thrall",), options={"target": "one-hand"})
KILL_DATABASE = 1 / 7
STUCK_AFTER = 60.0
LOOK_FOR = 5.0
"""Seconds for which somebody looks for their table before they open one."""
WRONG = (
    *("acknowledged moves lost", "tables stuck", "tables that cannot be read"),
    *("duplicate results", "tracebacks of hosts"),
)
"""What must be 0 in the end."""
BEGIN_WITHIN = 120.0
"""Seconds within which somebody must have moved at every table."""


class Person:
    """Somebody at one table, who comes back to it, and tells every move that was acknowledged."""

    def __init__(self, hall: Hall, side: str, number: int, rng: Random) -> None:
        self._hall, self._rng = hall, rng
        self._is_host, self._host_name = side == "host", f"host {number}"
        self._player = Player(f"{side}{number}", f"{side} {number}")

    async def play(self) -> None:
        """Play for ever, whatever is refused meanwhile."""
        chair: Chair | None = None
        while True:
            try:
                if chair is None or chair.ended is not None:
                    chair = await self._sit()
                await self._play_on(chair)
            except Refusal:
                await asyncio.sleep(0.1)

    async def _sit(self) -> Chair:
        """Come back to the table, also if its match is over, or open it if there is none.

        After a kill it may take a moment until a host has read every table again. Whoever opened
        another one meanwhile would wait there for somebody who waits at the first.
        """
        since = time.monotonic()
        while True:
            for table in self._hall.all_tables():
                if self._host_name in table.people:
                    return await self._hall.sit(self._player, table.code)
            if self._is_host and time.monotonic() > since + LOOK_FOR:
                return await self._hall.open_table(self._player, TABLE)
            await asyncio.sleep(0.1)

    async def _play_on(self, chair: Chair) -> None:
        while True:
            view = chair.view
            if chair.ended is not None:
                return
            is_full = all(seat.player or seat.bot for seat in view.seats)
            if view.phase is Phase.LOBBY and self._is_host and is_full:
                await chair.start()
            elif view.phase is Phase.OVER and view.mine is not None and view.mine.vote is None:
                await chair.rematch()
            elif view.my_turn:
                moves = view.match.moves
                move = moves[self._rng.randrange(len(moves))]
                await chair.play(move, turn=view.turn)
                match = len(view.scores) + 1
                tell(made=view.id, match=match, turn=view.turn, seat=view.seat, move=str(move))
                continue
            await chair.change()


async def live(url: str, people: list[tuple[str, int]], seed: int) -> None:
    """Be a host with these people until killed."""
    rng = Random(seed)
    if url.startswith("postgresql:"):
        hall = await _begun(url)
    else:
        hall = await Hall.begin(SqliteLog(Path(url)), SETTINGS)
    async with asyncio.TaskGroup() as group:
        for side, number in people:
            group.create_task(Person(hall, side, number, rng).play())


async def _begun(url: str) -> Hall:
    """Begin a hall; over a database that is away it is tried again, as systemd would."""
    while True:
        with contextlib.suppress(LogRefusal):
            backend = await PostgresBackend.open(url)
            try:
                log, clock, cluster = backend.log, backend.clock, backend.cluster
                return await Hall.begin(log, SETTINGS, clock=clock, cluster=cluster)
            except LogRefusal:
                await backend.close()
        await asyncio.sleep(0.2)


class ChildHost:
    """A host in a process of its own, and what it tells."""

    def __init__(
        self, url: str, people: list[tuple[str, int]], seed: int, errors: IO[str] | None = None
    ) -> None:
        self._url, self._people, self._seed, self._errors = url, people, seed, errors
        self.made: list[dict[str, object]] = []
        self.last_move: dict[object, float] = {}
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._seed += 1
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "child", "--url", self._url, "--seed", str(self._seed),
            "--people", json.dumps(self._people), stdout=PIPE, stderr=self._errors,
            limit=1 << 20,
        )  # fmt: skip
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: Process) -> None:
        if process.stdout is None:
            raise RuntimeError("the child has no output")
        while (line := await process.stdout.readline()).endswith(b"\n"):
            words = json.loads(line)
            self.made.append(words)
            self.last_move[words["made"]] = time.monotonic()

    async def kill(self) -> None:
        if self._process is not None and self._reading is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            await self._reading


@contextlib.asynccontextmanager
async def postgres() -> AsyncIterator[PostgresServer]:
    """Start a PostgreSQL of its own."""
    with tempfile.TemporaryDirectory(prefix="odin-pg-", ignore_cleanup_errors=True) as folder:
        server = await asyncio.to_thread(PostgresServer, Path(folder), fsync=True)
        try:
            yield server
        finally:
            server.stop()


# -- speed ------------------------------------------------------------------------------------


async def moves_a_second(url: str, hosts: int, tables: int, seconds: float) -> float:
    """Play with so many hosts, and return the moves of people a second."""
    children = [
        ChildHost(
            url,
            [
                (side, number)
                for number in range(which, tables, hosts)
                for side in ("host", "guest")
            ],
            which,
        )
        for which in range(hosts)
    ]
    try:
        for one in children:
            await one.start()
        async with asyncio.timeout(BEGIN_WITHIN):
            while len({words["made"] for one in children for words in one.made}) < tables:  # noqa: ASYNC110 - told by others
                await asyncio.sleep(0.1)
        before, since = sum(len(one.made) for one in children), time.monotonic()
        await asyncio.sleep(seconds)
        after = sum(len(one.made) for one in children)
        return (after - before) / (time.monotonic() - since)
    finally:
        for one in children:
            await one.kill()


async def speed(tables: int, seconds: float) -> dict[str, float]:
    """Measure the three ways to keep a hall."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"file": await moves_a_second(f"{folder}/hall.db", 1, tables, seconds)}
    async with postgres() as server:
        for hosts in (1, 3):
            url = await server.new_database()
            rate = await moves_a_second(url, hosts, tables, seconds)
            found[f"PostgreSQL, hosts: {hosts}"] = rate
    return {name: round(rate) for name, rate in found.items()}


# -- chaos ------------------------------------------------------------------------------------


async def chaos(kills: int, tables: int, hosts: int, seed: int) -> dict[str, object]:
    """Kill again and again, and count what was lost."""
    rng, begun = Random(seed), time.monotonic()
    async with postgres() as server:
        errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed with this process
        url = await server.new_database()
        people: list[list[tuple[str, int]]] = [[] for _ in range(hosts)]
        for number in range(tables):
            people[number % hosts].append(("host", number))
            people[(number + 1) % hosts].append(("guest", number))
        children = [ChildHost(url, people[which], 1000 * which, errors) for which in range(hosts)]
        for one in children:
            await one.start()
        killed: Counter[str] = Counter()
        for _ in range(kills):
            await _some_moves(children, rng)
            if rng.random() < KILL_DATABASE:
                killed["database"] += 1
                server.kill()
                await asyncio.sleep(rng.uniform(0.0, 1.0))
                await server.start()
            else:
                killed["hosts"] += 1
                one = children[rng.randrange(hosts)]
                await one.kill()
                await one.start()
        stuck = await _stuck(children, tables)
        for one in children:
            await one.kill()
        made = [words for one in children for words in one.made]
        lost, unfit, results, duplicates = await _look(url, made)
        errors.seek(0)
        sys.stderr.write(text := errors.read())
    return {
        "kills of hosts": killed["hosts"],
        "kills of the database": killed["database"],
        "tables": tables,
        "acknowledged moves": len(made),
        "acknowledged moves lost": lost,
        "tables stuck": stuck,
        "tables that cannot be read": unfit,
        "results": results,
        "duplicate results": duplicates,
        "tracebacks of hosts": text.count("Traceback"),
        "seconds": round(time.monotonic() - begun),
    }


async def _some_moves(children: list[ChildHost], rng: Random) -> None:
    wanted = sum(len(one.made) for one in children) + rng.randrange(1, 300)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(rng.uniform(1.0, 12.0)):
            while sum(len(one.made) for one in children) < wanted:  # noqa: ASYNC110 - told by others
                await asyncio.sleep(0.01)


async def _stuck(children: list[ChildHost], tables: int) -> int:
    """Return at how many tables nobody moves any more."""
    since, alive = time.monotonic(), 0
    while time.monotonic() < since + STUCK_AFTER:
        moved = {t for one in children for t, at in one.last_move.items() if at > since}
        alive = len(moved)
        if alive >= tables:
            return 0
        await asyncio.sleep(0.1)
    return tables - alive


async def _look(url: str, made: list[dict[str, object]]) -> tuple[int, int, int, int]:
    """Count lost moves, tables that cannot be read, results, and results that are there twice."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT stream, payload FROM records ORDER BY stream, version")
    await connection.close()
    streams: dict[str, list[str]] = {}
    for stream, payload in rows:
        streams.setdefault(stream, []).append(payload)
    tables = {str(words["made"]) for words in made}
    moves = {table: moves_of(streams.get(table, [])) for table in tables}
    lost = sum(
        moves[str(words["made"])].get((words["match"], words["turn"]))  # type: ignore[call-overload]
        != (words["seat"], words["move"])
        for words in made
    )
    hall = Counter(
        (type(fact).__name__, fact.table, getattr(fact, "number", 0))
        for fact in map(decode, streams["hall"])
        if isinstance(fact, MatchEnded | TableRemoved)
    )
    reading = await Hall.begin(await _copy(streams), SETTINGS)
    unfit = len(reading.unreadable_tables)
    await reading.close()
    results = sum(kind == "MatchEnded" for kind, _, _ in hall)
    return lost, unfit, results, sum(hall.values()) - len(hall)


async def _copy(streams: dict[str, list[str]]) -> MemoryLog:
    log = MemoryLog()
    for stream, payloads in streams.items():
        for version, payload in enumerate(payloads):
            await log.append(stream, version, payload)
    return log


def main() -> None:
    """Measure, and print the result as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=("speed", "chaos", "child"))
    for name, value in (("tables", 50), ("kills", 100), ("hosts", 3), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--people", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.what == "child":
        people = [(str(side), int(number)) for side, number in json.loads(args.people)]
        asyncio.run(live(args.url, people, args.seed))
    elif args.what == "speed":
        print(json.dumps(asyncio.run(speed(args.tables, args.seconds)), indent=2))
    else:
        found = asyncio.run(chaos(args.kills, args.tables, args.hosts, args.seed))
        print(json.dumps(found, indent=2))
        sys.exit(any(found[name] for name in WRONG))


if __name__ == "__main__":
    main()
