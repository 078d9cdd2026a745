"""The time that hosts share, and leases that end by the clock of the host that has them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from odin_server.log import LogUnwritable
from odin_server.postgres import clock as database_clock
from odin_server.postgres import database as connections
from odin_server.postgres import leases as postgres_leases
from odin_server.postgres.clock import DatabaseClock
from odin_server.postgres.database import Database, DatabaseAway
from odin_server.postgres.leases import LEASE, PostgresLeases
from tests.server.postgres.conftest import until


class FakeDatabase:
    """Answers every statement with one row of one value."""

    def __init__(self, answer: Callable[[], float] = lambda: 0.0) -> None:
        self.answer = answer
        self.asked = 0

    async def fetch(self, _purpose: str, _statement: str, *_values: object) -> Any:
        self.asked += 1
        return [(self.answer(),)]


class FakeLoop:
    def __init__(self, now: float) -> None:
        self.now = now

    def time(self) -> float:
        return self.now


def away() -> float:
    raise DatabaseAway(error="cut off", sent=False)


def loop_time() -> float:
    return asyncio.get_running_loop().time()


async def test_the_clock_says_what_the_database_says() -> None:
    clock = await DatabaseClock.open(FakeDatabase(lambda: loop_time() + 5000.0))  # type: ignore[arg-type]
    assert clock.now() == pytest.approx(loop_time() + 5000.0, abs=1.0)
    rung = asyncio.Event()
    alarm = clock.call_at(clock.now() + 3600.0, rung.set)
    clock.call_at(clock.now() - 1.0, rung.set)
    async with asyncio.timeout(20):
        await rung.wait()
    alarm.cancel()
    await clock.close()


async def test_of_several_answers_the_fastest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([(3.0, 100.0), (1.0, 200.0), (2.0, 300.0)])

    async def ask(_database: Any) -> tuple[float, float]:
        return next(answers)

    monkeypatch.setattr(database_clock, "_ask", ask)
    clock = await DatabaseClock.open(FakeDatabase())  # type: ignore[arg-type]
    assert clock.now() == pytest.approx(loop_time() + 200.0, abs=1.0)
    await clock.close()


async def test_half_of_the_time_an_answer_took_has_passed_since_it_was_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = FakeLoop(50.0)

    def answer() -> float:
        loop.now += 4.0
        return 1000.0

    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    assert await database_clock._ask(FakeDatabase(answer)) == (4.0, 948.0)  # type: ignore[arg-type]


async def test_the_clock_is_set_again_but_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_clock, "ASK_EVERY", 0.001)
    database = FakeDatabase(lambda: loop_time() + 5000.0)
    clock = await DatabaseClock.open(database)  # type: ignore[arg-type]
    before = clock.now()

    async def asked_again() -> None:
        asked = database.asked
        await until(lambda: database.asked > asked + 2 * database_clock.ANSWERS)

    database.answer = lambda: loop_time() + 100.0
    await asked_again()
    assert before <= clock.now() < before + 60.0
    database.answer = away
    await asked_again()
    database.answer = lambda: loop_time() + 9000.0
    await asked_again()
    assert clock.now() == pytest.approx(loop_time() + 9000.0, abs=1.0)
    await clock.close()


async def test_a_lease_that_is_not_renewed_ends_by_the_hosts_own_clock() -> None:
    leases = PostgresLeases(FakeDatabase(), "host")  # type: ignore[arg-type]
    loop = leases._loop = FakeLoop(1000.0)  # type: ignore[assignment]
    await leases.take("table")
    loop.now += LEASE - 0.5
    assert leases.holds("table")
    assert not leases.holds("another")
    assert leases.count == 1
    await leases.take("another")
    loop.now += 0.5
    assert not leases.holds("table")
    assert leases.holds("another")
    assert leases.count == 1
    loop.now += LEASE - 0.5
    assert not leases.holds("another")
    assert leases.count == 0


async def test_a_host_that_slept_through_its_leases_gets_none_back_with_a_new_table() -> None:
    leases = PostgresLeases(FakeDatabase(), "host")  # type: ignore[arg-type]
    loop = leases._loop = FakeLoop(1000.0)  # type: ignore[assignment]
    await leases.take("table")
    loop.now += 2 * LEASE
    await leases.take("new table")
    assert leases.holds("new table")
    assert not leases.holds("table")
    assert leases.count == 1


async def test_a_lease_that_ended_while_the_database_renewed_it_is_told() -> None:
    class Slow:
        """Renews leases, and takes its time the second time."""

        def __init__(self) -> None:
            self.renewed = 0

        def listen(self, _channel: str, hear: Callable[[str], None], _on: object) -> None:
            self.hear = hear

        async def fetch(self, _purpose: str, statement: str, *_values: object) -> Any:
            if statement != postgres_leases._RENEW:
                return []
            self.renewed += 1
            if self.renewed == 2:
                loop.now += LEASE
            return [{"stream": "table"}]

    loop, database = FakeLoop(1000.0), Slow()
    leases = PostgresLeases(database, "host")  # type: ignore[arg-type]
    leases._loop = loop  # type: ignore[assignment]
    await leases.take("table")
    changed: list[str] = []
    leases.begin(lambda: {"table"}, changed.append, changed.append)
    await until(lambda: database.renewed == 1)
    assert not changed
    loop.now += LEASE - 1
    database.hear("")
    await until(lambda: changed == ["table"])
    await leases.close()


async def test_leases_that_are_given_up_while_a_host_looks_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_leases, "RENEW_EVERY", 3600.0)
    given_up = ["table"]

    class Leases:
        """Gives up a lease just after a host has asked for it, and says so at once."""

        def __init__(self) -> None:
            self.free: list[str] = []

        def listen(self, _channel: str, hear: Callable[[str], None], _on: object) -> None:
            self.hear = hear

        async def fetch(self, _purpose: str, statement: str, *_values: object) -> Any:
            if "INSERT" not in statement:
                return []
            free, self.free = self.free, []
            if given_up:
                self.free.append(given_up.pop())
                self.hear("")
            return [{"stream": table} for table in free]

    leases = PostgresLeases(Leases(), "host")  # type: ignore[arg-type]
    taken: list[str] = []
    leases.begin(lambda: {"table"}, taken.append, lambda _table: None)
    await until(lambda: taken == ["table"])
    await leases.close()


async def test_a_lease_that_was_given_up_is_not_held() -> None:
    leases = PostgresLeases(FakeDatabase(), "host")  # type: ignore[arg-type]
    await leases.take("table")
    leases.release("table")
    leases.release("never taken")
    assert not leases.holds("table")
    assert leases._released == {"table"}


async def test_without_its_database_a_host_gets_no_lease() -> None:
    leases = PostgresLeases(FakeDatabase(away), "host")  # type: ignore[arg-type]
    with pytest.raises(LogUnwritable) as refused:
        await leases.take("table")
    assert refused.value.code == "log-away"
    assert not leases.holds("table")
    # The answer may have been lost: nobody is to renew such a lease for ever.
    assert leases._released == {"table"}


async def test_a_connection_that_is_made_while_the_database_is_closed_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database, ended = Database("postgresql://", lambda _trouble: None), list[str]()

    class Connection:
        def terminate(self) -> None:
            ended.append("ended")

    async def connect(*_words: object, **_more: object) -> Connection:
        await database.close()
        return Connection()

    monkeypatch.setattr(connections.asyncpg, "connect", connect)
    with pytest.raises(DatabaseAway):
        await database.fetch("log", "SELECT 1")
    assert ended == ["ended"]
    with pytest.raises(DatabaseAway):
        await database.fetch("log", "SELECT 1")
    assert ended == ["ended"]
