import asyncio
import errno
import gc
import os
import sqlite3
import subprocess
import sys
import threading
from typing import Any

import pytest

from odin_server.log import (
    DamagedLog,
    LogEntry,
    LogInUse,
    LogUnwritable,
    NewerLog,
    VersionTaken,
    followed_stream,
)
from odin_server.log import sqlite as sqlite_log
from odin_server.log.file import MIGRATIONS, LogFile, is_in_use, open_file
from odin_server.log.followed_stream import FollowedStream
from odin_server.log.memory import MemoryLog
from odin_server.log.sqlite import SqliteLog

LATER = (*MIGRATIONS, "CREATE TABLE later (what TEXT)")


async def written(log: Any, stream: Any = "table", version: Any = 0) -> Any:
    found = []
    (await log.follow(stream, version, found.append)).stop()
    return found


async def test_what_was_appended_is_read_in_order_from_any_version(log: Any) -> None:
    for version in range(3):
        await log.append("table", version, f"fact {version}")
    assert await written(log) == [LogEntry(n, f"fact {n}") for n in range(3)]
    assert await written(log, version=2) == [LogEntry(2, "fact 2")]
    assert await written(log, stream="other") == []


async def test_of_two_who_write_the_same_version_one_wins(log: Any) -> None:
    results = await asyncio.gather(
        *(log.append("table", 0, f"by {who}") for who in "abc"), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), VersionTaken, VersionTaken]
    assert await written(log) == [LogEntry(0, "by a")]


async def test_a_version_that_is_not_the_next_is_refused(log: Any) -> None:
    with pytest.raises(VersionTaken):
        await log.append("table", 1, "too early")
    await log.append("table", 0, "first")
    with pytest.raises(VersionTaken):
        await log.append("table", 0, "again")


async def test_a_reader_hears_of_a_record_before_its_append_returns(log: Any) -> None:
    heard = []
    await log.append("table", 0, "before")
    following = await log.follow("table", 0, heard.append)
    await log.append("table", 1, "after")
    await log.append("other", 0, "elsewhere")
    assert [record.payload for record in heard] == ["before", "after"]
    following.stop()
    following.stop()
    await log.append("table", 2, "unheard")
    assert len(heard) == 2


async def test_two_readers_of_one_stream_both_hear(log: Any) -> None:
    first, second = [], []
    stop_first = await log.follow("table", 0, first.append)
    await log.follow("table", 0, second.append)
    stop_first.stop()
    await log.append("table", 0, "fact")
    assert (len(first), len(second)) == (0, 1)


async def test_the_file_keeps_everything_for_the_next_program(env: Any) -> None:
    log = env.file()
    await log.append("table", 0, "kept")
    await log.close()
    await log.close()
    with pytest.raises(LogUnwritable):
        await log.append("table", 1, "too late")
    again = env.file()
    assert await written(again) == [LogEntry(0, "kept")]
    await again.close()


async def test_what_waits_when_the_log_closes_is_written(env: Any) -> None:
    log = env.file()
    waiting = asyncio.create_task(log.append("table", 0, "last words"))
    await asyncio.sleep(0)
    await log.close()
    await waiting
    again = env.file()
    assert await written(again) == [LogEntry(0, "last words")]
    await again.close()


async def test_closing_waits_for_a_copy_without_stopping_the_event_loop(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), list[bool]()

    def checkpoint(_file: LogFile) -> None:
        begun.set()
        ended.append(may_end.wait(30))

    monkeypatch.setattr(LogFile, "checkpoint", checkpoint)
    monkeypatch.setattr(sqlite_log, "CHECKPOINT_EVERY", 1)
    log = env.file()
    await log.append("table", 0, "x")
    await env.until(begun.is_set, rounds=1_000_000)
    asyncio.get_running_loop().call_later(0.01, may_end.set)
    await log.close()
    assert ended == [True]


