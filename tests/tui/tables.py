"""Tables for tests of the screen: real ones in a hall, and boards set up with a position."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from tui.screens import odin

from odin_engine.game import AnyGame, Seat
from odin_engine.odin.moves import parse_move
from odin_engine.odin.sight import view
from odin_engine.odin.state import State
from odin_server.hall import Chair, Hall, NewTable, Phase, SeatView, TableView
from odin_server.hall import Settings as HallSettings
from odin_tui.app import OdinApp
from odin_tui.odin.board import Board
from odin_tui.settings import Settings
from odin_tui.themes import THEMES

NAMES = ("Astrid", "Bo", "Cnut", "Dagny", "Egil", "Frida")
STILL = Settings(animations="none")


class Instinct:
    """Thinks at once, so that no test waits for a search."""

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:  # noqa: ARG002
        return game.instinct(view, Random(seed))

    async def close(self) -> None:
        return None


@asynccontextmanager
async def table(
    seats: int = 4,
    *,
    size: tuple[int, int] = (80, 24),
    seed: str = "ravens",
    settings: Settings = STILL,
    bot_pause: float = 0.0,
    chance: str = "odin",
    **wanted: Any,
) -> AsyncIterator[tuple[OdinApp, Pilot[None], Chair]]:
    """Sit at a table full of bots, at the first moment that needs the player."""
    hall_settings = HallSettings(bot_pause=bot_pause)
    hall = await Hall.begin(settings=hall_settings, chance=Random(chance), minds=Instinct())
    handed_in = wanted.pop("handed_in", {})
    wanted = {"bots": ("karl",) * (seats - 1), "hints": True} | wanted
    start = NewTable("odin", seats=seats, seed=seed, **wanted)
    try:
        async with odin(size, hall=hall, start=start, settings=settings, **handed_in) as (
            app,
            pilot,
        ):
            chair: Chair = app.screen.chair  # type: ignore[attr-defined]
            if bot_pause == 0:
                await wait_for_me(pilot, chair)
            yield app, pilot, chair
    finally:
        await hall.close()


async def wait_for_me(pilot: Pilot[None], chair: Chair) -> None:
    """Let the others play until the table needs the player, and the screen shows it."""
    for _ in range(2000):
        seen = chair.view
        if seen.my_turn or seen.phase is not Phase.PLAYING:
            break
        await pilot.pause()
    await pilot.pause()
    await pilot.pause()


def board_of(app: App[Any]) -> Board:
    """Find the board on the screen."""
    return app.screen.query_one(Board)


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
        "wish": None,
    }
    return SeatView(**(usual | changed))


def seen(state: State, seat: int | None = 0, turn: int = 1, **changed: Any) -> TableView:
    """Show a position as a chair of the hall would."""
    over = state.turn is None
    usual: dict[str, Any] = {
        "id": "table",
        "code": "ABCD-EFGH",
        "game": "odin",
        "options": {},
        "public": False,
        "hints": True,
        "clock": None,
        "start_when_full": False,
        "phase": Phase.OVER if over else Phase.PLAYING,
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
    """Nothing but a board, and a note of every move that is decided on it."""

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
    size: tuple[int, int] = (80, 24),
    settings: Settings = STILL,
    **changed: Any,
) -> AsyncIterator[tuple[BoardApp, Pilot[None]]]:
    """Show a board with a position."""
    app = BoardApp(seen(state, seat, **changed), settings)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def by_hand(chair: Chair, pilot: Pilot[None], move: str) -> None:
    """Make a move behind the screen's back."""
    await chair.play(parse_move(move))
    await wait_for_me(pilot, chair)


Deed = Callable[[], Awaitable[None]]
