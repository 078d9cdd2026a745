"""Leases in PostgreSQL: a row for each open table, with the host that drives it and until when."""

import asyncio
import contextlib
from collections.abc import Callable, Collection

from odin_server.log import LogRefusal, LogUnwritable
from odin_server.postgres.database import CLOSE_WITHIN, Database

LEASE = 6.0
"""Seconds for which a lease is taken."""
RENEW_EVERY = 1.5
"""Seconds between renewals. A lease that has ended is noticed after as long by the others."""
CHANNEL = "odin_leases"

_TAKE = """
    INSERT INTO leases VALUES ($1, $2, clock_timestamp() + $3 * interval '1 second')
    ON CONFLICT (stream) DO UPDATE SET host = excluded.host, until = excluded.until
"""
_RENEW = """
    WITH mine AS (
        SELECT stream FROM leases WHERE host = $1 AND until > clock_timestamp()
        ORDER BY stream FOR UPDATE)
    UPDATE leases SET until = clock_timestamp() + $2 * interval '1 second'
    FROM mine WHERE leases.stream = mine.stream RETURNING leases.stream
"""
"""All hosts lock rows in the order of their streams, so that two never wait for each other."""
_TAKE_OVER = """
    INSERT INTO leases
    SELECT wanted.stream, $1, clock_timestamp() + $3 * interval '1 second'
    FROM unnest($2::text[]) AS wanted (stream) LEFT JOIN leases USING (stream)
    WHERE leases.until IS NULL OR leases.until <= clock_timestamp()
    ORDER BY wanted.stream
    ON CONFLICT (stream) DO UPDATE SET host = excluded.host, until = excluded.until
        WHERE leases.until <= clock_timestamp()
    RETURNING stream
"""
"""Looks first: a conflict locks a row even if it is not updated, and holds up who renews it."""
_DROP = "DELETE FROM leases WHERE host = $1 AND stream = ANY ($2)"
_DROP_OLD = "DELETE FROM leases WHERE until < clock_timestamp() - interval '1 hour'"
"""Nobody takes over the lease of a table that was never added or is closed."""
_GIVE_UP = """
    WITH given AS (UPDATE leases SET until = clock_timestamp() WHERE host = $1 RETURNING stream)
    SELECT pg_notify($2, '') FROM given LIMIT 1
"""


class PostgresLeases:
    """The leases of one host."""

    def __init__(self, database: Database, host: str) -> None:
        self._database, self._host = database, host
        self._held: dict[str, float] = {}
        """Until when by this host's own clock, which goes on while it is frozen or cut off."""
        self._released: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None
        self._given_up = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def holds(self, table: str) -> bool:
        return self._loop.time() < self._held.get(table, 0.0)

    async def take(self, table: str) -> None:
        since = self._loop.time()
        try:
            await self._database.fetch("leases", _TAKE, table, self._host, LEASE)
        except LogRefusal as trouble:
            # It may have been done: then the row would be renewed for ever.
            self._released.add(table)
            raise LogUnwritable("log-away") from trouble
        self._held[table] = since + LEASE

    @property
    def count(self) -> int:
        return sum(map(self.holds, self._held))

    def release(self, table: str) -> None:
        if self._held.pop(table, None) is not None:
            self._released.add(table)

    def begin(
        self,
        tables: Callable[[], Collection[str]],
        on_taken: Callable[[str], None],
        on_changed: Callable[[str], None],
    ) -> None:
        self._database.listen(CHANNEL, lambda _text: self._given_up.set(), self._given_up.set)
        self._renewing = asyncio.create_task(self._keep(tables, on_taken, on_changed))

    async def _keep(
        self,
        tables: Callable[[], Collection[str]],
        on_taken: Callable[[str], None],
        on_changed: Callable[[str], None],
    ) -> None:
        with contextlib.suppress(LogRefusal):
            await self._database.fetch("leases", _DROP_OLD)
        while True:
            # First: leases that are given up while this host looks may have come too late for it.
            self._given_up.clear()
            before, since = set(self._held), self._loop.time()
            try:
                renewed = await self._renew()
                taken = await self._take_over([t for t in tables() if t not in renewed])
            except LogRefusal:
                pass  # what is held stays so until it ends by itself
            else:
                # Leases whose answer was lost have been taken over without this host knowing.
                taken |= renewed - before - self._held.keys() - self._released
                lost = before - renewed - taken
                for table in lost:
                    self._held.pop(table, None)
                # By now: a lease may have ended while the database took its time to answer.
                lapsed = {table for table in renewed - taken if not self.holds(table)}
                # What was released meanwhile is not held again.
                self._held |= dict.fromkeys((renewed | taken) - self._released, since + LEASE)
                open_now = tables()
                for table in taken:
                    if table in open_now:
                        on_taken(table)
                    else:
                        self.release(table)
                # What was due while a lease was not valid has not been done.
                for table in lost | lapsed:
                    on_changed(table)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RENEW_EVERY):
                    await self._given_up.wait()

    async def _renew(self) -> set[str]:
        if released := frozenset(self._released):
            await self._database.fetch("leases", _DROP, self._host, [*released])
            # Only now: what the database has not heard of would be renewed for ever.
            self._released -= released
        rows = await self._database.fetch("leases", _RENEW, self._host, LEASE)
        return {row["stream"] for row in rows}

    async def _take_over(self, tables: list[str]) -> set[str]:
        if not tables:
            return set()
        rows = await self._database.fetch("leases", _TAKE_OVER, self._host, tables, LEASE)
        return {row["stream"] for row in rows}

    async def close(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
            self._renewing = None
        self._held.clear()
        with contextlib.suppress(TimeoutError, LogRefusal):
            async with asyncio.timeout(CLOSE_WITHIN):
                await self._database.fetch("leases", _GIVE_UP, self._host, CHANNEL)
