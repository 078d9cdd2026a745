"""The map of Walhalla in lines: peninsulas and fjords from the coast out to sea, row by row."""

from collections.abc import Iterator

from odin_engine.game import Seat
from odin_engine.walhalla.box import DRAGON_SEATS
from odin_engine.walhalla.land import FIELD_AT, FJORDS, Field, shores_of
from odin_engine.walhalla.scoring import majority
from odin_engine.walhalla.view import View
from odin_tui.walhalla.messages import COLOUR_LETTERS, PENINSULAS

WATER, SHIP = "~~~", "==="
FREE = "."


def map_lines(view: View) -> Iterator[str]:
    """Yield a heading and the rows of the map, with the capes behind the last fields."""
    titles = [f" {fjord + 1} " for fjord in range(FJORDS)]
    lands = [f" {letter}  " for letter in PENINSULAS]
    yield f"    {_beside(titles, lands)}".rstrip()
    for row in range(max(map(len, view.terrains)) + 2):
        fjords = [_water(view, fjord, row) for fjord in range(FJORDS)]
        fields = [_land(view, peninsula, row) for peninsula in range(len(PENINSULAS))]
        yield f"{row + 1:>2}  {_beside(fjords, fields)}".rstrip()


def _beside(fjords: list[str], lands: list[str]) -> str:
    """Put fjords and land in turns beside each other."""
    first, *others = fjords
    return "  ".join(
        [first, *(f"{land}  {water}" for land, water in zip(lands, others, strict=True))]
    )


def _water(view: View, fjord: int, row: int) -> str:
    """Return what lies in a row of a fjord: water, a dragon, or a Viking who is to land."""
    ships, place = view.fjords[fjord], row % DRAGON_SEATS
    if row // DRAGON_SEATS >= len(ships):
        return WATER if row < DRAGON_SEATS * view.capacities[fjord] else "   "
    landing = view.landing
    if landing is None or landing.fjord != fjord or row // DRAGON_SEATS != len(ships) - 1:
        return SHIP
    who = view.aboard[DRAGON_SEATS - 1 - place if ships[-1].turned else place]
    return SHIP if who is None else f"={COLOUR_LETTERS[who]}="


def _land(view: View, peninsula: int, row: int) -> str:
    """Return a field with its owner, or a part of the cape."""
    terrains = view.terrains[peninsula]
    if row < len(terrains):
        owner = view.owners[peninsula][row]
        return f"{terrains[row]:<2} {FREE if owner is None else COLOUR_LETTERS[owner]}"
    cape = view.capes[peninsula]
    values = {len(terrains): cape.inner, len(terrains) + 1: cape.outer}
    return f"({values[row]}) " if row in values else "    "


def shore(view: View, fjord: int, row: int) -> list[Field]:
    """Return the fields beside a row of a fjord, left first."""
    shores = shores_of(tuple(map(len, view.terrains)))
    return [FIELD_AT[index] for index in shores[fjord][row]]


def owner_of(view: View, field: Field) -> Seat | None:
    """Return who stands on a field."""
    return view.owners[field.peninsula][field.row]


def sums(view: View, peninsula: int) -> list[int]:
    """Return what each seat counts on a peninsula now: Vikings and village bonuses."""
    counts = [0] * view.seats
    fields = zip(view.terrains[peninsula], view.owners[peninsula], strict=True)
    for terrain, owner in fields:
        if owner is not None:
            counts[owner] += 1 + (terrain.number if terrain.startswith("V") else 0)
    return counts


def shares(view: View, peninsula: int) -> list[int]:
    """Return the points that each seat would get for a peninsula now."""
    cape = view.capes[peninsula]
    return majority(sums(view, peninsula), cape.outer, cape.inner)


def held(view: View, seat: int, letter: str) -> int:
    """Return how many fields of a kind of terrain a seat holds; an empty letter is any kind."""
    return sum(
        owner == seat and terrain.startswith(letter)
        for terrains, owners in zip(view.terrains, view.owners, strict=True)
        for terrain, owner in zip(terrains, owners, strict=True)
    )
