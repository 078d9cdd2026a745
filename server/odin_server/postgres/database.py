"""Connections to one PostgreSQL database, which are opened again when they are lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, TypeAlias

import asyncpg

from odin_server.log import LogRefusal
from odin_server.postgres.schema import MIGRATIONS, check, migrate

Connection: TypeAlias = "asyncpg.Connection"

ANSWER_WITHIN = 5.0
"""Seconds after which a database that does not answer counts as away."""
CLOSE_WITHIN = 1.0
CHECK_EVERY = 2.0
"""Seconds between looks whether the connection that listens is still there."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds before connecting is tried again; the pause doubles each time."""

_LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection broke while a message was being read
    asyncpg.PostgresConnectionError,
)
_NOT_NOW = ("53300", "57P01", "57P02", "57P03", "57P05")
"""What a database says that has no connection left, is shutting down or starting."""
APPLICATION = "odin"
"""The name under which the database lists the connections of hosts."""


class BadDatabaseAddress(LogRefusal):
    """What was given is no address of a PostgreSQL database."""

    code = "bad-database-address"


class DatabaseAway(LogRefusal):
    """The database does not answer. A statement that was sent may have been done, or not."""

    code = "database-away"

    @property
    def sent(self) -> bool:
        """Whether the statement may have been done."""
        return bool(self.facts["sent"])


class DatabaseRefused(LogRefusal):
    """The database has refused a statement, and nothing of it was done."""

    code = "database-refused"


