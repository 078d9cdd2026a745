"""What a seat of Walhalla may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from odin_engine.game import Outcome, Seat, check_seat
from odin_engine.walhalla import rules
from odin_engine.walhalla.box import DRAGONS, Card, Dragon, Terrain
from odin_engine.walhalla.commits import unpack
from odin_engine.walhalla.events import Event, seen_by
from odin_engine.walhalla.land import FIELD_AT, FJORDS, MOST_ROWS, Cape, Field
from odin_engine.walhalla.moves import Move
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import Position, cards_of
from odin_engine.walhalla.results import Numbers, RaidResult
from odin_engine.walhalla.state import Stage, State

LANDING = (Stage.LAND, Stage.ATTACK, Stage.DEFEND, Stage.HUNT)
CONTESTED = (Stage.ATTACK, Stage.DEFEND, Stage.HUNT)


class Ship(NamedTuple):
    """A dragon in a fjord; turned, its stern lies nearer to the coast."""

    dragon: Dragon
    turned: bool


class Landing(NamedTuple):
    """A Viking that leaves its dragon, whose seat it is, and beside which row."""

    seat: Seat
    fjord: int
    row: int
    field: Field | None
    """The field that is attacked or hunted in, once it is chosen."""


@dataclass(frozen=True)
class View:
    """A match of Walhalla as one seat sees it, or a spectator (`seat` None).

    Fjords, peninsulas, rows and the seats of a dragon are counted from 0. Tuples of numbers have
    one for each seat.
    """

    seat: Seat | None
    options: Options
    raid: int
    stage: Stage
    starter: Seat
    """Who began the raid."""
    active: Seat
    """Who drew the dragon and sails it."""
    to_move: tuple[Seat, ...]
    points: Numbers
    midgard: Numbers
    asgard: Numbers
    walhalla: Numbers
    counts: Numbers
    """How many cards everybody holds; committed ones count until they are revealed."""
    hand: tuple[Card, ...]
    commit: tuple[Card, ...] | None
    """What this seat has committed, until it is revealed."""
    discards: tuple[Card, ...]
    pile: int
    dragon_no: int
    """How many dragons have been drawn in this raid."""
    dragon: Dragon | None
    """The dragon of this turn; None while cards are committed and after the end."""
    aboard: tuple[Seat | None, ...]
    boarding: tuple[int, ...]
    """The seats of the dragon that cards are being sold for."""
    dragons_left: tuple[Dragon, ...]
    """The dragons still to be drawn in this raid, sorted: their order is hidden."""
    landing: Landing | None
    fjords: tuple[tuple[Ship, ...], ...]
    """The dragons in each fjord, from the coast."""
    terrains: tuple[tuple[Terrain, ...], ...]
    """By peninsula and row."""
    owners: tuple[tuple[Seat | None, ...], ...]
    capes: tuple[Cape, ...]
    capacities: tuple[int, ...]
    """How many dragons find land in each fjord."""
    results: tuple[RaidResult, ...]
    history: tuple[Event, ...]
    """Everything that has happened in the match; what is hidden from this seat is None."""
    moves: Sequence[Move]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.points)


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat sees, or a spectator (`seat` None)."""
    if seat is not None:
        check_seat(seat, state.match.seats)
    position, land, stage = state.position, state.position.land, state.stage
    in_turn = stage not in (Stage.COMMIT, Stage.OVER)
    drawn = position.dragons[: position.dragon_no]
    return View(
        seat=seat,
        options=state.match.options,
        raid=position.raid,
        stage=stage,
        starter=Seat(position.starter),
        active=Seat(position.active),
        to_move=rules.to_move(state),
        points=tuple(position.points),
        midgard=tuple(position.midgard),
        asgard=tuple(position.asgard),
        walhalla=tuple(position.walhalla),
        counts=tuple(position.hand_sizes),
        hand=() if seat is None else position.hand(seat),
        commit=None if seat is None else _commit_of(position, seat),
        discards=cards_of(position.discards),
        pile=len(position.pile),
        dragon_no=position.dragon_no,
        dragon=DRAGONS[drawn[-1]] if in_turn else None,
        aboard=tuple(None if who < 0 else Seat(who) for who in position.aboard),
        boarding=tuple(place for place in range(3) if position.boarding >> place & 1),
        dragons_left=tuple(d for at, d in enumerate(DRAGONS) if at not in drawn),
        landing=_landing(position, stage),
        fjords=_fjords(position),
        terrains=land.terrains,
        owners=_owners(position),
        capes=land.capes,
        capacities=land.capacities,
        results=state.results,
        history=seen_by(seat, state.history),
        moves=() if seat is None else rules.legal_moves(state, seat),
        outcome=rules.outcome(state),
    )


def _commit_of(position: Position, player: int) -> tuple[Card, ...] | None:
    code = position.commits[player]
    return None if code < 0 else unpack(code)


def _landing(position: Position, stage: Stage) -> Landing | None:
    if stage not in LANDING:
        return None
    field = FIELD_AT[position.field] if stage in CONTESTED else None
    return Landing(Seat(position.lander), position.fjord, position.row, field)


def _fjords(position: Position) -> tuple[tuple[Ship, ...], ...]:
    fjords: list[list[Ship]] = [[] for _ in range(FJORDS)]
    for ship in position.ships:
        fjords[ship >> 1 & 3].append(Ship(DRAGONS[ship >> 3], turned=bool(ship & 1)))
    return tuple(map(tuple, fjords))


def _owners(position: Position) -> tuple[tuple[Seat | None, ...], ...]:
    return tuple(
        tuple(
            None if who < 0 else Seat(who)
            for who in position.owner[MOST_ROWS * p : MOST_ROWS * p + length]
        )
        for p, length in enumerate(position.land.lengths)
    )
