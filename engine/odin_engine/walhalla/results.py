"""The parts of a raid's scoring, for screens and statistics."""

from typing import NamedTuple

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.land import Cape

Numbers = tuple[int, ...]
"""A number for each seat."""


class CardScore(NamedTuple):
    """Points for cards of one kind that a seat committed: one for each card and field."""

    seat: int
    card: Card
    copies: int
    fields: int

    @property
    def points(self) -> int:
        return self.copies * self.fields


class Majority(NamedTuple):
    """Places and points by a number of Vikings; who has none takes no place, 0."""

    counts: Numbers
    places: Numbers
    points: Numbers


class PeninsulaScore(NamedTuple):
    """The majority on one peninsula, counting Vikings, village bonuses and cards."""

    cape: Cape
    majority: Majority


class Supply(NamedTuple):
    """Vikings that came from Asgard to Midgard, by the place in Walhalla."""

    counts: Numbers
    """Vikings in Walhalla, two more with the card."""
    places: Numbers
    vikings: Numbers


class RaidResult(NamedTuple):
    """A raid that is over, item by item."""

    raid: int
    commits: tuple[tuple[Card, ...], ...]
    cards: tuple[CardScore, ...]
    peninsulas: tuple[PeninsulaScore, ...]
    wheat: Numbers
    """How many wheat fields each seat held; each gave the number of the raid in points."""
    fields: Numbers
    """Occupied fields, of which each gave a point after the last raid; before, all are 0."""
    walhalla: Majority | None
    """The majority in Walhalla after the last raid."""
    cleared: Numbers
    """Vikings that went from the land to Asgard."""
    supply: Supply | None
    exodus: int
    """How many Vikings of each seat left Walhalla for Asgard."""
    points: Numbers
    """What the raid's scoring brought each seat."""
    totals: Numbers
    """Everybody's points afterwards."""
