"""When all objects are searched for garbage."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from odin_server.ssh.gc_policy import EXPECTED, FEWEST, SLACK, GcPolicy


class House:
    def __init__(self) -> None:
        self.memory, self.sessions, self.ended = 100.0 * 2**20, 0, 0
        self.tidy = GcPolicy(lambda: self.memory, lambda: self.sessions, lambda: self.ended)


@pytest.fixture
def house() -> Iterator[House]:
    before = gc.get_threshold()
    house = House()
    house.tidy.begin()
    yield house
    gc.unfreeze()
    gc.set_threshold(*before)


def test_python_no_longer_searches_everything_by_itself(house: House) -> None:
    assert gc.get_threshold()[2] > 10**6
    assert not house.tidy.look()


def test_growth_that_people_explain_is_no_garbage(house: House) -> None:
    house.sessions = 50
    house.memory += 50 * EXPECTED
    assert not house.tidy.look()


def test_growth_that_nobody_explains_is_searched_for_once(house: House) -> None:
    house.memory += 2 * SLACK
    assert house.tidy.look()
    assert not house.tidy.look()


def test_sessions_that_ended_are_searched_for_when_they_are_many(house: House) -> None:
    house.ended = FEWEST - 1
    assert not house.tidy.look()
    house.ended = FEWEST
    assert house.tidy.look()
    assert not house.tidy.look()


def test_a_full_house_is_searched_less_often(house: House) -> None:
    house.sessions, house.ended = 200, 99
    assert not house.tidy.look()
    house.ended = 100
    assert house.tidy.look()
    assert house.tidy.searches == 1


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_login_leaves_behind_is_found_without_looking_at_everybody(house: House) -> None:
    old = Knot()
    house.sessions = 1
    assert not house.tidy.look()
    new = Knot()
    seen = [weakref.ref(old), weakref.ref(new)]
    del old, new
    house.sessions = 2
    assert not house.tidy.look()
    assert [one() is None for one in seen] == [False, True]
    house.ended = FEWEST
    assert house.tidy.look()
    assert [one() is None for one in seen] == [True, True]
