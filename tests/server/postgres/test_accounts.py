"""Accounts that hosts share over one database."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

from odin_server.accounts import (
    Accounts,
    AccountStream,
    AccountsUncertain,
    AccountsUnwritable,
    BadCode,
    NameTaken,
)
from odin_server.accounts.sharing import share_accounts
from odin_server.hall import Hall, Player
from odin_server.hall.cluster import Cluster
from odin_server.hall.refusals import Muted
from odin_server.postgres.bus import PostgresBus
from odin_server.postgres.database import Database
from odin_server.postgres.log import PostgresLog
from odin_server.sessions.caller import Caller
from odin_tui.commands import hall_data
from odin_tui.languages import ENGLISH
from odin_tui.main import main
from odin_tui.moderation import moderate
from tests.server.postgres.proxy import Line, line_to
from tests.server.postgres.test_log import until
from tests.ssh.wire import KEY, a_server, connected, terminal

Opening = Callable[..., Awaitable[Accounts]]
MODERATOR = "SHA256:moderator"


@pytest.fixture
async def opened() -> AsyncIterator[Opening]:
    async with AsyncExitStack() as closing:

        async def open_accounts(url: str, patience: float = 5.0) -> Accounts:
            log = PostgresLog(await Database.open(url))
            closing.push_async_callback(log.close)
            accounts = Accounts(await AccountStream.open(log, patience), time.time)
            closing.callback(accounts.close)
            return accounts

        yield open_accounts


@pytest.fixture
async def line(database_url: str) -> AsyncIterator[Line]:
    async with line_to(database_url) as made:
        yield made


async def test_of_two_who_want_one_name_at_the_same_time_one_gets_it(
    opened: Opening, database_url: str
) -> None:
    hosts = [await opened(database_url) for _ in range(3)]
    people = [await host.log_in(f"SHA256:{n}", "x") for n, host in enumerate(hosts)]
    for name in ("Astrid", "Bodil", "Cnut"):
        given = await asyncio.gather(
            *(host.rename(one, name) for host, one in zip(hosts, people, strict=True)),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in given) == ["Account"] + ["NameTaken"] * 2
    new = await asyncio.gather(*(hosts[n % 3].log_in(f"SHA256:new-{n}", "Dag") for n in range(30)))
    assert len({account.name for account in new}) == 30
    with pytest.raises(NameTaken):
        await hosts[0].rename(people[0], "dag")


async def test_a_code_of_one_host_is_spent_once_at_the_others(
    opened: Opening, database_url: str
) -> None:
    hosts = [await opened(database_url) for _ in range(3)]
    astrid = await hosts[0].log_in("SHA256:laptop", "Astrid")
    code = await hosts[0].new_code(astrid)
    for host in hosts[1:]:
        await until(lambda host=host: host.knows("SHA256:laptop"))
    given = await asyncio.gather(
        *(host.redeem(f"SHA256:phone-{n}", code) for n, host in enumerate(hosts)),
        return_exceptions=True,
    )
    assert [isinstance(answer, BadCode) for answer in given].count(True) == 2
    for host in hosts:
        await until(lambda host=host: len(host.keys(astrid)) == 2)


async def test_a_ban_at_one_host_holds_at_all_and_ends_who_is_connected(
    opened: Opening, database_url: str
) -> None:
    ours, theirs = await opened(database_url), await opened(database_url)
    mona = await ours.log_in(MODERATOR, "Mona")
    hall = await Hall.begin()
    client: Any = None
    async with a_server(accounts=ours) as here, a_server(accounts=theirs) as there:
        async with connected(there) as conn:
            screen = await terminal(conn)
            await screen.until(b"hello")
            await until(lambda: ours.knows(KEY.get_fingerprint()))
            words = ("mod", "ban", "astrid", "1h", "loud")
            caller = Caller(0, mona, MODERATOR, "192.0.2.1", words, client)
            assert "may not come in" in await moderate(here.host, hall, caller, ENGLISH)
            assert b"banned-now text=loud" in await screen.end()
        for server in (here, there):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connected(server):
                    pass
    await hall.close()


async def test_an_unlinked_key_is_disconnected_everywhere(
    opened: Opening, database_url: str
) -> None:
    ours, theirs = await opened(database_url), await opened(database_url)
    astrid = await ours.log_in("SHA256:laptop", "Astrid")
    await ours.redeem(KEY.get_fingerprint(), await ours.new_code(astrid))
    await until(lambda: theirs.knows(KEY.get_fingerprint()))
    async with a_server(accounts=theirs) as there, connected(there) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello Astrid")
        await ours.unlink(astrid, KEY.get_fingerprint())
        assert b"key-unlinked" in await screen.end()


async def test_mutes_and_wrong_codes_count_at_every_host(database_url: str) -> None:
    async with AsyncExitStack() as closing:
        hosts = []
        for name in ("one", "two"):
            database = await Database.open(database_url)
            log = PostgresLog(database)
            hall = await Hall.begin(log, cluster=Cluster(bus=PostgresBus(database, name)))
            closing.push_async_callback(hall.close)
            accounts = Accounts(await AccountStream.open(log), time.time)
            closing.callback(accounts.close)
            share_accounts(accounts, hall)
            hosts.append((hall, accounts))
        (_, ours), (hall, theirs) = hosts
        astrid = await ours.log_in("SHA256:a", "Astrid")
        await ours.mute(astrid.id, time.time() + 60)
        await until(theirs.mutes)
        with pytest.raises(Muted):
            hall._context.check_chat(Player(astrid.id, "Astrid"), "hello")
        lobby = hall.enter(Player(astrid.id, "Astrid"))
        hall.say(Player("SHA256:b", "Bo"), "boo")
        await ours.ignoring.ignore(astrid, "SHA256:b", "Bo")
        await until(lambda: lobby.chat == ())
        bo = await ours.log_in("SHA256:b", "Bo")
        await ours.departures.delete(bo)
        await until(lambda: bo.id in hall.departed)
        for _ in range(5):
            with pytest.raises(BadCode):
                ours.owner_of_code("SHA256:thief", "WRONGWRONG")
        await until(lambda: len(theirs._tries.get("SHA256:thief", ())) == 5)
        with pytest.raises(BadCode, match="too-many-wrong-link-codes"):
            theirs.owner_of_code("SHA256:thief", await ours.new_code(astrid))


async def test_known_keys_come_in_while_the_database_is_away(
    opened: Opening, line: Line, database_url: str
) -> None:
    ours, theirs = await opened(line.url), await opened(database_url)
    astrid = await ours.log_in(KEY.get_fingerprint(), "Astrid")
    ours._now = lambda: time.time() + 2 * 86_400.0  # that she is seen is due to be written
    line.cut()
    async with a_server(accounts=ours) as server:
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello Astrid")
        new_key = asyncssh.generate_private_key("ssh-ed25519")
        async with connected(server, client_keys=[new_key]) as conn:
            assert b"accounts-unavailable" in await (await terminal(conn)).end()
        for writing in (ours.rename(astrid, "Bodil"), ours.mute("SHA256:x", 5.0)):
            with pytest.raises(AccountsUnwritable, match="accounts-away"):
                await writing
        line.mend()
        async with asyncio.timeout(10):
            while True:
                try:
                    await ours.rename(astrid, "Bodil")
                except AccountsUnwritable:
                    await asyncio.sleep(0.05)
                else:
                    break
        async with connected(server, client_keys=[new_key]) as conn:
            await (await terminal(conn)).until(b"hello")
    await until(lambda: theirs.find("Bodil"))


async def test_a_database_that_does_not_answer_keeps_nobody_waiting(
    opened: Opening, line: Line, database_url: str
) -> None:
    ours, theirs = await opened(line.url, patience=0.3), await opened(database_url)
    astrid = await ours.log_in("SHA256:a", "Astrid")
    line.loses_answers = True
    first = asyncio.create_task(ours.rename(astrid, "Bodil"))
    await asyncio.sleep(0.05)
    with pytest.raises(AccountsUnwritable):
        await ours.keep_settings(astrid, "new")
    with pytest.raises(AccountsUncertain):
        await first
    line.mend()
    # It was written after all, and both hosts come to know.
    await until(lambda: theirs.find("Bodil") and ours.find("Bodil"))
    assert (await ours.log_in("SHA256:a", "")).settings == ""


async def test_odin_admin_changes_the_accounts_of_hosts_that_run(
    opened: Opening, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    accounts = await opened(database_url)
    astrid = await accounts.log_in("SHA256:laptop", "Astrid")
    await accounts.redeem("SHA256:phone", await accounts.new_code(astrid))
    await accounts.ban(accounts.target("10.0.0.0/8"), None, "", "mod")

    async def admin(*words: str) -> str:
        status = await asyncio.to_thread(main, ["admin", *words, "--database", database_url])
        said = capsys.readouterr()
        assert (status, said.err) == (0, "")
        return said.out

    assert "SHA256:phone  added" in await admin("accounts")
    assert "10.0.0.0/8  for good" in await admin("bans")
    assert "may come in again" in await admin("unban", "10.0.0.0/8")
    assert "does not open the account of Astrid" in await admin("unlink", "SHA256:phone")
    await until(lambda: not accounts.bans() and len(accounts.keys(astrid)) == 1)
    assert await admin("tables", "--json") == '{"tables": [], "unreadable": {}}\n'


async def test_a_ban_by_odin_admin_ends_by_the_clock_of_the_database(
    opened: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, now = await opened(database_url), time.time()
    wrong = SimpleNamespace(time=lambda: now + 7200.0)
    monkeypatch.setattr(hall_data, "time", wrong)
    words = ["admin", "ban", "10.0.0.0/8", "1h", "--database", database_url]
    assert await asyncio.to_thread(main, words) == 0
    await until(accounts.bans)
    (ban,) = accounts.bans()
    assert ban.until == pytest.approx(now + 3600.0, abs=60.0)
