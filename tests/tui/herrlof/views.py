"""Views and readers of positions of Herrlof."""

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import State
from odin_engine.herrlof.view import View
from odin_tui.narrator import Reader

NAMES = ("Astrid", "Bo", "Cnut")
READER = Reader(NAMES, Seat(0))


def view(state: State, seat: int | None = 0) -> View:
    """Show a position to a seat, or to a spectator."""
    return herrlof.view(state, None if seat is None else Seat(seat))


def dealt(seats: int = 2, seed: str = "ravens") -> State:
    """Deal the first round of a match."""
    return herrlof.setup(read_options({}, seats), seats, seed_from(seed))
