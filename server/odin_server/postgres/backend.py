"""Everything that the hosts of one hall share in a PostgreSQL database."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from odin_server.hall.cluster import Cluster
from odin_server.log import LogRefusal
from odin_server.postgres.bus import PostgresBus
from odin_server.postgres.clock import DatabaseClock
from odin_server.postgres.database import Database
from odin_server.postgres.leases import PostgresLeases
from odin_server.postgres.log import PostgresLog


@dataclass(frozen=True, slots=True)
class PostgresBackend:
    """What a hall needs to be one of several over one database."""

    database: Database
    log: PostgresLog
    clock: DatabaseClock
    bus: PostgresBus
    leases: PostgresLeases

    @classmethod
    async def open(
        cls, dsn: str, *, on_failure: Callable[[LogRefusal], object] = lambda _trouble: None
    ) -> "PostgresBackend":
        """Connect and bring the schema up to date; raises what `Database.open` raises."""
        database = await Database.open(dsn, on_failure=on_failure)
        try:
            clock = await DatabaseClock.open(database)
        except BaseException:
            await database.close()
            raise
        host = secrets.token_hex(6)
        bus, leases = PostgresBus(database, host), PostgresLeases(database, host)
        return cls(database, PostgresLog(database), clock, bus, leases)

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.bus, self.leases)

    async def close(self) -> None:
        """Close what the hall has not closed already."""
        await self.clock.close()
        await self.log.close()
