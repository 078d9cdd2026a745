"""The screen reader reads the table of Herrlof at every size, and notices what is wrong with it."""

from random import Random
from typing import Any

import pytest

from odin_engine.herrlof.state import State
from odin_tui.herrlof import screen_reader
from odin_tui.json_mode import table_words
from odin_tui.pilots.local import PilotPlan, run_pilots
from odin_tui.settings import Settings
from tests.engine.herrlof.positions import after, position
from tests.tui.boards import press
from tests.tui.herrlof.boards import board, seen
from tests.tui.screens import screen_text

STATE = after(
    position("G9 B9 R3 V V H | G7 Y1 Y2 Y3 Y4 Y5", "R2", said=(2, 1), points=(12, 7)), "G9", "G7"
)


def truth(state: State, seat: int = 0) -> dict[str, Any]:
    return table_words(seen(state, seat))


@pytest.mark.parametrize("size", [(60, 19), (80, 23), (100, 29), (160, 47)])
@pytest.mark.parametrize("marks", ["shapes", "runes"])
async def test_the_table_is_read_as_it_is(size: tuple[int, int], marks: str) -> None:
    state = after(STATE, "Y1")
    settings = Settings(animations="none", card_style=marks)
    async with board(state, size=size, settings=settings) as (app, pilot):
        await press(pilot, "tab")
        lines = screen_text(app).split("\n")
        seen = screen_reader.read(lines)
        assert seen is not None
        assert [str(card) for card in seen.trick] == ["Y1"]
        assert str(seen.trump) == "R2"
        assert (seen.predicted, seen.won, seen.screen.own_points) == (2, 1, 12)
        assert seen.chosen == 0
        assert screen_reader.disagreement(seen, truth(state)) is None
        assert not screen_reader.hidden_but_shown(lines, truth(state))
        assert screen_reader.next_keys(seen)[-1] == "enter"


async def test_a_trick_that_is_over_is_not_taken_for_one_being_played() -> None:
    async with board(STATE, 1) as (app, _pilot):
        seen = screen_reader.read(screen_text(app).split("\n"))
        assert seen is not None
        assert seen.trick == ()
        assert screen_reader.disagreement(seen, truth(STATE, 1)) is None


async def test_a_table_is_read_while_its_heading_shows_the_commitment() -> None:
    async with board(STATE, commitment="ab" * 32, turn=0) as (app, _pilot):
        lines = screen_text(app).split("\n")
        assert "fair deal" in lines[0]
        assert screen_reader.read(lines) is not None


async def test_what_is_wrong_is_noticed() -> None:
    state = after(STATE, "Y1")
    async with board(state) as (app, _pilot):
        lines = screen_text(app).split("\n")
        seen = screen_reader.read(lines)
        assert seen is not None
        for fact, wrong, word in (
            ("hand", ["B9"], "hand"),
            ("points", [11, 7], "points"),
            ("tricks", [2, 0], "won"),
            ("predictions", [3, None], "prediction"),
            ("trump_card", "B2", "trump"),
            ("trick", [], "trick"),
        ):
            told = truth(state)
            told["match"][fact] = wrong
            assert word in (screen_reader.disagreement(seen, told) or ""), fact
        hidden = truth(state)
        hidden["match"] |= {"trick": [], "history": [], "last_trick": None}
        assert str(screen_reader.hidden_but_shown(lines, hidden)) == "G9 G7 Y1"


def test_what_is_offered_in_lines_is_typed() -> None:
    rng = Random(1)
    assert screen_reader.typed("You can predict from 0 to 15.", rng) == "4"
    assert screen_reader.typed("You can play R7.", rng) == "R7"
    assert screen_reader.typed("You can type skip, draw.", rng) in ("skip", "draw")


@pytest.mark.long
async def test_a_pilot_plays_a_match_by_what_it_sees() -> None:
    found = await run_pilots(
        PilotPlan(pilots=1, games=1, seed="herrlof", size=(80, 24), game="herrlof")
    )
    assert not found.complaints, "\n".join(one.told() for one in found.complaints)
    assert found.matches == 1
