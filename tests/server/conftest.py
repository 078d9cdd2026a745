"""A hall for tests: time stands still, chance is seeded, bots do not pause."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_engine import bots
from odin_server.clock import ManualClock
from odin_server.hall import Hall, HallSettings, Player
from odin_server.log import Log
from odin_server.log.memory import MemoryLog
from odin_server.log.sqlite import SqliteLog
from odin_server.postgres.database import Database
from odin_server.postgres.log import PostgresLog
from tests.postgres import PostgresServer


class InstantBots:
    """Heuristic moves instead of searches, so that no test waits for a worker."""

    async def choose(self, game: Any, _level: str, view: Any, seed: int) -> Any:
        return bots.choose(game, "karl", view, Random(seed))

    async def close(self) -> None:
        pass


class HallEnvironment:
    """Opens halls over the same clock, and runs the event loop and the clock."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.folder = folder
        self.halls: list[Hall] = []
        self.anna, self.bjarni, self.cnut = (
            Player(name.lower(), name) for name in ("Anna", "Bjarni", "Cnut")
        )

    async def hall(self, log: Log | None = None, bot_pool: Any = None, **words: Any) -> Hall:
        settings = HallSettings(**{"bot_pause": 0.0, **words.pop("settings", {})})
        words.setdefault("chance", Random(7 + len(self.halls)))
        bot_pool = bot_pool or InstantBots()
        hall = await Hall.begin(log, settings, clock=self.clock, bot_pool=bot_pool, **words)
        self.halls.append(hall)
        return hall

    def file(self, name: str = "hall.db") -> SqliteLog:
        return SqliteLog(self.folder / name)

    async def settle(self, rounds: int = 60) -> None:
        """Run the event loop until everything that needs no time has been done."""
        for _ in range(rounds):
            await asyncio.sleep(0)

    async def until(self, condition: Callable[[], object], rounds: int = 20_000) -> None:
        """Run the event loop until the condition holds."""
        for _ in range(rounds):
            if condition():
                return
            await asyncio.sleep(0)
        raise AssertionError("the condition never held")

    async def pass_time(self, seconds: float) -> None:
        """Advance the clock step by step, and run what is due at each step."""
        await self.settle()
        until = self.clock.now() + seconds
        while (due := self.clock.next_alarm) is not None and due <= until:
            self.clock.advance(max(0.0, due - self.clock.now()))
            await self.settle()
        self.clock.advance(until - self.clock.now())
        await self.settle()


@pytest.fixture
async def env(tmp_path: Path) -> AsyncIterator[HallEnvironment]:
    made = HallEnvironment(tmp_path)
    yield made
    for hall in made.halls:
        await hall.close()


@pytest.fixture(params=["memory", "file", "postgres"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Log]:
    made: Log
    match request.param:
        case "memory":
            made = MemoryLog()
        case "file":
            made = SqliteLog(tmp_path / "log.db")
        case _:
            postgres: PostgresServer = request.getfixturevalue("postgres")
            url = await postgres.new_database()
            made = PostgresLog(await Database.open(url))
            postgres.give_back(url)
    yield made
    await made.close()
