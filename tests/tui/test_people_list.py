"""The people beside the tables of the hall."""

import pytest

from odin_server.hall import Activity, Person
from odin_tui.languages import ENGLISH
from odin_tui.screens.hall_people import people_list
from odin_tui.widgets.people_list import People, PeopleList

PEOPLE = (
    Person("1", "Njal", Activity.PLAYING, "odin"),
    Person("2", "Bera", Activity.IDLE),
    Person("3", "Astrid", Activity.PRESENT),
    Person("4", "Liv", Activity.WAITING, "herrlof"),
)
LISTED = people_list(PEOPLE, "3", lambda one: "16.0" if one.id == "1" else "", ENGLISH)


class Shown(PeopleList):
    """The list in a room of a given size."""

    def __init__(self, people: People, width: int, height: int) -> None:
        super().__init__()
        self.set_reactive(PeopleList.people, people)
        self._room = width, height

    @property
    def size(self) -> tuple[int, int]:  # type: ignore[override]
        return self._room

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.draw().content().plain.split("\n")]


def test_the_reader_comes_first_then_who_could_join_a_table() -> None:
    assert Shown(LISTED, 34, 6).lines()[:5] == [
        "People 4",
        "● Astrid  you",
        "● Liv     Herrlof, waits",
        "● Njal    plays Odin          16.0",
        "● Bera    idle",
    ]


def test_where_there_is_little_room_the_game_is_named() -> None:
    assert Shown(LISTED, 23, 6).lines()[2:4] == ["● Liv     Herrlof", "● Njal    Odin     16.0"]


@pytest.mark.parametrize(("rows", "last"), [(5, "● Bera    idle"), (4, "  and 2 more")])
def test_who_does_not_fit_is_counted(rows: int, last: str) -> None:
    assert Shown(LISTED, 34, rows).lines()[-1] == last


def test_in_a_full_hall_only_those_who_may_be_seen_have_rows() -> None:
    crowd = [Person(str(number), "Njal", Activity.PRESENT) for number in range(250)]
    asked: list[str] = []

    def rating(person: Person) -> str:
        asked.append(person.id)
        return ""

    listed = people_list(crowd, "3", rating, ENGLISH)
    assert len(listed.rows) == len(asked) == 100
    lines = Shown(listed, 34, 6).lines()
    assert lines[0] == "People 250"
    assert lines[-1] == "  and 246 more"
