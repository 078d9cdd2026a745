"""Boards of Herrlof set up with a position."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from textual.pilot import Pilot

from odin_engine import herrlof
from odin_engine.herrlof.state import State
from odin_server.hall import TableView
from odin_tui.herrlof.board import Board
from odin_tui.settings import Settings
from tests.tui.boards import STILL, BoardApp, shown, table_view


def seen(state: State, seat: int | None = 0, turn: int = 1, **changed: Any) -> TableView:
    """Show a position as a chair of the hall would."""
    return table_view(herrlof, state, seat, turn, **changed)


def board(
    state: State,
    seat: int | None = 0,
    *,
    size: tuple[int, int] = (80, 23),
    settings: Settings = STILL,
    **changed: Any,
) -> AbstractAsyncContextManager[tuple[BoardApp, Pilot[None]]]:
    """Show a board with a position."""
    return shown(Board(), seen(state, seat, **changed), size, settings)
