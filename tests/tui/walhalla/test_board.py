"""Walhalla on the screen: lines and a list of moves, until it has a board of its own."""

import pytest

from odin_engine import walhalla
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_server.hall import NewTable, Phase
from odin_tui.drawing.standings import deals_of
from odin_tui.screens.rules import RulesScreen
from odin_tui.widgets.text_board import TextBoard
from odin_tui.widgets.text_table import LinesView
from tests.engine import laws
from tests.engine.walhalla.positions import after, position
from tests.tui.boards import press, shown, table_view
from tests.tui.screens import odin, screen_text
from tests.tui.tables import wait_for_me
from tests.tui.walhalla.views import UI

SIZES = (60, 20), (80, 24), (160, 48)


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_whole_match_is_played_with_digits(seats: int) -> None:
    table = NewTable("walhalla", seats=seats, bots=("karl",) * (seats - 1), hints=True)
    async with odin(start=table) as (app, pilot):
        chair = app.screen.chair  # type: ignore[attr-defined]
        await wait_for_me(pilot, chair)
        for number in range(300):
            if chair.view.phase is not Phase.PLAYING:
                break
            turn, moves = chair.view.turn, chair.view.match.moves
            await press(pilot, str(1 + number % min(len(moves), 9)))
            await wait_for_me(pilot, chair)
            assert chair.view.turn > turn
        assert app.screen.query_one(TextBoard).page == "match over"
        assert "The third raid is over" in screen_text(app)


@pytest.mark.parametrize("size", SIZES)
async def test_the_preview_follows_the_cursor(size: tuple[int, int]) -> None:
    state = after(position(dragon="R1", land="a1=F2"), "board 1")
    view = table_view(GAMES["walhalla"], state)
    async with shown(UI.board(lambda: 0.0), view, size) as (app, pilot):
        effect = app.board.query_one("#effect", LinesView)
        assert effect.lines[0].plain == "you land at a1 (forest 2)"
        await press(pilot, "down")
        assert effect.lines[0].plain == "you land at a3 (village +1)"
        await press(pilot, "enter")
        assert app.decided == ["sail 1 turned"]


async def test_the_rules_open_where_they_matter() -> None:
    async with odin(start=NewTable("walhalla", seats=3, bots=("karl", "karl"))) as (app, pilot):
        await wait_for_me(pilot, app.screen.chair)  # type: ignore[attr-defined]
        await press(pilot, "r")
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.topic is not None
        assert app.screen.topic.name in ("board", "landing", "turn")


def test_every_stage_has_a_topic_of_the_rules() -> None:
    names = {topic.name for topic in UI.rules.topics}
    assert UI.topic_for(None) in names
    for step in laws.walk(laws.Case(GAMES["walhalla"], 3, ())):
        for seat in (None, *map(Seat, range(3))):
            assert UI.topic_for(walhalla.view(step.state, seat)) in names


def test_points_of_raids_add_up_to_the_points_of_the_match() -> None:
    last = list(laws.walk(laws.Case(GAMES["walhalla"], 4, ())))[-1]
    view = walhalla.view(last.state, None)
    for seat in range(4):
        assert len(deals_of(view, seat)) == 3
        assert sum(deals_of(view, seat)) == view.points[seat]
