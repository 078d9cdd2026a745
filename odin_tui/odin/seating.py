"""Who sits where, as one seat sees it: names, and what each plate has to say."""

from collections.abc import Sequence

from odin_engine.game import Seat
from odin_engine.odin.sight import View
from odin_server.hall import SeatView, TableView
from odin_tui.odin.plate import Sitting
from odin_tui.odin.story import last_deeds


def names_of(table: TableView) -> tuple[str, ...]:
    """Name every seat, the reader `You`; where several are called alike, each has a number."""
    names = [seat.name for seat in table.seats]
    numbered = [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
    if table.seat is not None:
        numbered[table.seat] = "You"
    return tuple(numbered)


def others_of(table: TableView) -> list[Seat]:
    """List the seats clockwise from the reader's left; all of them for a spectator."""
    count = len(table.seats)
    if table.seat is None:
        return [Seat(seat) for seat in range(count)]
    return [Seat((table.seat + step) % count) for step in range(1, count)]


def sitting_of(table: TableView, view: View, seat: Seat, name: str, now: float) -> Sitting:
    """Say what the plate of a seat shows."""
    person = table.seats[seat]
    last = last_deeds(view).get(seat)
    return Sitting(
        name=name,
        rank=person.bot or "",
        note=_note(person),
        count=view.counts[seat],
        points=view.points[seat],
        last=last.move if last else None,
        to_move=view.turn == seat,
        owner=bool(view.table) and view.owner == seat,
        known=view.known[seat],
        clock=clock_of(person, now),
    )


def _note(seat: SeatView) -> str:
    if seat.covered:
        return "left" if seat.covered == "left" else "away"
    if not seat.is_bot and not seat.connected:
        return "away"
    return ""


def clock_of(seat: SeatView, now: float) -> str:
    """Write the time a seat has left, or its bank while its clock stands; empty without one."""
    left = seat.bank if seat.deadline is None else seat.deadline - now
    return "" if left is None else written_time(left)


def written_time(seconds: float) -> str:
    """Write a time as in 1:05."""
    minutes, rest = divmod(max(int(seconds), 0), 60)
    return f"{minutes}:{rest:02}"


def points_word(points: int) -> str:
    """Write points with their word."""
    return f"{points} point" if points == 1 else f"{points} points"


def listed(names: Sequence[str]) -> str:
    """Write names as one does in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
