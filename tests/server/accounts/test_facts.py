"""The facts of accounts: how they are stored, and that tables are made of nothing else."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_engine.game import Refusal
from odin_server.accounts import (
    Account,
    AccountFile,
    Accounts,
    AccountStream,
    AccountsUnusable,
    AccountsUnwritable,
    Kind,
    apply,
    facts_of,
)
from odin_server.accounts import accounts as accounts_module
from odin_server.accounts import history as history_module
from odin_server.accounts import linking as linking_module
from odin_server.accounts.facts import (
    AccountDeleted,
    AccountFact,
    AccountMuted,
    AccountOpened,
    Acted,
    AddressSecretMade,
    Banned,
    CameFrom,
    CodeMade,
    Ignored,
    KeyLinked,
    KeyUnlinked,
    NameChosen,
    NameReserved,
    Noted,
    ReportClosed,
    Reported,
    Seen,
    SettingsKept,
    Unbanned,
    Unignored,
    decode,
    encode,
)
from odin_server.accounts.stream import STREAM
from odin_server.hall.views import Player
from odin_server.log import DamagedLog, LogUnwritable, NewerLog
from odin_server.log.memory import MemoryLog
from tests.ssh.test_accounts_file import an_account, an_old_file

STORED: dict[str, AccountFact] = {
    '{"fact":"accountopened","at":1.5,"account":"SHA256:a","name":"Åse","key":"SHA256:a"}': (
        AccountOpened(1.5, "SHA256:a", "Åse", "SHA256:a")
    ),
    '{"fact":"keylinked","at":1.5,"key":"B","account":"A","code":"4f","deleted":"c"}': (
        KeyLinked(1.5, "B", "A", "4f", "c")
    ),
    '{"fact":"keyunlinked","at":1.5,"key":"SHA256:b","account":"SHA256:a"}': (
        KeyUnlinked(1.5, "SHA256:b", "SHA256:a")
    ),
    '{"fact":"namechosen","at":1.5,"account":"SHA256:a","name":"Bo"}': (
        NameChosen(1.5, "SHA256:a", "Bo")
    ),
    '{"fact":"settingskept","at":1.5,"account":"SHA256:a","settings":"theme = \\"day\\""}': (
        SettingsKept(1.5, "SHA256:a", 'theme = "day"')
    ),
    '{"fact":"seen","at":1.5,"account":"SHA256:a"}': Seen(1.5, "SHA256:a"),
    '{"fact":"codemade","at":1.5,"account":"SHA256:a","code":"4f","until":601.5}': (
        CodeMade(1.5, "SHA256:a", "4f", 601.5)
    ),
    '{"fact":"banned","at":1.5,"kind":"key","what":"SHA256:a","until":null,"why":"","by":"m"}': (
        Banned(1.5, Kind.KEY, "SHA256:a", None, "", "m")
    ),
    '{"fact":"unbanned","at":1.5,"kind":"address","what":"10.0.0.0/8","by":"m"}': (
        Unbanned(1.5, Kind.ADDRESS, "10.0.0.0/8", "m")
    ),
    '{"fact":"accountmuted","at":1.5,"account":"SHA256:a","until":9.0}': (
        AccountMuted(1.5, "SHA256:a", 9.0)
    ),
    '{"fact":"addresssecretmade","at":1.5,"secret":"4f"}': AddressSecretMade(1.5, "4f"),
    '{"fact":"camefrom","at":1.5,"account":"SHA256:a","address":"4f"}': (
        CameFrom(1.5, "SHA256:a", "4f")
    ),
    '{"fact":"acted","at":1.5,"by":"m","name":"Mo","verb":"kick","about":"Bo","text":"loud"}': (
        Acted(1.5, "m", "Mo", "kick", "Bo", "loud")
    ),
    '{"fact":"noted","at":1.5,"account":"SHA256:a","text":"loud","by":"m"}': (
        Noted(1.5, "SHA256:a", "loud", "m")
    ),
    '{"fact":"reported","at":1.5,"number":1,"by":"a","by_name":"A","about":"b","about_name":"B",'
    '"why":"rude","place":"","lines":[["B","boo"]]}': (
        Reported(1.5, 1, "a", "A", "b", "B", "rude", "", [["B", "boo"]])
    ),
    '{"fact":"reportclosed","at":1.5,"number":1,"by":"m","text":"muted"}': (
        ReportClosed(1.5, 1, "m", "muted")
    ),
    '{"fact":"ignored","at":1.5,"account":"a","player":"b","name":"B"}': Ignored(
        1.5, "a", "b", "B"
    ),
    '{"fact":"unignored","at":1.5,"account":"a","player":"b"}': Unignored(1.5, "a", "b"),
    '{"fact":"accountdeleted","at":1.5,"account":"a"}': AccountDeleted(1.5, "a"),
    '{"fact":"namereserved","at":1.5,"account":"a","skeletons":["bo"],"until":9.0}': (
        NameReserved(1.5, "a", ["bo"], 9.0)
    ),
}


@pytest.mark.parametrize("payload", STORED)
def test_facts_are_stored_as_they_always_were(payload: str) -> None:
    assert encode(STORED[payload]) == payload
    assert decode(payload) == STORED[payload]
    # A word and the member of an enumeration are equal, but only one `is` that member.
    assert repr(decode(payload)) == repr(STORED[payload])


@pytest.mark.parametrize("payload", ["", "[]", "{}", '{"fact":["x"]}'])
def test_what_is_no_fact_is_damage(payload: str) -> None:
    with pytest.raises((DamagedLog, NewerLog)):
        decode(payload)


@pytest.mark.parametrize(
    "payload",
    [
        '{"fact":"enchanted","at":1}',
        '{"fact":"seen","at":1,"throne":2}',
        '{"fact":"banned","at":1.5,"kind":"star","what":"x","until":null,"why":"","by":""}',
    ],
)
async def test_a_fact_of_a_newer_version_stops_writing_but_not_reading(payload: str) -> None:
    log = MemoryLog()
    accounts = Accounts(await AccountStream.open(log), lambda: 1.0)
    await accounts.log_in("SHA256:a", "Astrid")
    await log.append(STREAM, 1, payload)
    assert (await accounts.log_in("SHA256:a", "")).name == "Astrid"
    with pytest.raises(AccountsUnwritable, match="accounts-behind"):
        await accounts.log_in("SHA256:b", "Bo")
    with pytest.raises(NewerLog):
        await AccountStream.open(log)
    accounts.close()


async def test_a_fact_that_does_not_fit_is_damage() -> None:
    log = MemoryLog()
    await log.append(STREAM, 0, encode(KeyLinked(1.0, "SHA256:a", "SHA256:nobody")))
    with pytest.raises(DamagedLog, match="fact-out-of-place"):
        await AccountStream.open(log)


async def test_a_decision_that_does_not_fit_is_not_written(shared: Any) -> None:
    """Somebody uses a code on one host while their new account is renamed on another."""
    log = MemoryLog()
    ours, theirs = await shared(log), await shared(log)
    code = await ours.new_code(await ours.log_in("SHA256:a", "Astrid"))
    gone = await ours.log_in("SHA256:b", "Bo")
    await ours.redeem("SHA256:b", code, discard_old=True)
    with pytest.raises(AccountsUnwritable, match="FOREIGN KEY"):
        await theirs.rename(gone, "Bodil")
    assert (await theirs.rename(await theirs.log_in("SHA256:b", ""), "Bodil")).id == "SHA256:a"
    assert ours.find("Bodil") == theirs.find("Bodil") == ours.find("SHA256:b")


class FullLog(MemoryLog):
    """A log on a full disk."""

    async def append(self, *_entry: object) -> None:
        raise LogUnwritable("log-not-written", error="disk full")


async def test_what_the_log_does_not_take_changes_nothing() -> None:
    accounts = Accounts(await AccountStream.open(FullLog()), lambda: 1.0)
    failures = list[AccountsUnusable]()
    accounts.on_failure = failures.append
    with pytest.raises(AccountsUnwritable, match="accounts-not-written error=disk full") as told:
        await accounts.log_in("SHA256:a", "Astrid")
    assert failures == [told.value]
    assert not accounts.knows("SHA256:a")
    accounts.close()


class SilentLog(MemoryLog):
    """A log that takes one entry, and does not answer after that."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.given_up = asyncio.Event(), asyncio.Event()

    async def append(self, stream: str, version: int, payload: str) -> None:
        if version:
            self.asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.given_up.set()
        await super().append(stream, version, payload)


