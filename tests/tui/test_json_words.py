"""The JSON of a view is derived from its fields, and keeps the names the protocol has."""

import json
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import pytest

from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_tui.game_ui import game_ui
from odin_tui.json_words import JsonView
from tests.engine import laws

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
FIRST_VERSION = json.loads((Path(__file__).parent / "json_views.json").read_text())
"""Views as the first version of the protocol sent them, by game, seats, step and seat."""


@pytest.mark.parametrize("game", GAMES)
def test_views_are_sent_as_the_first_version_sent_them(game: str) -> None:
    for key, sent in FIRST_VERSION.items():
        name, seats, at, seat = key.split()
        if name == game:
            steps = list(laws.walk(laws.Case(GAMES[game], int(seats), ())))
            reader = None if seat == "None" else Seat(int(seat))
            view = GAMES[game].view(steps[int(at)].state, reader)
            assert json.loads(json.dumps(game_ui(game).json.words(view))) == sent


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_match_is_documented(game: str) -> None:
    _, _, rest = PAGE.partition(f"`match` of {GAMES[game].TITLE}:")
    paragraph, _, _ = rest.partition("\n\n")
    state = next(laws.walk(laws.Case(GAMES[game], GAMES[game].SEATS[0], ()))).state
    for field in game_ui(game).json.words(GAMES[game].view(state, Seat(0))):
        assert f"`{field}`" in paragraph, field


class Rune(Enum):
    FEHU = "f"


class Stone(NamedTuple):
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x}-{self.y}"


class Turn(NamedTuple):
    seat: int
    stone: Stone


@dataclass(frozen=True)
class View:
    seat: int
    rune: Rune
    stones: frozenset[Stone]
    last: Turn | None
    memory: str = ""
    by_name: tuple[tuple[str, int], ...] = ()


def test_fields_become_plain_values() -> None:
    view = View(0, Rune.FEHU, frozenset({Stone(1, 2)}), Turn(1, Stone(3, 4)))
    assert JsonView(leave_out=frozenset({"memory"})).words(view) == {
        "rune": "f",
        "stones": ["1-2"],
        "last": {"seat": 1, "stone": "3-4"},
        "by_name": [],
    }


def test_a_game_declares_where_its_json_differs() -> None:
    view = View(0, Rune.FEHU, frozenset(), Turn(1, Stone(3, 4)), by_name=(("a", 1),))
    declared = JsonView(
        leave_out=frozenset({"rune", "memory", "stones"}),
        add={"by_name": lambda view: dict(view.by_name)},
        lists=(Turn,),
    )
    assert declared.words(view) == {"last": [1, "3-4"], "by_name": {"a": 1}}
    some = JsonView(attributes={Turn: ("stone",)})
    assert some.words(view)["last"] == {"stone": "3-4"}
