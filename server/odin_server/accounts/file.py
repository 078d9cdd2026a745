"""The SQLite file of accounts: created, migrated, repaired, and written in transactions."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from odin_server.accounts.migrations import (
    SCHEMA,
    TABLES,
    migrate_from_1_to_2,
    migrate_from_2_to_3,
    refresh_skeletons,
    repair,
)
from odin_server.accounts.refusals import AccountsUnusable, AccountsUnwritable
from odin_server.database_check import damage_in, open_to_read
from odin_server.private_files import make_private_file

APPLICATION = 0x0D1AACC7


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block or nothing; raises `AccountsUnwritable` if that fails.

    The connection commits each statement by itself otherwise, so `with connection` is not enough.
    """
    try:
        with transaction(db):
            yield
    except sqlite3.Error as trouble:
        raise AccountsUnwritable("accounts-not-written", error=str(trouble)) from trouble


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run a block in one transaction, and roll back whatever ends it early."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction already.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def check_file(path: Path) -> None:
    """Check a file of accounts by reading only; raises `AccountsUnusable` if it is damaged."""
    with _trouble_at(path), contextlib.closing(open_to_read(path)) as db:
        if not _is_empty(db):
            _check(db, path)


def is_older(path: Path) -> bool:
    """Tell whether opening this file would bring it up to date; it is only read.

    Raises `AccountsUnusable` if it is damaged.
    """
    with _trouble_at(path), contextlib.closing(open_to_read(path)) as db:
        return not _is_empty(db) and _check(db, path) < SCHEMA


def open_database(path: Path | None) -> tuple[sqlite3.Connection, int]:
    """Open the file, which is created if there is none; also return how many rows were repaired.

    Raises `AccountsUnusable` for a file that is not ours, newer or damaged, and leaves it alone.
    """
    with _trouble_at(path):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            make_private_file(path)
        # Only one connection of this process writes; readers such as a backup do not disturb it.
        db = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
        try:
            with transaction(db):
                repaired = _migrate(db, path)
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            db.close()
            raise
    return db, repaired


def open_copy(path: Path) -> sqlite3.Connection:
    """Return a copy of a file in memory, brought up to date; the file is only read.

    Raises `AccountsUnusable` for a file that is not ours, newer or damaged.
    """
    with _trouble_at(path):
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            with contextlib.closing(open_to_read(path)) as db:
                db.backup(copy)
            with transaction(copy):
                _migrate(copy, path)
        except BaseException:
            copy.close()
            raise
    return copy


@contextmanager
def _trouble_at(path: Path | None) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as trouble:
        raise AccountsUnusable(
            "accounts-not-opened", path=str(path), error=str(trouble)
        ) from trouble


def _is_empty(db: sqlite3.Connection) -> bool:
    tables = db.execute("SELECT 1 FROM sqlite_master").fetchone()
    return tables is None and not any(_marks(db))


def _marks(db: sqlite3.Connection) -> tuple[int, int]:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return application, version


def _check(db: sqlite3.Connection, path: Path | None) -> int:
    """Return the schema version of a file that is ours and whole."""
    application, version = _marks(db)
    if application != APPLICATION:
        raise AccountsUnusable("file-of-another-program", path=str(path))
    if version > SCHEMA:
        raise AccountsUnusable("file-of-newer-version", path=str(path))
    if damage := damage_in(db, ";".join(TABLES) if version == SCHEMA else ""):
        raise AccountsUnusable("file-damaged", path=str(path), damage=damage[:80])
    return version


def _migrate(db: sqlite3.Connection, path: Path | None) -> int:
    if _is_empty(db):
        for statement in TABLES:
            db.execute(statement)
    else:
        version = _check(db, path)
        if version < 2:
            migrate_from_1_to_2(db)
        if version < 3:
            migrate_from_2_to_3(db)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    repaired = repair(db)
    refresh_skeletons(db)
    return repaired
