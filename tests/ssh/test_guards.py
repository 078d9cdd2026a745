"""The guards at the door, one by one, and what each says."""

import asyncio
import socket
from typing import Any

import asyncssh
import pytest
from ssh.wire import KEY, EchoFront, Guest, a_host, connected, eventually, metric, terminal

from odin_server.ssh.guards import (
    DOOR,
    BoundedEnvironment,
    Bucket,
    ConnectionAttempt,
    ConnectionCounts,
    address_group,
    closing,
    crowd,
    full,
    hasty,
    new_account,
    strangers,
)
from odin_server.ssh.settings import HostSettings

HERE = ConnectionAttempt("192.0.2.1", 1000.0)
THERE = ConnectionAttempt("192.0.2.2", 1000.0)


def test_every_guard_stands_in_the_list() -> None:
    assert (closing, hasty, full, crowd, strangers) == DOOR
    quiet = ConnectionCounts()
    assert [guard(quiet, HostSettings(), HERE) for guard in DOOR] == [None] * len(DOOR)


def test_a_closing_hall_takes_nobody() -> None:
    assert closing(ConnectionCounts(closing=True), HostSettings(), HERE)


def test_an_address_may_try_so_often_within_the_window_and_again_after_it() -> None:
    book, settings = ConnectionCounts(), HostSettings(attempts=3, attempts_window=60)
    assert [hasty(book, settings, HERE) is not None for _ in range(4)] == [
        False,
        False,
        False,
        True,
    ]
    assert not hasty(book, settings, THERE)
    assert not hasty(book, settings, HERE._replace(now=1061.0))


def test_tries_of_long_ago_are_forgotten() -> None:
    book, settings = ConnectionCounts(), HostSettings(attempts_window=60)
    for number in range(10_050):
        hasty(book, settings, ConnectionAttempt(f"h{number}", number * 1.0))
    assert len(book.tries) < 10_010


def test_the_hall_holds_so_many_connections() -> None:
    book, settings = ConnectionCounts(), HostSettings(connections=2)
    book.connected.update(a=1, b=1)
    assert full(book, settings, HERE)
    book.connected["a"] -= 1
    assert not full(book, settings, HERE)


def test_one_address_may_not_fill_the_hall() -> None:
    book, settings = ConnectionCounts(), HostSettings(connections_per_address=2)
    book.connected[HERE.house] = 2
    assert crowd(book, settings, HERE)
    assert not crowd(book, settings, THERE)


def test_so_many_may_wait_to_log_in() -> None:
    assert strangers(ConnectionCounts(strangers=5), HostSettings(strangers=5), HERE)
    assert not strangers(ConnectionCounts(strangers=4), HostSettings(strangers=5), HERE)


def test_an_address_may_make_so_many_accounts_a_day() -> None:
    book, settings = ConnectionCounts(), HostSettings(new_accounts=1)
    assert not new_account(book, settings, HERE)
    assert new_account(book, settings, HERE)
    assert not new_account(book, settings, HERE._replace(now=HERE.now + 86_401))


