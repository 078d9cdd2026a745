"""Bans by name, key, address and range: what each is on, whom it meets, and how it is lifted."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from odin_engine.game import Refusal
from odin_server.accounts import AccountFile, Accounts, Kind, NobodyCalled
from odin_server.hall import Hall
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller
from odin_server.sessions.guards import address_group
from odin_server.ssh.server import SshServer
from odin_tui.account_moderation import (
    BadTime,
    NoSuchBan,
    NotAFingerprint,
    NotUnderstood,
    OwnBan,
)
from odin_tui.languages import ENGLISH
from odin_tui.messages import refusal_text
from odin_tui.moderation import GuestBan, moderate
from tests.ssh.wire import KEY, EchoFront, a_server, at_once, connected, metric, terminal

MODERATOR = "SHA256:moderator"
STRANGER = f"SHA256:{'s' * 43}"


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    made = Accounts(AccountFile(None), lambda: 1_000_000.0)
    yield made
    made.close()


class Moderating:
    """A moderator at a host that listens on loopback, and calls from somewhere else."""

    def __init__(self, server: SshServer, hall: Hall, address: str) -> None:
        self.server, self.hall, self.address = server, hall, address
        self.account = at_once(server.host.accounts.log_in(MODERATOR, "Mona"))

    async def mod(self, words: str) -> str:
        line: Any = None
        caller = Caller(0, self.account, MODERATOR, self.address, ("mod", *words.split()), line)
        return await moderate(self.server.host, self.hall, caller, ENGLISH)


@asynccontextmanager
async def moderating(frontend: Any = None, address: str = "192.0.2.1") -> AsyncIterator[Moderating]:
    hall = await Hall.begin()
    async with a_server(frontend) as server:
        yield Moderating(server, hall, address)
    await hall.close()


@pytest.mark.parametrize(
    ("typed", "kind", "what"),
    [
        ("john.doe", Kind.ACCOUNT, "SHA256:john"),
        ("JohnDoe", Kind.ACCOUNT, "SHA256:john"),
        ("a:b", Kind.ACCOUNT, "SHA256:ab"),
        ("SHA256:john", Kind.ACCOUNT, "SHA256:john"),
        ("SHA256:stranger", Kind.KEY, "SHA256:stranger"),
        ("10.1.2.3", Kind.ADDRESS, "10.1.2.3"),
        ("10.1.2.3/8", Kind.ADDRESS, "10.0.0.0/8"),
        ("::ffff:10.1.2.3", Kind.ADDRESS, "10.1.2.3"),
        ("::ffff:10.1.0.0/112", Kind.ADDRESS, "10.1.0.0/16"),
        ("2001:db8::7", Kind.ADDRESS, "2001:db8::/64"),
        ("[2001:db8::7]", Kind.ADDRESS, "2001:db8::/64"),
        ("fe80::1%eth0", Kind.ADDRESS, "fe80::/64"),
        ("2001:db8::/32", Kind.ADDRESS, "2001:db8::/32"),
        ("2001:db8::7/128", Kind.ADDRESS, "2001:db8::7/128"),
    ],
)
async def test_names_keys_addresses_and_ranges_are_told_apart(
    accounts: Accounts, typed: str, kind: Kind, what: str
) -> None:
    await accounts.log_in("SHA256:john", "john.doe")
    await accounts.log_in("SHA256:ab", "a:b")
    target = accounts.target(typed)
    assert (target.kind, target.what) == (kind, what)
    await accounts.ban(target, None, "", "mod")
    assert [ban.target.what for ban in accounts.bans()] == [what]
    assert await accounts.unban(accounts.target(typed), "mod")
    assert accounts.bans() == []


def test_a_name_nobody_has_is_no_ban(accounts: Accounts) -> None:
    for word in ("nobody.here", "10.0.0.0/99", "300.1.1.1"):
        with pytest.raises(NobodyCalled):
            accounts.target(word)


@pytest.mark.parametrize(
    ("banned", "address", "is_out"),
    [
        ("10.0.0.0/8", "10.255.0.1", True),
        ("10.0.0.0/8", "11.0.0.1", False),
        ("10.0.0.0/8", "::ffff:10.0.0.1", True),
        ("10.0.0.0/8", "2001:db8::1", False),
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("2001:db8::/32", "2001:db8:0:1::1", True),
        ("2001:db8::7/128", "2001:db8::8", False),
        ("10.0.0.0/8", "?", False),
    ],
)
async def test_a_range_meets_the_addresses_in_it(
    accounts: Accounts, banned: str, address: str, *, is_out: bool
) -> None:
    await accounts.ban(accounts.target(banned), None, "", "mod")
    assert (accounts.ban_on_address(address) is not None) == is_out


@pytest.mark.parametrize(
    ("asked", "is_around"),
    [
        ("10.1.2.3", True),
        ("10.1.0.0/16", True),
        ("10.0.0.0/8", False),  # the range itself is no wider one
        ("10.0.0.0/7", False),
        ("11.0.0.0/8", False),
        ("11.1.0.0/16", False),
        ("2001:db8::/32", False),
    ],
)
async def test_a_wider_range_is_found_around_what_is_inside_it(
    accounts: Accounts, asked: str, *, is_around: bool
) -> None:
    await accounts.ban(accounts.target("10.0.0.0/8"), None, "", "m")
    found = accounts.ban_around(accounts.target(asked))
    assert (found is not None) == is_around


def test_one_address_is_banned_as_limits_count_it(accounts: Accounts) -> None:
    for address in ("10.1.2.3", "2001:db8::7", "::ffff:10.1.2.3", "fe80::1%eth0"):
        assert accounts.target(address).what == address_group(address)


async def test_bans_hold_until_their_time(accounts: Accounts) -> None:
    time = 1_000_000.0
    await accounts.ban(accounts.target("192.0.2.1"), time + 60, "flooding\x1b[2J", "mod")
    await accounts.ban(accounts.target("192.0.2.2"), time - 1, "", "mod")
    ban = accounts.ban_on_address("192.0.2.1")
    assert ban is not None
    assert ban.notice(time) == Notice("banned", seconds=60.0, why="flooding")
    assert accounts.ban_on_address("192.0.2.2") is None
    assert accounts.bans() == [ban]


async def test_a_ban_on_an_account_is_on_all_its_keys(accounts: Accounts) -> None:
    rowdy = await accounts.log_in("SHA256:one", "rowdy")
    await accounts.redeem("SHA256:two", await accounts.new_code(rowdy))
    await accounts.ban(accounts.target("SHA256:two"), None, "", "mod")
    assert accounts.ban_on_key("SHA256:one") is not None
    assert accounts.ban_on_key("SHA256:two") is not None
    assert accounts.ban_on_key("SHA256:three") is None
    assert await accounts.unban(accounts.target("rowdy"), "mod")
    assert accounts.ban_on_key("SHA256:two") is None


async def test_with_the_ban_on_an_account_those_on_its_keys_are_lifted(accounts: Accounts) -> None:
    rowdy, phone = await accounts.log_in("SHA256:one", "rowdy"), accounts.target("SHA256:two")
    await accounts.ban(phone, None, "", "mod")
    await accounts.redeem("SHA256:two", await accounts.new_code(rowdy))
    await accounts.ban(accounts.target("rowdy"), None, "", "mod")
    assert await accounts.unban(accounts.target("rowdy"), "mod")
    assert accounts.bans() == []


async def test_a_ban_that_another_program_lifts_is_lifted_at_once(tmp_path: Path) -> None:
    ours, theirs = (Accounts(AccountFile(tmp_path / "accounts.db"), lambda: 0.0) for _ in range(2))
    await ours.ban(ours.target("10.0.0.0/8"), None, "", "mod")
    assert ours.ban_on_address("10.1.1.1") is not None
    assert await theirs.unban(theirs.target("10.0.0.0/8"), "host")
    assert ours.ban_on_address("10.1.1.1") is None
    ours.close()
    theirs.close()


async def test_a_ban_says_whom_it_has_met() -> None:
    async with moderating() as at:
        await at.server.host.accounts.log_in("SHA256:john", "john.doe")
        assert "john.doe (SHA256:john) may not come in for 1h." in await at.mod("ban john.doe 1h")
        assert "john.doe is not connected" in await at.mod("ban john.doe 1h")
        assert "Nobody from there" in await at.mod("ban 10.0.0.0/8 ever")
        assert "Nobody has come with this key" in await at.mod(f"ban {STRANGER} 1d")
        listed = await at.mod("bans")
        assert "account  john.doe (SHA256:john)  for 60 minutes more" in listed
        assert "address  10.0.0.0/8  for good" in listed
        assert "may come in again" in await at.mod("unban john.doe")
        with pytest.raises(NoSuchBan, match=r"wider=10\.0\.0\.0/8$"):
            await at.mod("unban 10.2.3.4")
        with pytest.raises(NobodyCalled):
            await at.mod("ban nobody.at.all 1h")


@pytest.mark.parametrize("cut", ["SHA256:", "SHA256:abc", STRANGER[:-1], f"{STRANGER}s"])
async def test_a_fingerprint_that_no_key_can_have_is_not_banned(cut: str) -> None:
    async with moderating() as at:
        with pytest.raises(NotAFingerprint):
            await at.mod(f"ban {cut} 1h")
        assert at.server.host.accounts.bans() == []


@pytest.mark.parametrize(
    ("words", "refusal", "said"),
    [
        ("ban 10.0.0.0/8 0h", BadTime, "not a length of time"),
        ("ban 10.0.0.0/8", NotUnderstood, "like this: mod ban WHO TIME [why]"),
        ("announce", NotUnderstood, "like this: mod announce TEXT"),
        ("bann 10.0.0.0/8 1h", NotUnderstood, "There is no 'mod bann'"),
    ],
)
async def test_words_that_do_nothing_are_refused(
    words: str, refusal: type[Refusal], said: str
) -> None:
    async with moderating() as at:
        with pytest.raises(refusal) as refused:
            await at.mod(words)
        assert said in refusal_text(refused.value, ENGLISH)
        assert at.server.host.accounts.bans() == []
        assert "mod ban WHO" in await at.mod("help")


@pytest.mark.parametrize("own", ["Mona", "mona", MODERATOR, "ADDRESS", "192.0.2.0/24", "0.0.0.0/0"])
async def test_no_moderator_can_lock_themselves_out(own: str) -> None:
    async with moderating() as at:
        with pytest.raises(OwnBan):
            await at.mod(f"ban {own.replace('ADDRESS', at.address)} 1h")
        assert at.server.host.accounts.bans() == []


async def test_no_moderator_can_ban_their_own_network_by_ipv6() -> None:
    async with moderating(address="2001:db8::7") as at:
        for own in ("2001:db8::1", "2001:db8::/32"):
            with pytest.raises(OwnBan):
                await at.mod(f"ban {own} 1h")
        assert "may not come in" in await at.mod("ban 2001:db8:0:1::1 1h")


async def test_a_guest_is_banned_by_address() -> None:
    async with moderating(EchoFront()) as at, connected(at.server, client_keys=None) as conn:
        await (await terminal(conn)).until(b"hello")
        with pytest.raises(GuestBan, match=r"127\.0\.0\.1"):
            await at.mod("ban ~astrid 1h")
        assert "1 connection ended" in await at.mod("ban 127.0.0.0/8 1h")


async def test_a_banned_range_keeps_people_out_until_it_is_lifted() -> None:
    async with moderating(EchoFront()) as at:
        await at.mod("ban 127.0.0.0/8 1h flooding")
        with pytest.raises((asyncssh.Error, OSError)):
            async with asyncio.timeout(20), connected(at.server):
                pass
        assert metric(at.server, "refusals_total", kind="banned") == 1
        await at.mod("unban 127.0.0.0/8")
        async with connected(at.server) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_a_banned_name_with_a_dot_is_kept_out() -> None:
    async with moderating(EchoFront()) as at:
        await at.server.host.accounts.log_in(KEY.get_fingerprint(), "john.doe")
        await at.mod("ban john.doe 1h")
        with pytest.raises((asyncssh.Error, Refusal)):
            async with asyncio.timeout(20), connected(at.server):
                pass
