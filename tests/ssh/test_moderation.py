"""What moderators can look up, and the log of what they have done."""

import asyncio
import json
import socket
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from odin_engine.game import Refusal
from odin_server.accounts import AccountFile, Accounts
from odin_server.hall.views import Player
from odin_server.sessions.control import (
    LONGEST_REQUEST,
    ask,
    control_path,
    serve_control,
    sockets_in,
)
from odin_tui.control_answers import ControlAnswers
from odin_tui.languages import ENGLISH
from odin_tui.messages import refusal_text
from tests.ssh.test_bans import MODERATOR, moderating
from tests.ssh.wire import EchoFront, connected, terminal


async def test_a_moderator_reads_the_history_of_an_account() -> None:
    async with moderating() as at:
        accounts = at.server.host.accounts
        john = await at.server.host.account_of("SHA256:john", "john.doe", "192.0.2.9")
        await at.server.host.account_of("SHA256:jane", "Jane", "192.0.2.9")
        await accounts.rename(await accounts.rename(john, "Johnny"), "Jon")
        await at.mod("mute Jon 2h")
        await at.mod("note Jon came back under another name")
        freya = Player("SHA256:freya", "Freya")
        await accounts.reports.add(freya, Player(john.id, "Jon"), "rude", "", [("Jon", "boo")])
        said = await at.mod("account Jon")
        assert "192.0.2.9" not in said
        for part in (
            *("called john.doe since", "called Johnny since", "called Jon since"),
            *("SHA256:john  added", "also used by Jane", "muted for 2 hours more"),
            *("Jon, reported by Freya: rude  (open)", "came back under another name"),
            f"{MODERATOR})  mute  Jon (SHA256:john)  2h",
        ):
            assert part in said
        # Also by a name that nobody has any more.
        assert "called Jon since" in await at.mod("account Johnny")
        with pytest.raises(Refusal, match="nobody-called"):
            await at.mod("account Sven")


async def test_nobody_gets_rid_of_moderators_by_another_name() -> None:
    async with moderating() as at:
        accounts = at.server.host.accounts
        john = await accounts.log_in("SHA256:john", "john.doe")
        await accounts.rename(john, "Jon")
        assert "Jon" in await at.mod("mute john.doe 2h")
        assert [*accounts.mutes()] == [john.id]
        await at.mod("note john.doe was loud")
        await at.mod("ban john.doe 1h too loud")
        assert accounts.target("john.doe").what == john.id


async def test_a_name_that_two_had_and_nobody_has_means_neither() -> None:
    now = 0.0
    with closing(Accounts(AccountFile(None), lambda: now)) as accounts:
        for key in ("SHA256:john", "SHA256:jane"):
            account = await accounts.rename(await accounts.log_in(key, "x"), "Freya")
            assert accounts.find_by_any_name("Freya") is not None
            await accounts.rename(account, key.removeprefix("SHA256:"))
            now += 90 * 86_400.0
        assert accounts.find_by_any_name("Freya") is None
        assert accounts.find_by_any_name("john") is not None