@pytest.mark.parametrize(
    ("address", "house"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_an_ipv6_customer_is_one_address(address: str, house: str) -> None:
    assert address_group(address) == house


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(10, 2, now=0.0)
    assert bucket.take(10, 0.0)
    assert not bucket.take(1, 0.0)
    assert bucket.take(2, 1.0)
    assert bucket.owe(6, 1.0) == 3.0
    assert not bucket.take(1, 3.0)
    assert bucket.take(10, 100.0)


def test_an_environment_takes_a_few_short_variables() -> None:
    environment = BoundedEnvironment(count=2, length=10)
    environment[b"A"] = b"x" * 100
    for name in (b"B", b"C", b"D"):
        environment[name] = b"1"
    assert environment == {b"B": b"1", b"C": b"1"}


async def refusal_of(host: Any, **options: Any) -> str:
    with pytest.raises(asyncssh.DisconnectError) as refused:
        async with connected(host, **options):
            pass
    return refused.value.reason


async def test_a_full_hall_says_so_instead_of_a_dead_line() -> None:
    async with a_host(connections=1) as host:
        async with connected(host):
            assert "full" in await refusal_of(host)
        await eventually(lambda: not host.visitors)
        async with connected(host) as conn:
            await (await terminal(conn)).until(b"hello")
        assert metric(host, "refusals_total", kind="full") == 1


async def test_too_many_from_one_address_are_told() -> None:
    async with a_host(connections_per_address=1) as host, connected(host):
        assert "address-full" in await refusal_of(host)


async def test_a_hasty_address_is_told_to_wait() -> None:
    async with a_host(attempts=2) as host:
        for _ in range(2):
            async with connected(host):
                pass
        assert "too-many-attempts" in await refusal_of(host)


async def test_half_open_connections_keep_nobody_out_for_long() -> None:
    async with a_host(strangers=3, login_timeout=1.0) as host:
        loop = asyncio.get_running_loop()
        silent = []
        for _ in range(3):
            sock = socket.socket()
            sock.settimeout(0)
            await loop.sock_connect(sock, ("127.0.0.1", host.port))
            silent.append(sock)
        await eventually(lambda: host.book.strangers == 3)
        assert "too-many-logins" in await refusal_of(host)
        await eventually(lambda: host.book.strangers == 0)
        async with connected(host) as conn:
            await (await terminal(conn)).until(b"hello")
        for sock in silent:
            sock.close()


async def test_a_guest_needs_no_key_and_no_password() -> None:
    front = EchoFront()
    async with a_host(front) as host, connected(host, client_keys=None) as conn:
        await (await terminal(conn)).until(b"hello ~astrid")
        (call,) = front.calls
        assert call.account.guest
        assert call.key == ""


async def denied(host: Any, **options: Any) -> str:
    listener = Guest()
    with pytest.raises(asyncssh.PermissionDenied):
        async with connected(host, client_factory=lambda: listener, **options):
            pass
    return listener.banner


async def test_a_host_may_refuse_guests() -> None:
    async with a_host(guests=False) as host:
        assert "no-guests" in await denied(host, client_keys=None)
        async with connected(host) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_a_host_may_have_a_list_of_keys() -> None:
    other = asyncssh.generate_private_key("ssh-ed25519")
    async with a_host(guests=False, allow=(KEY.get_fingerprint(),)) as host:
        async with connected(host) as conn:
            await (await terminal(conn)).until(b"hello")
        banner = await denied(host, client_keys=[other])
        assert other.get_fingerprint() in banner


async def test_a_banned_key_does_not_come_in_as_a_guest_either() -> None:
    async with a_host() as host:
        host.accounts.ban(host.accounts.target(KEY.get_fingerprint()), None, "cheating", "host")
        assert "banned seconds=None why=cheating" in await denied(host)


async def test_a_ban_ends_with_its_time() -> None:
    async with a_host() as host:
        host.accounts.ban(host.accounts.target(KEY.get_fingerprint()), host.now() - 1, "", "host")
        async with connected(host) as conn:
            await (await terminal(conn)).until(b"hello")


async def test_a_banned_address_is_told_at_the_door() -> None:
    async with a_host() as host:
        host.accounts.ban(host.accounts.target("127.0.0.1"), host.now() + 7200, "flooding", "host")
        assert (await refusal_of(host)).startswith("banned seconds=7")


async def test_a_key_that_is_too_short_is_no_identity() -> None:
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    async with a_host(guests=False) as host:
        assert "rsa-key-too-short bits=1024" in await denied(host, client_keys=[weak])


async def test_somebody_elses_public_key_opens_nothing() -> None:
    """A client that asks about one key and signs with another is the one that signed."""
    front = EchoFront()
    other = asyncssh.generate_private_key("ssh-ed25519")
    async with a_host(front) as host, connected(host, client_keys=[other]) as conn:
        await (await terminal(conn)).until(b"hello")
        (call,) = front.calls
        assert call.account.id == other.get_fingerprint() != KEY.get_fingerprint()


async def test_a_flood_of_new_keys_makes_guests_not_accounts() -> None:
    front = EchoFront()
    async with a_host(front, new_accounts=1) as host:
        for _ in range(2):
            key = asyncssh.generate_private_key("ssh-ed25519")
            async with connected(host, client_keys=[key]) as conn:
                await (await terminal(conn)).until(b"hello")
        assert [call.account.guest for call in front.calls] == [False, True]


async def test_nobody_at_the_keys_for_long_ends_the_session() -> None:
    async with a_host(idle=0.2) as host, connected(host) as conn:
        seen = await (await terminal(conn)).end()
        assert b"idle-too-long" in seen
