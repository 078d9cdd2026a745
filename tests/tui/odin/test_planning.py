"""Turns that are planned before they come, and passed by themselves."""

import pytest

from odin_engine.odin.moves import PASS
from odin_server.hall import NewTable, Player
from odin_server.hall.chair import Chair
from odin_tui.odin.board import Board
from odin_tui.screens.table import TableScreen
from odin_tui.settings import Settings
from tests.ssh.wire import eventually
from tests.tui.screens import begin_hall, odin, screen_text

BO = Player("bo", "Bo")


async def two_players(app: object, pilot: object) -> tuple[TableScreen, Chair]:
    """Seat Astrid, who is on the screen, and Bo; it is Bo's turn."""
    await app.open_table(NewTable("odin", seats=2, seed="plans"))  # type: ignore[attr-defined]
    table = app.screen  # type: ignore[attr-defined]
    assert isinstance(table, TableScreen)
    bo = await table.odin.hall.sit(BO, table.chair.view.code)
    await table.chair.start()
    if table.chair.view.my_turn:
        await table.chair.play(table.chair.view.match.moves[0])  # type: ignore[union-attr]
    await pilot.pause()  # type: ignore[attr-defined]
    return table, bo


async def test_a_planned_set_is_played_on_the_players_turn_and_nobody_learns_of_it_before() -> None:
    async with odin() as (app, pilot):
        table, bo = await two_players(app, pilot)
        assert bo.view.my_turn
        board = table.query_one(Board)
        before, version = bo.view, bo.view.version
        await pilot.press("1", "enter")
        await pilot.pause()
        assert board.planned == "play"
        assert "will be played on your turn" in screen_text(app)
        assert bo.view == before
        assert bo.view.version == version
        card = next(iter(board.intent.chosen))
        low = [m for m in bo.view.match.moves if m != PASS]  # type: ignore[union-attr]
        await bo.play(PASS if PASS in bo.view.match.moves else low[0])  # type: ignore[union-attr]
        view = table.chair.view.match
        assert view is not None
        playable = any(move != PASS and move.cards == board.intent.chosen for move in view.moves)
        await pilot.pause(0.1)
        assert board.planned is None
        if playable:
            await eventually(lambda: card not in table.chair.view.match.hand)  # type: ignore[union-attr]
        else:
            assert "cannot be played any more" in screen_text(app)


async def test_escape_and_another_choice_cancel_a_plan() -> None:
    async with odin() as (app, pilot):
        table, _bo = await two_players(app, pilot)
        board = table.query_one(Board)
        await pilot.press("1", "enter", "escape")
        await pilot.pause()
        assert board.planned is None
        assert board.intent.chosen, "the cards stay chosen"
        assert isinstance(app.screen, TableScreen)
        await pilot.press("enter", "2")
        await pilot.pause()
        assert board.planned is None


async def test_a_planned_pass_is_made_or_told_to_be_impossible() -> None:
    async with odin() as (app, pilot):
        table, bo = await two_players(app, pilot)
        board = table.query_one(Board)
        await pilot.press("p")
        await pilot.pause()
        assert board.planned == "pass"
        assert "You will pass on your turn" in screen_text(app)
        turn = bo.view.turn
        plays = [m for m in bo.view.match.moves if m != PASS]  # type: ignore[union-attr]
        await bo.play(plays[0])
        await eventually(lambda: bo.view.turn == turn + 2)
        assert bo.view.my_turn
        assert bo.view.match.history[-1][1] == PASS or not bo.view.match.table  # type: ignore[union-attr]


@pytest.mark.parametrize("when_stuck", ["wait", "pass"])
async def test_a_turn_without_anything_to_play_is_passed_by_itself_if_the_player_wants_that(
    when_stuck: str,
) -> None:
    hall = await begin_hall()
    settings = Settings(animations="none", when_stuck=when_stuck, pace="instant")
    async with odin(hall=hall, settings=settings) as (app, pilot):
        table, bo = await two_players(app, pilot)
        for _ in range(40):
            view = table.chair.view
            mine = view.match
            assert mine is not None
            if view.my_turn and list(mine.moves) == [PASS]:
                break
            chair = table.chair if view.my_turn else bo
            moves = chair.view.match.moves  # type: ignore[union-attr]
            await chair.play(max(moves, key=lambda move: 0 if move == PASS else len(move.cards)))
            assert not chair.view.match.results, "a match in which this happens was chosen"  # type: ignore[union-attr]
        await pilot.pause()
        turn = table.chair.view.turn
        await pilot.press("enter")
        await pilot.pause()
        if when_stuck == "pass":
            await eventually(lambda: table.chair.view.turn > turn)
        else:
            assert "press p to pass" in screen_text(app)
            await pilot.pause(0.5)
            assert table.chair.view.turn == turn
    await hall.close()
