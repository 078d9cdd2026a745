"""`odin admin`: a host's data, looked after without logging in."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, NewTable, Player
from odin_server.log.sqlite import SqliteLog
from odin_tui.main import main
from tests.ssh.wire import at_once


class Said(NamedTuple):
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def facts(self) -> Any:
        return json.loads(self.out)


Admin = Callable[..., Said]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "hall"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def admin(data: Path, capsys: pytest.CaptureFixture[str]) -> Admin:
    def run(*words: str) -> Said:
        try:
            status = main(["admin", *words, "--data", str(data)])
        except SystemExit as exit_:
            status = int(str(exit_.code))
        return Said(status, *capsys.readouterr())

    return run


@contextmanager
def accounts_in(data: Path) -> Iterator[Accounts]:
    with closing(Accounts(AccountFile(data / "accounts.db"), lambda: 1_000_000.0)) as accounts:
        yield accounts


def a_table_in(data: Path) -> str:
    """Leave an open table behind, as a host that was stopped does, and give its code."""

    async def open_it() -> str:
        hall = await Hall.begin(SqliteLog(data / "hall.db"))
        chair = await hall.open_table(Player("SHA256:a", "Astrid"), NewTable("odin", seats=3))
        code = chair.view.code
        await hall.close()
        return code

    return asyncio.run(open_it())


def test_a_folder_without_a_hall_gets_a_sentence_and_stays_as_it_was(
    tmp_path: Path, data: Path, admin: Admin, capsys: pytest.CaptureFixture[str]
) -> None:
    for task in ("accounts", "bans", "tables"):
        said = admin(task)
        assert (said.status, said.out) == (2, "")
        assert said.err == f"odin admin: there is no hall in {data}.\n"
    assert list(data.iterdir()) == []
    assert main(["admin", "--data", str(tmp_path / "none"), "unban", "x"]) == 2
    assert "there is no hall in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_task_that_is_missing_or_wrong_is_named(admin: Admin) -> None:
    assert "say what to do; there are accounts, bans" in admin().err
    assert "'dance'" in admin("dance").err
    assert "WHO" in admin("unban").err
    assert "not both" in admin("bans", "--database", "postgresql://x").err


def test_accounts_are_listed_with_their_keys(data: Path, admin: Admin) -> None:
    with accounts_in(data) as accounts:
        astrid = at_once(accounts.log_in("SHA256:laptop", "Astrid"))
        at_once(accounts.redeem("SHA256:phone", at_once(accounts.new_code(astrid))))
    said = admin("accounts")
    assert said.status == 0
    assert said.out.startswith("Astrid  last here 1970-01-1")
    assert "    SHA256:laptop  added" in said.out
    assert admin("accounts", "--json").facts == [
        {
            "id": "SHA256:laptop",
            "name": "Astrid",
            "made": 1_000_000.0,
            "seen": 1_000_000.0,
            "keys": [
                {"fingerprint": "SHA256:laptop", "added": 1_000_000.0},
                {"fingerprint": "SHA256:phone", "added": 1_000_000.0},
            ],
        }
    ]


def test_a_moderator_who_is_locked_out_has_a_way_back_while_the_server_runs(
    data: Path, admin: Admin
) -> None:
    with accounts_in(data) as server:
        at_once(server.log_in("SHA256:mona", "Mona"))
        for word in ("Mona", "10.0.0.0/8"):
            at_once(server.ban(server.target(word), None, "", "SHA256:other"))
        assert "account  Mona (SHA256:mona)  for good" in admin("bans").out
        assert [ban["what"] for ban in admin("bans", "--json").facts] == [
            "SHA256:mona",
            "10.0.0.0/8",
        ]
        assert admin("unban", "mona").out == "Mona (SHA256:mona) may come in again.\n"
        assert "It is in 10.0.0.0/8" in admin("unban", "10.1.1.1").err
        assert admin("unban", "10.0.0.0/8", "--json").facts["unbanned"] == "10.0.0.0/8"
        assert server.ban_on_key("SHA256:mona") is None
        assert server.ban_on_address("10.1.1.1") is None
    assert admin("bans").out == "There are no bans.\n"
    assert admin("unban", "mona").status == 2
    assert "Nobody is called 'nobody'" in admin("unban", "nobody").err


def test_a_key_is_unlinked_but_never_the_last(data: Path, admin: Admin) -> None:
    with accounts_in(data) as accounts:
        astrid = at_once(accounts.log_in("SHA256:laptop", "Astrid"))
        at_once(accounts.redeem("SHA256:phone", at_once(accounts.new_code(astrid))))
    assert "no account has a key" in admin("unlink", "SHA256:tablet").err
    assert "does not open the account of Astrid any more" in admin("unlink", "SHA256:phone").out
    assert "the only key of Astrid" in admin("unlink", "SHA256:laptop").err
    with accounts_in(data) as accounts:
        assert [key.fingerprint for key in accounts.keys(astrid)] == ["SHA256:laptop"]


def test_tables_are_listed_and_closed(data: Path, admin: Admin) -> None:
    code = a_table_in(data)
    assert "Astrid" in admin("tables").out
    (table,) = admin("tables", "--json").facts["tables"]
    assert (table["code"], table["people"]) == (code, ["Astrid"])
    assert admin("close", code, "Too", "old").out == f"{code} is closed.\n"
    assert admin("tables").out == "There are no tables.\n"
    assert "There is no table" in admin("close", code).err


def test_tables_of_a_running_server_are_left_to_it(data: Path, admin: Admin) -> None:
    code = a_table_in(data)

    async def while_it_runs() -> list[Said]:
        log = SqliteLog(data / "hall.db")
        said = await asyncio.to_thread(lambda: [admin("tables"), admin("close", code)])
        await log.close()
        return said

    for said in asyncio.run(while_it_runs()):
        assert said.status == 2
        assert "a server is running over" in said.err


def test_a_hall_without_tables_or_accounts_is_not_changed(data: Path, admin: Admin) -> None:
    with accounts_in(data):
        pass
    before = sorted(path.name for path in data.iterdir())
    assert admin("tables").out == "There are no tables.\n"
    assert admin("accounts").out == "There are no accounts.\n"
    assert "There is no table" in admin("close", "AAAA-BBBB").err
    assert sorted(path.name for path in data.iterdir()) == before
    (data / "accounts.db").rename(data / "hall.db")
    assert "there are no accounts" in admin("accounts").err


def test_an_older_file_is_not_upgraded_under_a_server_that_runs(data: Path, admin: Admin) -> None:
    with closing(sqlite3.connect(data / "accounts.db")) as book:
        book.executescript("""
            CREATE TABLE accounts (
                id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE,
                chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
                made REAL NOT NULL, seen REAL NOT NULL);
            PRAGMA application_id = 0x0D1AACC7;
            PRAGMA user_version = 1;
        """)

    async def while_it_runs() -> Said:
        log = SqliteLog(data / "hall.db")
        said = await asyncio.to_thread(admin, "accounts")
        await log.close()
        return said

    assert "of an older odin, which is running: stop it first" in asyncio.run(while_it_runs()).err
    with closing(sqlite3.connect(data / "accounts.db")) as book:
        assert book.execute("PRAGMA user_version").fetchone() == (1,)


def test_files_that_are_no_data_get_a_sentence(data: Path, admin: Admin) -> None:
    (data / "accounts.db").write_text("dear diary")
    (data / "hall.db").write_text("dear diary")
    for task in ("accounts", "tables"):
        said = admin(task)
        assert (said.status, said.out) == (2, "")
        assert "Traceback" not in said.err
        assert said.err.startswith("odin admin: ")
    assert (data / "accounts.db").read_text() == "dear diary"


def test_people_are_moderated_without_a_server_and_the_log_says_so(
    data: Path, admin: Admin
) -> None:
    with accounts_in(data) as accounts:
        loki = at_once(accounts.log_in("SHA256:loki", "Loki"))
        freya = Player("SHA256:freya", "Freya")
        at_once(accounts.reports.add(freya, Player(loki.id, "Loki"), "rude", "", [("Loki", "boo")]))
    assert "Loki, reported by Freya: rude" in admin("reports").out
    assert admin("report", "1", "--json").facts["lines"] == [["Loki", "boo"]]
    assert admin("ban", "Loki", "2h", "rude").out == "Loki (SHA256:loki) may not come in for 2h.\n"
    assert admin("mute", "Loki", "1d").out == "Loki says nothing for 1d.\n"
    assert admin("note", "Loki", "third", "time").status == 0
    assert admin("resolve", "1", "banned").out == "Report 1 is closed.\n"
    facts = admin("account", "Loki", "--json").facts
    assert facts["muted_until"] > 0
    assert [note["text"] for note in facts["notes"]] == ["third time"]
    assert facts["reports"][0]["closing"] == "banned"
    assert [action["verb"] for action in admin("log", "--json").facts] == [
        *("account", "resolve", "note", "mute", "ban"),
    ]
    assert "odin admin  ban  Loki (SHA256:loki)  2h rude" in admin("log", "Loki").out


@pytest.mark.parametrize("words", [("who",), ("kick", "Loki"), ("announce", "Hello")])
def test_what_needs_a_running_server_says_so(admin: Admin, words: tuple[str, ...]) -> None:
    said = admin(*words)
    assert (said.status, "no server is running over" in said.err) == (2, True)