class Database:
    """A PostgreSQL database.

    Statements go over a connection of their own for each purpose, one after another; two
    purposes do not wait for each other.
    """

    def __init__(self, dsn: str, on_failure: Callable[[LogRefusal], object]) -> None:
        self._dsn, self._on_failure = dsn, on_failure
        self.is_away = False
        """Whether the database did not answer when it was last asked."""
        self.reconnects = 0
        """How often a connection that was lost has been opened again."""
        self._closed = False
        self._connections: dict[str, Connection] = {}
        self._lost: set[str] = set()
        """The purposes whose connection was lost and is not open again."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._failed: dict[str, tuple[float, str]] = {}
        """When the last attempt to connect began that has failed, and why, by purpose."""
        self._listening: asyncio.Task[None] | None = None
        self._channels: dict[str, tuple[Callable[[str], None], Callable[[], None]]] = {}
        self._new_channel = asyncio.Event()

    @classmethod
    async def open(
        cls,
        dsn: str,
        *,
        migrations: Sequence[str] = MIGRATIONS,
        on_failure: Callable[[LogRefusal], object] = lambda _trouble: None,
    ) -> "Database":
        """Connect, and bring the schema up to date.

        Raises `BadDatabaseAddress`, `DatabaseAway`, `DatabaseRefused`, or `NewerLog` if the
        schema is newer than this program.
        """
        database = cls(dsn, on_failure)
        async with database._first_connection() as connection:
            await migrate(connection, migrations)
        return database

    @classmethod
    async def check(cls, dsn: str) -> bool:
        """Tell whether there is a hall in the database, which is only read; raises as `open`."""
        database = cls(dsn, lambda _trouble: None)
        async with database._first_connection() as connection:
            found = await check(connection)
        await database.close()
        return found

    @contextlib.asynccontextmanager
    async def _first_connection(self) -> AsyncIterator[Connection]:
        if not self._dsn.startswith(("postgresql://", "postgres://")):
            raise BadDatabaseAddress
        try:
            self._connections["log"] = connection = await self._connect()
            yield connection
        except LogRefusal:
            await self.close()
            raise
        except (*_LOST, asyncpg.PostgresError, ValueError) as error:
            await self.close()
            # A wrong configuration counts as an error of the interface, too.
            if isinstance(error, ValueError):
                raise BadDatabaseAddress from error
            raise _refusal(error, sent=False) from error

    async def fetch(self, purpose: str, statement: str, *values: Any) -> list[asyncpg.Record]:
        """Run a statement and return its rows; raises `DatabaseAway` or `DatabaseRefused`."""
        asked_at = asyncio.get_running_loop().time()
        async with self._locks.setdefault(purpose, asyncio.Lock()):
            failed_from, error = self._failed.get(purpose, (0.0, ""))
            if failed_from >= asked_at:
                # Otherwise many who wait would each wait for an attempt of their own.
                raise DatabaseAway(error=error, sent=False)
            connection = await self._connected(purpose)
            try:
                rows = list(await connection.fetch(statement, *values))
            except (*_LOST, asyncpg.PostgresError) as error:
                trouble = _refusal(error, sent=True)
                if isinstance(trouble, DatabaseAway):
                    self._lose(purpose)
                self._on_failure(trouble)
                raise trouble from error
            self.is_away = False
            return rows

    async def _connected(self, purpose: str) -> Connection:
        """Return an open connection for this purpose; raises `DatabaseAway`."""
        connection = self._connections.get(purpose)
        if connection is not None and connection.is_closed():
            self._lose(purpose)
            connection = None
        if connection is None:
            began_at = asyncio.get_running_loop().time()
            try:
                connection = await self._connect()
            except (*_LOST, asyncpg.PostgresError, ValueError) as error:
                self.is_away = True
                self._failed[purpose] = began_at, _reason(error)
                trouble = DatabaseAway(error=_reason(error), sent=False)
                self._on_failure(trouble)
                raise trouble from error
            self.is_away = False
            self.reconnects += purpose in self._lost
            self._lost.discard(purpose)
            self._connections[purpose] = connection
        return connection

    async def _connect(self) -> Connection:
        if self._is_closed():
            raise OSError("closed")
        connection = await asyncpg.connect(
            self._dsn,
            timeout=ANSWER_WITHIN,
            command_timeout=ANSWER_WITHIN,
            server_settings={"application_name": APPLICATION},
        )
        if self._is_closed():
            connection.terminate()
            raise OSError("closed")
        return connection

    def _is_closed(self) -> bool:
        return self._closed

    def _lose(self, purpose: str) -> None:
        self.is_away = not self._closed
        connection = self._connections.pop(purpose, None)
        if connection is not None:
            self._lost.add(purpose)
            connection.terminate()

    # -- notifications ------------------------------------------------------------------------

    def listen(
        self, channel: str, hear: Callable[[str], None], on_listening: Callable[[], None]
    ) -> None:
        """Call `hear` with every notification in a channel.

        `on_listening` is called whenever listening begins, at first and after a lost connection:
        what was said meanwhile was missed.
        """
        self._channels[channel] = hear, on_listening
        self._new_channel.set()
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        pause = FIRST_PAUSE
        while not self._closed:
            try:
                connection = await self._connected("listen")
                connection.add_termination_listener(lambda _lost: self._new_channel.set())
                heard: set[str] = set()
                while True:
                    self._new_channel.clear()
                    for channel in [name for name in self._channels if name not in heard]:
                        hear, on_listening = self._channels[channel]
                        await connection.add_listener(channel, _hearing(hear))
                        heard.add(channel)
                        on_listening()
                    pause = FIRST_PAUSE
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(CHECK_EVERY):
                            await self._new_channel.wait()
                    await connection.execute("SELECT")
            except (*_LOST, asyncpg.PostgresError, DatabaseAway):
                self._lose("listen")
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def close(self) -> None:
        """Close every connection."""
        self._closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        connections, self._connections = self._connections, {}
        await asyncio.gather(*(_close(connection) for connection in connections.values()))


async def _close(connection: Connection) -> None:
    """Take leave of the database; one that does not answer is not waited for."""
    try:
        await connection.close(timeout=CLOSE_WITHIN)
    except (*_LOST, asyncpg.PostgresError):
        connection.terminate()


def _hearing(hear: Callable[[str], None]) -> Callable[..., None]:
    def on_notification(_connection: object, _pid: int, _channel: str, payload: object) -> None:
        hear(str(payload))

    return on_notification


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Raise `DatabaseAway` or `DatabaseRefused` for whatever goes wrong with a connection."""
    try:
        yield
    except (*_LOST, asyncpg.PostgresError) as error:
        raise _refusal(error, sent=True) from error


def _refusal(error: BaseException, *, sent: bool) -> DatabaseAway | DatabaseRefused:
    # A value that cannot be sent is an error of the interface, too; the connection is well.
    is_lost = isinstance(error, _LOST) and not isinstance(error, ValueError)
    if is_lost or getattr(error, "sqlstate", None) in _NOT_NOW:
        return DatabaseAway(error=_reason(error), sent=sent)
    return DatabaseRefused(error=_reason(error))


def _reason(error: BaseException) -> str:
    text = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return text.rstrip(".")