async def test_what_waits_to_be_written_ends_with_the_stream() -> None:
    now, log = 1000.0, SilentLog()
    accounts = Accounts(await AccountStream.open(log, patience=3600.0), lambda: now)
    await accounts.log_in("SHA256:a", "Astrid")
    now += 2 * 86_400.0
    await accounts.log_in("SHA256:a", "")
    async with asyncio.timeout(30):
        await log.asked.wait()
        accounts.close()
        await log.given_up.wait()


def tables(db: sqlite3.Connection) -> dict[str, list[Any]]:
    """Return all rows; those of keys in their order, which decides between equal times."""
    orders = {
        "keys": "rowid",
        "accounts": "id",
        "facts": "name",
        "actions": "rowid",
        "names": "account, rowid",
        "notes": "account, rowid",
    }
    names = (
        *("accounts", "skeletons", "keys", "unlinked", "codes", "bans", "mutes", "facts"),
        *("names", "former_names", "addresses", "actions", "notes", "reports", "ignores"),
        "deleted",
    )
    return {
        name: db.execute(f"SELECT * FROM {name} ORDER BY {orders.get(name, '1, 2')}").fetchall()  # noqa: S608
        for name in names
    }


def in_memory(facts: Iterator[AccountFact]) -> dict[str, list[Any]]:
    """Return the tables that some facts make, stored and read again."""
    file = AccountFile(None)
    for fact in facts:
        apply(file.db, decode(encode(fact)))
    made = tables(file.db)
    file.close()
    return made


