"""The time of the database, which all its hosts share whatever their own clocks say."""

import asyncio
from collections.abc import Callable

from odin_server.clock import Alarm
from odin_server.log import LogRefusal
from odin_server.postgres.database import Database

ASK_EVERY = 10.0
ANSWERS = 3


class DatabaseClock:
    """A clock that is set by the database and never goes back."""

    def __init__(self, database: Database, ahead: float) -> None:
        self._database = database
        self._loop = asyncio.get_running_loop()
        self._ahead, self._latest = ahead, 0.0
        self._asking = asyncio.create_task(self._ask_again())

    @classmethod
    async def open(cls, database: Database) -> "DatabaseClock":
        """Ask the database for its time; raises `LogRefusal` if it does not answer."""
        return cls(database, await _ahead(database))

    def now(self) -> float:
        self._latest = max(self._latest, self._loop.time() + self._ahead)
        return self._latest

    def call_at(self, when: float, action: Callable[[], object]) -> Alarm:
        return self._loop.call_at(when - self._ahead, action)

    async def _ask_again(self) -> None:
        while True:
            await asyncio.sleep(ASK_EVERY)
            try:
                self._ahead = await _ahead(self._database)
            except LogRefusal:
                continue

    async def close(self) -> None:
        """Stop asking."""
        self._asking.cancel()
        await asyncio.gather(self._asking, return_exceptions=True)


async def _ahead(database: Database) -> float:
    """Return how far the database's time is ahead of the event loop's.

    Of several answers the fastest counts: half of the time it took is what it may be wrong by.
    """
    answers = [await _ask(database) for _ in range(ANSWERS)]
    return min(answers)[1]


async def _ask(database: Database) -> tuple[float, float]:
    """Return how long the database took to answer, and how far its time is ahead."""
    loop = asyncio.get_running_loop()
    before = loop.time()
    rows = await database.fetch("clock", "SELECT extract(epoch FROM clock_timestamp())::float8")
    took = loop.time() - before
    return took, float(rows[0][0]) - before - took / 2
