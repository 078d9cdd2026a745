"""The log in PostgreSQL: the same streams as in the file, shared by many hosts.

Appends that wait are sent together, and one commit and one notification carry them all; an
append returns after the database has written it to its disk. Every append has an id of its own,
so one whose answer was lost is sent again until the database tells whether it was written.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from odin_engine.game import Refusal
from odin_server.log import (
    Following,
    LogEntry,
    LogRefusal,
    LogUnreadable,
    LogUnwritable,
    Reader,
    VersionTaken,
)
from odin_server.postgres.database import (
    CLOSE_WITHIN,
    FIRST_PAUSE,
    LONGEST_PAUSE,
    Database,
    DatabaseAway,
    DatabaseRefused,
)

CHANNEL = "odin_records"
MOST_TOGETHER = 100
"""So many streams and versions fit into one notification, which may have 8,000 bytes."""

_APPEND = "SELECT append_records($1, $2, $3, $4) AS written"
PAGE = 2000
"""How many records of a stream are read at once; all of a long one would take too long."""
_READ = """
    SELECT wanted.stream, found.version, found.payload
    FROM unnest($1::text[], $2::integer[]) AS wanted (stream, version)
    CROSS JOIN LATERAL (
        SELECT version, payload FROM records
        WHERE records.stream = wanted.stream AND records.version >= wanted.version
        ORDER BY version LIMIT $3) AS found
    ORDER BY wanted.stream, found.version
