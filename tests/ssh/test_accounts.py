"""Accounts: keys, names, one-time codes, bans, mutes, and the file they are kept in."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_server.accounts import (
    CODE_SECONDS,
    CODE_TRIES,
    AccountFile,
    Accounts,
    AccountsUnusable,
    BadAccountName,
    BadCode,
    NameTaken,
    check_name,
    skeleton,
)


class ClockedAccounts:
    """Accounts with a time that tests move."""

    opened: ClassVar[list[Accounts]] = []

    def __init__(self, path: Path | None = None) -> None:
        self.time = 1_000_000.0
        self.accounts = Accounts(AccountFile(path), lambda: self.time)
        self.opened.append(self.accounts)


@pytest.fixture(autouse=True)
def closed_books() -> Iterator[None]:
    yield
    while ClockedAccounts.opened:
        ClockedAccounts.opened.pop().close()


async def test_a_key_is_an_account_from_its_first_login_on() -> None:
    accounts = ClockedAccounts().accounts
    first = await accounts.log_in("SHA256:one", "Astrid")
    assert (first.id, first.name, first.new, first.guest) == ("SHA256:one", "Astrid", True, False)
    assert (await accounts.log_in("SHA256:one", "Somebody else")).name == "Astrid"
    assert accounts.knows("SHA256:one")
    assert not accounts.knows("SHA256:two")


async def test_two_who_want_one_name_get_two() -> None:
    accounts = ClockedAccounts().accounts
    names = [(await accounts.log_in(f"SHA256:{number}", "Astrid")).name for number in range(30)]
    assert names[:2] == ["Astrid", "Astrid 2"]
    assert len({skeleton(name) for name in names}) == 30


@pytest.mark.parametrize("wanted", ["", "\x1b[31m", "~", "odin", "Jarl", "\u202e\u200b"])
async def test_a_login_name_that_will_not_do_becomes_another(wanted: str) -> None:
    assert (await ClockedAccounts().accounts.log_in("SHA256:one", wanted)).name == "Viking"


async def test_a_name_is_chosen_and_changed() -> None:
    accounts = ClockedAccounts().accounts
    astrid = await accounts.log_in("SHA256:one", "a")
    assert (await accounts.rename(astrid, "  Astrid   the\x07 Red ")).name == "Astrid the Red"
    assert not (await accounts.log_in("SHA256:one", "a")).new


@pytest.mark.parametrize("like", ["ASTRID", "a s t r i d", "Àstrid", "ａｓｔｒｉｄ", "Astrid!"])
async def test_a_name_like_anothers_is_taken(like: str) -> None:
    accounts = ClockedAccounts().accounts
    await accounts.log_in("SHA256:one", "Astrid")
    bo = await accounts.log_in("SHA256:two", "Bo")
    with pytest.raises(NameTaken):
        await accounts.rename(bo, like)
    assert accounts.find("Bo") is not None


@pytest.mark.parametrize("name", ["", "   ", "\x1b\x1b", "house", "O d i n", "konung", "Аstrid"])
def test_a_name_that_would_fool_people_is_refused(name: str) -> None:
    with pytest.raises(BadAccountName):
        check_name(name)


@given(st.text(max_size=60))
def test_no_name_carries_anything_that_moves_a_cursor(wanted: str) -> None:
    try:
        name = check_name(wanted)
    except BadAccountName:
        return
    assert name.isprintable()
    assert 0 < len(name) <= 24
    assert not name.startswith("~")


def test_guests_have_a_mark_and_names_of_their_own() -> None:
    accounts = ClockedAccounts().accounts
    first, second = accounts.guest("bo"), accounts.guest("bo")
    assert first.guest
    assert first.new
    assert (first.name, second.name) == ("~bo", "~bo2")
    assert first.id != second.id
    accounts.release_name(first)
    assert accounts.guest("bo").name == "~bo"


async def test_a_guest_who_takes_another_name_is_still_a_guest() -> None:
    accounts = ClockedAccounts().accounts
    guest = accounts.guest("bo")
    renamed = await accounts.rename(guest, "Bodil")
    assert (renamed.id, renamed.name, renamed.guest) == (guest.id, "~Bodil", True)
    assert accounts.guest("bo").name == "~bo"


async def test_settings_are_kept_with_the_account_and_not_with_a_guest() -> None:
    accounts = ClockedAccounts().accounts
    astrid = await accounts.log_in("SHA256:one", "Astrid")
    await accounts.keep_settings(astrid, 'theme = "day"')
    await accounts.keep_settings(accounts.guest("bo"), "nothing")
    assert (await accounts.log_in("SHA256:one", "")).settings == 'theme = "day"'


async def test_a_code_adds_a_key_once() -> None:
    accounts = ClockedAccounts().accounts
    astrid = await accounts.log_in("SHA256:laptop", "Astrid")
    code = await accounts.new_code(astrid)
    assert (
        await accounts.redeem("SHA256:phone", f" {code[:5]}-{code[5:].lower()} ")
    ).id == astrid.id
    assert [key.fingerprint for key in accounts.keys(astrid)] == ["SHA256:laptop", "SHA256:phone"]
    assert (await accounts.log_in("SHA256:phone", "x")).name == "Astrid"
    with pytest.raises(BadCode):
        await accounts.redeem("SHA256:thief", code)


async def test_a_code_expires_by_age_and_by_a_newer_one() -> None:
    clocked = ClockedAccounts()
    astrid = await clocked.accounts.log_in("SHA256:laptop", "Astrid")
    old = await clocked.accounts.new_code(astrid)
    newer = await clocked.accounts.new_code(astrid)
    with pytest.raises(BadCode):
        await clocked.accounts.redeem("SHA256:phone", old)
    clocked.time += CODE_SECONDS + 1
    with pytest.raises(BadCode):
        await clocked.accounts.redeem("SHA256:phone", newer)


async def test_codes_cannot_be_guessed_at_leisure() -> None:
    clocked = ClockedAccounts()
    code = await clocked.accounts.new_code(await clocked.accounts.log_in("SHA256:laptop", "Astrid"))
    for _ in range(CODE_TRIES):
        with pytest.raises(BadCode):
            await clocked.accounts.redeem("SHA256:thief", "WRONGWRONG")
    with pytest.raises(BadCode, match="too-many-wrong-link-codes"):
        await clocked.accounts.redeem("SHA256:thief", code)
    assert await clocked.accounts.redeem("SHA256:phone", code)


async def test_no_code_is_readable_in_the_file(tmp_path: Path) -> None:
    accounts = ClockedAccounts(tmp_path / "accounts.sqlite").accounts
    code = await accounts.new_code(await accounts.log_in("SHA256:laptop", "Astrid"))
    accounts.close()
    assert code.encode() not in (tmp_path / "accounts.sqlite").read_bytes()


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "accounts.sqlite"
    first = ClockedAccounts(path)
    astrid = await first.accounts.rename(await first.accounts.log_in("SHA256:one", "a"), "Astrid")
    await first.accounts.keep_settings(astrid, "kept")
    await first.accounts.mute(astrid.id, first.time + 60)
    first.accounts.close()
    again = ClockedAccounts(path).accounts
    found = await again.log_in("SHA256:one", "")
    assert (found.name, found.settings, found.new) == ("Astrid", "kept", False)
    assert again.mutes() == {astrid.id: first.time + 60}
    again.close()


def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite"
    path.write_text("dear diary")
    with pytest.raises(AccountsUnusable):
        ClockedAccounts(path)
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize(("pragma", "word"), [("application_id = 7", "another"), ("", "newer")])
def test_a_file_of_others_or_of_the_future_is_left_alone(
    tmp_path: Path, pragma: str, word: str
) -> None:
    path = tmp_path / "accounts.sqlite"
    if pragma:
        database = sqlite3.connect(path)
        database.execute(f"PRAGMA {pragma}")
    else:
        ClockedAccounts(path).accounts.close()
        database = sqlite3.connect(path)
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(AccountsUnusable, match=word):
        ClockedAccounts(path)
