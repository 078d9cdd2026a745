"""The map of a match: three peninsulas between four fjords, with fields numbered for speed.

Field r of peninsula p has the index 16·p + r, counted from the coast. Fjord f lies between
peninsula f - 1 and peninsula f, so every field lies on two fjords.
"""

from functools import lru_cache
from typing import NamedTuple

from odin_engine.chance import Seed, pick, shuffled
from odin_engine.walhalla.box import DRAGON_SEATS, INNER_CAPES, OUTER_CAPES, TILES, Terrain

PENINSULAS = 3
FJORDS = 4
MOST_ROWS = 16
"""The rows of a peninsula of eight tiles."""
FOREST, WHEAT, SACRIFICE, VILLAGE = range(4)
"""Kinds of terrain; the cards that give points for them have the same numbers."""
_KINDS = "FWSV"
_TERRAINS = tuple(Terrain)


class Field(NamedTuple):
    """A field of land, counted from 0: `a1` is the field of the first peninsula at the coast."""

    peninsula: int
    row: int

    def __str__(self) -> str:
        return f"{'abc'[self.peninsula]}{self.row + 1}"

    @property
    def number(self) -> int:
        """The index of the field in lists of all fields."""
        return MOST_ROWS * self.peninsula + self.row


FIELD_AT = tuple(Field(p, row) for p in range(PENINSULAS) for row in range(MOST_ROWS))
FIELD_CALLED = {str(field): field for field in FIELD_AT}


class Cape(NamedTuple):
    """The end of a peninsula: the points of the second and of the first place on it."""

    inner: int
    outer: int


class Land(NamedTuple):
    """The fields and capes of one match, which never change. Lists are by index of the field."""

    lengths: tuple[int, ...]
    """How many rows each peninsula has."""
    terrains: tuple[tuple[Terrain, ...], ...]
    """By peninsula and row."""
    capes: tuple[Cape, ...]
    kinds: tuple[int, ...]
    """The kind of terrain of each field, and -1 beyond a peninsula's end."""
    values: tuple[int, ...]
    """The points of a forest, or the bonus of a village."""
    sites: tuple[int, ...]
    """6 · peninsula + terrain, in the order of `Terrain`; -1 beyond a peninsula's end."""
    fields: tuple[int, ...]
    """The indices of all fields there are."""
    shores: tuple[tuple[tuple[int, ...], ...], ...]
    """By fjord and row: the fields on its shores, left first."""
    capacities: tuple[int, ...]
    """How many dragons find land in each fjord."""


@lru_cache(maxsize=16)
def shores_of(lengths: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the fields beside every row of every fjord, as far as a dragon may reach."""
    rows = MOST_ROWS + DRAGON_SEATS
    return tuple(
        tuple(
            tuple(
                MOST_ROWS * p + row
                for p in (fjord - 1, fjord)
                if 0 <= p < PENINSULAS and row < lengths[p]
            )
            for row in range(rows)
        )
        for fjord in range(FJORDS)
    )


@lru_cache(maxsize=16)
def capacities_of(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many dragons find land in each fjord: the last may reach beyond it."""
    return tuple(
        -(-max(lengths[max(fjord - 1, 0) : fjord + 1]) // DRAGON_SEATS) for fjord in range(FJORDS)
    )


@lru_cache(maxsize=64)
def make_land(terrains: tuple[tuple[Terrain, ...], ...], capes: tuple[Cape, ...]) -> Land:
    """Return a map with these fields, from the coast, and capes."""
    lengths = tuple(map(len, terrains))
    at: list[Terrain | None] = [None] * (PENINSULAS * MOST_ROWS)
    for p, row_terrains in enumerate(terrains):
        at[MOST_ROWS * p : MOST_ROWS * p + lengths[p]] = row_terrains
    return Land(
        lengths=lengths,
        terrains=terrains,
        capes=capes,
        kinds=tuple(-1 if terrain is None else _KINDS.index(terrain[0]) for terrain in at),
        values=tuple(0 if terrain is None else terrain.number for terrain in at),
        sites=tuple(
            -1
            if terrain is None
            else len(_TERRAINS) * (index // MOST_ROWS) + _TERRAINS.index(terrain)
            for index, terrain in enumerate(at)
        ),
        fields=tuple(index for index, terrain in enumerate(at) if terrain is not None),
        shores=shores_of(lengths),
        capacities=capacities_of(lengths),
    )


def lay_land(tiles: tuple[int, ...], seed: Seed) -> Land:
    """Return the map that a seed lays, with so many tiles on each peninsula."""
    order = shuffled(TILES, seed, "tiles")
    laid: list[Terrain] = []
    for place, tile in enumerate(order, 1):
        # Either half of a tile may lie nearer to the coast.
        first = pick((0, 1), seed, f"half {place}")
        laid += [tile[first], tile[1 - first]]
    terrains, start = [], 0
    for count in tiles:
        terrains.append(tuple(laid[start : start + 2 * count]))
        start += 2 * count
    inner = shuffled(INNER_CAPES, seed, "inner capes")
    outer = shuffled(OUTER_CAPES, seed, "outer capes")
    return make_land(tuple(terrains), tuple(map(Cape, inner, outer)))
