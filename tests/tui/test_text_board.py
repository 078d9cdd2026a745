"""A game without a board of its own: lines, and a list of moves with previews."""

import pytest

from odin_engine.games import GAMES
from odin_engine.walhalla.moves import Sail
from odin_tui.widgets.text_board import TextBoard
from odin_tui.widgets.text_table import LinesView
from tests.engine.walhalla.positions import after, position
from tests.tui.boards import press, shown, table_view
from tests.tui.screens import screen_text

SIZES = (60, 20), (80, 24), (160, 48)


@pytest.mark.parametrize("size", SIZES)
async def test_the_preview_follows_the_cursor(size: tuple[int, int]) -> None:
    state = after(position(dragon="R1", land="a1=F2"), "board 1")
    view = table_view(GAMES["walhalla"], state)
    async with shown(TextBoard(), view, size) as (app, pilot):
        effect = app.board.query_one("#effect", LinesView)
        assert effect.lines[0].plain == "you land at a1 (forest 2)"
        await press(pilot, "down")
        assert effect.lines[0].plain == "you land at a3 (village +1)"
        await press(pilot, "enter")
        assert app.decided == ["sail 1 turned"]


async def test_digits_and_the_filter_choose_moves() -> None:
    state = after(position(dragon="R1"), "board 1")
    async with shown(TextBoard(), table_view(GAMES["walhalla"], state)) as (app, pilot):
        await press(pilot, "3")
        assert app.decided == [str(Sail(1))]
        await press(pilot, "slash", "4")
        assert "Moves with “4”: 2 of 8" in screen_text(app)
        await press(pilot, "down", "enter")
        assert app.decided[-1] == "sail 4 turned"
        await press(pilot, "escape")
        assert app.board.filter is None
