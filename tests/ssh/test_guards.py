"""The guards, one by one, and what each refuses."""

import asyncio
import socket
from typing import Any

import asyncssh
import pytest

from odin_server.sessions.guards import (
    GUARDS,
    REFUSALS,
    BoundedEnvironment,
    Bucket,
    ConnectionAttempt,
    ConnectionCounts,
    address_full,
    address_group,
    new_account,
    server_closing,
    server_full,
    too_many_attempts,
    too_many_logins,
)
from odin_server.sessions.settings import RENAMED, HostSettings
from odin_server.toml_settings import change, parse
from tests.ssh.wire import KEY, EchoFront, Guest, a_server, connected, eventually, metric, terminal

HERE = ConnectionAttempt("192.0.2.1", 1000.0)
THERE = ConnectionAttempt("192.0.2.2", 1000.0)


def test_every_guard_stands_in_the_list() -> None:
    assert (
        server_closing,
        too_many_attempts,
        server_full,
        address_full,
        too_many_logins,
    ) == GUARDS
    quiet = ConnectionCounts()
    assert [guard(quiet, HostSettings(), HERE) for guard in GUARDS] == [None] * len(GUARDS)


def test_a_closing_hall_takes_nobody() -> None:
    assert server_closing(ConnectionCounts(closing=True), HostSettings(), HERE)


def test_an_address_may_try_so_often_within_the_window_and_again_after_it() -> None:
    counts, settings = ConnectionCounts(), HostSettings(attempts=3, attempts_window=60)
    assert [too_many_attempts(counts, settings, HERE) is not None for _ in range(4)] == [
        False,
        False,
        False,
        True,
    ]
    assert not too_many_attempts(counts, settings, THERE)
    assert not too_many_attempts(counts, settings, HERE._replace(now=1061.0))


def test_tries_of_long_ago_are_forgotten() -> None:
    counts, settings = ConnectionCounts(), HostSettings(attempts_window=60)
    for number in range(10_050):
        too_many_attempts(counts, settings, ConnectionAttempt(f"h{number}", number * 1.0))
    assert len(counts.attempts_made) < 10_010


def test_the_hall_holds_so_many_connections() -> None:
    counts, settings = ConnectionCounts(), HostSettings(connections=2)
    counts.connected.update(a=1, b=1)
    assert server_full(counts, settings, HERE)
    counts.connected["a"] -= 1
    assert not server_full(counts, settings, HERE)


def test_one_address_may_not_fill_the_hall() -> None:
    counts, settings = ConnectionCounts(), HostSettings(connections_per_address=2)
    counts.connected[HERE.network] = 2
    assert address_full(counts, settings, HERE)
    assert not address_full(counts, settings, THERE)


def test_so_many_may_wait_to_log_in() -> None:
    assert too_many_logins(
        ConnectionCounts(unauthenticated=5), HostSettings(unauthenticated=5), HERE
    )
    assert not too_many_logins(
        ConnectionCounts(unauthenticated=4), HostSettings(unauthenticated=5), HERE
    )


def test_an_address_may_make_so_many_accounts_a_day() -> None:
    counts, settings = ConnectionCounts(), HostSettings(new_accounts=1)
    assert not new_account(counts, settings, HERE)
    assert new_account(counts, settings, HERE)
    assert not new_account(counts, settings, HERE._replace(now=HERE.now + 86_401))


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_an_ipv6_customer_is_one_address(address: str, group: str) -> None:
    assert address_group(address) == group


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(10, 2, now=0.0)
    assert bucket.take(10, 0.0)
    assert not bucket.take(1, 0.0)
    assert bucket.take(2, 1.0)
    assert bucket.owe(6, 1.0) == 3.0
    assert not bucket.take(1, 3.0)
    assert bucket.take(10, 100.0)


def test_an_environment_takes_a_few_short_variables_that_are_read_here() -> None:
    environment = BoundedEnvironment(count=2, length=12)
    environment[b"LC_ALL"] = b"x" * 100
    for name in (b"LD_PRELOAD", b"LANG", b"LC_MESSAGES", b"NO_COLOR", b"COLORTERM"):
        environment[name] = b"1"
    assert environment == {b"LANG": b"1", b"LC_MESSAGES": b"1"}


@pytest.mark.parametrize(
    "name", ["COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR"]
)
def test_colours_letters_and_language_of_a_client_are_read(name: str) -> None:
    environment = BoundedEnvironment(count=1, length=12)
    environment[name.encode()] = b"1"
    assert environment == {name.encode(): b"1"}


def test_a_variable_may_be_as_long_as_the_limit_with_its_name() -> None:
    for value, kept in ((b"x" * 8, True), (b"x" * 9, False)):
        environment = BoundedEnvironment(count=1, length=12)
        environment[b"LANG"] = value
        assert bool(environment) is kept


async def refusal_of(server: Any, **options: Any) -> str:
    with pytest.raises(asyncssh.DisconnectError) as refused:
        async with connected(server, **options):
            pass
    return refused.value.reason


async def test_a_full_server_says_so_before_it_disconnects() -> None:
    async with a_server(connections=1) as server:
        async with connected(server):
            assert "full" in await refusal_of(server)
        await eventually(lambda: not server.host.connections)
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
        assert metric(server, "refusals_total", kind="server_full") == 1