class Chance:
    """Takes the place of `secrets`, with the same chance for everybody who takes the same step."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begin(0)
        for module in (accounts_module, linking_module, history_module):
            monkeypatch.setattr(module, "secrets", self)

    def begin(self, step: int) -> None:
        self._step, self._rng = step, Random(step)

    def token_hex(self, _bytes: int) -> str:
        return f"{self._step:08}"

    def choice(self, letters: str) -> str:
        return self._rng.choice(letters)

    def randbelow(self, most: int) -> int:
        return self._rng.randrange(most)


@pytest.fixture
async def shared() -> AsyncIterator[Callable[..., Awaitable[Accounts]]]:
    opened: list[Accounts] = []

    async def open_accounts(log: Any, now: Callable[[], float] = lambda: 1.0) -> Accounts:
        stream = await AccountStream.open(log)
        stream.seen_every = 0.0
        opened.append(Accounts(stream, now))
        return opened[-1]

    yield open_accounts
    for accounts in opened:
        accounts.close()


NAMES = ["Astrid", "astrid", "Bo", "B0", "Cnut", "odin", "x" * 40]


class Doing:
    """Does one step after another with accounts, and says what came of it."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._codes: list[str] = ["WRONGWRONG"]
        self._people: dict[str, Account] = {}

    def next_step(self) -> Callable[[Accounts], Awaitable[object]]:  # noqa: C901, PLR0911, PLR0912 - one of many
        """Choose what to do, to be done with several accounts in turn."""
        rng = self._rng
        key, name = f"SHA256:key-{rng.randrange(6)}", rng.choice(NAMES)
        until = rng.choice([None, 2_000_000.0, 5.0])
        target = rng.choice([key, "10.0.0.0/8", "10.1.1.1"])
        discard = rng.random() < 0.5
        account = self._people.get(key)
        code = rng.choice(self._codes)
        match rng.randrange(15) if account is not None else 0:
            case 0 | 1:
                return lambda accounts: self._log_in(accounts, key, name)
            case 2:
                return lambda accounts: accounts.rename(account, name)
            case 3:
                return lambda accounts: self._new_code(accounts, account)
            case 4:
                return lambda accounts: accounts.redeem(key, code, discard_old=discard)
            case 5:
                return lambda accounts: accounts.unlink(account, key)
            case 6:
                return lambda accounts: accounts.ban(accounts.target(target), until, name, key)
            case 7:
                return lambda accounts: accounts.unban(accounts.target(target), key)
            case 8:
                return lambda accounts: accounts.history.add_note(account.id, name, key)
            case 9:
                return lambda accounts: accounts.history.act(key, name, "ban", target)
            case 10:
                return lambda accounts: self._report(accounts, account, name, close=discard)
            case 11:
                return lambda accounts: self._ignore(accounts, account, key, stop=discard)
            case 13 if discard:
                return lambda accounts: accounts.departures.delete(account)
            case 12 if discard:
                return lambda accounts: accounts.mute(account.id, until or 7.0)
            case 12:
                return lambda accounts: self._come_from(accounts, account, target)
            case _:
                return lambda accounts: accounts.keep_settings(account, f"name = {name!r}")

    async def _log_in(self, accounts: Accounts, key: str, name: str) -> Account:
        self._people[key] = await accounts.log_in(key, name)
        return self._people[key]

    async def _report(self, accounts: Accounts, by: Account, why: str, *, close: bool) -> object:
        if close:
            return await accounts.reports.close(3, by.id, why)
        about = Player(f"SHA256:key-{len(why) % 5}", why)
        return await accounts.reports.add(Player(by.id, by.name), about, why, "", [("Bo", why)])

    async def _ignore(self, accounts: Accounts, by: Account, who: str, *, stop: bool) -> None:
        if stop:
            await accounts.ignoring.unignore(by, who)
        else:
            await accounts.ignoring.ignore(by, who, "Bo")

    async def _come_from(self, accounts: Accounts, account: Account, network: str) -> None:
        accounts.history.note_address(account.id, network)
        for _ in range(4):
            await asyncio.sleep(0)

    async def _new_code(self, accounts: Accounts, account: Account) -> str:
        code = await accounts.new_code(account)
        self._codes = [*self._codes[-3:], code]
        return code


