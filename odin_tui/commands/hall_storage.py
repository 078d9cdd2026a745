"""Where a hall is kept: in a file of one host, or in a database that several hosts share."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from odin_server.accounts import AccountFile
from odin_server.accounts.storage import AccountStorage
from odin_server.accounts.stream import AccountStream
from odin_server.clock import Clock, LoopClock
from odin_server.hall.cluster import Cluster
from odin_server.health import LEAST_FREE, Health, free_space
from odin_server.log import Log, LogRefusal
from odin_server.log.sqlite import SqliteLog
from odin_server.metrics import Metrics
from odin_tui.commands.hall_data import need_postgres

if TYPE_CHECKING:
    from odin_server.postgres.backend import PostgresBackend

OnFailure = Callable[[LogRefusal], object]


class HallStorage(Protocol):
    """A log, the clock that goes with it, and the way to other hosts."""

    @property
    def log(self) -> Log: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def cluster(self) -> Cluster: ...

    async def open_accounts(self, data: Path) -> AccountStorage:
        """Open the accounts; raises `AccountsUnusable` or `LogRefusal`."""
        ...

    def watch(self, metrics: Metrics) -> None:
        """Add what a host may watch."""
        ...

    def check(self, health: Health) -> None:
        """Add what must be well."""
        ...

    async def close(self) -> None:
        """Close what the hall has not closed."""
        ...


class FileStorage:
    """The log in one file, on this host's own clock."""

    def __init__(self, path: Path, on_failure: OnFailure) -> None:
        self.log, self.clock = SqliteLog(path, on_failure=on_failure), LoopClock()
        self.cluster, self._folder = Cluster(), path.parent

    async def open_accounts(self, data: Path) -> AccountStorage:
        return AccountFile(data / "accounts.db")

    def watch(self, metrics: Metrics) -> None:
        metrics.gauge(
            "disk_free_bytes", "Free space for the data.", lambda: free_space(self._folder)
        )

    def check(self, health: Health) -> None:
        health.add("log", lambda: not self.log.is_failing)
        health.add("disk", lambda: free_space(self._folder) >= LEAST_FREE)

    async def close(self) -> None:
        await self.log.close()


class DatabaseStorage:
    """The log in a database, on the database's clock."""

    def __init__(self, backend: "PostgresBackend") -> None:
        self._backend = backend
        self.log, self.clock, self.cluster = backend.log, backend.clock, backend.cluster

    async def open_accounts(self, data: Path) -> AccountStorage:
        del data
        return await AccountStream.open(self.log)

    def watch(self, metrics: Metrics) -> None:
        database, leases = self._backend.database, self._backend.leases
        metrics.gauge("leases", "Tables this host drives.", lambda: leases.count)
        metrics.gauge(
            "database_away", "Whether the database does not answer.", lambda: database.is_away
        )
        metrics.gauge(
            "database_reconnects",
            "Connections to the database that were lost and opened again.",
            lambda: database.reconnects,
        )

    def check(self, health: Health) -> None:
        health.add("database", lambda: not self._backend.database.is_away)

    async def close(self) -> None:
        await self._backend.close()


async def open_storage(database: str, data: Path, on_failure: OnFailure) -> HallStorage:
    """Open the database at this address, or without one the file of the data folder.

    Raises `LogRefusal`, and `Mistake` if this installation knows no databases.
    """
    if not database:
        return FileStorage(data / "hall.db", on_failure)
    need_postgres()
    from odin_server.postgres.backend import PostgresBackend  # noqa: PLC0415 - not everybody has it

    return DatabaseStorage(await PostgresBackend.open(database, on_failure=on_failure))
