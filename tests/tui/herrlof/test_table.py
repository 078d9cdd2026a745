"""A whole match of Herrlof at a real table: by keys, with bots, hints, rules and a rematch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from textual.pilot import Pilot

from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase
from odin_tui.app import OdinApp
from odin_tui.herrlof.board import Board
from odin_tui.screens.rules import RulesScreen
from tests.tui.boards import STILL
from tests.tui.screens import odin, screen_text
from tests.tui.tables import HeuristicBots, wait_for_me


@asynccontextmanager
async def table(
    seats: int, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[OdinApp, Pilot[None], Chair]]:
    """Sit at a table full of bots, at the first moment that needs the player."""
    hall = await Hall.begin(
        settings=HallSettings(bot_pause=0.0), chance=Random("herrlof"), bot_pool=HeuristicBots()
    )
    wanted = NewTable(
        "herrlof",
        seats=seats,
        bots=("karl",) * (seats - 1),
        options={"target": "5"},
        hints=True,
        seed="ravens",
    )
    try:
        async with odin(size, hall=hall, start=wanted, settings=STILL) as (app, pilot):
            chair: Chair = app.screen.chair  # type: ignore[attr-defined]
            await wait_for_me(pilot, chair)
            yield app, pilot, chair
    finally:
        await hall.close()


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_match_is_played_by_asking_for_hints_and_following_them(seats: int) -> None:
    async with table(seats) as (app, pilot, chair):
        board = app.screen.query_one(Board)
        for _ in range(200):
            if chair.view.phase is Phase.OVER:
                break
            if board.page == "deal over":
                await pilot.press("space")
            await wait_for_me(pilot, chair)
            if not chair.view.my_turn:
                continue
            await pilot.press("h")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "A Konung would" in screen_text(app)
            skip = "skip this" in screen_text(app)
            await pilot.press("p" if skip else "enter")
            await pilot.pause()
        assert chair.view.phase is Phase.OVER
        await pilot.press("space")
        await pilot.pause()
        assert "the match" in screen_text(app)
        await pilot.press("m")
        await wait_for_me(pilot, chair)
        assert "predict your tricks" in screen_text(app)


async def test_the_rules_open_where_they_matter() -> None:
    async with table(2) as (app, pilot, _chair):
        await pilot.press("r")
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.topic is not None
        assert app.screen.topic.name == "predict"
