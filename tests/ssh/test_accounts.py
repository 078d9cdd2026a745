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
    Accounts,
    AccountsTrouble,
    BadAccountName,
    BadCode,
    NameTaken,
    check_name,
    skeleton,
)


class Book:
    """Accounts with a time that tests move."""

    opened: ClassVar[list[Accounts]] = []

    def __init__(self, path: Path | None = None) -> None:
        self.time = 1_000_000.0
        self.accounts = Accounts(path, lambda: self.time)
        self.opened.append(self.accounts)


@pytest.fixture(autouse=True)
def closed_books() -> Iterator[None]:
    yield
    while Book.opened:
        Book.opened.pop().close()


def test_a_key_is_an_account_from_first_sight_on() -> None:
    book = Book().accounts
    first = book.log_in("SHA256:one", "Astrid")
    assert (first.id, first.name, first.new, first.guest) == ("SHA256:one", "Astrid", True, False)
    assert book.log_in("SHA256:one", "Somebody else").name == "Astrid"
    assert book.knows("SHA256:one")
    assert not book.knows("SHA256:two")


def test_two_who_want_one_name_get_two() -> None:
    book = Book().accounts
    names = [book.log_in(f"SHA256:{number}", "Astrid").name for number in range(30)]
    assert names[:2] == ["Astrid", "Astrid 2"]
    assert len({skeleton(name) for name in names}) == 30


@pytest.mark.parametrize("wanted", ["", "\x1b[31m", "~", "odin", "Jarl", "\u202e\u200b"])
def test_a_login_name_that_will_not_do_becomes_another(wanted: str) -> None:
    assert Book().accounts.log_in("SHA256:one", wanted).name == "Viking"


def test_a_name_is_chosen_and_changed() -> None:
    book = Book().accounts
    astrid = book.log_in("SHA256:one", "a")
    assert book.rename(astrid, "  Astrid   the\x07 Red ").name == "Astrid the Red"
    assert not book.log_in("SHA256:one", "a").new


@pytest.mark.parametrize("like", ["ASTRID", "a s t r i d", "Àstrid", "ａｓｔｒｉｄ", "Astrid!"])
def test_a_name_like_anothers_is_taken(like: str) -> None:
    book = Book().accounts
    book.log_in("SHA256:one", "Astrid")
    bo = book.log_in("SHA256:two", "Bo")
    with pytest.raises(NameTaken):
        book.rename(bo, like)
    assert book.find("Bo") is not None


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
    book = Book().accounts
    first, second = book.guest("bo"), book.guest("bo")
    assert (first.name, second.name) == ("~bo", "~bo2")
    assert first.id != second.id
    book.release_name(first)
    assert book.guest("bo").name == "~bo"


def test_settings_are_kept_with_the_account_and_not_with_a_guest() -> None:
    book = Book().accounts
    astrid = book.log_in("SHA256:one", "Astrid")
    book.keep_settings(astrid, 'theme = "light"')
    book.keep_settings(book.guest("bo"), "nothing")
    assert book.log_in("SHA256:one", "").settings == 'theme = "light"'


def test_a_code_adds_a_key_once() -> None:
    book = Book().accounts
    astrid = book.log_in("SHA256:laptop", "Astrid")
    code = book.new_code(astrid)
    assert book.redeem("SHA256:phone", f" {code[:5]}-{code[5:].lower()} ").id == astrid.id
    assert [key.fingerprint for key in book.keys(astrid)] == ["SHA256:laptop", "SHA256:phone"]
    assert book.log_in("SHA256:phone", "x").name == "Astrid"
    with pytest.raises(BadCode):
        book.redeem("SHA256:thief", code)


def test_a_code_dies_of_age_and_of_a_newer_one() -> None:
    book = Book()
    astrid = book.accounts.log_in("SHA256:laptop", "Astrid")
    old = book.accounts.new_code(astrid)
    newer = book.accounts.new_code(astrid)
    with pytest.raises(BadCode):
        book.accounts.redeem("SHA256:phone", old)
    book.time += CODE_SECONDS + 1
    with pytest.raises(BadCode):
        book.accounts.redeem("SHA256:phone", newer)


def test_codes_cannot_be_guessed_at_leisure() -> None:
    book = Book()
    code = book.accounts.new_code(book.accounts.log_in("SHA256:laptop", "Astrid"))
    for _ in range(CODE_TRIES):
        with pytest.raises(BadCode):
            book.accounts.redeem("SHA256:thief", "WRONGWRONG")
    with pytest.raises(BadCode, match="too-many-wrong-link-codes"):
        book.accounts.redeem("SHA256:thief", code)
    assert book.accounts.redeem("SHA256:phone", code)


def test_no_code_is_readable_in_the_file(tmp_path: Path) -> None:
    book = Book(tmp_path / "accounts.sqlite").accounts
    code = book.new_code(book.log_in("SHA256:laptop", "Astrid"))
    book.close()
    assert code.encode() not in (tmp_path / "accounts.sqlite").read_bytes()


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "accounts.sqlite"
    first = Book(path)
    astrid = first.accounts.rename(first.accounts.log_in("SHA256:one", "a"), "Astrid")
    first.accounts.keep_settings(astrid, "kept")
    first.accounts.mute(astrid.id, first.time + 60)
    first.accounts.close()
    again = Book(path).accounts
    found = again.log_in("SHA256:one", "")
    assert (found.name, found.settings, found.new) == ("Astrid", "kept", False)
    assert again.mutes() == {astrid.id: first.time + 60}
    again.close()


def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite"
    path.write_text("dear diary")
    with pytest.raises(AccountsTrouble):
        Book(path)
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize(("pragma", "word"), [("application_id = 7", "another"), ("", "newer")])
def test_a_file_of_others_or_of_the_future_is_left_alone(
    tmp_path: Path, pragma: str, word: str
) -> None:
    path = tmp_path / "accounts.sqlite"
    if pragma:
        book = sqlite3.connect(path)
        book.execute(f"PRAGMA {pragma}")
    else:
        Book(path).accounts.close()
        book = sqlite3.connect(path)
        book.execute("PRAGMA user_version = 99")
    book.close()
    with pytest.raises(AccountsTrouble, match=word):
        Book(path)