async def test_a_copy_that_fails_is_tried_again_and_nobody_complains(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, complaints = list[int](), list[Any]()

    def checkpoint(_file: LogFile) -> None:
        tried.append(1)
        raise sqlite3.OperationalError

    monkeypatch.setattr(LogFile, "checkpoint", checkpoint)
    monkeypatch.setattr(sqlite_log, "CHECKPOINT_EVERY", 1)
    asyncio.get_running_loop().set_exception_handler(lambda _loop, told: complaints.append(told))
    log = env.file()
    for version in range(2):
        await log.append("table", version, "x")
        await env.until(lambda: log._copying is None, rounds=1_000_000)
    await log.close()
    gc.collect()
    assert (len(tried), complaints) == (2, [])


async def test_the_file_is_copied_together_while_writing_goes_on(env: Any) -> None:
    log = env.file()
    for version in range(4500):
        await log.append("table", version, "x" * 200)
    await env.until(lambda: log._copying is None, rounds=1_000_000)
    assert (env.folder / "hall.db").stat().st_size > 200 * 2000
    for version in range(4500, 6600):
        await log.append("table", version, "x" * 200)
    await log.close()
    again = env.file()
    assert len(await written(again)) == 6600
    await again.close()


async def test_a_second_program_is_told_that_the_file_is_in_use(env: Any) -> None:
    log = env.file()
    with pytest.raises(LogInUse, match=r"^log-in-use path="):
        env.file()
    code = (
        "import sys, pathlib\n"
        "from odin_server.log import LogInUse\n"
        "from odin_server.log.sqlite import SqliteLog\n"
        "try:\n    SqliteLog(pathlib.Path(sys.argv[1]))\n"
        "except LogInUse:\n    print('in use')\n"
    )
    told = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code, env.folder / "hall.db"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "in use\n"
    await log.close()


def test_what_could_not_be_opened_is_not_in_use(tmp_path: Any) -> None:
    (tmp_path / "hall.db").mkdir()
    with pytest.raises(LogUnwritable) as told:
        open_file(tmp_path / "hall.db")
    assert told.value.code == "log-not-opened"
    assert not is_in_use(tmp_path / "hall.db")


def refused(path: Any, refusal: Any, code: str) -> None:
    before = path.read_bytes()
    with pytest.raises(refusal) as told:
        SqliteLog(path)
    assert path.read_bytes() == before
    assert not is_in_use(path)
    assert told.value.code == code
    assert told.value.facts["path"] == str(path)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Any) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("This is not a log. " * 50)
    refused(path, DamagedLog, "not-a-log")
    path.write_bytes(b"SQLite format 3\x00")
    refused(path, DamagedLog, "not-a-log")


def test_the_file_of_another_program_is_refused_and_left_alone(tmp_path: Any) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE things (thing TEXT)")
    other.close()
    refused(path, DamagedLog, "file-of-another-program")


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Any) -> None:
    path = tmp_path / "hall.db"
    open_file(path, LATER).close()
    refused(path, NewerLog, "file-of-newer-version")


async def test_an_older_file_is_brought_up_to_date_with_all_it_holds(env: Any) -> None:
    log = env.file()
    await log.append("table", 0, "old")
    await log.close()
    newer = open_file(env.folder / "hall.db", LATER)
    assert newer.main.execute("SELECT payload FROM records").fetchall() == [("old",)]
    assert newer.main.execute("SELECT count(*) FROM later").fetchone() == (0,)
    newer.close()


async def test_a_damaged_file_is_refused_and_left_alone(env: Any) -> None:
    log = env.file()
    for version in range(2000):
        await log.append("table", version, "x" * 100)
    await log.close()
    path = env.folder / "hall.db"
    whole = path.read_bytes()
    assert len(whole) > 100_000
    path.write_bytes(whole[:40_000] + b"\xff" * 20_000 + whole[60_000:])
    refused(path, DamagedLog, "file-damaged")
    path.write_bytes(whole[:50_000])
    refused(path, DamagedLog, "file-damaged")
    path.write_bytes(whole)
    again = env.file()
    assert len(await written(again)) == 2000
    await again.close()


def test_every_connection_waits_for_the_disk_only_when_the_log_is_copied(tmp_path: Any) -> None:
    """Otherwise each move would wait for it, several milliseconds on many disks."""
    file, normal = open_file(tmp_path / "hall.db"), 1
    for connection in (file.main, file.copier):
        assert connection.execute("PRAGMA synchronous").fetchone() == (normal,)
        assert connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    file.close()


