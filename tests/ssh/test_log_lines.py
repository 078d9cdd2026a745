"""The audit log: it blocks nobody, counts what it loses, and floods do not fill it."""

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from odin_server.sessions import journal, log_writer
from odin_server.sessions.audit_log import (
    LINES_IN_WINDOW,
    MOST_WINDOWS,
    WINDOW,
    AuditLog,
    lost_line,
)
from odin_server.sessions.log_writer import LogWriter, open_log
from odin_tui.commands.serve_log import open_writer
from odin_tui.main import Mistake
from tests.ssh.openssh import new_key, serving, ssh
from tests.ssh.wire import a_server, connected, metric, terminal

PATIENCE = 60.0
ROOT = Path(__file__).parents[2]


@pytest.fixture
def writer_on() -> Iterator[Callable[..., LogWriter]]:
    writers: list[LogWriter] = []

    def make(descriptor: int | None, path: Path | None = None, **more: Any) -> LogWriter:
        writers.append(LogWriter(descriptor, path, tell_lost=lost_line, **more))
        return writers[-1]

    yield make
    for writer in writers:
        writer.close()


def until(true: Callable[[], bool]) -> None:
    """Wait for the thread that writes."""
    for _ in range(6000):
        if true():
            return
        threading.Event().wait(0.01)
    raise AssertionError


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# -- the thread that writes -------------------------------------------------------------------


def test_lines_are_written_in_order(tmp_path: Path, writer_on: Any) -> None:
    writer = writer_on(open_log(tmp_path / "log"))
    for number in range(200):
        writer.write(f"{number}\n")
    writer.close()
    assert (tmp_path / "log").read_text().split() == [str(number) for number in range(200)]
    assert writer.lost == 0


def test_a_log_that_nobody_reads_holds_up_nobody(writer_on: Any) -> None:
    reading, writing = os.pipe()
    writer = writer_on(writing, room=10)
    line = "x" * 1000 + "\n"
    for _ in range(500):
        writer.write(line)
    until(lambda: writer.lost > 0)
    lost = writer.lost
    seen = b""
    while b'"lost"' not in seen:
        seen += os.read(reading, 65_536)
    os.close(reading)
    told = next(one for one in seen.decode().splitlines() if "lost" in one)
    assert json.loads(told)["lines"] == lost


def test_lines_lost_on_a_full_disk_are_told_when_there_is_room_again(
    tmp_path: Path, writer_on: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, write = threading.Event(), os.write

    def write_or_fail(descriptor: int, data: bytes) -> int:
        if not full.is_set():
            return write(descriptor, data)
        if len(data) > 5:
            # A disk that fills up takes the first part of a line.
            return write(descriptor, data[:5])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(log_writer.os, "write", write_or_fail)
    writer = writer_on(open_log(tmp_path / "log"))
    full.set()
    writer.write("12345678\n")
    writer.write("87654321\n")
    until(lambda: writer.lost == 2)
    full.clear()
    writer.write("again\n")
    until(lambda: "again" in (tmp_path / "log").read_text())
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines[-1] == "again"
    assert json.loads(lines[-2])["lines"] == 2


def test_without_a_log_every_line_is_counted(writer_on: Any) -> None:
    writer = writer_on(None)
    writer.write("a\n")
    until(lambda: writer.lost == 1)


def test_a_log_that_was_moved_away_is_opened_again(tmp_path: Path, writer_on: Any) -> None:
    path = tmp_path / "log"
    before = open_log(path)
    writer = writer_on(before, path)
    writer.write("before\n")
    until(lambda: path.read_text() == "before\n")
    path.rename(tmp_path / "log.1")
    writer.reopen()
    writer.write("after\n")
    until(path.exists)
    until(lambda: path.read_text() == "after\n")
    assert (tmp_path / "log.1").read_text() == "before\n"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(before)


def test_a_log_that_cannot_be_opened_again_goes_on_in_the_old_file(
    tmp_path: Path, writer_on: Any
) -> None:
    path = tmp_path / "logs" / "log"
    path.parent.mkdir()
    writer = writer_on(open_log(path), path)
    told: list[OSError] = []
    writer.on_not_reopened = told.append
    path.parent.rename(tmp_path / "old")
    writer.reopen()
    writer.write("after\n")
    until(lambda: (tmp_path / "old" / "log").read_text() == "after\n")
    assert [trouble.errno for trouble in told] == [errno.ENOENT]


def test_a_pipe_that_is_full_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    writer = open_log(tmp_path / "pipe")
    assert os.get_blocking(writer)
    os.close(writer)
    os.close(reader)


def test_a_pipe_that_nobody_reads_is_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        open_log(tmp_path / "pipe")


# -- systemd's journal ------------------------------------------------------------------------


def fields_of(entry: bytes) -> dict[str, str]:
    """Read an entry as the journal does."""
    fields = {}
    while entry:
        name, _, rest = entry.partition(b"\n")
        length = int.from_bytes(rest[:8], "little")
        assert rest[8 + length : 9 + length] == b"\n"
        fields[name.decode()] = rest[8 : 8 + length].decode()
        entry = rest[9 + length :]
    return fields


def test_the_journal_gets_each_line_with_its_facts_and_how_important_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "journal"))
        monkeypatch.setattr(journal, "SOCKET", tmp_path / "journal")
        writer = open_writer("journal")
        log = AuditLog(writer.write)
        log.note("arrived", name="Åse\nPRIORITY=0", session=7, terminal=None)
        log.note("crash", trouble="ValueError")
        log.note("slow")
        log.note("refused")
        writer.close()
        arrived, *others = (fields_of(systemd.recv(65_536)) for _ in range(4))
    assert json.loads(arrived.pop("MESSAGE"))["name"] == "Åse\nPRIORITY=0"
    assert arrived.pop("ODIN_AT")
    assert arrived == {
        "PRIORITY": "6",
        "SYSLOG_IDENTIFIER": "odin",
        "ODIN_EVENT": "arrived",
        "ODIN_NAME": "Åse\nPRIORITY=0",
        "ODIN_SESSION": "7",
    }
    assert [other["PRIORITY"] for other in others] == ["3", "4", "5"]


