"""The door: who gives way when too many are connected without a login, and who gets in first."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import asyncssh
import pytest

from odin_server.sessions.login_queue import LoginQueue
from odin_server.sessions.strangers import Progress, oldest_of_most, who_gives_way
from odin_server.ssh.server import SshServer
from tests.ssh.wire import KEY, a_server, connected, eventually, metric, terminal

NOW, GRACE = 1000.0, 3.0
PROXIES = ("127.0.0.1",)


class Someone(NamedTuple):
    network: str
    progressed_at: float = NOW
    progress: Progress = Progress.CONNECTED


IDLE = NOW - 10.0


@pytest.mark.parametrize(
    ("strangers", "leaves"),
    [
        pytest.param(
            [Someone("a", IDLE + 1), Someone("a", IDLE), Someone("b", IDLE - 1)],
            Someone("a", IDLE),
            id="the one who has done nothing for longest, at the address with most",
        ),
        pytest.param(
            [Someone("a"), Someone("a"), Someone("a"), Someone("b", IDLE), Someone("b", IDLE)],
            Someone("b", IDLE),
            id="one who does nothing rather than one who moves on",
        ),
        pytest.param(
            [Someone("a", NOW - 1), Someone("a", NOW), Someone("b", IDLE)],
            Someone("a", NOW - 1),
            id="one of several at an address rather than one who is alone there",
        ),
        pytest.param(
            [Someone("a", IDLE, Progress.KNOWN_KEY), Someone("a", IDLE, Progress.KEYS_EXCHANGED)],
            Someone("a", IDLE, Progress.KEYS_EXCHANGED),
            id="somebody who has offered a known key is the last",
        ),
        pytest.param(
            [Someone("a", IDLE, Progress.KEYS_EXCHANGED), Someone("b", IDLE + 1)],
            Someone("b", IDLE + 1),
            id="whoever has come less far",
        ),
        pytest.param([Someone("a"), Someone("b")], None, id="nobody who moves on and is alone"),
        pytest.param(
            [Someone("new"), Someone("new")], None, id="nobody for one more of the same address"
        ),
        pytest.param([], None, id="nobody if there is nobody"),
    ],
)
def test_who_gives_way_to_a_newcomer(strangers: list[Someone], leaves: Someone | None) -> None:
    assert who_gives_way(strangers, "new", NOW, GRACE) == leaves


@pytest.mark.parametrize(("silent_for", "leaves"), [(GRACE - 0.5, False), (GRACE, True)])
def test_a_client_that_is_alone_may_be_silent_for_the_grace(
    silent_for: float, *, leaves: bool
) -> None:
    alone = Someone("a", NOW - silent_for)
    assert who_gives_way([alone], "b", NOW, GRACE) == (alone if leaves else None)


def test_twenty_addresses_that_connect_every_second_shut_nobody_out() -> None:
    """Honest clients need a second for their login; each has an address of its own."""
    there: list[Someone] = []
    refused = 0
    for tick in range(600):
        now = NOW + tick / 10
        newcomers = [f"hostile {tick % 10 + 10 * half}" for half in range(2)]
        newcomers += [f"honest {tick}"] if tick % 5 == 0 else []
        logged_in = f"honest {tick - 10}"
        if tick >= 10 and tick % 5 == 0:
            assert any(one.network == logged_in for one in there)
            there = [one for one in there if one.network != logged_in]
        for network in newcomers:
            if len(there) >= 30:
                leaves = who_gives_way(there, network, now, GRACE)
                if leaves is None:
                    refused += network.startswith("honest")
                    continue
                there.remove(leaves)
            there.append(Someone(network, now))
    assert not refused


def test_of_web_connections_the_oldest_of_the_address_with_most_gives_way() -> None:
    assert oldest_of_most({1: "a", 2: "b", 3: "b", 4: "c"}) == 2


@asynccontextmanager
async def silent_connections(server: SshServer, addresses: list[str]) -> AsyncIterator[None]:
    """Connect from addresses behind a proxy, and say nothing."""
    writers = []
    for address in addresses:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"PROXY TCP4 {address} 127.0.0.1 5000 2222\r\n".encode())
        writers.append(writer)
    await eventually(lambda: server.host.counts.unauthenticated == len(addresses))
    yield
    for writer in writers:
        writer.close()


async def test_a_door_full_of_silent_connections_lets_people_in() -> None:
    addresses = [f"192.0.2.{number % 3}" for number in range(6)]
    async with (
        a_server(unauthenticated=6, proxies=PROXIES) as server,
        silent_connections(server, addresses),
    ):
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PROXY TCP4 192.0.2.99 127.0.0.1 5000 2222\r\n")
        await eventually(lambda: "192.0.2.99" in server.host.counts.connected)
        assert server.host.counts.unauthenticated == 6
        assert metric(server, "refusals_total", kind="gave-way") == 1
        assert metric(server, "refusals_total", kind="too_many_logins") == 0
        writer.close()


async def test_somebody_who_has_logged_in_takes_the_place_of_somebody_who_has_not() -> None:
    async with a_server(connections=1, moderators=("SHA256:none",)) as server:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await eventually(lambda: server.host.counts.unauthenticated == 1)
        server.host.now = lambda: time.time() + 60.0
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
        assert metric(server, "refusals_total", kind="gave-way") == 1
        writer.close()


async def test_the_last_places_are_for_people_who_are_known() -> None:
    async with a_server(connections=10, connections_known=1) as server:
        await server.host.accounts.log_in(KEY.get_fingerprint(), "astrid")
        server.host.counts.connected["192.0.2.1"] = 9
        with pytest.raises(asyncssh.Error):
            async with connected(server, client_keys=None) as conn:
                await terminal(conn)
        assert metric(server, "refusals_total", kind="reserved") == 1
        await eventually(lambda: server.host.counts.connected.total() == 9)
        async with connected(server) as conn:
            await (await terminal(conn)).until(b"hello")
        assert metric(server, "refusals_total", kind="reserved") == 1


async def test_a_known_key_is_noted_before_its_login() -> None:
    async with a_server() as server:
        for progress in (Progress.KEYS_EXCHANGED, Progress.KNOWN_KEY):
            async with connected(server) as conn:
                await (await terminal(conn)).until(b"hello")
                (connection,) = server.host.connections
                assert connection.progress is progress
            await eventually(lambda: not server.host.connections)


async def order_of(queue: LoginQueue, people: list[tuple[str, str, bool]]) -> list[str]:
    """Let people come while all slots are taken, and give the order in which they get one."""
    order: list[str] = []

    async def come(name: str, network: str, *, known: bool) -> None:
        release = await queue.enter(network, known=known)
        order.append(name)
        release()

    release = await queue.enter("192.0.2.200", known=True)
    async with asyncio.TaskGroup() as tasks:
        for name, network, known in people:
            tasks.create_task(come(name, network, known=known))
            await asyncio.sleep(0)
        release()
    return order


async def test_people_who_are_known_get_their_first_picture_before_strangers() -> None:
    people = [("stranger", "a", False), ("other stranger", "b", False), ("friend", "c", True)]
    assert await order_of(LoginQueue(1), people) == ["friend", "stranger", "other stranger"]


async def test_an_address_with_many_logins_lets_others_go_between() -> None:
    people = [("a1", "a", False), ("a2", "a", False), ("a3", "a", False), ("b1", "b", False)]
    assert await order_of(LoginQueue(1), people) == ["a1", "b1", "a2", "a3"]


@pytest.mark.parametrize("granted", [False, True])
async def test_a_login_that_is_broken_off_keeps_no_slot(*, granted: bool) -> None:
    queue = LoginQueue(1)
    release = await queue.enter("a", known=False)
    waiting = asyncio.create_task(queue.enter("b", known=False))
    await asyncio.sleep(0)
    if granted:
        release()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled()
    if not granted:
        release()
    async with asyncio.timeout(60):
        await queue.enter("c", known=False)
    assert dict(queue._of_address) == {"c": 1}


async def test_more_logins_at_once_let_those_in_who_wait() -> None:
    queue = LoginQueue(1)
    await queue.enter("a", known=False)
    waiting = asyncio.create_task(queue.enter("b", known=False))
    await asyncio.sleep(0)
    assert not waiting.done()
    queue.change(2)
    async with asyncio.timeout(60):
        await waiting


def test_whoever_has_exchanged_keys_is_not_known_yet() -> None:
    assert Progress.CONNECTED < Progress.KEYS_EXCHANGED < Progress.KNOWN_KEY
