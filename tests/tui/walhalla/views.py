"""Views and readers of positions of Walhalla."""

from odin_engine import walhalla
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.walhalla.options import read_options
from odin_engine.walhalla.state import State
from odin_engine.walhalla.view import View
from odin_tui.game_ui import game_ui
from odin_tui.narrator import Reader

NAMES = ("Astrid", "Bo", "Cnut", "Dagny")
READER = Reader(NAMES, Seat(0))
UI = game_ui("walhalla")


def view(state: State, seat: int | None = 0) -> View:
    """Show a position to a seat, or to a spectator."""
    return walhalla.view(state, None if seat is None else Seat(seat))


def start(seats: int = 4, seed: str = "ravens", **words: str) -> State:
    """Begin a match."""
    return walhalla.setup(read_options(words, seats), seats, seed_from(seed))


def reader(seat: int | None) -> Reader:
    """Return who reads at a seat."""
    return Reader(NAMES, None if seat is None else Seat(seat))


def told(state: State, seat: int | None = 0, before: State | None = None) -> list[str]:
    """Tell a seat what has happened, since an earlier state or since the position was set up."""
    earlier = None if before is None else view(before, seat)
    return UI.tell(earlier, view(state, seat), reader(seat))


def offered(state: State, seat: int = 0) -> dict[str, str]:
    """Return what each legal move would lead to, by its notation."""
    shown = view(state, seat)
    return {str(move): UI.text.preview(shown, move, reader(seat)) for move in shown.moves}  # type: ignore[misc]


def asked(state: State, seat: int = 0) -> str:
    """Return the prompt of a seat."""
    return UI.text.prompt(view(state, seat), reader(seat))
