"""A table at which nothing happens sends nothing, and has no timer that could."""

from dataclasses import replace

import pytest
from textual.app import App
from textual.timer import Timer

from odin_server.hall import NewTable, Player
from odin_tui.hall_app import HallApp
from odin_tui.screens.table import TableScreen
from odin_tui.widgets.motion import MovingWidget
from tests.ssh.test_hall_app import BO, an_environment
from tests.ssh.test_painting import Screen, rest, shown
from tests.ssh.wire import eventually

ASTRID = Player("SHA256:Astrid", "Astrid")


def running_timers(app: App[None]) -> list[Timer]:
    """Return the timers of an app that will fire."""
    nodes = [app, *app.screen.walk_children(with_self=True)]
    timers = [timer for node in nodes for timer in node._timers]
    return [timer for timer in timers if timer._task is not None and timer._active.is_set()]


async def until_my_turn(app: HallApp) -> None:
    def is_mine() -> bool:
        return isinstance(app.screen, TableScreen) and app.screen.chair.view.my_turn

    await eventually(is_mine)


@pytest.mark.parametrize("game", ["odin", "herrlof", "walhalla"])
async def test_a_table_that_waits_for_a_move_is_silent(game: str) -> None:
    screen = Screen()
    async with an_environment() as environment:
        wanted = NewTable(game, seats=3, bots=("karl", "karl"), seed="07" * 16)
        await (await environment.hall.open_table(ASTRID, wanted)).start()
        async with shown(environment, screen) as app:
            app.settings = replace(app.settings, animations="full")
            for _ in range(3):
                await until_my_turn(app)
                await rest(screen)
                for widget in app.screen.query(MovingWidget):
                    widget.finish()
                await rest(screen)
                before = screen.received
                assert not running_timers(app)
                screen.driver.feed(b"\x1b[O")  # type: ignore[union-attr]
                await eventually(lambda: not app.app_focus)
                screen.driver.feed(b"\x1b[I")  # type: ignore[union-attr]
                await eventually(lambda: app.app_focus)
                await rest(screen)
                assert screen.received == before
                chair = app.screen.chair
                await chair.play(chair.view.match.moves[0])


@pytest.mark.parametrize("game", ["odin", "herrlof"])
async def test_a_table_at_which_somebody_else_thinks_falls_silent(game: str) -> None:
    screen = Screen()
    async with an_environment() as environment:
        table = await environment.hall.open_table(ASTRID, NewTable(game, seats=2))
        other = await environment.hall.sit(BO, table.view.code)
        await table.start()
        if game == "odin" and other.view.my_turn:
            await other.play(other.view.match.moves[0])  # type: ignore[union-attr]
        async with shown(environment, screen) as app:
            app.settings = replace(app.settings, animations="full")
            chair = app.screen.chair
            await chair.play(chair.view.match.moves[0])
            await eventually(lambda: other.view.my_turn)
            await rest(screen)
            moving = [each for each in app.screen.query(MovingWidget) if each.step is not None]
            for widget in moving:
                while widget.step is not None:
                    widget.go_on()
            await rest(screen)
            assert moving
            assert not running_timers(app)
