"""When a full garbage collection is made."""

import asyncio
import gc
import itertools
import weakref
from collections.abc import Iterator

import pytest

from odin_server.sessions import gc_policy
from odin_server.sessions.gc_policy import (
    FEW_SESSIONS,
    FEWEST_ENDED,
    LONGEST_WAIT,
    MIDDLE,
    PAUSE,
    SESSION_BYTES,
    SHORTEST_WAIT,
    UNEXPLAINED_BYTES,
    GcPolicy,
    YoungCollections,
)


class FakeServer:
    def __init__(self) -> None:
        self.memory, self.sessions, self.ended = 100.0 * 2**20, 0, 0
        self.policy = GcPolicy(lambda: self.memory, lambda: self.sessions, lambda: self.ended)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    before = gc.get_threshold()
    server = FakeServer()
    server.policy.begin()
    yield server
    gc.unfreeze()
    gc.set_threshold(*before)


def test_python_no_longer_makes_full_collections_by_itself(server: FakeServer) -> None:
    assert gc.get_threshold()[2] > 10**6
    assert not server.policy.check()


def test_growth_that_people_explain_is_no_garbage(server: FakeServer) -> None:
    server.sessions = 50
    server.memory += 50 * SESSION_BYTES
    assert not server.policy.check()


def test_unexplained_growth_leads_to_one_full_collection(server: FakeServer) -> None:
    server.memory += UNEXPLAINED_BYTES
    assert not server.policy.check()
    server.memory += 1
    assert server.policy.check()
    assert not server.policy.check()


def test_many_ended_sessions_lead_to_a_full_collection(server: FakeServer) -> None:
    server.ended = FEWEST_ENDED - 1
    assert not server.policy.check()
    server.ended = FEWEST_ENDED
    assert server.policy.check()
    assert not server.policy.check()


def test_nobody_waits_for_a_full_collection_because_others_have_left(server: FakeServer) -> None:
    server.sessions, server.ended = FEW_SESSIONS + 1, 100 * FEWEST_ENDED
    assert not server.policy.check()
    server.sessions = FEW_SESSIONS
    assert server.policy.check()
    assert server.policy.collections == 1


def test_a_large_hall_may_have_more_garbage(server: FakeServer) -> None:
    server.memory = 2.0**30
    assert server.policy.check()
    server.memory += 1.5 * UNEXPLAINED_BYTES
    assert not server.policy.check()
    server.memory += UNEXPLAINED_BYTES
    assert server.policy.check()


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_login_leaves_behind_is_collected_without_a_full_collection(
    server: FakeServer,
) -> None:
    old = Knot()
    server.sessions = 1
    assert not server.policy.check()
    new = Knot()
    seen = [weakref.ref(old), weakref.ref(new)]
    del old, new
    server.sessions = 2
    assert not server.policy.check()
    assert [one() is None for one in seen] == [False, True]
    server.ended = FEWEST_ENDED
    assert server.policy.check()
    assert [one() is None for one in seen] == [True, True]


def test_what_sessions_hold_is_left_out_of_other_collections(server: FakeServer) -> None:
    of_a_session = Knot()
    server.sessions = 1
    assert not server.policy.check()
    seen = weakref.ref(of_a_session)
    del of_a_session
    gc.collect()
    assert seen() is not None
    server.ended = FEWEST_ENDED
    assert server.policy.check()
    assert seen() is None


async def test_each_full_collection_is_told(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_policy, "CHECK_EVERY", 0.0)
    told: list[int] = []
    running = asyncio.create_task(server.policy.run(lambda: told.append(server.ended)))
    for ended in (FEWEST_ENDED - 1, FEWEST_ENDED, 2 * FEWEST_ENDED):
        server.ended = ended
        for _ in range(5):
            await asyncio.sleep(0)
    running.cancel()
    assert told == [FEWEST_ENDED, 2 * FEWEST_ENDED]


def young_collections_of(seconds: float) -> YoungCollections:
    """Return collections of young objects that take so long, by their clock."""
    moments = itertools.count()
    return YoungCollections(lambda: seconds * next(moments))


def test_young_objects_are_collected_sooner_after_a_long_collection() -> None:
    gc.collect()
    collections = young_collections_of(2 * PAUSE)
    collections.collect()
    assert collections.wait == pytest.approx(LONGEST_WAIT / 2)
    collections = young_collections_of(100 * PAUSE)
    collections.collect()
    assert collections.wait == pytest.approx(LONGEST_WAIT / 4)
    for _ in range(20 * MIDDLE):
        collections.collect()
    assert collections.wait == SHORTEST_WAIT


def test_young_objects_are_collected_later_after_a_short_collection() -> None:
    gc.collect()
    collections = young_collections_of(0.0)
    collections.wait = SHORTEST_WAIT
    collections.collect()
    assert collections.wait == pytest.approx(2 * SHORTEST_WAIT)
    for _ in range(20 * MIDDLE):
        collections.collect()
    assert collections.wait == LONGEST_WAIT


def test_older_objects_are_collected_after_some_collections_of_young_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generations: list[int] = []
    monkeypatch.setattr(gc, "collect", generations.append)
    collections = young_collections_of(2 * PAUSE)
    for _ in range(MIDDLE):
        collections.collect()
    sooner = collections.wait
    collections.collect()
    assert collections.wait == 2 * sooner  # Five times as many objects took as long.
    for _ in range(MIDDLE + 1):
        collections.collect()
    assert generations == [*[0] * MIDDLE, 1] * 2


@pytest.mark.usefixtures("server")
def test_what_a_young_collection_has_left_is_collected_a_few_later() -> None:
    gc.collect()
    collections = young_collections_of(PAUSE)
    knot = Knot()
    collections.collect()
    seen = weakref.ref(knot)
    del knot
    collections.collect()
    assert seen() is not None
    for _ in range(MIDDLE):
        collections.collect()
    assert seen() is None


async def test_young_objects_are_collected_again_and_again() -> None:
    gc.collect()
    collections = YoungCollections()
    collections.wait = 0.0
    running = asyncio.create_task(collections.run())
    for _ in range(2):
        collected = asyncio.Event()
        seen = weakref.ref(Knot(), lambda _: collected.set())  # noqa: B023 - called before the next
        async with asyncio.timeout(10):
            await collected.wait()
        assert seen() is None
    running.cancel()
