"""What motion costs on the line, at 80×24 in all colours."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.screen import Screen as TextualScreen

from odin_engine.odin.state import State
from odin_server.ssh.app_setup import set_up_app
from odin_server.ssh.terminal import Terminal
from odin_tui.odin.board import Board
from odin_tui.screens.screen import OdinScreen
from odin_tui.settings import Settings
from odin_tui.widgets.motion import MovingWidget
from tests.engine.odin.positions import after, position
from tests.ssh.test_painting import Screen, rest
from tests.tui.boards import BoardApp
from tests.tui.frames import stop_time
from tests.tui.tables import seen

STATE = position(
    "B9 G8 R1 R2 Y3 O4 P6 | R7 R3 G1 G2 G3 B1 | O1 O3 Y7 Y8 | P1 P2 P3", "R4", owner=0, turn=1
)
BEFORE = position("B9 | R1 R3 O3 Y9 P2 | O1 G4 B8 P9 R2 R7 Y6 | Y1 Y2")
HELD = 14
"""The cards that are turned over then."""


class PaintedBoardApp(BoardApp):
    """A board on a screen that paints only what has changed, as all of ours do."""

    def get_default_screen(self) -> TextualScreen[None]:
        return OdinScreen()


class Cost:
    """A board at the end of a line, and what each change on it costs."""

    def __init__(self, app: BoardApp, screen: Screen) -> None:
        self.app, self._screen = app, screen

    async def show(self, state: State, turn: int) -> int:
        view = seen(state, turn=turn)
        return await self._of(lambda: setattr(self.app.board, "table_view", view))

    async def press(self, key: bytes) -> int:
        assert self._screen.driver is not None
        before = self._screen.received
        self._screen.driver.feed(key)
        await rest(self._screen)
        return self._screen.received - before

    async def move_on(self, kind: str) -> int:
        """Show what moves on this widget frame by frame to its end."""
        (widget,) = self.app.board.query(kind).results(MovingWidget)
        cost = 0
        while widget.step is not None:
            cost += await self._of(widget.go_on)
        return cost

    async def _of(self, action: object) -> int:
        before = self._screen.received
        self.app.call_later(action)  # type: ignore[arg-type]
        await rest(self._screen)
        return self._screen.received - before


@asynccontextmanager
async def a_board(state: State, animations: str) -> AsyncIterator[Cost]:
    screen = Screen(Terminal("xterm", 80, 24, colours="truecolor"))
    app = PaintedBoardApp(Board(), seen(state), Settings(animations=animations))
    set_up_app(app, screen)
    running = asyncio.create_task(app.run_async())
    await rest(screen)
    try:
        yield Cost(app, screen)
    finally:
        app.exit()
        await running


async def test_a_bots_move_without_animation_is_below_three_kilobytes() -> None:
    async with a_board(STATE, "none") as cost:
        assert 300 < await cost.show(after(STATE, "R7 R3+R4"), 2) < 3000


@pytest.mark.parametrize(("animations", "most"), [("full", 2500), ("reduced", 1800)])
async def test_a_card_that_is_played_costs_less_than_two_and_a_half_kilobytes(
    animations: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_time(monkeypatch)
    async with a_board(STATE, animations) as cost:
        spent = await cost.show(after(STATE, "R7+R4"), 2) + await cost.move_on("SlidingMiddle")
        assert 1000 < spent < most


async def test_choosing_a_card_costs_less_than_a_kilobyte(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_time(monkeypatch)
    state = position("B9 B5 B2 G8 R1 R2 Y3 O4 P6 | R7 R3 | O1 O2")
    async with a_board(state, "full") as cost:
        await cost.press(b"\x1b[C")
        spent = await cost.press(b"2") + await cost.move_on("CardHand")
        assert 300 < spent < 1000


async def test_a_card_that_is_turned_over_costs_less_than_two_kilobytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_time(monkeypatch)
    async with a_board(BEFORE, "full") as cost:
        await cost.show(after(BEFORE, "B9"), 2)
        assert 300 < await cost.move_on("Tally") / HELD < 2000
