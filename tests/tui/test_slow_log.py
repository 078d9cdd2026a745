"""The log does not answer: the screen says so, and its keys still work."""

import pytest

from odin_server.hall import NewTable, Player, chair
from odin_tui.screens.table import TableScreen
from tests.server.test_slow_log import SlowLog
from tests.ssh.wire import eventually
from tests.tui.boards import STILL
from tests.tui.screens import ME, begin_hall, new_app, screen_text


async def test_the_screen_of_a_move_that_waits_for_the_log_answers_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chair, "SAVED_WITHIN", 0.01)
    log = SlowLog()
    hall = await begin_hall(log)
    mine = await hall.open_table(ME, NewTable("odin", seats=2, seed="ravens"))
    other = await hall.sit(Player("bo", "Bo"), mine.view.code)
    await mine.start()
    if not mine.view.my_turn:
        await other.play(other.view.match.moves[0])
    app = new_app(hall, STILL, start=mine)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        log.answers.clear()
        turn = mine.view.turn
        await pilot.press("tab", "enter")
        await eventually(lambda: "The server cannot save this yet." in screen_text(app))
        await pilot.press("question_mark")
        await eventually(lambda: not isinstance(app.screen, TableScreen))
        await pilot.press("escape")
        log.answers.set()
        await eventually(lambda: mine.view.turn > turn)
        await eventually(lambda: "cannot save" not in screen_text(app))
    await hall.close()
