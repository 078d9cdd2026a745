"""Boards of any game set up with a position, and a note of every move decided on them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from odin_engine.game import AnyGame, Seat
from odin_server.hall import Phase, SeatView, TableView
from odin_tui.languages import ENGLISH, Translations
from odin_tui.settings import Settings
from odin_tui.themes import THEME_NAMES, theme_named
from odin_tui.widgets.game_board import GameBoard

NAMES = ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Frida")
STILL = Settings(animations="none")


def seat_view(seat: int, **changed: Any) -> SeatView:
    """Make a seat: the first is the reader's, the others have bots."""
    usual: dict[str, Any] = {
        "seat": Seat(seat),
        "name": NAMES[seat],
        "player": "local" if seat == 0 else None,
        "bot": None if seat == 0 else "karl",
        "covered": None,
        "connected": seat == 0,
        "held_until": None,
        "deadline": None,
        "bank": None,
        "lapses": 0,
        "vote": None,
    }
    return SeatView(**(usual | changed))


def table_view(
    game: AnyGame, state: Any, seat: int | None = 0, turn: int = 1, **changed: Any
) -> TableView:
    """Show a position as a chair of the hall would."""
    reader = None if seat is None else Seat(seat)
    usual: dict[str, Any] = {
        "id": "table",
        "code": "ABCD-EFGH",
        "game": game.NAME,
        "options": {},
        "public": False,
        "hints": True,
        "clock": None,
        "start_when_full": False,
        "phase": Phase.PLAYING if game.outcome(state) is None else Phase.OVER,
        "notice": None,
        "version": turn,
        "turn": turn,
        "seat": reader,
        "seats": () if "seats" in changed else tuple(map(seat_view, range(state.match.seats))),
        "match": game.view(state, reader),
        "host": "local",
        "spectators": (),
        "chat": (),
        "scores": (),
        "match_no": 1,
        "commitment": None,
        "next_commitment": None,
        "seed": None,
        "seed_given": False,
    }
    return TableView(**(usual | changed))


class BoardApp(App[None]):
    """Nothing but a board."""

    translations = ENGLISH

    def __init__(
        self,
        board: GameBoard,
        table: TableView,
        settings: Settings = STILL,
        translations: Translations | None = None,
    ) -> None:
        super().__init__()
        if translations is not None:
            self.translations = translations
        for name in THEME_NAMES:
            self.register_theme(theme_named(name))
        self.theme = settings.theme
        self.board: Any = board
        self.board.settings = settings
        self.board.table_view = table
        self.decided: list[str] = []
        self.kept: list[Settings] = []

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()

    def on_game_board_chosen(self, message: GameBoard.Chosen) -> None:
        self.decided.append(str(message.move))

    def on_game_board_preferred(self, message: GameBoard.Preferred) -> None:
        self.kept.append(message.settings)


@asynccontextmanager
async def shown(
    board: GameBoard,
    table: TableView,
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
    translations: Translations | None = None,
) -> AsyncIterator[tuple[BoardApp, Pilot[None]]]:
    """Show a board with a position."""
    app = BoardApp(board, table, settings, translations)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let the screen follow."""
    await pilot.press(*keys)
    await pilot.pause()