def test_every_event_with_a_priority_is_one_that_is_written() -> None:
    written = [
        path.read_text()
        for package in ("server/odin_server", "odin_tui")
        for path in (ROOT / package).rglob("*.py")
        if path.name != "journal.py"
    ]
    assert written
    for event in journal.PRIORITIES:
        assert any(f'"{event}"' in source for source in written), event


def test_without_a_journal_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "SOCKET", tmp_path / "journal")
    with pytest.raises(Mistake, match="No such file"):
        open_writer("journal")


# -- floods -----------------------------------------------------------------------------------


def test_a_flood_is_a_few_lines_and_a_number() -> None:
    lines: list[str] = []
    now = [0.0]
    audit_log = AuditLog(lines.append, lambda: now[0])

    def flood(guard: str, network: str, times: int) -> None:
        for _ in range(times):
            audit_log.note_limited(
                "refused", ("guard", "network"), guard=guard, network=network, key="k"
            )

    flood("address_full", "192.0.2.1", 840)
    flood("address_full", "192.0.2.2", 2)
    flood("banned", "192.0.2.1", 2)
    assert len(lines) == LINES_IN_WINDOW + 4
    audit_log.tell_suppressed()
    assert len(lines) == LINES_IN_WINDOW + 4
    now[0] = WINDOW
    lines.clear()
    audit_log.tell_suppressed()
    (told,) = events("".join(lines))
    assert told.pop("at")
    assert told == {
        "event": "suppressed",
        "of": "refused",
        "guard": "address_full",
        "network": "192.0.2.1",
        "lines": 840 - LINES_IN_WINDOW,
    }
    flood("address_full", "192.0.2.1", 1)
    assert len(lines) == 2


def test_a_flood_from_many_addresses_is_told_as_one() -> None:
    lines: list[str] = []
    audit_log = AuditLog(lines.append, lambda: 0.0)
    for number in range(3 * MOST_WINDOWS):
        audit_log.note_limited("refused", ("network",), network=str(number))
    assert len(lines) == MOST_WINDOWS + LINES_IN_WINDOW
    audit_log.tell_suppressed(at_end=True)
    told = json.loads(lines[-1])
    assert told["network"] == "*"
    assert told["lines"] == 2 * MOST_WINDOWS - LINES_IN_WINDOW


async def test_what_a_client_asks_for_is_cut_in_the_log() -> None:
    async with a_server() as server, connected(server) as conn:
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.create_session(asyncssh.SSHClientSession, subsystem="x" * 100)
        (line,) = [line for line in server.lines if '"subsystem"' in line]  # type: ignore[attr-defined]
        assert json.loads(line)["asked"] == "x" * 40


