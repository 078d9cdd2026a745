"""What happens in a match of Walhalla, as facts. A hidden part is None for who may not know it."""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from odin_engine.game import Seat
from odin_engine.walhalla.box import Card, Dragon
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.results import RaidResult


class Defence(StrEnum):
    """How a fight was decided."""

    NONE = "none"
    """The attacker played an attack card, so the defender had no choice."""
    LOSE = "lose"
    PAY = "pay"
    SHIELD = "shield"


class RaidBegun(NamedTuple):
    """A raid began, and this seat starts it."""

    seat: Seat
    raid: int


class DragonDrawn(NamedTuple):
    """A seat drew a dragon; `number` counts the dragons of the raid from 1."""

    seat: Seat
    dragon: Dragon
    number: int


class Boarded(NamedTuple):
    """The active player's Vikings boarded these seats of the dragon, counted from 0; maybe none."""

    seat: Seat
    places: tuple[int, ...]


class GuestAnswered(NamedTuple):
    """The owner of the reserved seat came along, or did not."""

    seat: Seat
    joined: bool


class Sold(NamedTuple):
    """A seat sold a card for a point and a Viking from Asgard."""

    seat: Seat
    card: Card


class Sailed(NamedTuple):
    """The active player sent the dragon into a fjord, counted from 0."""

    seat: Seat
    fjord: int
    turned: bool


class Returned(NamedTuple):
    """A Viking found no field to land on beside this row, and went back to Midgard."""

    seat: Seat
    row: int


class Attacked(NamedTuple):
    """A Viking landed on a field where another player's Viking stands."""

    seat: Seat
    field: Field
    defender: Seat


class Fought(NamedTuple):
    """A fight for a field was decided; after `PAY` and `SHIELD` the attacker fell."""

    seat: Seat
    field: Field
    defender: Seat
    defence: Defence

    @property
    def attacker_won(self) -> bool:
        return self.defence in (Defence.NONE, Defence.LOSE)


class Occupied(NamedTuple):
    """A Viking took a field."""

    seat: Seat
    field: Field


class Foraged(NamedTuple):
    """A seat got the points of a forest, doubled if it hunted."""

    seat: Seat
    field: Field
    points: int
    hunted: bool


class Reshuffled(NamedTuple):
    """The discards became the draw pile of so many cards."""

    cards: int


class CardDrawn(NamedTuple):
    """A seat drew an action card at a sacrifice site."""

    seat: Seat
    card: Card | None


class Committed(NamedTuple):
    """A seat laid down cards for the end of the raid, maybe none."""

    seat: Seat
    cards: tuple[Card, ...] | None


class RaidEnded(NamedTuple):
    """The commits were revealed and the raid was scored."""

    result: RaidResult


Event: TypeAlias = (
    RaidBegun
    | DragonDrawn
    | Boarded
    | GuestAnswered
    | Sold
    | Sailed
    | Returned
    | Attacked
    | Fought
    | Occupied
    | Foraged
    | Reshuffled
    | CardDrawn
    | Committed
    | RaidEnded
)


HIDING = (CardDrawn, Committed)
"""The events that show something to their own seat alone."""


def seen_by(seat: Seat | None, history: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what has happened without what only other seats may know."""
    return tuple(
        [  # a list is filled faster than a tuple from a generator, and histories are long
            type(event)(event.seat, None)
            if isinstance(event, HIDING) and event.seat != seat
            else event
            for event in history
        ]
    )
