"""When all objects are searched for garbage."""

import gc
from collections.abc import Iterator

import pytest

from odin_server.ssh.tidy import EXPECTED, SLACK, Tidy


class House:
    def __init__(self) -> None:
        self.memory, self.sessions = 100.0 * 2**20, 0
        self.tidy = Tidy(lambda: self.memory, lambda: self.sessions)


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


def test_an_emptied_house_is_tidied_when_nobody_is_disturbed(house: House) -> None:
    house.sessions, house.memory = 50, house.memory + 90 * EXPECTED
    assert house.tidy.look()
    house.sessions = 1
    assert house.tidy.look()
    assert not house.tidy.look()
    assert house.tidy.searches == 2
