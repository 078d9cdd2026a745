"""How a table is shown: to each chair what it may see, and to the hall what may be listed."""

from typing import TYPE_CHECKING

from odin_engine.chance import Seed, commitment
from odin_engine.game import Seat
from odin_server.hall.codes import spoken
from odin_server.hall.fold import Standing
from odin_server.hall.sights import (
    MatchScore,
    SeatView,
    TableListing,
    TableView,
    TimeControl,
)

if TYPE_CHECKING:
    from odin_server.hall.chair import Chair
    from odin_server.hall.table import Table


def view_for(table: "Table", chair: "Chair") -> TableView:
    """Show the table to one chair."""
    standing, opened = table.standing, table.standing.opened
    seat = chair.seat
    over = standing.outcome is not None
    return TableView(
        id=table.id,
        code=spoken(opened.code),
        game=opened.game,
        options=dict(opened.options),
        public=opened.public,
        hints=opened.hints,
        clock=_time_control(standing),
        start_when_full=opened.start_when_full,
        phase=standing.phase,
        notice=standing.notice,
        version=standing.version,
        turn=len(standing.moves),
        seat=seat,
        seats=_seats(table),
        match=None if standing.state is None else table.game.view(standing.state, seat),
        host=standing.host,
        spectators=tuple(other.player.name for other in table.chairs if other.is_spectator),
        chat=tuple(standing.chat),
        scores=tuple(
            MatchScore(tuple(match.names), tuple(match.places), tuple(match.points))
            for match in standing.ended
        ),
        commitment=commitment(Seed(bytes.fromhex(standing.seed))),
        seed=standing.seed if over else None,
        seed_given=opened.given and standing.matches <= 1,
    )


def _time_control(standing: Standing) -> TimeControl | None:
    opened = standing.opened
    return None if opened.move is None else TimeControl(opened.move, opened.bank)


def _seats(table: "Table") -> tuple[SeatView, ...]:
    standing, present = table.standing, table.present
    timed = standing.opened.move is not None
    return tuple(
        SeatView(
            seat=Seat(seat),
            name=place.name,
            player=place.player,
            bot=place.bot,
            covered=place.covered,
            connected=place.player in present,
            held_until=None if place.player is None else table.pulse.held_until(place.player),
            deadline=table.pulse.deadline(Seat(seat)),
            bank=place.bank if timed else None,
            lapses=place.lapses,
            wish=place.wish,
        )
        for seat, place in enumerate(standing.places)
    )


def listing_of(table: "Table") -> TableListing:
    """Show the table as the hall lists it."""
    standing, opened = table.standing, table.standing.opened
    return TableListing(
        id=table.id,
        code=spoken(opened.code),
        game=opened.game,
        options=dict(opened.options),
        public=opened.public,
        spectators_allowed=opened.spectators,
        phase=standing.phase,
        host=standing.host_name,
        names=tuple(place.name for place in standing.places),
        clock=_time_control(standing),
        spectators=sum(chair.is_spectator for chair in table.chairs),
        last_at=standing.last_at,
    )