async def outcome(doing: Awaitable[object]) -> object:
    try:
        return await doing
    except Refusal as refusal:
        return refusal.code, refusal.facts


@pytest.mark.parametrize("seed", range(12))
async def test_file_and_stream_answer_alike_and_every_host_has_the_same_tables(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: Any
) -> None:
    rng, chance, log = Random(seed), Chance(monkeypatch), MemoryLog()
    now = 1_000_000.0
    path = tmp_path / "accounts.db"
    file = Accounts(AccountFile(path), lambda: now)
    hosts = [await shared(log, lambda: now) for _ in range(2)]
    doing = Doing(rng)
    for step in range(150):
        now += rng.choice([0.0, 1.0, 400.0])
        do, answers = doing.next_step(), []
        for accounts in (file, rng.choice(hosts)):
            chance.begin(step)
            answers.append(await outcome(do(accounts)))
        assert answers[0] == answers[1], step
        for _ in range(3):  # what is written soon is written now
            await asyncio.sleep(0)
        assert file.bans() == hosts[0].bans() == hosts[1].bans()
        assert file.ban_on_address("10.1.1.1") == hosts[1].ban_on_address("10.1.1.1")
    wanted = tables(file._db)
    assert wanted["accounts"]
    assert wanted["keys"]
    assert tables(hosts[0]._db) == tables(hosts[1]._db) == wanted
    assert tables((await shared(log))._db) == wanted
    made_of_facts = in_memory(facts_of(path))
    file.close()
    # As it is when it is opened again, and keys are given back what only they could open.
    again = AccountFile(path)
    assert made_of_facts == tables(again.db)
    again.close()


