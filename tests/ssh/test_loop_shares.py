"""Shares of the event loop: who waits when it is busy, in which order, and who never does."""

import asyncio
from collections.abc import Callable
from contextvars import copy_context

import pytest

from odin_server.metrics import Metrics
from odin_server.sessions.guards import Bucket
from odin_server.sessions.loop_shares import (
    FORGET_ABOVE,
    LEAST_PERCENT,
    LOGIN_SECONDS,
    STRANGERS_PART,
    LoopShares,
    Share,
)
from odin_server.sessions.loop_time import SPENDER, charged_to, timed_task
from odin_server.sessions.settings import HostSettings
from tests.ssh.wire import a_server, connected, metric, terminal

SETTINGS = HostSettings(loop_busy=50, loop_per_account=2, loop_per_address=10, loop_burst=1.0)


class FakeLoop:
    """A clock that is set by hand, and calls what is due."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.due.append((self.time + seconds, call))

    def go_on(self, seconds: float) -> None:
        end = self.time + seconds
        while self.due and min(self.due)[0] <= end:
            self.due.sort(key=lambda one: one[0])
            self.time, call = self.due.pop(0)
            call()
        self.time = end


@pytest.fixture
def loop() -> FakeLoop:
    return FakeLoop()


@pytest.fixture
def shares(loop: FakeLoop) -> LoopShares:
    return LoopShares(SETTINGS, Metrics(), loop.now, loop.later)


def client(shares: LoopShares, network: str, account: str = "") -> Share:
    share = Share(shares)
    share.is_logging_in = False
    share.came_from(network)
    if account:
        share.belongs_to(account)
    return share


def slowed(shares: LoopShares) -> float:
    return shares._metrics.registry.get_sample_value("odin_slowed_total", {"kind": "share"}) or 0.0


def test_nobody_is_held_up_while_the_loop_has_time_to_spare(shares: LoopShares) -> None:
    heavy = client(shares, "192.0.2.1", "heavy")
    heavy.spend(30.0, 30.0)
    shares.everyone = Bucket(1.0, 1.0, shares.now())
    assert shares.may_go(heavy)


def test_only_who_is_above_a_budget_waits_for_a_busy_loop(shares: LoopShares) -> None:
    heavy, light = client(shares, "192.0.2.1", "heavy"), client(shares, "192.0.2.2", "light")
    heavy.spend(30.0, 30.0)
    assert not shares.may_go(heavy)
    assert shares.may_go(light)


def test_all_sessions_of_an_account_have_one_budget_wherever_they_come_from(
    shares: LoopShares,
) -> None:
    for number in range(3):
        client(shares, f"192.0.2.{number}", "heavy").spend(0.5, 0.5)
    assert not shares.may_go(client(shares, "192.0.2.9", "heavy"))
    assert shares.may_go(client(shares, "192.0.2.9", "another"))


def test_all_guests_of_an_address_have_one_budget(shares: LoopShares) -> None:
    for _ in range(10):
        client(shares, "192.0.2.1").spend(0.5, 0.5)
    assert not shares.may_go(client(shares, "192.0.2.1"))
    assert shares.may_go(client(shares, "192.0.2.2"))


def test_a_guest_who_has_just_come_may_use_less_at_once_than_an_account(
    shares: LoopShares,
) -> None:
    half = SETTINGS.loop_burst / 2
    guest, account = client(shares, "192.0.2.1"), client(shares, "192.0.2.2", "account")
    busy = client(shares, "192.0.2.3", "busy")
    busy.spend(30.0, 30.0)
    for share in (guest, account):
        share.spend(half, half)
    assert not shares.may_go(guest)
    assert shares.may_go(account)


def test_whoever_has_used_least_has_the_first_turn(shares: LoopShares, loop: FakeLoop) -> None:
    turns: list[str] = []
    for name, seconds in (("most", 1.6), ("more", 1.4), ("least", 1.2)):
        share = client(shares, f"address of {name}", name)
        share.spend(seconds, seconds)
        assert not shares.may_go(share)
        shares.wait(share, lambda name=name: turns.append(name))  # type: ignore[misc]
    assert not turns
    loop.go_on(10.0)
    assert turns == ["least", "more", "most"]
    assert slowed(shares) == 3


def test_of_two_at_one_address_the_account_that_has_used_less_is_first(
    shares: LoopShares, loop: FakeLoop
) -> None:
    turns: list[str] = []
    for name, seconds in (("more", 1.3), ("less", 1.1)):
        share = client(shares, "192.0.2.1", name)
        share.spend(seconds, seconds)
        shares.wait(share, lambda name=name: turns.append(name))  # type: ignore[misc]
    loop.go_on(10.0)
    assert turns == ["less", "more"]


def test_those_in_line_leave_the_loop_time_for_the_others(
    shares: LoopShares, loop: FakeLoop
) -> None:
    """Forty clients of one address that always have more to do get no more than is to spare."""
    used = 0.0

    def begin(share: Share) -> None:
        share.spend(3.0, 3.0)
        shares.wait(share, lambda: work(share))

    def work(share: Share) -> None:
        nonlocal used
        used += 0.007
        share.spend(0.007, 0.007)
        shares.wait(share, lambda: work(share))

    for _ in range(40):
        begin(client(shares, "192.0.2.1"))
    used = 0.0
    loop.go_on(10.0)
    assert 0.8 * SETTINGS.loop_busy < 10 * used < 1.1 * SETTINGS.loop_busy


def test_those_in_line_get_a_little_even_if_the_others_keep_the_loop_busy(
    shares: LoopShares, loop: FakeLoop
) -> None:
    heavy, used = client(shares, "192.0.2.1", "heavy"), 0.0
    heavy.spend(3.0, 3.0)

    def work() -> None:
        nonlocal used
        used += 0.01
        heavy.spend(0.01, 0.01)
        shares.wait(heavy, work)

    shares.wait(heavy, work)
    for number in range(100):
        client(shares, f"another address {number}").spend(0.1, 0.1)
        loop.go_on(0.1)
    assert 0.5 * LEAST_PERCENT < 10 * used < 2 * LEAST_PERCENT


def test_whoever_has_left_has_no_turn(shares: LoopShares, loop: FakeLoop) -> None:
    heavy = client(shares, "192.0.2.1", "heavy")
    heavy.spend(3.0, 3.0)
    turns: list[str] = []
    calls = [lambda name=name: turns.append(name) for name in ("gone", "there")]
    for call in calls:
        shares.wait(heavy, call)
    shares.leave(calls[0])
    loop.go_on(10.0)
    assert turns == ["there"]


def test_what_goes_wrong_with_one_in_line_holds_up_nobody_else(
    shares: LoopShares, loop: FakeLoop
) -> None:
    heavy = client(shares, "192.0.2.1", "heavy")
    heavy.spend(3.0, 3.0)
    turns: list[str] = []

    def fail() -> None:
        raise ConnectionResetError

    shares.wait(heavy, fail)
    shares.wait(heavy, lambda: turns.append("next"))
    with pytest.raises(ConnectionResetError):
        loop.go_on(10.0)
    loop.go_on(10.0)
    assert turns == ["next"]


async def test_a_heavy_clients_login_waits_for_its_turn(shares: LoopShares, loop: FakeLoop) -> None:
    heavy = client(shares, "192.0.2.1", "heavy")
    async with asyncio.timeout(60):
        await shares.turn(heavy, known=False)
    heavy.spend(3.0, 3.0)
    waiting, broken_off = (asyncio.create_task(shares.turn(heavy, known=True)) for _ in range(2))
    await asyncio.sleep(0)
    broken_off.cancel()
    await asyncio.sleep(0)
    assert not waiting.done()
    loop.go_on(10.0)
    async with asyncio.timeout(60):
        await waiting


async def test_only_people_who_are_known_log_in_at_once_while_the_loop_is_busy(
    shares: LoopShares, loop: FakeLoop
) -> None:
    client(shares, "192.0.2.1", "heavy").spend(3.0, 3.0)
    async with asyncio.timeout(60):
        await shares.turn(client(shares, "192.0.2.2", "friend"), known=True)
    stranger = asyncio.create_task(shares.turn(client(shares, "192.0.2.3"), known=False))
    await asyncio.sleep(0)
    assert not stranger.done()
    loop.go_on(10.0)
    async with asyncio.timeout(60):
        await stranger


async def test_strangers_wait_before_the_loop_is_so_busy_that_others_do(
    shares: LoopShares,
) -> None:
    heavy = client(shares, "192.0.2.1", "heavy")
    heavy.expect(2.0)
    shares.everyone = Bucket(1.0, 1.0, shares.now())
    assert shares.may_go(heavy)
    async with asyncio.timeout(60):
        await shares.turn(client(shares, "192.0.2.2", "friend"), known=True)
    stranger = asyncio.create_task(shares.turn(client(shares, "192.0.2.3"), known=False))
    await asyncio.sleep(0)
    assert not stranger.done()
    stranger.cancel()


async def test_strangers_who_come_all_the_time_get_a_part_of_the_loop(
    shares: LoopShares, loop: FakeLoop
) -> None:
    came = 0

    async def come_again_and_again(number: int) -> None:
        nonlocal came
        while True:
            share = client(shares, f"address {number} {came}")
            await shares.turn(share, known=False)
            came += 1
            share.spend(LOGIN_SECONDS, LOGIN_SECONDS)

    coming = [asyncio.create_task(come_again_and_again(number)) for number in range(10)]
    for _ in range(1000):
        await asyncio.sleep(0)
        loop.go_on(0.01)
    for task in coming:
        task.cancel()
    percent = 10 * came * LOGIN_SECONDS
    part = STRANGERS_PART * SETTINGS.loop_busy
    assert 0.8 * part < percent < 1.2 * (part + LEAST_PERCENT)


async def test_nobody_waits_for_as_long_as_strangers_who_came_before(
    shares: LoopShares, loop: FakeLoop
) -> None:
    heavy, turns = client(shares, "192.0.2.1", "heavy"), list[str]()
    heavy.spend(3.0, 3.0)
    shares.in_line.owe(10.0, loop.now())
    shares.everyone = Bucket(0.1, 0.5, loop.now())
    shares.before_strangers.owe(10.0, loop.now())
    shares.wait(client(shares, "192.0.2.3"), lambda: turns.append("stranger"), is_last=True)
    loop.go_on(0.01)
    shares.wait(heavy, lambda: turns.append("heavy"))
    loop.go_on(0.2)
    assert turns == ["heavy"]
    loop.go_on(60.0)
    assert turns == ["heavy", "stranger"]


def test_many_who_each_keep_within_their_budgets_are_slowed_down_before_those_who_use_less(
    shares: LoopShares, loop: FakeLoop
) -> None:
    hostile = [client(shares, f"hostile {number}") for number in range(60)]
    honest = [client(shares, f"honest {number}") for number in range(50)]
    for _ in range(200):
        for share in hostile:
            share.spend(0.0019, 0.0019)
        for share in honest:
            share.spend(0.0003, 0.0003)
        loop.go_on(0.1)
    assert not any(map(shares.may_go, hostile))
    assert all(map(shares.may_go, honest))
    loop.go_on(60.0)
    assert shares.price(loop.now()) == 1.0


def test_what_begins_is_charged_at_once_and_not_again(shares: LoopShares) -> None:
    flood = client(shares, "192.0.2.1", "flood")
    flood.expect(0.9)
    flood.spend(0.6, 0.6)
    assert shares.may_go(flood)
    flood.expect(0.2)
    assert not shares.may_go(flood)
    debt = flood.debts(shares.now())
    flood.spend(0.5, 0.5)
    assert flood.debts(shares.now()) == debt
    flood.spend(0.5, 0.5)
    assert flood.debts(shares.now()) > debt


def test_a_client_logs_in_at_the_lowest_price_until_it_is_in(shares: LoopShares) -> None:
    newcomer, inside = Share(shares), Share(shares)
    newcomer.belongs_to("newcomer")
    inside.belongs_to("inside")
    inside.is_logging_in = False
    shares._price, shares._priced_at = 10.0, shares.now()
    for share in (newcomer, inside):
        share.spend(1.5, 1.5)
    now = shares.now()
    assert newcomer.debts(now)[1] < inside.debts(now)[1]


def test_logins_in_a_rush_leave_nobody_above_a_budget(shares: LoopShares, loop: FakeLoop) -> None:
    """After a restart everybody comes back at once; their keys must not wait for that."""
    crowd = [client(shares, f"network {number}", f"account {number}") for number in range(100)]
    for share in crowd:
        share.is_logging_in = True
        for _ in range(5):
            share.spend(0.08, 0.08)
            loop.go_on(0.04)
        share.is_logging_in = False
    assert shares.price(loop.now()) > 1.0
    assert all(map(shares.may_go, crowd))


def test_a_flood_is_forgiven_in_time(shares: LoopShares, loop: FakeLoop) -> None:
    flood = client(shares, "192.0.2.1", "flood")
    flood.spend(3600.0, 3600.0)
    assert any(flood.debts(loop.now()))
    loop.go_on(301.0)
    assert flood.debts(loop.now()) == (0.0, 0.0)


def test_addresses_without_a_debt_are_forgotten(shares: LoopShares, loop: FakeLoop) -> None:
    client(shares, "heavy").spend(100.0, 100.0)
    for number in range(3 * FORGET_ABOVE):
        client(shares, f"network {number}")
    assert len(shares._addresses) <= FORGET_ABOVE + 1
    assert any(client(shares, "heavy").debts(loop.now()))


class Bill:
    """Counts what is charged."""

    def __init__(self) -> None:
        self.charges: list[float] = []

    def expect(self, seconds: float) -> None:
        raise AssertionError(f"nothing of {seconds} s begins here")

    def spend(self, seconds: float, cpu: float) -> None:
        del cpu
        self.charges.append(seconds)


async def test_each_step_of_a_task_is_charged_to_whoever_it_works_for() -> None:
    asyncio.get_running_loop().set_task_factory(timed_task)
    bill, other = Bill(), Bill()

    async def two_steps() -> str:
        await asyncio.sleep(0)
        return "done"

    with charged_to(bill):
        task = asyncio.create_task(two_steps())
    assert len(bill.charges) == 1
    assert await task == "done"
    assert len(bill.charges) == 3
    assert all(seconds >= 0 for seconds in bill.charges)

    def choose_other() -> "asyncio.Task[str]":
        SPENDER.set(other)
        return asyncio.create_task(two_steps())

    await copy_context().run(choose_other)
    assert (len(bill.charges), len(other.charges)) == (3, 2)
    assert SPENDER.get() is None


async def test_an_error_and_the_end_of_a_task_pass_through_the_timing() -> None:
    asyncio.get_running_loop().set_task_factory(timed_task)
    bill = Bill()

    async def fails() -> None:
        raise LookupError

    async def waits() -> None:
        await asyncio.Event().wait()

    with charged_to(bill):
        failing, waiting = (
            asyncio.create_task(fails(), name="failing"),
            asyncio.create_task(waits()),
        )
    with pytest.raises(LookupError):
        await failing
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert failing.get_name() == "failing"
    assert len(bill.charges) == 4


async def test_what_a_session_does_is_charged_to_its_account_and_address() -> None:
    slowly = {"loop_per_account": 0.1, "loop_per_address": 0.1, "loop_burst": 1e6}
    async with a_server(**slowly) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        shares = server.host.loop_shares
        (account,), (address,) = shares._accounts.values(), shares._addresses.values()
        before = account._left, address._left
        await screen.press(b"x", b"key=x")
        assert account._left < before[0]
        assert address._left < before[1]


async def test_a_heavy_client_is_read_one_piece_at_a_time_while_the_loop_is_busy() -> None:
    async with a_server(loop_per_account=0.1, loop_busy=0.1) as server, connected(server) as conn:
        screen = await terminal(conn)
        await screen.until(b"hello")
        (connection,) = server.host.connections
        assert connection.intake is not None
        shares, share = server.host.loop_shares, connection.intake.share
        share._account.owe(100.0, shares.now())
        shares.everyone.owe(100.0, shares.now())
        await screen.press(b"x", b"key=x")
        await screen.press(b"y", b"key=y")
        assert metric(server, "slowed_total", kind="share") >= 2
