"""The log in one SQLite file.

Appends that are waiting when the event loop comes round are committed together, in the loop: with
a write-ahead log a commit is one write into the system's cache, some tens of microseconds, and
cheaper than handing it to a thread and back. What does wait for the disk, copying the write-ahead
log into the file, is done by a thread of its own.

A record whose append has returned survives the death of this process, however it dies. If the
machine itself loses power, the last seconds may be missing, and the file is whole nevertheless.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from odin_server.log import (
    DamagedLog,
    Following,
    LogEntry,
    LogRefusal,
    LogUnwritable,
    Reader,
    VersionTaken,
)
from odin_server.log.file import open_file
from odin_server.log.readers import Readers

CHECKPOINT_EVERY = 2000
"""After so many records the write-ahead log is copied into the file."""

_APPEND = """
    INSERT INTO records (stream, version, payload) SELECT ?1, ?2, ?3
    WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM records WHERE stream = ?1 AND version = ?2 - 1)
"""
_READ = "SELECT version, payload FROM records WHERE stream = ? AND version >= ? ORDER BY version"


class _Waiting(NamedTuple):
    stream: str
    version: int
    payload: str
    done: asyncio.Future[None]


class SqliteLog:
    """Streams of records in a file, which is made if there is none yet.

    `most_bytes` is the size the file may grow to; above it, as on a full disk, appends are
    refused until there is room again. `on_failure` is called with every failure to read or write.
    """

    def __init__(
        self,
        path: Path,
        *,
        most_bytes: int | None = None,
        on_failure: Callable[[LogRefusal], object] = lambda _trouble: None,
    ) -> None:
        self._on_failure = on_failure
        self.is_failing = False
        """Whether the last append could not be written."""
        self._file = open_file(path)
        self._waiting: list[_Waiting] = []
        self._readers = Readers()
        self._since_checkpoint = 0
        self._copying: asyncio.Future[None] | None = None
        self._copier = ThreadPoolExecutor(1, "log-checkpoint")
        self._closed = False
        if most_bytes is not None:
            self.limit(most_bytes)

    def limit(self, most_bytes: int) -> None:
        """Set the size the file may grow to."""
        (page,) = self._file.main.execute("PRAGMA page_size").fetchone()
        self._file.main.execute(f"PRAGMA max_page_count = {max(1, most_bytes // page)}")

    async def append(self, stream: str, version: int, payload: str) -> None:
        if self._closed:
            raise LogUnwritable("log-closed")
        loop = asyncio.get_running_loop()
        entry = _Waiting(stream, version, payload, loop.create_future())
        if not self._waiting:
            loop.call_soon(self._commit)
        self._waiting.append(entry)
        await entry.done

    async def follow(self, stream: str, version: int, reader: Reader) -> Following:
        try:
            records = self._file.main.execute(_READ, (stream, version)).fetchall()
        except sqlite3.Error as error:
            trouble = DamagedLog("log-unreadable", error=str(error))
            trouble.__cause__ = error
            self._on_failure(trouble)
            raise trouble from error
        for found in records:
            reader(LogEntry(*found))
        return self._readers.add(stream, reader)

    async def close(self) -> None:
        if self._closed:
            return
        if self._waiting:
            self._commit()
        self._closed = True
        if self._copying is not None:
            await asyncio.wait([self._copying])
        self._copier.shutdown()
        self._file.close()

    def _commit(self) -> None:
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        try:
            written = self._write(batch)
        except sqlite3.Error as error:
            self._file.roll_back()
            trouble = LogUnwritable("log-not-written", error=str(error))
            trouble.__cause__, self.is_failing = error, True
            self._on_failure(trouble)
            for entry in batch:
                _settle(entry, trouble)
            return
        self.is_failing = False
        for entry, is_written in zip(batch, written, strict=True):
            if is_written:
                self._readers.tell(entry.stream, LogEntry(entry.version, entry.payload))
                _settle(entry, None)
            else:
                _settle(entry, VersionTaken("version-taken", version=entry.version))
        self._checkpoint(len(batch))

    def _write(self, batch: list[_Waiting]) -> list[bool]:
        main = self._file.main
        main.execute("BEGIN IMMEDIATE")
        written = [_write_one(main, entry) for entry in batch]
        main.execute("COMMIT")
        return written

    def _checkpoint(self, records: int) -> None:
        self._since_checkpoint += records
        if self._since_checkpoint >= CHECKPOINT_EVERY and self._copying is None:
            self._since_checkpoint = 0
            loop = asyncio.get_running_loop()
            self._copying = loop.run_in_executor(self._copier, self._file.checkpoint)
            self._copying.add_done_callback(self._copied)

    def _copied(self, copying: asyncio.Future[None]) -> None:
        self._copying = None
        copying.exception()  # a checkpoint that failed is tried again after the next records


def _write_one(main: sqlite3.Connection, entry: _Waiting) -> bool:
    try:
        return main.execute(_APPEND, entry[:3]).rowcount == 1
    except sqlite3.IntegrityError:
        return False


def _settle(entry: _Waiting, trouble: LogRefusal | None) -> None:
    if entry.done.done():
        return
    if trouble is None:
        entry.done.set_result(None)
    else:
        entry.done.set_exception(trouble)
