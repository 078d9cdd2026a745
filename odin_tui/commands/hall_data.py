"""The data of a hall for commands: in a folder, or in a database."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from odin_tui.languages import N_
from odin_tui.main import Mistake

if TYPE_CHECKING:
    from odin_server.accounts import Accounts, AccountStorage
    from odin_server.log import Log

# ruff: noqa: PLC0415 - `--help` must answer without waiting for the server's modules


class HallData(Protocol):
    """Where the log and the accounts of a hall are."""

    @property
    def has_tables(self) -> bool:
        """Whether there can be any tables."""
        ...

    @property
    def connected(self) -> int | None:
        """How many people are at any table; None if nobody here can tell."""
        ...

    def now(self) -> float:
        """Return the hall's time, once something was opened."""
        ...

    def log(self) -> "AbstractAsyncContextManager[Log]":
        """Open the log; raises `Refusal`, or `Mistake` while a server keeps others out."""
        ...

    def accounts(self) -> "AbstractAsyncContextManager[Accounts]":
        """Open the accounts; raises `Refusal` or `Mistake` if they cannot be used."""
        ...


class HallFolder:
    """The folder of one host. Accounts can be used beside it while it runs, the log cannot."""

    connected = 0

    def __init__(self, folder: Path) -> None:
        """Raise `Mistake` if there is no hall in it."""
        if not any((folder / name).exists() for name in ("accounts.db", "hall.db")):
            raise Mistake(N_("there is no hall in {folder}."), folder=folder)
        self._folder = folder

    @property
    def has_tables(self) -> bool:
        return (self._folder / "hall.db").exists()

    def now(self) -> float:
        return time.time()

    @asynccontextmanager
    async def log(self) -> "AsyncIterator[Log]":
        from odin_server.log import LogInUse
        from odin_server.log.sqlite import SqliteLog

        try:
            log = SqliteLog(self._folder / "hall.db")
        except LogInUse as trouble:
            raise Mistake(
                N_(
                    "a server is running over {folder}. Stop it first, or say ssh HOST mod tables "
                    "or mod close CODE."
                ),
                folder=self._folder,
            ) from trouble
        try:
            yield log
        finally:
            await log.close()

    @asynccontextmanager
    async def accounts(self) -> "AsyncIterator[Accounts]":
        from odin_server.accounts import AccountFile, is_older
        from odin_server.log.file import is_in_use

        path = self._folder / "accounts.db"
        if not path.exists():
            raise Mistake(N_("there are no accounts in {folder}."), folder=self._folder)
        if is_older(path) and is_in_use(self._folder / "hall.db"):
            raise Mistake(
                N_(
                    "the accounts in {folder} are of an older odin, which is running: stop it "
                    "first."
                ),
                folder=self._folder,
            )
        async with _accounts_in(AccountFile(path), self.now) as accounts:
            yield accounts


class HallDatabase:
    """A database, which can be used while hosts run over it; they are told of every change."""

    has_tables = True
    connected = None

    def __init__(self, url: str) -> None:
        self._url = url
        self._ahead = 0.0
        """How far the database's clock is ahead of this machine's."""

    def now(self) -> float:
        return time.time() + self._ahead

    @asynccontextmanager
    async def log(self) -> "AsyncIterator[Log]":
        need_postgres()
        from odin_server.postgres.clock import DatabaseClock
        from odin_server.postgres.database import Database
        from odin_server.postgres.log import PostgresLog

        log = PostgresLog(database := await Database.open(self._url))
        try:
            clock = await DatabaseClock.open(database)
            self._ahead = clock.now() - time.time()
            await clock.close()
            yield log
        finally:
            await log.close()

    @asynccontextmanager
    async def accounts(self) -> "AsyncIterator[Accounts]":
        from odin_server.accounts import AccountStream

        async with (
            self.log() as log,
            _accounts_in(await AccountStream.open(log), self.now) as accounts,
        ):
            yield accounts


@asynccontextmanager
async def _accounts_in(
    storage: "AccountStorage", now: Callable[[], float]
) -> "AsyncIterator[Accounts]":
    from odin_server.accounts import Accounts

    try:
        yield Accounts(storage, now)
    finally:
        storage.close()


def need_postgres() -> None:
    """Raise `Mistake` if the library for PostgreSQL is not installed."""
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError as missing:
        raise Mistake(
            N_("a hall in a database needs one more package: pip install 'odin-tui[postgres]'.")
        ) from missing


def usual_folder() -> Path:
    """Return the folder of a host that was told no other."""
    from platformdirs import PlatformDirs

    return PlatformDirs("odin", appauthor=False).user_data_path / "hall"