"""


class _Waiting(NamedTuple):
    stream: str
    version: int
    payload: str
    by: str
    done: asyncio.Future[None]


class _Follower:
    """One reader of a stream, and the version it reads next."""

    def __init__(self, followers: "_Followers", stream: str, version: int, reader: Reader) -> None:
        self._followers, self.stream = followers, stream
        self.next, self._reader = version, reader

    def take(self, entry: LogEntry) -> None:
        """Hand the entry to the reader if it is the next one."""
        if entry.version == self.next:
            self.next += 1
            self._reader(entry)

    def stop(self) -> None:
        self._followers.remove(self)


class _Followers:
    """The readers of all streams on this host."""

    def __init__(self) -> None:
        self._by_stream: dict[str, list[_Follower]] = {}

    def add(self, follower: _Follower) -> None:
        self._by_stream.setdefault(follower.stream, []).append(follower)

    def remove(self, follower: _Follower) -> None:
        followers = self._by_stream.get(follower.stream, [])
        if follower in followers:
            followers.remove(follower)
        if not followers:
            self._by_stream.pop(follower.stream, None)

    def take(self, stream: str, entry: LogEntry) -> None:
        """Hand an entry to the readers of its stream; one that cannot read it is removed."""
        for follower in tuple(self._by_stream.get(stream, ())):
            try:
                follower.take(entry)
            except Refusal:
                self.remove(follower)

    def next_of(self, stream: str) -> int | None:
        """Return the first version that some reader of a stream still wants; None without one."""
        return min((follower.next for follower in self._by_stream.get(stream, ())), default=None)

    def streams(self) -> tuple[str, ...]:
        return tuple(self._by_stream)


class PostgresLog:
    """Streams of records in a database. The log closes the database with itself."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._followers = _Followers()
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._behind: set[str] = set()
        self._second: list[_Waiting] = []
        """Appends that came second, until their readers know what was first."""
        self._catching_up: asyncio.Task[None] | None = None
        self._is_away = False
        self._closed = False
        self._host, self._numbers = secrets.token_hex(6), count()
        database.listen(CHANNEL, self._hear, self._on_listening)

    async def append(self, stream: str, version: int, payload: str) -> None:
        if self._closed:
            raise LogUnwritable("log-closed")
        if self._is_away:
            raise LogUnwritable("log-away")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        by = f"{self._host}.{next(self._numbers)}"
        self._waiting.append(_Waiting(stream, version, payload, by, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await done

    async def follow(self, stream: str, version: int, reader: Reader) -> Following:
        follower = _Follower(self._followers, stream, version, reader)
        try:
            while True:
                page = await self._read([stream], [follower.next])
                for _, found, payload in page:
                    follower.take(LogEntry(found, payload))
                if len(page) < PAGE:
                    break
        except DatabaseAway as trouble:
            raise LogUnreadable("log-away") from trouble
        except DatabaseRefused as trouble:
            raise LogUnreadable("log-unreadable", error=trouble.facts["error"]) from trouble
        self._followers.add(follower)
        # What was written since it was read has been told to others only.
        self._fall_behind([stream])
        return follower

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        writing = self._writing
        if writing is not None:
            await asyncio.wait([writing], timeout=CLOSE_WITHIN)
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.gather(self._catching_up, return_exceptions=True)
        await self._database.close()
        if writing is not None:
            await asyncio.gather(writing, return_exceptions=True)
        _fail(self._second, LogUnwritable("log-closed"))

    # -- writing ------------------------------------------------------------------------------

    async def _write(self) -> None:
        try:
            # What else comes in this round of the event loop goes along.
            await asyncio.sleep(0)
            while self._waiting:
                batch = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        # In one order on all hosts, so that two batches never wait for each other.
        batch.sort(key=lambda entry: entry[:2])
        try:
            written = await self._send(batch)
        except LogRefusal as trouble:
            _fail(batch, trouble)
            return
        taken = [entry for entry, is_written in zip(batch, written, strict=True) if not is_written]
        for entry, is_written in zip(batch, written, strict=True):
            if is_written:
                self._followers.take(entry.stream, LogEntry(entry.version, entry.payload))
                if not entry.done.done():
                    entry.done.set_result(None)
        # Whoever came second must know what was first, to decide again.
        self._second += taken
        self._fall_behind(entry.stream for entry in taken)

    async def _send(self, batch: list[_Waiting]) -> list[bool]:
        """Return which were written.

        Raises `LogUnwritable` if none was. Whether a batch was written whose answer was lost is
        only known when the database is back and accepts it again; until then a refusal says
        nothing about the first time.
        """
        columns = [list(column) for column in list(zip(*batch, strict=True))[:4]]
        pause, may_be_written = FIRST_PAUSE, False
        while True:
            try:
                rows = await self._database.fetch("log", _APPEND, *columns)
            except (DatabaseAway, DatabaseRefused) as trouble:
                may_be_written |= isinstance(trouble, DatabaseAway) and trouble.sent
                if not may_be_written:
                    raise _unwritable(trouble) from trouble
                self._refuse_waiting()
                if self._closed:
                    raise LogUncertain from trouble
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
            else:
                self._is_away = False
                written: list[bool] = rows[0]["written"]
                return written

    def _refuse_waiting(self) -> None:
        """Refuse what has not been sent yet, and what comes until the database is back."""
        self._is_away = True
        waiting, self._waiting = self._waiting, []
        _fail(waiting, LogUnwritable("log-away"))

    # -- reading ------------------------------------------------------------------------------

    def _hear(self, payload: str) -> None:
        news = (line.split(" ", 1) for line in payload.split("\n"))
        self._fall_behind(
            stream
            for version, stream in news
            if (wanted := self._followers.next_of(stream)) is not None and int(version) >= wanted
        )

    def _on_listening(self) -> None:
        self._fall_behind(self._followers.streams())

    def _fall_behind(self, streams: Iterable[str]) -> None:
        self._behind.update(streams)
        if self._behind and self._catching_up is None:
            self._catching_up = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        pause = FIRST_PAUSE
        try:
            while self._behind:
                streams, self._behind = sorted(self._behind), set()
                second, self._second = self._second, []
                try:
                    await self._catch_up(streams)
                except LogRefusal:
                    self._behind.update(streams)
                    _fail(second, LogUnwritable("log-away"))
                    await asyncio.sleep(pause)
                    pause = min(LONGEST_PAUSE, 2 * pause)
                else:
                    pause = FIRST_PAUSE
                    for entry in second:
                        _fail([entry], VersionTaken("version-taken", version=entry.version))
                finally:
                    # If the log is closed meanwhile, nobody may wait for ever.
                    self._second += [entry for entry in second if not entry.done.done()]
        finally:
            self._catching_up = None

    async def _catch_up(self, streams: list[str]) -> None:
        """Read on in each of these streams; one with more than a page stays behind."""
        wanted = {stream: self._followers.next_of(stream) for stream in streams}
        known = {stream: version for stream, version in wanted.items() if version is not None}
        if not known:
            return
        found: Counter[str] = Counter()
        for stream, version, payload in await self._read([*known], [*known.values()]):
            found[stream] += 1
            self._followers.take(stream, LogEntry(version, payload))
        self._behind.update(stream for stream, records in found.items() if records == PAGE)

    async def _read(self, streams: list[str], versions: list[int]) -> list[tuple[str, int, str]]:
        rows: list[tuple[str, int, str]] = await self._database.fetch(
            "read", _READ, streams, versions, PAGE
        )
        return rows


def _unwritable(trouble: LogRefusal) -> LogUnwritable:
    if isinstance(trouble, DatabaseAway):
        return LogUnwritable("log-away")
    return LogUnwritable("log-not-written", error=trouble.facts["error"])


class LogUncertain(LogRefusal):
    """The program ends before it could learn whether a record was written."""

    code = "log-uncertain"


def _fail(entries: list[_Waiting], trouble: LogRefusal) -> None:
    for entry in entries:
        if not entry.done.done():
            entry.done.set_exception(trouble)