class SlowLog(MemoryLog):
    """A log in which others are often first."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    async def append(self, stream: str, version: int, payload: str) -> None:
        for _ in range(self._rng.randrange(4)):
            await asyncio.sleep(0)
        await super().append(stream, version, payload)


@pytest.mark.parametrize("seed", range(6))
async def test_hosts_that_write_at_the_same_time_agree(seed: int, shared: Any) -> None:
    rng = Random(seed)
    log = SlowLog(rng)
    hosts = [await shared(log) for _ in range(3)]
    came = await asyncio.gather(
        *(hosts[n % 3].log_in(f"SHA256:key-{n // 2}", "Astrid") for n in range(30))
    )
    assert len({account.id for account in came}) == 15
    assert len({account.name for account in came}) == 15
    three = came[0:6:2]
    codes = [await host.new_code(one) for host, one in zip(hosts, three, strict=True)]
    linked = await asyncio.gather(
        *(outcome(host.redeem(f"SHA256:new-{n}", codes[0])) for n, host in enumerate(hosts))
    )
    assert sorted(map(str, linked)) == sorted(map(str, [three[0], *[("bad-link-code", {})] * 2]))
    named = await asyncio.gather(
        *(outcome(host.rename(one, "Bodil")) for host, one in zip(hosts, three, strict=True))
    )
    assert named.count(("name-taken", {})) == 2
    assert [len(host.keys(three[0])) for host in hosts] == [2] * 3
    assert tables(hosts[0]._db) == tables(hosts[1]._db) == tables(hosts[2]._db)


async def test_facts_of_another_host_are_told_and_ones_own_are_not(shared: Any) -> None:
    log = MemoryLog()
    ours, theirs = await shared(log), await shared(log)
    told: list[AccountFact] = []
    ours.on_change.append(told.append)
    await ours.ban(ours.target("10.0.0.1"), None, "", "m")
    await theirs.ban(theirs.target("10.0.0.2"), None, "loud", "m")
    assert told == [Banned(1.0, Kind.ADDRESS, "10.0.0.2", None, "loud", "m")]
    assert ours.ban_on_address("10.0.0.2") is not None


async def test_somebody_is_seen_once_a_day_where_hosts_share_accounts() -> None:
    now, log = 1000.0, MemoryLog()
    accounts = Accounts(await AccountStream.open(log), lambda: now)
    await accounts.log_in("SHA256:a", "Astrid")
    for hours in (1, 23, 25, 26):
        now = 1000.0 + hours * 3600.0
        for _ in range(2):
            await accounts.log_in("SHA256:a", "")
        await asyncio.sleep(0.001)
    facts: list[str] = []
    await log.follow(STREAM, 1, lambda entry: facts.append(entry.payload))
    assert [json.loads(fact)["at"] for fact in facts] == [1000.0 + 25 * 3600.0]
    (listed,) = accounts.list_accounts()
    assert (listed.made, listed.seen) == (1000.0, 1000.0 + 25 * 3600.0)
    accounts.close()


async def test_guests_of_other_hosts_keep_their_names(shared: Any) -> None:
    accounts = await shared(MemoryLog())
    accounts.names_elsewhere = lambda: iter(["~bo", "~B02", "bo3", "Astrid"])
    assert accounts.guest("bo").name == "~bo3"
    assert accounts.guest("Astrid").name == "~Astrid"


async def test_wrong_codes_count_wherever_they_are_tried(shared: Any) -> None:
    accounts, told = await shared(MemoryLog()), []
    accounts.on_wrong_code = told.append
    for _ in range(4):
        accounts.count_wrong_code("SHA256:a")
    for code in ("bad-link-code", "too-many-wrong-link-codes"):
        with pytest.raises(Refusal, match=code):
            accounts.owner_of_code("SHA256:a", "WRONGWRONG")
    assert told == ["SHA256:a"]


def test_facts_of_a_file_of_the_first_version_are_read_without_changing_it(tmp_path: Path) -> None:
    path = an_old_file(tmp_path / "accounts.db", an_account("Bill"))
    before = path.read_bytes()
    assert list(facts_of(path)) == [
        AccountOpened(1.0, "SHA256:Bill", "Bill"),
        NameChosen(1.0, "SHA256:Bill", "Bill"),
        SettingsKept(1.0, "SHA256:Bill", "s"),
        Seen(2.0, "SHA256:Bill"),
        KeyLinked(1.0, "SHA256:Bill", "SHA256:Bill"),
    ]
    assert path.read_bytes() == before
    path.write_text("dear diary")
    with pytest.raises(AccountsUnusable):
        list(facts_of(path))