def test_a_place_where_nothing_can_be_kept_is_refused_with_the_reason(tmp_path: Any) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "locked.db.lock").mkdir()
    for name, code, reason in (
        ("file/hall.db", "log-not-kept", os.strerror(errno.EEXIST)),
        ("folder.db", "log-not-opened", os.strerror(errno.EISDIR)),
        ("locked.db", "log-not-kept", "unable to open database file"),  # the words of SQLite
    ):
        with pytest.raises(LogUnwritable) as refused:
            SqliteLog(tmp_path / name)
        path = str(tmp_path / name)
        assert (refused.value.code, refused.value.facts) == (code, {"path": path, "error": reason})


async def test_a_full_file_refuses_all_that_waits_and_takes_more_when_there_is_room(
    tmp_path: Any,
) -> None:
    log = SqliteLog(tmp_path / "hall.db", most_bytes=40_000)
    version = 0
    while await fits(log, version):
        version += 1
    assert len(await written(log)) == version > 5
    refusals = await asyncio.gather(
        log.append("table", version, "y" * 9000),
        log.append("other", 0, "y" * 9000),
        return_exceptions=True,
    )
    assert [type(refusal) for refusal in refusals] == [LogUnwritable] * 2
    log.limit(10_000_000)
    await log.append("table", version, "z" * 9000)
    assert (await written(log))[-1].payload == "z" * 9000
    await log.close()


async def fits(log: Any, version: int) -> bool:
    try:
        await log.append("table", version, "x" * 1000)
    except LogUnwritable:
        return False
    return True


DISK_FULL = """
import asyncio, pathlib, resource, signal, sys
from odin_server.log import LogUnwritable
from odin_server.log.sqlite import SqliteLog

async def main():
    log = SqliteLog(pathlib.Path(sys.argv[1]))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    version = 0
    try:
        while True:
            await log.append("table", version, "x" * 1000)
            version += 1
    except LogUnwritable:
        pass
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await log.append("table", version, "there is room again")
    await log.close()
    print(version)

asyncio.run(main())
"""


async def test_a_disk_that_is_really_full_loses_nothing_that_was_acknowledged(env: Any) -> None:
    told = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", DISK_FULL, env.folder / "hall.db"],
        capture_output=True,
        text=True,
        check=True,
    )
    log = env.file()
    records = await written(log)
    assert len(records) == int(told.stdout) + 1 > 5
    assert records[-1].payload == "there is room again"
    await log.close()


async def test_an_append_that_was_given_up_is_in_the_log_all_the_same(env: Any) -> None:
    log = env.file()
    for trouble, version in ((False, 0), (True, 0)):
        giving_up = asyncio.create_task(log.append("table", version, "fact"))
        await asyncio.sleep(0)
        giving_up.cancel()
        await env.settle()
        assert giving_up.cancelled(), trouble
    assert await written(log) == [LogEntry(0, "fact")]
    await log.close()


async def test_a_stream_that_is_not_followed_any_more_is_not_read() -> None:
    log, read = MemoryLog(), list[str]()
    stream = FollowedStream(log, "one", read.append)
    stream.stop()
    await stream.begin()
    await log.append("one", 0, "first")
    stream.stop()
    await log.append("one", 1, "second")
    assert read == ["first"]


async def test_an_entry_does_not_wait_for_ever_for_one_that_is_being_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(followed_stream, "PATIENCE", 0.01)
    answered = asyncio.Event()

    class SlowLog(MemoryLog):
        async def append(self, stream: str, version: int, payload: str) -> None:
            await answered.wait()
            await super().append(stream, version, payload)

    read: list[str] = []
    stream = FollowedStream(SlowLog(), "one", read.append)
    await stream.begin()
    first = asyncio.create_task(stream.add(lambda: "first"))
    await asyncio.sleep(0)
    with pytest.raises(LogUnwritable, match="log-away"):
        await stream.add(lambda: "second")
    answered.set()
    assert await first
    assert await stream.add(lambda: "third")
    assert read == ["first", "third"]