async def test_too_many_from_one_address_are_told() -> None:
    async with a_server(connections_per_address=1) as server, connected(server):
        assert "address-full" in await refusal_of(server)


async def test_a_hasty_address_is_told_to_wait() -> None:
    async with a_server(attempts=2) as server:
        for _ in range(2):
            async with connected(server):
                pass
        assert "too-many-attempts" in await refusal_of(server)


async def test_half_open_connections_keep_nobody_out_for_long() -> None:
    async with a_server(unauthenticated=3, login_timeout=1.0) as server:
        loop = asyncio.get_running_loop()
        silent = []
        for _ in range(3):
            sock = socket.socket()
            sock.settimeout(0)
            await loop.sock_connect(sock, ("127.0.0.1", server.port))
            silent.append(sock)
        await eventually(lambda: server.host.counts.unauthenticated == 3)
        assert "too-many-logins" in await refusal_of(server)
        await eventually(lambda: server.host.counts.unauthenticated == 0)
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
        for sock in silent:
            sock.close()


async def test_a_guest_needs_no_key_and_no_password() -> None:
    frontend = EchoFront()
    async with a_server(frontend) as server, connected(server, client_keys=None) as conn:
        await (await terminal(conn)).until(b"hello ~astrid")
        (caller,) = frontend.callers
        assert caller.account.guest
        assert caller.key == ""


def refused_kinds(server: Any) -> dict[str, float]:
    counted = {kind: metric(server, "refusals_total", kind=kind) for kind in REFUSALS}
    return {kind: count for kind, count in counted.items() if count}


async def test_a_banned_key_is_one_refusal_with_its_fingerprint_in_the_log() -> None:
    async with a_server() as server:
        accounts = server.host.accounts
        await accounts.log_in(KEY.get_fingerprint(), "rowdy")
        await accounts.ban(accounts.target("rowdy"), None, "loud", "host")
        await denied(server)
        assert refused_kinds(server) == {"banned": 1}
        (line,) = [line for line in server.lines if '"event": "refused"' in line]
        assert KEY.get_fingerprint() in line


async def denied(server: Any, **options: Any) -> str:
    listener = Guest()
    with pytest.raises(asyncssh.PermissionDenied):
        async with connected(server, client_factory=lambda: listener, **options):
            pass
    return listener.banner


async def test_a_host_may_refuse_guests() -> None:
    async with a_server(guests=False) as server:
        assert "no-guests" in await denied(server, client_keys=None)
        assert refused_kinds(server) == {"no-guests": 1}
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_a_host_may_have_a_list_of_keys() -> None:
    other = asyncssh.generate_private_key("ssh-ed25519")
    async with a_server(guests=False, allow=(KEY.get_fingerprint(),)) as server:
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
        banner = await denied(server, client_keys=[other])
        assert other.get_fingerprint() in banner
        assert refused_kinds(server) == {"not-invited": 1}


async def test_a_banned_key_does_not_come_in_as_a_guest_either() -> None:
    async with a_server() as server:
        await server.host.accounts.ban(
            server.host.accounts.target(KEY.get_fingerprint()), None, "cheating", "host"
        )
        assert "banned seconds=None why=cheating" in await denied(server)


async def test_a_ban_ends_with_its_time() -> None:
    async with a_server() as server:
        await server.host.accounts.ban(
            server.host.accounts.target(KEY.get_fingerprint()), server.host.now() - 1, "", "host"
        )
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_a_banned_address_is_told_before_login() -> None:
    async with a_server() as server:
        await server.host.accounts.ban(
            server.host.accounts.target("127.0.0.1"), server.host.now() + 7200, "flooding", "host"
        )
        assert (await refusal_of(server)).startswith("banned seconds=7")


async def test_a_key_that_is_too_short_is_no_identity() -> None:
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    async with a_server(guests=False) as server:
        assert "rsa-key-too-short bits=1024" in await denied(server, client_keys=[weak])


async def test_somebody_elses_public_key_opens_nothing() -> None:
    """A client that asks about one key and signs with another is the one that signed."""
    frontend = EchoFront()
    other = asyncssh.generate_private_key("ssh-ed25519")
    async with a_server(frontend) as server, connected(server, client_keys=[other]) as conn:
        await (await terminal(conn)).until(b"hello")
        (caller,) = frontend.callers
        assert caller.account.id == other.get_fingerprint() != KEY.get_fingerprint()


async def test_a_flood_of_new_keys_makes_guests_not_accounts() -> None:
    frontend = EchoFront()
    async with a_server(frontend, new_accounts=1) as server:
        for _ in range(2):
            key = asyncssh.generate_private_key("ssh-ed25519")
            async with connected(server, client_keys=[key]) as conn:
                await (await terminal(conn)).until(b"hello")
        assert [caller.account.guest for caller in frontend.callers] == [False, True]
        assert metric(server, "refusals_total", kind="new-account") == 1


async def test_a_session_without_a_key_for_too_long_ends() -> None:
    async with a_server(idle=0.2) as server, connected(server) as conn:
        seen = await (await terminal(conn)).end()
        assert b"idle-too-long" in seen


def test_the_old_name_of_a_setting_is_still_read() -> None:
    old = change(HostSettings(), parse("strangers = 7"), renamed=RENAMED)
    assert old == HostSettings(unauthenticated=7)