async def test_every_session_of_an_account_has_the_name_that_is_chosen_in_one() -> None:
    async with moderating() as at, connected(at.server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (session,) = at.server.host.sessions.values()
        assert session.caller is not None
        await at.server.host.accounts.rename(session.caller.account, "Grim")
        assert session.caller.account.name == "Grim"
        assert at.server.host.find_here("Grim") == session.caller.account


async def test_an_address_is_the_same_mark_for_everybody_and_tells_nothing() -> None:
    async with moderating() as at:
        accounts = at.server.host.accounts
        for key in ("SHA256:a", "SHA256:b", "SHA256:a"):
            await at.server.host.account_of(key, key[-1:], "198.51.100.7")
        (mark,) = accounts.history.addresses("SHA256:a")
        (other,) = accounts.history.addresses("SHA256:b")
        assert mark.address == other.address
        assert mark.others == ("b",)
        assert len(mark.address) == 16
        with closing(Accounts(AccountFile(None), lambda: 1.0)) as elsewhere:
            await elsewhere.log_in("SHA256:a", "a")
            elsewhere.history.note_address("SHA256:a", "198.51.100.7")
            assert elsewhere.history.addresses("SHA256:a")[0].address != mark.address


async def test_every_action_is_in_the_log_and_can_be_read_back() -> None:
    async with moderating() as at:
        await at.server.host.accounts.log_in("SHA256:john", "john.doe")
        for words in ("ban john.doe 1h too loud", "unban john.doe", "mute john.doe 1h"):
            await at.mod(words)
        await at.mod("unmute john.doe")
        assert at.server.host.accounts.mutes() == {}
        with pytest.raises(Refusal):
            await at.mod("kick nobody.at.all")
        await at.mod("announce Hello there")
        for reading in ("bans", "reports", "tables", "who"):
            await at.mod(reading)
        log = (await at.mod("log")).splitlines()
        assert [line.split("  ")[2] for line in log] == [
            *("announce", "unmute", "mute", "unban", "ban"),
        ]
        assert log[-1].endswith("ban  john.doe (SHA256:john)  1h too loud")
        assert await at.mod("log john.doe") == "\n".join(log[1:])


async def test_an_announcement_is_in_the_log_as_it_was_said() -> None:
    async with moderating() as at:
        await at.mod("announce all well")
        assert (await at.mod("log")).endswith("  announce  all well")


async def test_the_log_says_when_it_is_asked_for_a_name_that_nobody_has() -> None:
    async with moderating() as at:
        accounts = at.server.host.accounts
        john = await accounts.log_in("SHA256:john", "john.doe")
        await at.mod("mute john.doe 1h")
        await accounts.rename(await accounts.rename(john, "Johnny"), "Jon")
        for nothing in ("Johnny", "Jon", "192.0.2.1", f"SHA256:{43 * 'x'}"):
            assert await at.mod(f"log {nothing}") == "Nothing was done yet."
        assert "  mute  " in await at.mod("log john.doe")
        with pytest.raises(Refusal, match="nobody-called"):
            await at.mod("log NOBODY")


async def test_reports_are_listed_read_and_closed() -> None:
    async with moderating() as at:
        reports = at.server.host.accounts.reports
        assert await at.mod("reports") == "No report is open."
        freya, loki = Player("SHA256:f", "Freya"), Player("SHA256:l", "Loki")
        lines = [("Loki", "boo"), ("Freya", "stop it")]
        assert await reports.add(freya, loki, "shouts\x1b[2J", "QXW-ERT", lines) == 1
        with pytest.raises(Refusal, match="already-reported"):
            await reports.add(freya, loki, "again", "", [])
        with pytest.raises(Refusal, match="report-on-yourself"):
            await reports.add(freya, freya, "", "", [])
        assert "Loki, reported by Freya: shouts" in await at.mod("reports")
        said = await at.mod("report 1")
        assert "At table QXW-ERT:\n    Loki: boo\n    Freya: stop it" in said
        assert await at.mod("resolve 1 muted for a day") == "Report 1 is closed."
        assert await at.mod("reports") == "No report is open."
        assert "muted for a day" in await at.mod("report 1")
        for words in ("resolve 1", "report 7", "report x"):
            with pytest.raises(Refusal, match="no-such-report") as refused:
                await at.mod(words)
            assert "no open report" in refusal_text(refused.value, ENGLISH)


async def test_nobody_floods_moderators_with_reports() -> None:
    async with moderating() as at:
        reports, freya = at.server.host.accounts.reports, Player("SHA256:f", "Freya", "192.0.2.1")
        for number in range(3):
            await reports.add(freya, Player(f"SHA256:{number}", "x"), "", "", [])
        with pytest.raises(Refusal, match="too-many-reports"):
            await reports.add(freya, Player("SHA256:4", "x"), "", "", [])


async def test_reasons_are_cut_to_200_characters() -> None:
    async with moderating() as at:
        accounts, reason = at.server.host.accounts, "x" * 300
        number = await accounts.reports.add(
            Player("SHA256:f", "Freya"), Player("SHA256:l", "Loki"), reason, "", []
        )
        await accounts.reports.close(number, "SHA256:m", reason)
        await accounts.ban(accounts.target("192.0.2.1"), None, reason, "mod")
        report, (ban,) = accounts.reports.find(number), accounts.bans()
        assert report is not None
        assert [report.why, report.closing, ban.why] == ["x" * 200] * 3


async def test_the_host_asks_a_server_that_runs_through_its_socket(tmp_path: Path) -> None:
    path = control_path(tmp_path)
    async with moderating(EchoFront()) as at:
        answers = ControlAnswers(at.server.host, at.hall)
        async with serve_control(path, answers.answer), connected(at.server) as conn:
            screen = await terminal(conn)
            await screen.until(b"hello")
            assert path.stat().st_mode & 0o777 == 0o600
            assert sockets_in(tmp_path) == [path]
            asked = await asyncio.to_thread(ask, path, {"ask": "who"})
            assert asked is not None
            assert [one["address"] for one in asked["people"]] == ["127.0.0.1"]
            kicked = await asyncio.to_thread(
                ask, path, {"ask": "moderate", "words": ["kick", "astrid"], "language": "de"}
            )
            assert kicked == {"text": "astrid: 1 Sitzung beendet."}
            await screen.closed.wait()
            refused = await asyncio.to_thread(
                ask, path, {"ask": "moderate", "words": ["kick", "nobody"]}
            )
            assert "Nobody is called" in str(refused)
            assert await asyncio.to_thread(ask, path, {"ask": "moderate", "words": [1]}) == {
                "refused": "?"
            }
        assert await asyncio.to_thread(ask, path, {"ask": "who"}) is None
        (action,) = at.server.host.accounts.history.actions(9)
        assert (action.by, action.verb) == ("odin admin", "kick")


async def echo(request: Mapping[str, Any]) -> Mapping[str, Any]:
    return request


async def test_a_socket_that_a_killed_server_left_behind_is_replaced(tmp_path: Path) -> None:
    path = control_path(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as of_a_killed_server:
        of_a_killed_server.bind(str(path))
    assert ask(path, {}) is None
    async with serve_control(path, echo):
        assert await asyncio.to_thread(ask, path, {"ask": "who"}) == {"ask": "who"}
    assert sockets_in(tmp_path) == []


async def test_a_request_that_is_too_long_is_not_answered(tmp_path: Path) -> None:
    path, longest = control_path(tmp_path), {"ask": "x" * (LONGEST_REQUEST - len('{"ask": ""}'))}
    async with serve_control(path, echo):
        assert await asyncio.to_thread(ask, path, longest) == longest
        assert await asyncio.to_thread(ask, path, {"ask": longest["ask"] + "x"}) is None


async def test_only_the_socket_is_more_private_than_other_files(tmp_path: Path) -> None:
    def mode_of_new_file(name: str) -> int:
        (tmp_path / name).touch()
        return (tmp_path / name).stat().st_mode

    usual = mode_of_new_file("before")
    async with serve_control(control_path(tmp_path), echo):
        assert mode_of_new_file("after") == usual


VERSION_2 = """
    CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL, seen REAL NOT NULL);
    CREATE TABLE skeletons (skeleton TEXT NOT NULL,
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        PRIMARY KEY (skeleton, account)) WITHOUT ROWID;
    CREATE TABLE keys (fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts,
        added REAL NOT NULL);
    CREATE TABLE unlinked (fingerprint TEXT NOT NULL,
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        PRIMARY KEY (fingerprint, account)) WITHOUT ROWID;
    CREATE TABLE codes (hash TEXT PRIMARY KEY,
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, until REAL NOT NULL);
    CREATE TABLE bans (kind TEXT NOT NULL, what TEXT NOT NULL, until REAL, why TEXT NOT NULL,
        by TEXT NOT NULL, PRIMARY KEY (kind, what));
    CREATE TABLE mutes (account TEXT PRIMARY KEY, until REAL NOT NULL);
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO accounts VALUES ('SHA256:bo', 'Bo', 'bo', 1, '', 5, 6);
    INSERT INTO skeletons VALUES ('bo', 'SHA256:bo');
    INSERT INTO keys VALUES ('SHA256:bo', 'SHA256:bo', 5);
    INSERT INTO mutes VALUES ('SHA256:bo', 9);
    PRAGMA application_id = 0x0D1AACC7;
    PRAGMA user_version = 2;
"""


async def test_a_file_of_the_version_before_opens_with_the_names_it_knows(tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(VERSION_2)
    with closing(Accounts(AccountFile(path), lambda: 7.0)) as accounts:
        bo = await accounts.log_in("SHA256:bo", "")
        assert [*accounts.history.names(bo.id)] == [("Bo", 5.0)]
        await accounts.rename(bo, "Bodil")
        await accounts.history.act("m", "Mo", "note", "Bodil")
    with closing(Accounts(AccountFile(path), lambda: 8.0)) as accounts:
        assert [one.name for one in accounts.history.names("SHA256:bo")] == ["Bo", "Bodil"]
        assert accounts.mutes() == {"SHA256:bo": 9.0}
        assert json.dumps(accounts.history.actions(1)) == '[[7.0, "m", "Mo", "note", "Bodil", ""]]'
