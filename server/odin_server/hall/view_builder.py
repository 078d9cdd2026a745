"""Builds the views of a table: for each chair, for the list of tables, and for hosts."""

from typing import TYPE_CHECKING, Any

from odin_engine.game import Seat
from odin_server.hall.invite_codes import format_code
from odin_server.hall.state import SeatState, TableState
from odin_server.hall.views import (
    MatchScore,
    SeatView,
    TableListing,
    TableStatus,
    TableView,
    TimeControl,
    without_ignored,
)

if TYPE_CHECKING:
    from odin_server.hall.chair import Chair
    from odin_server.hall.table import Table


class ViewBuilder:
    """Builds the views for the chairs of one table; what all of them share is built once."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._of = -1
        self._alike: dict[str, Any] = {}

    def view_for(self, chair: "Chair") -> TableView:
        """Return the table as one chair may see it."""
        table = self._table
        if self._of != table.revision:
            self._of, self._alike = table.revision, _public_side(table)
        seat, state = chair.seat, table.state.match_state
        match = None if state is None else table.game.view(state, seat)
        # Only their player may know it: a prediction in Herrlof is secret.
        lapsed = None if seat is None else table.state.seats[seat].lapsed
        chat = without_ignored(self._alike["chat"], table.context.ignored.get(chair.player.id))
        own = {"seat": seat, "match": match, "lapsed": lapsed, "chat": chat}
        return TableView(**self._alike | own)


def _public_side(table: "Table") -> dict[str, Any]:
    state, opened = table.state, table.state.opened
    return {
        "id": table.id,
        "code": format_code(opened.code),
        "game": opened.game,
        "options": dict(opened.options),
        "public": opened.public,
        "hints": opened.hints,
        "clock": _time_control(state),
        "start_when_full": opened.start_when_full,
        "phase": state.phase,
        "notice": state.notice,
        "version": state.version,
        "turn": len(state.moves),
        "seats": _seats(table),
        "host": state.host,
        "spectators": tuple(place.name for place in table.places if place.spectator),
        "chat": tuple(state.chat),
        "scores": tuple(
            MatchScore(tuple(match.names), tuple(match.places), tuple(match.points))
            for match in state.ended
        ),
        "match_no": state.matches,
        "commitment": state.commitment,
        "next_commitment": state.next_commitment,
        "seed": None if state.outcome is None else state.seed,
        "seed_given": state.seed_given,
        "daily": state.daily,
        "tournament": opened.tournament,
    }


def _time_control(state: TableState) -> TimeControl | None:
    opened = state.opened
    if opened.move is None:
        return None
    return TimeControl(opened.move, opened.bank, correspondence=opened.correspondence)


def _seats(table: "Table") -> tuple[SeatView, ...]:
    seats, present = table.state.seats, table.present
    return tuple(
        _seat(table, Seat(seat), seat_state, present) for seat, seat_state in enumerate(seats)
    )


def _seat(table: "Table", seat: Seat, seat_state: SeatState, present: set[str]) -> SeatView:
    connected, opened = seat_state.player in present, table.state.opened
    held = (
        None
        if connected or seat_state.player is None
        else table.scheduler.held_until(seat_state.player)
    )
    return SeatView(
        seat,
        seat_state.name,
        seat_state.player,
        seat_state.bot,
        seat_state.covered,
        connected,
        held,
        None if seat_state.since is None else table.scheduler.deadline(seat),
        None if opened.move is None or opened.correspondence else seat_state.bank,
        seat_state.lapses,
        seat_state.vote,
    )


def _waits_for(table: "Table") -> dict[str, float | None]:
    state = table.state
    if not state.is_playing:
        return {}
    return {
        state.seats[seat].player or "": table.scheduler.deadline(seat)
        for seat in table.game.to_move(state.match_state)
        if state.seats[seat].is_human
    }


def listing_of(table: "Table") -> TableListing:
    """Return the table as the hall lists it."""
    state, opened = table.state, table.state.opened
    return TableListing(
        id=table.id,
        code=format_code(opened.code),
        game=opened.game,
        options=dict(opened.options),
        public=opened.public,
        spectators_allowed=opened.spectators,
        phase=state.phase,
        host=state.host_name,
        names=tuple(seat_state.name for seat_state in state.seats),
        people=sum(seat_state.player is not None for seat_state in state.seats),
        clock=_time_control(state),
        spectators=sum(place.spectator for place in table.places),
        waits_for=_waits_for(table),
        last_at=state.last_at,
    )


def status_of(table_id: str, state: TableState, connected: int | None) -> TableStatus:
    """Return the table as moderators and hosts see it."""
    opened = state.opened
    return TableStatus(
        id=table_id,
        code=format_code(opened.code),
        game=opened.game,
        phase=state.phase,
        public=opened.public,
        host=state.host_name,
        people=tuple(
            seat_state.name for seat_state in state.seats if seat_state.player is not None
        ),
        bots=sum(
            seat_state.player is None and seat_state.bot is not None for seat_state in state.seats
        ),
        connected=connected,
        opened_at=opened.at,
        last_at=state.last_at,
    )
