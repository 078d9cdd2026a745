"""Every screen at every size, in colours, in the terminal's own colours, and without any.

One walk through the screens for each size and look, kept as tests/tui/snapshots/look_*.txt.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from odin_server.hall import NewTable
from odin_tui.app import OdinApp
from odin_tui.odin.board import Board
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from tests.tui.screens import odin, snapshot

SIZES = [(80, 24), (100, 30), (160, 48)]
LOOKS = ["colour", "ansi", "no_color"]
TABLE = NewTable(
    "odin",
    seats=4,
    bots=("thrall",) * 3,
    seed="looks",
    options={"target": "one-hand"},
    hints=True,
)
MOST_TURNS = 300
PLACES = {
    "home": (),
    "new_table": ("n",),
    "settings": ("s",),
    "rules": ("r",),
    "statistics": ("w",),
    "replays": ("v",),
    "keys": ("question_mark",),
}


@asynccontextmanager
async def an_app(
    size: tuple[int, int], look: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    if look == "no_color":
        monkeypatch.setenv("NO_COLOR", "1")
    theme = "ansi" if look == "ansi" else "night"
    settings = Settings(animations="none", theme=theme, last_table=TABLE)
    async with odin(size, settings=settings) as (app, pilot):
        yield app, pilot


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES)
async def test_the_screens_look_as_reviewed(
    size: tuple[int, int], look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with an_app(size, look, monkeypatch) as (app, pilot):
        for place, keys in PLACES.items():
            await pilot.press(*keys)
            await pilot.pause()
            snapshot(app, f"look_{place}_{size[0]}x{size[1]}_{look}")
            if keys:
                await pilot.press("escape")
                await pilot.pause()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES)
async def test_a_match_looks_as_reviewed(
    size: tuple[int, int], look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with an_app(size, look, monkeypatch) as (app, pilot):
        await pilot.press("p")
        await pilot.pause()
        taken = False
        assert isinstance(app.screen, TableScreen)
        chair = app.screen.chair
        for _ in range(MOST_TURNS):
            if chair.view.match.outcome is not None:
                break
            if not chair.view.my_turn:
                await chair.change()
            elif not chair.view.match.moves.sets:
                await pilot.press("p")
            else:
                await pilot.press("tab", "enter")
                if not taken and app.screen.query_one(Board).intent.taking:
                    snapshot(app, f"look_taking_{size[0]}x{size[1]}_{look}")
                    taken = True
                if chair.view.my_turn:
                    await pilot.press("enter")
            await pilot.pause()
        snapshot(app, f"look_hand_over_{size[0]}x{size[1]}_{look}")
        await pilot.press("enter")
        await pilot.pause()
        snapshot(app, f"look_match_over_{size[0]}x{size[1]}_{look}")
        assert taken
