"""Where accounts are kept: what is told of facts, what is left out, and how it is closed."""

import sqlite3
from pathlib import Path

import pytest

from odin_server.accounts import AccountFile, Accounts, AccountStream, apply, facts_of
from odin_server.accounts import moderation_tables as tables
from odin_server.accounts.facts import (
    AccountFact,
    Acted,
    CameFrom,
    KeyLinked,
    ReportClosed,
    Reported,
    Seen,
    decode,
    encode,
)
from odin_server.accounts.stream import STREAM
from odin_server.hall.views import NAME_LENGTH
from odin_server.log.memory import MemoryLog

ASTRID = "SHA256:a"


@pytest.fixture
async def accounts() -> Accounts:
    made = Accounts(AccountFile(None), lambda: 1000.0)
    await made.log_in(ASTRID, "Astrid")
    return made


async def test_storage_that_is_closed_is_not_read_any_more() -> None:
    for storage in (AccountFile(None), await AccountStream.open(MemoryLog())):
        storage.close()
        with pytest.raises(sqlite3.ProgrammingError):
            storage.db.execute("SELECT 1")


async def test_in_a_file_every_fact_is_ones_own() -> None:
    storage, told = AccountFile(None), list[bool]()
    accounts = Accounts(storage, lambda: 1000.0)
    storage.on_applied = lambda _fact, elsewhere: told.append(elsewhere)
    await accounts.log_in(ASTRID, "Astrid")
    accounts.close()
    assert told
    assert not any(told)


async def test_what_another_host_repeats_word_by_word_is_another_hosts() -> None:
    log, told = MemoryLog(), list[tuple[AccountFact, bool]]()
    storage = await AccountStream.open(log)
    await Accounts(storage, lambda: 1000.0).log_in(ASTRID, "Astrid")
    storage.on_applied = lambda fact, elsewhere: told.append((fact, elsewhere))
    seen = Seen(2000.0, ASTRID)
    await storage.write(lambda: (seen, None))
    payloads = list[str]()
    await log.follow(STREAM, 0, lambda entry: payloads.append(entry.payload))
    await log.append(STREAM, len(payloads), encode(seen))
    assert told == [(seen, False), (seen, True)]
    storage.close()


@pytest.mark.parametrize(
    ("payload", "fact"),
    [
        (
            '{"fact":"keylinked","at":1.5,"key":"k","account":"a"}',
            KeyLinked(1.5, "k", "a", code="", deleted=""),
        ),
        (
            '{"fact":"acted","at":1.5,"by":"k","name":"Åse","verb":"kick","about":"a"}',
            Acted(1.5, "k", "Åse", "kick", "a", text=""),
        ),
    ],
)
def test_what_a_fact_does_not_say_is_empty(payload: str, fact: AccountFact) -> None:
    assert decode(payload) == fact


async def test_both_ends_of_the_time_at_an_address_are_moved_with_the_accounts(
    tmp_path: Path,
) -> None:
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), lambda: 1000.0)
    await accounts.log_in(ASTRID, "Astrid")
    for at, address in ((10.0, "here"), (30.0, "here"), (20.0, "here"), (40.0, "there")):
        apply(accounts._db, CameFrom(at, ASTRID, address))
    accounts.close()
    other = AccountFile(None)
    for fact in facts_of(tmp_path / "accounts.db"):
        apply(other.db, fact)
    rows = other.db.execute("SELECT * FROM addresses ORDER BY last").fetchall()
    assert [tuple(row) for row in rows] == [
        (ASTRID, "here", 10.0, 30.0),
        (ASTRID, "there", 40.0, 40.0),
    ]


async def test_of_many_addresses_the_newest_are_remembered(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_ADDRESSES", 2)
    for at, address in enumerate(("first", "second", "first", "third")):
        apply(accounts._db, CameFrom(float(at), ASTRID, address))
    rows = accounts._db.execute("SELECT address FROM addresses ORDER BY last").fetchall()
    assert [row[0] for row in rows] == ["first", "third"]


async def test_old_reports_are_dropped_once_they_are_closed(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_REPORTS", 2)
    for number in range(1, 6):
        apply(accounts._db, Reported(1.0, number, ASTRID, "Astrid", "b", "Bo", "", "", []))
        if number != 1:
            apply(accounts._db, ReportClosed(2.0, number, ASTRID, "done"))
    kept = accounts._db.execute("SELECT number FROM reports ORDER BY number").fetchall()
    assert [row[0] for row in kept] == [1, 4, 5]


async def test_old_actions_are_dropped(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ACTIONS", 3)
    for number in range(5):
        apply(accounts._db, Acted(float(number), ASTRID, "Astrid", "note", "b", str(number)))
    kept = accounts._db.execute("SELECT text FROM actions ORDER BY rowid").fetchall()
    assert [row[0] for row in kept] == ["2", "3", "4"]


def test_a_guest_with_a_long_name_keeps_what_leaves_room_for_mark_and_number() -> None:
    accounts = Accounts(AccountFile(None), lambda: 1000.0)
    guests = [accounts.guest("abcdefghij" * 10).name for _ in range(120)]
    assert len({*guests}) == 120
    assert len(guests[0]) == NAME_LENGTH - 3
    assert max(map(len, guests)) == NAME_LENGTH
    accounts.close()
