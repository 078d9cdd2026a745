"""What the plate of each seat has to say."""

from odin_engine.game import Seat
from odin_engine.odin.view import View
from odin_server.hall import TableView
from odin_tui.odin.plate import PlateContents
from odin_tui.odin.story import last_deeds


def sitting_of(table: TableView, view: View, seat: Seat, name: str, now: float) -> PlateContents:
    """Say what the plate of a seat shows."""
    last = last_deeds(view).get(seat)
    return PlateContents.at(
        table,
        seat,
        name,
        now,
        last=last.move if last else None,
        owner=bool(view.table) and view.owner == seat,
        known=view.known[seat],
    )
