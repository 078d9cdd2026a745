"""A hall as lines of JSON.

The first line says what the file is, the last one how much is in it; each line between them is
the next record of a stream. Accounts are a stream of facts like any other, also where a host
keeps them in a file of their own.
"""

import json
import sqlite3
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable
from typing import NamedTuple

from odin_engine.game import Refusal
from odin_server.accounts.facts import decode as decode_account
from odin_server.accounts.file import open_database
from odin_server.accounts.stream import STREAM as ACCOUNTS
from odin_server.accounts.tables import apply
from odin_server.hall.facts import MatchEnded, TableAdded
from odin_server.hall.facts import decode as decode_hall
from odin_server.hall.hall_log import STREAM as HALL

FORMAT = {"format": "odin-hall", "version": 1}
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class BadExport(Refusal):
    """The file is no export of a hall, of a newer version, or not whole."""


class StreamRecord(NamedTuple):
    """One record, as every log stores it."""

    stream: str
    version: int
    payload: str


class Counts(NamedTuple):
    """How much there is in a hall."""

    records: int
    tables: int
    matches: int
    accounts: int


class Tally:
    """Counts records, and checks that each is the next one of its stream and can be read."""

    def __init__(self) -> None:
        self._next: dict[str, int] = {}
        self._records = self._tables = self._matches = 0
        self._accounts, _ = open_database(None)

    def add(self, record: StreamRecord) -> None:
        """Count a record; raises `Refusal` if it does not fit."""
        if record.version != self._next.get(record.stream, 0):
            raise BadExport("export-with-gap", stream=record.stream, version=record.version)
        self._next[record.stream] = record.version + 1
        self._records += 1
        if record.stream == HALL:
            fact = decode_hall(record.payload)
            self._tables += isinstance(fact, TableAdded)
            self._matches += isinstance(fact, MatchEnded)
        elif record.stream == ACCOUNTS:
            try:
                apply(self._accounts, decode_account(record.payload))
            except sqlite3.Error as error:
                raise BadExport("export-misfit", version=record.version) from error

    def counts(self) -> Counts:
        """Return what was counted."""
        (accounts,) = self._accounts.execute("SELECT count(*) FROM accounts").fetchone()
        return Counts(self._records, self._tables, self._matches, accounts)


async def write_lines(
    records: AsyncIterable[StreamRecord], write: Callable[[str], object]
) -> Counts:
    """Write a hall line by line, and return how much it was; raises `Refusal`."""
    tally = Tally()
    write(_ENCODE(FORMAT) + "\n")
    async for record in records:
        tally.add(record)
        write(_ENCODE(record) + "\n")
    counts = tally.counts()
    write(_ENCODE({"end": counts._asdict()}) + "\n")
    return counts


class ExportReader:
    """Reads the lines of an export."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._tally = Tally()

    @property
    def counts(self) -> Counts:
        """How much has been read."""
        return self._tally.counts()

    async def records(self) -> AsyncIterator[StreamRecord]:
        """Yield the records.

        Raises `BadExport` at the first line that does not belong there, and at the end if the
        file is not whole: whoever writes records must then take them back.
        """
        _check_first(next(self._lines, ""))
        for number, line in enumerate(self._lines, 2):
            words = _parse(line, number)
            if isinstance(words, dict) and "end" in words:
                if words["end"] != self.counts._asdict() or next(self._lines, None) is not None:
                    raise BadExport("export-miscounted")
                return
            record = _record(words, number)
            self._tally.add(record)
            yield record
        raise BadExport("export-not-whole")


def _check_first(line: str) -> None:
    found = _parse(line, 1)
    if not isinstance(found, dict) or found.get("format") != FORMAT["format"]:
        raise BadExport("not-an-export")
    if found != FORMAT:
        raise BadExport("export-of-newer-version")


def _parse(line: str, number: int) -> object:
    try:
        words: object = json.loads(line)
    except ValueError as error:
        if number == 1:
            raise BadExport("not-an-export") from error
        raise BadExport("export-not-whole") from error
    return words


def _record(words: object, number: int) -> StreamRecord:
    match words:
        case [str(stream), int(version), str(payload)]:
            return StreamRecord(stream, version, payload)
    raise BadExport("bad-export-line", line=number)
