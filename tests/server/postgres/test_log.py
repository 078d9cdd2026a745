"""The log in PostgreSQL when several hosts write, the line breaks, or the database dies."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from odin_server.log import (
    LogEntry,
    LogRefusal,
    LogUnreadable,
    LogUnwritable,
    NewerLog,
    VersionTaken,
)
from odin_server.postgres import database as connections
from odin_server.postgres import log as postgres_log
from odin_server.postgres.database import (
    BadDatabaseAddress,
    Database,
    DatabaseAway,
    DatabaseRefused,
)
from odin_server.postgres.log import PostgresLog
from odin_server.postgres.schema import MIGRATIONS
from tests.postgres import PostgresServer
from tests.server.postgres.conftest import until
from tests.server.postgres.proxy import Line

Opening = Callable[[str], Awaitable[PostgresLog]]


@pytest.fixture
async def opened() -> AsyncIterator[Opening]:
    logs: list[PostgresLog] = []

    async def open_log(url: str) -> PostgresLog:
        logs.append(PostgresLog(await Database.open(url)))
        return logs[-1]

    yield open_log
    for log in logs:
        await log.close()


async def test_every_host_hears_what_another_appends(opened: Opening, database_url: str) -> None:
    ours, theirs = await opened(database_url), await opened(database_url)
    heard: list[LogEntry] = []
    await theirs.follow("table", 0, heard.append)
    for version in range(250):
        await ours.append("table", version, f"fact {version}")
    await until(lambda: len(heard) == 250)
    assert heard == [LogEntry(n, f"fact {n}") for n in range(250)]


async def test_who_was_second_knows_what_was_first(opened: Opening, database_url: str) -> None:
    logs = [await opened(database_url) for _ in range(3)]
    heard: list[list[str]] = [[], [], []]
    for log, mine in zip(logs, heard, strict=True):
        await log.follow("table", 0, lambda entry, mine=mine: mine.append(entry.payload))

    async def add(number: int) -> int:
        """Append behind what this host knows, as often as somebody else is first."""
        tries = 0
        while True:
            tries += 1
            known = list(heard[number])
            try:
                await logs[number].append("table", len(known), f"by {number}")
            except VersionTaken:
                assert len(heard[number]) > len(known)
            else:
                return tries

    for _ in range(20):
        await asyncio.gather(*(add(number) for number in range(3)))
    await until(lambda: all(len(mine) == 60 for mine in heard))
    assert heard[0] == heard[1] == heard[2]


async def test_batches_of_two_hosts_do_not_wait_for_each_other(
    opened: Opening, database_url: str
) -> None:
    ours, theirs = await opened(database_url), await opened(database_url)
    streams = [f"table {n}" for n in range(80)]
    for version in range(10):
        results = await asyncio.gather(
            *(ours.append(stream, version, "ours") for stream in streams),
            *(theirs.append(stream, version, "theirs") for stream in reversed(streams)),
            return_exceptions=True,
        )
        assert sum(result is None for result in results) == 80
        assert sum(isinstance(result, VersionTaken) for result in results) == 80


async def test_an_append_whose_answer_was_lost_is_written_once(opened: Opening, line: Line) -> None:
    log = await opened(line.url)
    heard: list[LogEntry] = []
    await log.follow("table", 0, heard.append)
    await log.append("table", 0, "before")
    line.loses_answers = True
    appending = asyncio.create_task(log.append("table", 1, "unknown"))
    await until(lambda: line.is_cut)
    await asyncio.sleep(0.05)
    assert not appending.done()
    with pytest.raises(LogUnwritable, match="log-away"):
        await log.append("other", 0, "while it is away")
    line.mend()
    await appending
    await log.append("table", 2, "after")
    assert [entry.payload for entry in heard] == ["before", "unknown", "after"]


async def test_what_may_be_written_is_not_called_unwritten_by_a_later_refusal(
    opened: Opening, line: Line, database_url: str
) -> None:
    log = await opened(line.url)
    heard: list[str] = []
    await log.follow("table", 0, lambda entry: heard.append(entry.payload))
    line.loses_answers = True
    appending = asyncio.create_task(log.append("table", 0, "unknown"))
    await until(lambda: line.is_cut)
    refused: list[LogRefusal] = []
    log._database._on_failure = refused.append
    name = log._database._dsn.rpartition("/")[2]
    admin = await asyncpg.connect(database_url)
    try:
        await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        line.mend()
        await until(lambda: any(isinstance(one, DatabaseRefused) for one in refused))
        assert not appending.done()
        with pytest.raises(LogUnwritable, match="log-away"):
            await log.append("other", 0, "while nothing is accepted")
    finally:
        await admin.execute("SET default_transaction_read_only = off")
        await admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await admin.close()
    # What is connected already stays as it was set.
    line.cut()
    line.mend()
    await appending
    await log.append("table", 1, "after")
    assert heard == ["unknown", "after"]


async def test_what_cannot_be_sent_is_refused_and_the_next_is_written(
    opened: Opening, database_url: str
) -> None:
    log = await opened(database_url)
    with pytest.raises(LogUnwritable, match="log-not-written"):
        await log.append("table", 0, "half a character: \ud800")
    await log.append("table", 0, "whole")


async def test_who_came_second_does_not_wait_for_a_log_that_is_closed(
    opened: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await opened(database_url)
    await log.append("table", 0, "first")
    reading = asyncio.Event()

    async def read_for_ever(*_words: object) -> None:
        reading.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(log, "_catch_up", read_for_ever)
    second = asyncio.create_task(log.append("table", 0, "second"))
    await reading.wait()
    await log.close()
    with pytest.raises(LogUnwritable, match="log-closed"):
        async with asyncio.timeout(20):
            await second


async def test_an_unknown_append_may_turn_out_to_have_lost(
    opened: Opening, line: Line, database_url: str
) -> None:
    ours, theirs = await opened(line.url), await opened(database_url)
    heard: list[str] = []
    await ours.follow("table", 0, lambda entry: heard.append(entry.payload))
    await ours.append("table", 0, "before")
    line.freeze()
    appending = asyncio.create_task(ours.append("table", 1, "ours"))
    await asyncio.sleep(0.05)
    await theirs.append("table", 1, "theirs")
    line.cut()
    line.mend()
    with pytest.raises(VersionTaken):
        await appending
    assert heard == ["before", "theirs"]


async def test_nothing_is_written_while_the_database_cannot_be_reached(
    opened: Opening, line: Line
) -> None:
    log = await opened(line.url)
    heard: list[str] = []
    await log.follow("table", 0, lambda entry: heard.append(entry.payload))
    line.cut()
    await until(log._database._connections["log"].is_closed)
    with pytest.raises(LogUnwritable):
        await log.append("table", 0, "lost")
    with pytest.raises(LogUnreadable):
        await log.follow("other", 0, lambda _entry: None)
    line.mend()
    await log.append("table", 0, "again")
    assert heard == ["again"]


async def test_what_others_wrote_while_the_line_was_cut_is_read_afterwards(
    opened: Opening, line: Line, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CHECK_EVERY", 0.05)
    ours, theirs = await opened(line.url), await opened(database_url)
    heard: list[str] = []
    await ours.follow("table", 0, lambda entry: heard.append(entry.payload))
    await theirs.append("table", 0, "heard")
    await until(lambda: heard == ["heard"])
    line.cut()
    await theirs.append("table", 1, "missed")
    await theirs.append("table", 2, "missed too")
    line.mend()
    await until(lambda: heard == ["heard", "missed", "missed too"])


async def test_a_database_that_is_killed_loses_nothing_it_acknowledged(
    opened: Opening, database_url: str, postgres: PostgresServer
) -> None:
    log = await opened(database_url)
    acknowledged: dict[str, int] = {f"table {n}": 0 for n in range(20)}
    stopping = asyncio.Event()

    async def write(stream: str) -> None:
        while not stopping.is_set():
            version = acknowledged[stream]
            try:
                await log.append(stream, version, f"{stream} {version}")
            except LogUnwritable:
                await asyncio.sleep(0.05)
            else:
                acknowledged[stream] += 1

    writers = [asyncio.create_task(write(stream)) for stream in acknowledged]
    for _ in range(3):
        before = sum(acknowledged.values())
        await until(lambda before=before: sum(acknowledged.values()) > before + 200)
        postgres.kill()
        await asyncio.sleep(0.1)
        await postgres.start()
    before = sum(acknowledged.values())
    await until(lambda: sum(acknowledged.values()) > before + 200)
    stopping.set()
    await asyncio.gather(*writers)
    for stream, count in acknowledged.items():
        found: list[LogEntry] = []
        (await log.follow(stream, 0, found.append)).stop()
        assert found == [LogEntry(n, f"{stream} {n}") for n in range(count)]


async def test_a_reader_that_cannot_read_is_left_out_and_others_go_on(
    opened: Opening, database_url: str
) -> None:
    log = await opened(database_url)
    heard: list[LogEntry] = []

    def refuse(_entry: LogEntry) -> None:
        raise LogRefusal("unreadable-entry")

    await log.follow("table", 0, refuse)
    await log.follow("table", 0, heard.append)
    await log.append("table", 0, "fact")
    await log.append("table", 1, "fact")
    assert len(heard) == 2


async def test_a_schema_of_a_newer_version_is_refused(database_url: str) -> None:
    newer = await Database.open(database_url, migrations=(*MIGRATIONS, "CREATE TABLE later ()"))
    await newer.close()
    with pytest.raises(NewerLog, match="database-of-newer-version"):
        await Database.open(database_url)


async def test_hosts_that_start_together_make_the_schema_once(database_url: str) -> None:
    for database in await asyncio.gather(*(Database.open(database_url) for _ in range(4))):
        assert await database.fetch("log", "SELECT * FROM records") == []
        await database.close()


async def test_an_address_where_nothing_listens_is_refused() -> None:
    with pytest.raises(DatabaseAway):
        await Database.open("postgresql://postgres@127.0.0.1:9/odin")


@pytest.mark.parametrize(
    "address",
    ["postgresql://[nonsense", "hall.db", "mysql://host/odin", "postgresql://host:x/odin"],
)
async def test_what_is_no_address_of_a_database_is_refused(address: str) -> None:
    with pytest.raises(BadDatabaseAddress):
        await Database.open(address)


async def test_a_database_that_is_not_there_is_refused(database_url: str) -> None:
    with pytest.raises(DatabaseRefused, match="does not exist"):
        await Database.open(database_url.replace("/test", "/other"))


async def test_a_long_stream_is_read_in_pages(
    opened: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_log, "PAGE", 10)
    ours, theirs = await opened(database_url), await opened(database_url)
    for version in range(35):
        await ours.append("table", version, f"fact {version}")
    heard: list[LogEntry] = []
    await theirs.follow("table", 0, heard.append)
    assert [entry.version for entry in heard] == list(range(35))


async def test_what_is_written_while_a_reader_begins_is_not_missed(
    opened: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = await opened(database_url), await opened(database_url)
    heard, marks = list[str](), list[str]()
    await ours.follow("mark", 0, lambda entry: marks.append(entry.payload))
    read = ours._read

    async def read_slowly(*words: Any) -> Any:
        page = await read(*words)
        monkeypatch.undo()
        await theirs.append("table", 0, "between")
        await theirs.append("mark", 0, "told")
        await until(lambda: marks)
        return page

    monkeypatch.setattr(ours, "_read", read_slowly)
    await ours.follow("table", 0, lambda entry: heard.append(entry.payload))
    await until(lambda: heard == ["between"])
