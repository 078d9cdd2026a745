"""The SQLite file of a log: created, checked, migrated and locked."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from odin_engine.game import Refusal
from odin_server.database_check import damage_in, open_to_read
from odin_server.log import DamagedLog, LogInUse, LogUnwritable, NewerLog
from odin_server.private_files import make_private_file

APPLICATION = 0x0D1A106F
"""SQLite's application id of our logs."""
MIGRATIONS: tuple[str, ...] = (
    """CREATE TABLE records (
        stream TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,
        PRIMARY KEY (stream, version)
    ) WITHOUT ROWID""",
)
"""The migration from each schema version to the next."""

_MAGIC = b"SQLite format 3\x00"
_HEADER = 100


@dataclass(frozen=True, slots=True)
class LogFile:
    """The open file: a connection for the loop, one for the copying thread, and the lock."""

    main: sqlite3.Connection
    copier: sqlite3.Connection
    lock: sqlite3.Connection

    def roll_back(self) -> None:
        """Roll back, unless the error has ended the transaction already."""
        if self.main.in_transaction:
            self.main.execute("ROLLBACK")

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file; writers need not wait."""
        self.copier.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        for connection in (self.copier, self.main, self.lock):
            connection.close()


def open_file(path: Path, migrations: Sequence[str] = MIGRATIONS) -> LogFile:
    """Open the file of a log, which is created if there is none.

    Raises `LogRefusal` and leaves the file alone if it cannot be used.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make_private_file(path.with_name(path.name + ".lock"))
        lock = _lock(path)
    except (OSError, sqlite3.Error) as error:
        raise LogUnwritable("log-not-kept", path=str(path), error=_reason(error)) from error
    try:
        make_private_file(path)
        check_file(path, migrations)
        main = _connect(path)
        _migrate(main, migrations)
        return LogFile(main, _connect(path), lock)
    except Refusal:
        lock.close()
        raise
    except (OSError, sqlite3.Error) as error:
        lock.close()
        raise LogUnwritable("log-not-opened", path=str(path), error=_reason(error)) from error


def _reason(error: OSError | sqlite3.Error) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _lock(path: Path) -> sqlite3.Connection:
    """Return a lock that ends with this process, however it ends, on every system."""
    lock = sqlite3.connect(path.with_name(path.name + ".lock"), timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise LogInUse("log-in-use", path=str(path)) from error
        raise
    return lock


def is_in_use(path: Path) -> bool:
    """Tell whether a running odin holds this log; nothing is made."""
    if not path.with_name(path.name + ".lock").exists():
        return False
    try:
        _lock(path).close()
    except LogInUse:
        return True
    return False


def check_file(path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Check the file of a log by reading only; raises `DamagedLog`, `NewerLog` or `OSError`."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header:
        return
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise DamagedLog("not-a-log", path=str(path))
    version = int.from_bytes(header[60:64], "big")
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise DamagedLog("file-of-another-program", path=str(path))
    if version > len(migrations):
        raise NewerLog("file-of-newer-version", path=str(path))
    try:
        reading = open_to_read(path)
        try:
            damage = damage_in(reading, ";".join(migrations[:version]))
        finally:
            reading.close()
    except sqlite3.Error as error:
        damage = str(error)
    if damage:
        raise DamagedLog("file-damaged", path=str(path), damage=damage[:80])


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


def _migrate(main: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Migrate in one transaction, before write-ahead logging, so that the header is on disk."""
    (version,) = main.execute("PRAGMA user_version").fetchone()
    if version < len(migrations):
        main.execute("PRAGMA journal_mode = DELETE")
        main.execute("BEGIN EXCLUSIVE")
        for migration in migrations[version:]:
            main.execute(migration)
        main.execute(f"PRAGMA application_id = {APPLICATION}")
        main.execute(f"PRAGMA user_version = {len(migrations)}")
        main.execute("COMMIT")
    main.execute("PRAGMA journal_mode = WAL")
