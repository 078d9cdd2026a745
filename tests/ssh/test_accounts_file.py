"""The file of accounts: written whole or not at all, repaired, and brought up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from odin_server.accounts import AccountFile, Accounts, AccountsUnwritable, NameTaken, is_older

VERSION_1 = """
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE,
        chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL, seen REAL NOT NULL);
    CREATE TABLE keys (fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL, added REAL NOT NULL);
    CREATE TABLE codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL, until REAL NOT NULL);
    CREATE TABLE bans (what TEXT PRIMARY KEY, until REAL, why TEXT NOT NULL, by TEXT NOT NULL);
    CREATE TABLE mutes (account TEXT PRIMARY KEY, until REAL NOT NULL);
    PRAGMA application_id = 0x0D1AACC7;
    PRAGMA user_version = 1;
"""


def an_old_file(path: Path, script: str) -> Path:
    """Write a file as the first version of odin did."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(VERSION_1 + script)
    return path


def an_account(name: str, key: str = "", *, with_key: bool = True) -> str:
    """Give the statements that make an account in such a file."""
    key = key or f"SHA256:{name}"
    row = f"'{key}', '{name}', '{name.casefold()}', 1, 's', 1, 2"
    return f"INSERT INTO accounts VALUES ({row});" + (a_key(key, key) if with_key else "")  # noqa: S608


def a_key(key: str, account: str) -> str:
    return f"INSERT INTO keys VALUES ('{key}', '{account}', 1);"  # noqa: S608


@contextmanager
def opened(path: Path | None) -> Iterator[Accounts]:
    accounts = Accounts(AccountFile(path), lambda: 1000.0)
    try:
        yield accounts
    finally:
        accounts.close()


def fail_on(accounts: Accounts, event: str) -> None:
    """Let one statement fail, as it does on a full disk."""
    accounts._db.execute(
        f"CREATE TEMP TRIGGER full BEFORE {event} BEGIN SELECT RAISE(ABORT, 'full'); END"
    )


def repair(accounts: Accounts) -> None:
    accounts._db.execute("DROP TRIGGER full")


async def test_a_first_login_that_cannot_be_written_leaves_nothing_behind() -> None:
    with opened(None) as accounts:
        fail_on(accounts, "INSERT ON keys")
        with pytest.raises(AccountsUnwritable, match="full"):
            await accounts.log_in("SHA256:one", "Astrid")
        assert not accounts.knows("SHA256:one")
        repair(accounts)
        assert (await accounts.log_in("SHA256:one", "Astrid")).name == "Astrid"


async def test_a_full_disk_locks_nobody_out_and_lets_known_people_in(tmp_path: Path) -> None:
    with opened(tmp_path / "accounts.db") as accounts:
        known = await accounts.log_in("SHA256:known", "Known")
        database = accounts._db
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages + 1}")
        came = 0
        with pytest.raises(AccountsUnwritable):  # noqa: PT012 - which one does not fit is SQLite's
            for came in range(1000):
                await accounts.log_in(f"SHA256:{came}", f"Somebody {came}")
        assert await accounts.log_in("SHA256:known", "") == known
        database.execute("PRAGMA max_page_count = 100000")
        assert (await accounts.log_in(f"SHA256:{came}", "Late")).name == "Late"
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_code_that_cannot_be_redeemed_whole_is_not_spent() -> None:
    with opened(None) as accounts:
        code = await accounts.new_code(await accounts.log_in("SHA256:laptop", "Astrid"))
        fail_on(accounts, "INSERT ON keys")
        with pytest.raises(AccountsUnwritable):
            await accounts.redeem("SHA256:phone", code)
        repair(accounts)
        assert (await accounts.redeem("SHA256:phone", code)).name == "Astrid"


async def test_a_code_that_cannot_be_written_down_leaves_the_old_one() -> None:
    with opened(None) as accounts:
        astrid = await accounts.log_in("SHA256:laptop", "Astrid")
        code = await accounts.new_code(astrid)
        fail_on(accounts, "INSERT ON codes")
        with pytest.raises(AccountsUnwritable):
            await accounts.new_code(astrid)
        assert (await accounts.redeem("SHA256:phone", code)).name == "Astrid"


async def test_a_rename_that_cannot_be_written_down_leaves_the_old_name() -> None:
    with opened(None) as accounts:
        astrid = await accounts.log_in("SHA256:one", "Astrid")
        fail_on(accounts, "INSERT ON skeletons")
        with pytest.raises(AccountsUnwritable):
            await accounts.rename(astrid, "Bodil")
        repair(accounts)
        assert accounts.find("Astrid") is not None
        assert (await accounts.log_in("SHA256:two", "Bodil")).name == "Bodil"


