"""A hall in a PostgreSQL database, read and filled as a whole."""

from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from odin_server.postgres.database import APPLICATION, Database, refusals
from odin_server.transfer.lines import BadExport, StreamRecord

_ALL = "SELECT stream, version, payload FROM records ORDER BY stream, version"
_HOSTS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $1
"""
AT_ONCE = 1000


class DatabaseHall:
    """A database that hosts share; it is read while they run, and filled before they do."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn

    async def size(self) -> int:
        """Return how many records there are; raises `Refusal`."""
        async with self._connected() as connection:
            return int(await connection.fetchval("SELECT count(*) FROM records"))

    async def records(self) -> AsyncIterator[StreamRecord]:
        """Yield everything as it is at one moment; raises `Refusal`."""
        async with (
            self._connected() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            async for row in connection.cursor(_ALL, prefetch=AT_ONCE):
                yield StreamRecord(*row)

    async def fill(self, records: AsyncIterable[StreamRecord]) -> None:
        """Write all records, or none; raises `Refusal` also if a hall is there already."""
        async with self._connected() as connection, connection.transaction():
            await connection.execute("LOCK TABLE records IN EXCLUSIVE MODE")
            if await connection.fetchval("SELECT EXISTS (SELECT FROM records)"):
                raise BadExport("hall-not-empty")
            if await connection.fetchval(_HOSTS, APPLICATION):
                # They have read that there is nothing, and would not look again.
                raise BadExport("hosts-running")
            try:
                await connection.copy_records_to_table(
                    "records",
                    records=_rows(records),
                    columns=("stream", "version", "payload", "by"),
                )
            except asyncpg.PostgresError as error:
                raise BadExport("import-failed", error=str(error)) from error

    @asynccontextmanager
    async def _connected(self) -> "AsyncIterator[asyncpg.Connection]":
        # It says in one way what is wrong with an address, and makes the tables.
        await (await Database.open(self._dsn)).close()
        with refusals():
            connection = await asyncpg.connect(
                self._dsn, server_settings={"application_name": f"{APPLICATION}-transfer"}
            )
            try:
                yield connection
            finally:
                await connection.close()


async def _rows(
    records: AsyncIterable[StreamRecord],
) -> AsyncIterator[tuple[str, int, str, str]]:
    async for record in records:
        yield *record, "import"
