"""Several hosts of one hall in one process, over one database."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import asyncpg
import pytest

from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_server.hall.facts import decode
from odin_server.postgres import leases as postgres_leases
from odin_server.postgres.backend import PostgresBackend
from tests.server.conftest import InstantBots
from tests.server.postgres.proxy import Line, line_to

ANNA, BO, CNUT, DISA = (Player(name.lower(), name) for name in ("Anna", "Bo", "Cnut", "Disa"))
SHORT = NewTable("odin", seats=2, public=True, options={"target": "one-hand"})


async def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - several things may make it true
            await asyncio.sleep(0.005)


@dataclass
class HostOfHall:
    hall: Hall
    backend: PostgresBackend

    def drives(self, chair: Chair) -> bool:
        return self.backend.leases.holds(chair.view.id)

    async def vanish(self) -> None:
        """Stop as a process that is killed: nobody is told, nothing is given up."""
        self.hall._closing = True
        self.backend.leases._renewing.cancel()
        self.hall.presence._alarm.cancel()
        for table in self.hall._tables.values():
            table.stop()
        for task in tuple(self.hall._tasks):
            task.cancel()
        await self.backend.close()


OpenHost = Callable[..., Awaitable[HostOfHall]]


@pytest.fixture
async def open_host(database_url: str) -> AsyncIterator[OpenHost]:
    made: list[HostOfHall] = []

    async def open_one(url: str = database_url, **settings: Any) -> HostOfHall:
        backend = await PostgresBackend.open(url)
        hall = await Hall.begin(
            backend.log,
            HallSettings(**{"bot_pause": 0.0, "write_again": 0.1, **settings}),
            clock=backend.clock,
            bot_pool=InstantBots(),
            chance=Random(len(made)),
            cluster=backend.cluster,
        )
        made.append(HostOfHall(hall, backend))
        there = [host for host in made if not host.hall._closing]
        # What is said before they know each other is not heard.
        await until(lambda: all(len(one.hall.presence._others) == len(there) - 1 for one in there))
        return made[-1]

    yield open_one
    for host in made:
        if not host.hall._closing:
            await host.hall.close()
        await host.backend.close()


@pytest.fixture
async def line(database_url: str) -> AsyncIterator[Line]:
    async with line_to(database_url) as made:
        yield made


@pytest.fixture
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let leases end soon, so that no test waits for six seconds."""
    monkeypatch.setattr(postgres_leases, "LEASE", 0.6)
    monkeypatch.setattr(postgres_leases, "RENEW_EVERY", 0.1)


@dataclass
class Records:
    """What is in the database, whatever hosts think of it."""

    url: str

    async def all(self) -> list[tuple[str, int, str]]:
        connection = await asyncpg.connect(self.url)
        try:
            rows = await connection.fetch("SELECT stream, version, payload FROM records")
            return [tuple(row) for row in rows]
        finally:
            await connection.close()

    async def count(self) -> int:
        return len(await self.all())

    async def hall_facts(self) -> Counter[tuple[str, str]]:
        """Count the facts of the hall, by their kind and what they are about."""
        facts = [decode(text) for stream, _, text in await self.all() if stream == "hall"]
        return Counter((type(fact).__name__, fact.table) for fact in facts)


@pytest.fixture
def records(database_url: str) -> Records:
    return Records(database_url)


async def play_on(*chairs: Chair, moves: int = 1000) -> None:
    """Let the players of these chairs play, until so many moves are made or the match is over."""
    for _ in range(moves):
        if chairs[0].view.phase is not Phase.PLAYING:
            return
        await until(lambda: _is_over(chairs) or _to_move(chairs) is not None)
        mover = _to_move(chairs)
        if mover is None:
            return
        turn = mover.view.turn
        await mover.play(mover.view.match.moves[0])
        # A chair on another host hears of it a little later.
        await until(lambda turn=turn: all(chair.view.turn != turn for chair in chairs))


def _is_over(chairs: tuple[Chair, ...]) -> bool:
    return all(chair.view.phase is not Phase.PLAYING for chair in chairs)


def _to_move(chairs: tuple[Chair, ...]) -> Chair | None:
    for chair in chairs:
        match = chair.view.match
        if chair.view.phase is Phase.PLAYING and match is not None and match.moves:
            return chair
    return None