async def test_keys_that_could_never_log_in_again_can(tmp_path: Path) -> None:
    """Files as they were left by a full disk, and by a guest's code that somebody redeemed."""
    half = an_account("Half", with_key=False)
    lost = a_key("SHA256:lost", "guest:abc")
    both = an_account("Both", with_key=False)
    both += a_key("SHA256:Both", "guest:abc")
    path = an_old_file(tmp_path / "accounts.db", half + lost + both + an_account("Whole"))
    with opened(path) as accounts:
        assert accounts._storage.repaired == 4
        assert (await accounts.log_in("SHA256:Half", "")).name == "Half"
        assert (await accounts.log_in("SHA256:Both", "")).name == "Both"
        assert (await accounts.log_in("SHA256:lost", "Lost")).name == "Lost"
        assert (await accounts.log_in("SHA256:Whole", "")).settings == "s"
    with opened(path) as accounts:
        assert accounts._storage.repaired == 0


async def test_an_account_that_was_left_by_a_link_is_not_given_a_key_by_the_repair(
    tmp_path: Path,
) -> None:
    linked = an_account("Old", with_key=False)
    linked += a_key("SHA256:Old", "SHA256:New") + an_account("New")
    with opened(an_old_file(tmp_path / "accounts.db", linked)) as accounts:
        assert accounts._storage.repaired == 0
        assert (await accounts.log_in("SHA256:Old", "")).name == "New"


async def test_accounts_that_look_alike_since_the_upgrade_keep_their_names(tmp_path: Path) -> None:
    path = an_old_file(
        tmp_path / "accounts.db", an_account("Bill") + an_account("BiII") + an_account("admin")
    )
    with opened(path) as accounts:
        bill, like = (
            await accounts.log_in("SHA256:Bill", ""),
            await accounts.log_in("SHA256:BiII", ""),
        )
        assert (bill.name, like.name) == ("Bill", "BiII")
        assert accounts.find("BiII") == like
        assert accounts.find("bill") == bill
        assert (await accounts.log_in("SHA256:admin", "")).name == "admin"
        with pytest.raises(NameTaken):
            await accounts.rename(await accounts.log_in("SHA256:new", "new"), "BILL")
        assert (await accounts.rename(like, "Biff")).name == "Biff"


def test_old_bans_say_what_they_are_on_and_those_that_never_matched_do(tmp_path: Path) -> None:
    old = "".join(
        f"INSERT INTO bans VALUES ('{what}', NULL, 'why', 'mod');"  # noqa: S608
        for what in (
            *("SHA256:Bill", "SHA256:nobody", "192.0.2.1", "2001:db8::/64", "10.1.2.3/8"),
            *("john.doe", "gone.away"),
        )
    )
    people = an_account("Bill")
    people += "INSERT INTO accounts VALUES ('SHA256:john', 'John.Doe', 'johndoe', 1, '', 1, 1);"
    with opened(an_old_file(tmp_path / "accounts.db", people + old)) as accounts:
        assert [(ban.target.kind, ban.target.what) for ban in accounts.bans()] == [
            ("account", "SHA256:Bill"),
            ("account", "SHA256:john"),
            ("address", "10.0.0.0/8"),
            ("address", "192.0.2.1"),
            ("address", "2001:db8::/64"),
            ("key", "SHA256:nobody"),
        ]
        assert accounts.ban_on_address("10.9.9.9") is not None


async def test_an_upgrade_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = an_old_file(tmp_path / "accounts.db", an_account("Bill"))

    def fail(_book: sqlite3.Connection) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("odin_server.accounts.file.repair", fail)
        with pytest.raises(Exception, match="full"), opened(path):
            pass
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("SELECT name FROM accounts").fetchall() == [("Bill",)]
    with opened(path) as accounts:
        assert (await accounts.log_in("SHA256:Bill", "")).name == "Bill"


def test_only_a_file_of_an_older_version_is_older(tmp_path: Path) -> None:
    path = an_old_file(tmp_path / "accounts.db", an_account("Astrid"))
    assert is_older(path)
    AccountFile(path).close()
    assert not is_older(path)


async def test_skeletons_are_worked_out_again_when_the_list_changes(tmp_path: Path) -> None:
    path = tmp_path / "accounts.db"
    with opened(path) as accounts:
        await accounts.log_in("SHA256:one", "Anna")
        accounts._db.execute("DELETE FROM skeletons")
        accounts._db.execute("UPDATE facts SET value = 'older'")
    with opened(path) as accounts:
        other = await accounts.log_in("SHA256:two", "Bo")
        with pytest.raises(NameTaken):
            await accounts.rename(other, "Annɑ")
