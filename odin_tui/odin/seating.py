"""What the plate of each seat has to say."""

from odin_engine.game import Seat
from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.names import clock_of, note_of
from odin_tui.odin.plate import Sitting
from odin_tui.odin.story import last_deeds


def sitting_of(table: TableView, view: View, seat: Seat, name: str, now: float) -> Sitting:
    """Say what the plate of a seat shows."""
    person = table.seats[seat]
    last = last_deeds(view).get(seat)
    return Sitting(
        name=name,
        rank=person.bot or "",
        note=note_of(person),
        count=view.counts[seat],
        points=view.points[seat],
        last=last.move if last else None,
        to_move=view.turn == seat,
        owner=bool(view.table) and view.owner == seat,
        known=view.known[seat],
        clock=clock_of(person, now),
    )