async def test_a_guest_who_opens_channels_does_not_fill_the_log() -> None:
    async with (
        a_server(channels_burst=200) as server,
        connected(server, client_keys=None) as conn,
    ):
        await terminal(conn)
        for _ in range(100):
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.create_session(asyncssh.SSHClientSession)
        lines: list[str] = server.lines  # type: ignore[attr-defined]
        assert sum('"one-session"' in line for line in lines) == LINES_IN_WINDOW
        assert metric(server, "refusals_total", kind="one-session") == 100
        server.host.audit_log.tell_suppressed(at_end=True)
        assert f'"lines": {100 - LINES_IN_WINDOW}' in lines[-1]


# -- the real command -------------------------------------------------------------------------


async def test_people_log_in_while_the_log_is_on_a_full_disk(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data", "--log", "/dev/full") as served:
        async with ssh(served, "version", key=key) as client:
            assert b"\nodin " in await client.end()
        assert await served.stop() == 0


async def test_people_log_in_without_standard_error(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data", stderr=None) as served:
        async with ssh(served, "version", key=key) as client:
            assert b"\nodin " in await client.end()
        assert await served.stop() == 0


async def test_people_log_in_while_nobody_reads_the_log(tmp_path: Path) -> None:
    key = new_key(tmp_path, "astrid")
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writing, b"x" * 4096)
    os.set_blocking(writing, True)
    async with serving(tmp_path / "data", stderr=writing) as served:
        os.close(writing)
        async with ssh(served, "version", key=key) as client:
            assert b"\nodin " in await client.end()
        assert await served.stop() == 0
    os.close(reading)


async def test_sighup_opens_the_log_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    key = new_key(tmp_path, "astrid")
    async with serving(tmp_path / "data", "--log", str(log)) as served:
        log.rename(tmp_path / "log.1")
        served.process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(PATIENCE):
            while not (log.exists() and '"reloaded"' in log.read_text()):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        async with ssh(served, "version", key=key) as client:
            await client.end()
        assert await served.stop() == 0
    assert [one["event"] for one in events((tmp_path / "log.1").read_text())] == ["opened"]
    assert {"arrived", "left", "closed"} <= {one["event"] for one in events(log.read_text())}


async def test_sighup_tells_what_waits_for_a_start_and_why_the_log_was_not_opened_again(
    tmp_path: Path,
) -> None:
    file, logs, old = tmp_path / "serve.toml", tmp_path / "logs", tmp_path / "old"
    file.write_text("")
    logs.mkdir()
    more = ("--settings", str(file), "--log", str(logs / "log"))
    async with serving(tmp_path / "data", *more) as served:
        logs.rename(old)
        file.write_text("web-port = 8081\nbot-queue = 3\nhold = 60\n")
        served.process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(PATIENCE):
            while '"reloaded"' not in (old / "log").read_text():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        file.write_text("hold = 90\n")
        served.process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(PATIENCE):
            while (old / "log").read_text().count('"reloaded"') < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert await served.stop() == 0
    told = events((old / "log").read_text())
    changed = [one["at_next_start"] for one in told if one["event"] == "reloaded"]
    assert changed == [["web-port", "bot-queue"], None]
    failed = [one for one in told if one["event"] == "log-not-reopened"]
    assert [one["why"] for one in failed] == 2 * ["No such file or directory"]
    assert failed[0]["path"] == str(logs / "log")


def test_windows_that_are_over_make_room_for_other_addresses() -> None:
    lines: list[str] = []
    now = [0.0]
    audit_log = AuditLog(lines.append, lambda: now[0])

    def note(network: int) -> None:
        audit_log.note_limited("refused", ("network",), network=str(network))

    for number in range(MOST_WINDOWS - 1):
        note(number)
    now[0] = WINDOW - 1.0
    for _ in range(LINES_IN_WINDOW + 1):
        note(MOST_WINDOWS)
    now[0] = WINDOW
    lines.clear()
    for _ in range(LINES_IN_WINDOW + 1):
        note(-1)
    audit_log.tell_suppressed(at_end=True)
    told = [line["network"] for line in events("".join(lines)) if line["event"] == "suppressed"]
    assert told == [str(MOST_WINDOWS), "-1"]
