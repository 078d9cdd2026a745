"""A disk that is full and data that is damaged: people are told, and the log has the reason."""

import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from odin_server.accounts import AccountFile, Accounts, AccountsUnusable
from odin_server.log import DamagedLog, LogRefusal, LogUnwritable
from odin_server.log.sqlite import SqliteLog
from odin_server.sessions.audit_log import LINES_IN_WINDOW, describe_error
from tests.ssh.wire import KEY, EchoFront, a_host, a_server, connected, metric, terminal


async def fill_up(accounts: Accounts) -> None:
    """Let the file of accounts grow no more, as on a full disk."""
    accounts._db.execute("PRAGMA max_page_count = 1")
    with contextlib.suppress(AccountsUnusable):
        for number in range(10_000):
            await accounts.log_in(f"SHA256:{number}", "x" * 15)


def lines_of(server: Any, event: str) -> list[str]:
    return [line for line in server.lines if f'"event": "{event}"' in line]


@pytest.mark.parametrize("has_terminal", [True, False])
async def test_a_full_disk_at_login_is_told_and_logged(
    tmp_path: Path, *, has_terminal: bool
) -> None:
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), time.time)
    await fill_up(accounts)
    async with a_server(accounts=accounts) as server, connected(server) as conn:
        if has_terminal:
            screen = await terminal(conn)
            said = (await screen.end()).decode()
            assert screen.chan.get_exit_status() == 1
        else:
            result = await conn.run()
            said = str(result.stdout)
            assert result.exit_status == 1
        assert said.strip() == "accounts-unavailable"
        (line,) = lines_of(server, "accounts-failed")
        assert "database or disk is full" in line
        assert metric(server, "accounts_failures_total") == 1
        assert metric(server, "disk_errors_total", kind="full") == 1


async def test_whatever_cannot_be_saved_is_told_to_the_host(tmp_path: Path) -> None:
    """While only known people come and go, no login fails on a full disk."""
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), time.time)
    async with a_server(accounts=accounts) as server:
        await fill_up(accounts)
        assert metric(server, "accounts_failures_total") == 1
        assert metric(server, "disk_errors_total", kind="full") == 1
        (line,) = lines_of(server, "accounts-failed")
        assert "database or disk is full" in line


async def test_somebody_who_is_known_comes_in_while_the_disk_is_full(tmp_path: Path) -> None:
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), time.time)
    await accounts.log_in(KEY.get_fingerprint(), "Astrid")
    await fill_up(accounts)
    async with a_server(accounts=accounts) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello Astrid")


async def test_accounts_that_break_while_the_server_runs_are_told_at_login(
    tmp_path: Path,
) -> None:
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), time.time)
    async with a_server(accounts=accounts) as server:
        other = sqlite3.connect(tmp_path / "accounts.db")
        other.execute("DROP TABLE bans")
        other.close()
        with pytest.raises(asyncssh.DisconnectError, match="accounts-unavailable"):
            async with connected(server):
                pass
        assert "no such table: bans" in lines_of(server, "accounts-failed")[0]
        assert metric(server, "accounts_failures_total") == 1


async def test_an_error_of_the_accounts_that_is_repeated_hides_no_other() -> None:
    lines: list[str] = []
    host = a_host(lines)
    for error in (*["disk I/O error"] * (LINES_IN_WINDOW + 1), "database is locked"):
        host.accounts_failed(sqlite3.OperationalError(error), "192.0.2.1")
    host.audit_log.tell_suppressed(at_end=True)
    host.accounts.close()
    *repeated, other, suppressed = [json.loads(line)["trouble"] for line in lines]
    assert repeated == [suppressed] * LINES_IN_WINDOW
    assert "disk I/O error" in suppressed
    assert "database is locked" in other


async def test_something_that_fails_before_anybody_is_served_is_told_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with a_server() as server:
        monkeypatch.setattr(server.host, "next_number", lambda: 1 // 0)
        async with connected(server) as conn:
            screen = await terminal(conn)
            assert b"session-crashed" in await screen.end()
            assert screen.chan.get_exit_status() == 1
        assert "ZeroDivisionError" in lines_of(server, "crash")[0]


async def test_what_fails_at_the_end_of_a_session_does_not_keep_it() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        frontend.callers[0].at_end.append(lambda: 1 // 0)
        server.host.kick(frontend.callers[0].account.id, "")
        await screen.end()
        assert not server.host.sessions
        assert "ZeroDivisionError" in lines_of(server, "crash")[0]


async def test_moves_that_cannot_be_written_are_in_the_hosts_log(tmp_path: Path) -> None:
    failures = list[LogRefusal]()
    log = SqliteLog(tmp_path / "hall.db", most_bytes=1, on_failure=failures.append)
    with pytest.raises(LogUnwritable) as refused:
        await log.append("x", 0, "x" * 100_000)
    assert failures == [refused.value]
    assert "full" in str(failures[0])
    await log.close()


async def test_records_that_cannot_be_read_are_refused_and_told(tmp_path: Path) -> None:
    failures = list[LogRefusal]()
    log = SqliteLog(tmp_path / "hall.db", on_failure=failures.append)
    other = sqlite3.connect(tmp_path / "hall.db")
    other.execute("DROP TABLE records")
    other.close()
    with pytest.raises(DamagedLog, match="log-unreadable") as refused:
        await log.follow("x", 0, lambda _record: None)
    assert failures == [refused.value]
    await log.close()


def test_what_a_database_says_is_told_and_nothing_else() -> None:
    with pytest.raises(sqlite3.Error) as told:
        sqlite3.connect(":memory:").execute("SELECT 1 FROM gone")
    assert describe_error(told.value).startswith("OperationalError (no such table: gone): ")
    with pytest.raises(ValueError, match="a card") as silent:
        raise ValueError("a card")
    assert "a card" not in describe_error(silent.value)
