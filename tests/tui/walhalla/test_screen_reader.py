"""The screen reader reads the table of Walhalla at every size, and notices what is wrong."""

from random import Random
from typing import Any

import pytest

from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.walhalla.events import RaidBegun
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.state import State
from odin_tui.json_mode import table_words
from odin_tui.languages import DEFAULT_LANGUAGE, LANGUAGES, translations_for
from odin_tui.languages.reading import for_screens
from odin_tui.pilots.in_english import InEnglish
from odin_tui.walhalla import screen_reader
from odin_tui.walhalla.board import Board
from tests.engine.walhalla.positions import after, position
from tests.tui.boards import press, shown, table_view
from tests.tui.screens import screen_text

SIZES = [(60, 19), (80, 23), (87, 23), (100, 29), (120, 35), (120, 49), (160, 47)]
STATE = position(
    land="a1=W a2=F3 b1=S b2=W b3=F2 c4=V2",
    vikings="a1=K b2=R c4=Y a3=B",
    hands={"R": "forest village village tongue7 hunt", "K": "shield wheat"},
    points=(12, 7, 0, 100),
    walhalla=(2, 1, 0, 3),
)
SAILING = after(STATE, "board 1 2", "decline")
LANDING = after(SAILING, "sail 2")
COMMITTING = after(
    position(
        moored=(4, 4, 3, 0), midgard=0, hands={"R": "forest village village hunt", "K": "wheat"}
    ),
    "sail 4",
)


def truth(state: State, seat: int = 0) -> dict[str, Any]:
    begun = state._replace(history=(RaidBegun(Seat(0), 1), *state.history))
    return table_words(table_view(GAMES["walhalla"], begun, seat))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", [STATE, SAILING, LANDING, COMMITTING])
async def test_the_table_is_read_as_it_is(state: State, size: tuple[int, int]) -> None:
    table = table_view(GAMES["walhalla"], state, 0)
    async with shown(Board(), table, size) as (app, _pilot):
        lines = screen_text(app).split("\n")
        reading = screen_reader.read([*lines, " ?  keys"])
        assert reading is not None
        assert reading.own == 0
        assert reading.my_turn
        assert screen_reader.disagreement(reading, truth(state)) is None
        assert screen_reader.hidden_but_shown([*lines, " ?  keys"], truth(state)) == []
        assert screen_reader.next_keys(reading)[-1] == "enter"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != DEFAULT_LANGUAGE])
async def test_the_table_is_read_in_every_language(language: str) -> None:
    tr = for_screens(translations_for(language))
    in_english = InEnglish.of_game("walhalla", tr)
    for state, size in ((STATE, (60, 19)), (SAILING, (80, 23)), (COMMITTING, (120, 35))):
        table = table_view(GAMES["walhalla"], state, 0)
        async with shown(Board(), table, size, translations=tr) as (app, _pilot):
            lines = in_english.read(screen_text(app).split("\n"))
            reading = screen_reader.read([*lines, " ?  keys"])
            assert reading is not None
            assert reading.own == 0
            assert reading.my_turn
            assert reading.hand
            assert screen_reader.disagreement(reading, truth(state)) is None
            assert screen_reader.next_keys(reading)[-1] == "enter"


async def test_the_map_of_every_length_is_read() -> None:
    for tiles in ((5, 5, 8), (8, 5, 5), (5, 7, 6)):
        state = position(options=Options(tiles), vikings="a1=K b2=R c10=Y a9=B")
        table = table_view(GAMES["walhalla"], state, 0)
        for size in ((60, 19), (160, 47)):
            async with shown(Board(), table, size) as (app, _pilot):
                reading = screen_reader.read([*screen_text(app).split("\n"), " ?  keys"])
                assert reading is not None
                assert tuple(map(len, reading.terrains)) == tuple(2 * count for count in tiles)
                assert screen_reader.disagreement(reading, truth(state)) is None


async def test_a_field_that_is_looked_at_is_left_again() -> None:
    table = table_view(GAMES["walhalla"], STATE, 0)
    async with shown(Board(), table, (80, 23)) as (app, pilot):
        await press(pilot, "i")
        lines = [*screen_text(app).split("\n"), " ?  keys"]
        reading = screen_reader.read(lines)
        assert reading is not None
        assert reading.looking
        (key,) = screen_reader.next_keys(reading)
        await press(pilot, key)
        again = screen_reader.read([*screen_text(app).split("\n"), " ?  keys"])
        assert again is not None
        assert not again.looking


async def test_what_is_wrong_is_noticed() -> None:
    table = table_view(GAMES["walhalla"], STATE, 0)
    async with shown(Board(), table, (80, 23)) as (app, _pilot):
        lines = [*screen_text(app).split("\n"), " ?  keys"]
        reading = screen_reader.read(lines)
        assert reading is not None
        owners = [list(row) for row in truth(STATE)["match"]["owners"]]
        owners[1][1] = None
        for fact, wrong, word in (
            ("points", [12, 7, 0, 99], "points"),
            ("midgard", [1, 5, 5, 5], "Vikings"),
            ("walhalla", [2, 1, 0, 2], "Vikings"),
            ("owners", owners, "Vikings on b"),
            ("raid", 2, "raid"),
            ("hand", ["wheat"], "the table says"),
        ):
            told = truth(STATE)
            told["match"][fact] = wrong
            assert word in (screen_reader.disagreement(reading, told) or ""), fact
        told = truth(STATE)
        told["my_turn"] = False
        assert "turn" in (screen_reader.disagreement(reading, told) or "")
        leaked = [*lines[:20], "▌psst: WHEAT+", *lines[20:]]
        assert screen_reader.hidden_but_shown(leaked, truth(STATE)) == ["wheat"]


def test_moves_that_are_listed_in_lines_are_typed() -> None:
    said = "You can make 2 moves:\nsail 1: you land at a1.\nsail 2 turned: nobody lands."
    assert screen_reader.listed(said.splitlines()[0]) == 2
    assert {screen_reader.typed(said, Random(seed)) for seed in range(20)} == {
        "sail 1",
        "sail 2 turned",
    }


@pytest.mark.parametrize("width", range(106, 122))
async def test_all_plates_are_written_alike(width: int) -> None:
    table = table_view(GAMES["walhalla"], STATE, 0)
    async with shown(Board(), table, (width, 35)) as (app, _pilot):
        plates = "".join(screen_text(app).split("\n")[1:6])
        assert (plates.count("Midgard"), plates.count("M5")) in ((4, 0), (0, 4))
