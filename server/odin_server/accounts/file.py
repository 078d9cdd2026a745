"""The file of accounts: made, brought up to date, repaired, and written to in transactions."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from odin_server.accounts.migrations import (
    SCHEMA,
    TABLES,
    from_1_to_2,
    refresh_skeletons,
    repair,
)
from odin_server.accounts.refusals import AccountsTrouble, AccountsUnwritable
from odin_server.database_check import damage_in, open_to_read
from odin_server.private_files import make_private_file

APPLICATION = 0x0D1AACC7


@contextmanager
def writing(book: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block or nothing; raises `AccountsUnwritable` if that fails.

    The connection commits each statement by itself otherwise, so `with connection` is not enough.
    """
    try:
        with transaction(book):
            yield
    except sqlite3.Error as trouble:
        raise AccountsUnwritable("accounts-not-written", error=str(trouble)) from trouble


@contextmanager
def transaction(book: sqlite3.Connection) -> Iterator[None]:
    """Run a block in one transaction, and roll back whatever ends it early."""
    book.execute("BEGIN IMMEDIATE")
    try:
        yield
        book.execute("COMMIT")
    except BaseException:
        # A full disk may have ended the transaction already.
        if book.in_transaction:
            book.execute("ROLLBACK")
        raise


def check_file(path: Path) -> None:
    """Look a file of accounts over by reading only; raises `AccountsTrouble` if it is damaged."""
    with _trouble_at(path), contextlib.closing(open_to_read(path)) as book:
        if not _is_empty(book):
            _check(book, path)


def is_older(path: Path) -> bool:
    """Tell whether opening this file would bring it up to date; it is only read.

    Raises `AccountsTrouble` if it is damaged.
    """
    with _trouble_at(path), contextlib.closing(open_to_read(path)) as book:
        return not _is_empty(book) and _check(book, path) < SCHEMA


def open_book(path: Path | None) -> tuple[sqlite3.Connection, int]:
    """Open the file, which is made if there is none, and give the number of rows repaired.

    Raises `AccountsTrouble` for a file that is not ours, newer or damaged, and leaves it alone.
    """
    with _trouble_at(path):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            make_private_file(path)
        # Only one connection of this process writes; readers such as a backup do not disturb it.
        book = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
        try:
            with transaction(book):
                repaired = _bring_up_to_date(book, path)
            book.execute("PRAGMA foreign_keys = ON")
            book.execute("PRAGMA journal_mode = WAL")
            book.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            book.close()
            raise
    return book, repaired


@contextmanager
def _trouble_at(path: Path | None) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as trouble:
        raise AccountsTrouble(
            "accounts-not-opened", path=str(path), error=str(trouble)
        ) from trouble


def _is_empty(book: sqlite3.Connection) -> bool:
    tables = book.execute("SELECT 1 FROM sqlite_master").fetchone()
    return tables is None and not any(_marks(book))


def _marks(book: sqlite3.Connection) -> tuple[int, int]:
    (application,) = book.execute("PRAGMA application_id").fetchone()
    (version,) = book.execute("PRAGMA user_version").fetchone()
    return application, version


def _check(book: sqlite3.Connection, path: Path | None) -> int:
    """Give the schema version of a file that is ours and whole."""
    application, version = _marks(book)
    if application != APPLICATION:
        raise AccountsTrouble("file-of-another-program", path=str(path))
    if version > SCHEMA:
        raise AccountsTrouble("file-of-newer-version", path=str(path))
    if damage := damage_in(book, ";".join(TABLES) if version == SCHEMA else ""):
        raise AccountsTrouble("file-damaged", path=str(path), damage=damage[:80])
    return version


def _bring_up_to_date(book: sqlite3.Connection, path: Path | None) -> int:
    if _is_empty(book):
        for statement in TABLES:
            book.execute(statement)
    elif _check(book, path) < SCHEMA:
        from_1_to_2(book)
    book.execute(f"PRAGMA application_id = {APPLICATION}")
    book.execute(f"PRAGMA user_version = {SCHEMA}")
    repaired = repair(book)
    refresh_skeletons(book)
    return repaired
