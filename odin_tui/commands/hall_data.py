"""The data of a hall for commands: in a folder, or in a database."""

import time
from collections.abc import AsyncIterator
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

    def log(self) -> "AbstractAsyncContextManager[Log]":
        """Open the log; raises `Refusal`, or `Mistake` while a server keeps others out."""
        ...

    def accounts(self) -> "AbstractAsyncContextManager[Accounts]":
        """Open the accounts; raises `Refusal` or `Mistake` if they cannot be used."""
        ...


class HallFolder:
    """The folder of one host. Accounts can be used beside it while it runs, the log cannot."""

    def __init__(self, folder: Path) -> None:
        """Raise `Mistake` if there is no hall in it."""
        if not any((folder / name).exists() for name in ("accounts.db", "hall.db")):
            raise Mistake(N_("there is no hall in {folder}."), folder=folder)
        self._folder = folder

    @property
    def has_tables(self) -> bool:
        return (self._folder / "hall.db").exists()

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
        async with _accounts_in(AccountFile(path)) as accounts:
            yield accounts


class HallDatabase:
    """A database, which can be used while hosts run over it; they are told of every change."""

    has_tables = True

    def __init__(self, url: str) -> None:
        self._url = url

    @asynccontextmanager
    async def log(self) -> "AsyncIterator[Log]":
        need_postgres()
        from odin_server.postgres.database import Database
        from odin_server.postgres.log import PostgresLog

        log = PostgresLog(await Database.open(self._url))
        try:
            yield log
        finally:
            await log.close()

    @asynccontextmanager
    async def accounts(self) -> "AsyncIterator[Accounts]":
        from odin_server.accounts import AccountStream

        async with self.log() as log, _accounts_in(await AccountStream.open(log)) as accounts:
            yield accounts


@asynccontextmanager
async def _accounts_in(storage: "AccountStorage") -> "AsyncIterator[Accounts]":
    from odin_server.accounts import Accounts

    try:
        yield Accounts(storage, time.time)
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
