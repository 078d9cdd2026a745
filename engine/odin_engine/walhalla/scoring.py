"""Majorities and places, and the points at the end of a raid."""

from collections.abc import Sequence
from typing import NamedTuple

from odin_engine.walhalla.box import RAIDS, WALHALLA_MAJORITY
from odin_engine.walhalla.commits import BITS, WALHALLA_CARD
from odin_engine.walhalla.land import MOST_ROWS, VILLAGE, WHEAT, Land

COPIES_MASK = (1 << BITS) - 1
TONGUES = tuple(BITS * kind for kind in (4, 5, 6))
"""Where the cards for the peninsulas with the outer capes 6, 7 and 8 are packed."""


def majority(counts: Sequence[int], first: int, second: int) -> list[int]:
    """Return the points for the first and the second place, shared upwards by those who tie.

    Whoever has nothing takes no place. If several tie for the first, they share both.
    """
    best = max(counts)
    if not best:
        return [0] * len(counts)
    winners = counts.count(best)
    if winners > 1:
        share = -(-(first + second) // winners)
        return [share if count == best else 0 for count in counts]
    next_best = max([count for count in counts if count != best])
    if not next_best:
        return [first if count == best else 0 for count in counts]
    share = -(-second // counts.count(next_best))
    return [first if count == best else share if count == next_best else 0 for count in counts]


def dense_places(counts: Sequence[int]) -> list[int]:
    """Return places from 1; equal counts share one, and the next lower count takes the next."""
    order = sorted(set(counts), reverse=True)
    return [1 + order.index(count) for count in counts]


class Tally(NamedTuple):
    """The Vikings on the land, counted for each seat."""

    sums: list[list[int]]
    """By peninsula: Vikings, village bonuses, and two for each card."""
    fields: list[list[int]]
    """By kind of terrain: how many fields."""


def tally(land: Land, owner: Sequence[int], commits: Sequence[int]) -> Tally:
    """Count the Vikings on the land, with what was committed for the peninsulas."""
    seats = len(commits)
    sums = [[2 * (code >> TONGUES[cape.outer - 6] & 1) for code in commits] for cape in land.capes]
    fields = [[0] * seats for _ in range(4)]
    kinds, values = land.kinds, land.values
    for field, who in enumerate(owner):
        if who >= 0:
            kind = kinds[field]
            fields[kind][who] += 1
            sums[field // MOST_ROWS][who] += 1 + values[field] if kind == VILLAGE else 1
    return Tally(sums, fields)


class Points(NamedTuple):
    """The points at the end of a raid, for each seat."""

    cards: list[int]
    peninsulas: list[list[int]]
    wheat: list[int]
    fields: list[int]
    walhalla: list[int]

    def totals(self) -> list[int]:
        """Return the sum for each seat."""
        items = self.cards, *self.peninsulas, self.wheat, self.fields, self.walhalla
        return list(map(sum, zip(*items, strict=True)))


def raid_points(
    land: Land, counted: Tally, commits: Sequence[int], raid: int, heroes: Sequence[int]
) -> Points:
    """Return the points of a raid; `heroes` are the Vikings in Walhalla, cards included."""
    fields = counted.fields
    last = raid == RAIDS
    return Points(
        cards=[
            sum((code >> BITS * kind & COPIES_MASK) * fields[kind][who] for kind in range(4))
            for who, code in enumerate(commits)
        ],
        peninsulas=[
            majority(sums, cape.outer, cape.inner)
            for sums, cape in zip(counted.sums, land.capes, strict=True)
        ],
        wheat=[raid * count for count in fields[WHEAT]],
        fields=[sum(column) if last else 0 for column in zip(*fields, strict=True)],
        walhalla=majority(heroes, *WALHALLA_MAJORITY) if last else [0] * len(commits),
    )


def with_walhalla_card(heroes: Sequence[int], commits: Sequence[int]) -> list[int]:
    """Return the Vikings in Walhalla, with two more for whoever committed the card."""
    return [
        count + 2 * (code >> BITS * WALHALLA_CARD & 1)
        for count, code in zip(heroes, commits, strict=True)
    ]
