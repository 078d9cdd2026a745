"""A hall in the files of one host, read and filled as a whole."""

import contextlib
import sqlite3
from collections.abc import AsyncIterable, AsyncIterator
from pathlib import Path

from odin_server.accounts.facts import decode, encode
from odin_server.accounts.file import open_database, transaction
from odin_server.accounts.stream import STREAM as ACCOUNTS
from odin_server.accounts.tables import apply, facts_of
from odin_server.database_check import open_to_read
from odin_server.log import IgnorableFact
from odin_server.log.file import check_file, open_file
from odin_server.transfer.lines import BadExport, StreamRecord

_ALL = "SELECT stream, version, payload FROM records ORDER BY stream, version"


class FileHall:
    """The folder of one host."""

    def __init__(self, folder: Path) -> None:
        self._log, self._accounts = folder / "hall.db", folder / "accounts.db"

    async def size(self) -> int:
        """Return about how many records there are."""
        if not self._log.exists():
            return 0
        with contextlib.closing(open_to_read(self._log)) as reading:
            (count,) = reading.execute("SELECT count(*) FROM records").fetchone()
            return int(count)

    async def records(self) -> AsyncIterator[StreamRecord]:
        """Yield everything as it is now, while a server runs or not; raises `Refusal`."""
        if self._accounts.exists():
            for version, fact in enumerate(facts_of(self._accounts)):
                yield StreamRecord(ACCOUNTS, version, encode(fact))
        if self._log.exists():
            check_file(self._log)
            with contextlib.closing(open_to_read(self._log)) as reading:
                for row in reading.execute(_ALL):
                    yield StreamRecord(*row)

    async def fill(self, records: AsyncIterable[StreamRecord]) -> None:
        """Write all records, or none; raises `Refusal` also if a hall is there already."""
        file = open_file(self._log)
        try:
            accounts, _ = open_database(self._accounts)
        except BaseException:
            file.close()
            raise
        try:
            if _has_rows(file.main, "records") or _has_rows(accounts, "accounts"):
                raise BadExport("hall-not-empty")
            with transaction(file.main), transaction(accounts):
                async for record in records:
                    if record.stream == ACCOUNTS:
                        with contextlib.suppress(IgnorableFact):
                            apply(accounts, decode(record.payload))
                    else:
                        file.main.execute("INSERT INTO records VALUES (?, ?, ?)", record)
        except sqlite3.Error as error:
            raise BadExport("import-failed", error=str(error)) from error
        finally:
            accounts.close()
            file.close()


def _has_rows(db: sqlite3.Connection, table: str) -> bool:
    return db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None  # noqa: S608 - ours
