"""Boards of Herrlof set up with a position, and a note of every move decided on them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from tui.tables import STILL, seat_view

from odin_engine.game import Seat
from odin_engine.herrlof.sight import view
from odin_engine.herrlof.state import Stage, State
from odin_server.hall import Phase, TableView
from odin_tui.herrlof.board import Board
from odin_tui.settings import Settings
from odin_tui.themes import THEMES


def seen(state: State, seat: int | None = 0, turn: int = 1, **changed: Any) -> TableView:
    """Show a position as a chair of the hall would."""
    usual: dict[str, Any] = {
        "id": "table",
        "code": "ABCD-EFGH",
        "game": "herrlof",
        "options": {},
        "public": False,
        "hints": True,
        "clock": None,
        "start_when_full": False,
        "phase": Phase.OVER if state.stage == Stage.OVER else Phase.PLAYING,
        "notice": "",
        "version": turn,
        "turn": turn,
        "seat": None if seat is None else Seat(seat),
        "seats": tuple(seat_view(number) for number in range(state.match.seats)),
        "match": view(state, None if seat is None else Seat(seat)),
        "host": "local",
        "spectators": (),
        "chat": (),
        "scores": (),
        "commitment": "",
        "seed": None,
        "seed_given": False,
    }
    return TableView(**(usual | changed))


class BoardApp(App[None]):
    """Nothing but a board."""

    def __init__(self, table: TableView, settings: Settings = STILL) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = settings.theme
        self.board = Board()
        self.board.settings = settings
        self.board.table_view = table
        self.decided: list[str] = []
        self.kept: list[Settings] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()

    def on_room_board_chosen(self, message: Board.Chosen) -> None:
        self.decided.append(str(message.move))

    def on_room_board_preferred(self, message: Board.Preferred) -> None:
        self.kept.append(message.settings)


@asynccontextmanager
async def board(
    state: State,
    seat: int | None = 0,
    *,
    size: tuple[int, int] = (80, 23),
    settings: Settings = STILL,
    **changed: Any,
) -> AsyncIterator[tuple[BoardApp, Pilot[None]]]:
    """Show a board with a position."""
    app = BoardApp(seen(state, seat, **changed), settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let the screen follow."""
    await pilot.press(*keys)
    await pilot.pause()
