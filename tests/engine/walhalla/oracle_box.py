"""What is in the box of Walhalla and how a match lays it out, for the oracle.

Nothing here comes from the engine but the shuffle. A field is its name, as in `b7`; a tile is its
two fields, as in `S F3`; a card is one word.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from odin_engine.chance import Seed, pick, shuffled

COLOURS = "RKYB"
PENINSULAS = "abc"
TILES = (
    *("S F3", "S F2", "S F2"),
    *("S V2", "S V1", "S V1"),
    *("S W", "S W", "S W"),
    *("F3 V1", "F2 V2", "F2 V1"),
    *("F3 W", "F2 W", "F2 W"),
    *("V2 W", "V1 W", "V1 W"),
)
CARDS = (
    *("forest", "wheat", "sacrifice", "village"),
    *("tongue6", "tongue7", "tongue8", "walhalla"),
    *("hunt", "attack", "shield"),
)
COPIES = dict.fromkeys(CARDS, 4) | dict.fromkeys(("tongue6", "tongue7", "tongue8", "walhalla"), 1)
LAYOUTS = tuple(
    (a, b, 18 - a - b) for a in range(5, 9) for b in range(5, 9) if 5 <= 18 - a - b <= 8
)


class Dragon(NamedTuple):
    """A dragon with the colour of its reserved seat and the number of that seat, 1 at the bow."""

    colour: str
    reserved: int


@dataclass
class Luck:
    """Everything that chance decides in one match."""

    land: dict[str, str]
    inner: dict[str, int]
    outer: dict[str, int]
    cards: list[str]
    starter: int
    dragons: Callable[[int], list[Dragon]]
    """The dragons of a raid, the first to be drawn first."""
    reshuffled: Callable[[int, list[str]], list[str]]
    """The n-th new draw pile, the first to be drawn first, from the discards in their order."""


def luck_of(seed: Seed, seats: int, layout: tuple[int, int, int]) -> Luck:
    """Draw everything from a seed."""
    tiles = shuffled(TILES, seed, "tiles")
    land: dict[str, str] = {}
    place = 0
    for peninsula, count in zip(PENINSULAS, layout, strict=True):
        row = 0
        for _ in range(count):
            halves = tiles[place].split()
            place += 1
            for terrain in shuffled(halves, seed, f"half {place}"):
                row += 1
                land[f"{peninsula}{row}"] = terrain
    deck = [card for card in CARDS for _ in range(COPIES[card])]
    fleet = [Dragon(colour, reserved) for colour in COLOURS for reserved in (1, 2, 3)]
    return Luck(
        land,
        dict(zip(PENINSULAS, shuffled((3, 4, 5), seed, "inner capes"), strict=True)),
        dict(zip(PENINSULAS, shuffled((6, 7, 8), seed, "outer capes"), strict=True)),
        shuffled(deck, seed, "cards"),
        pick(range(seats), seed, "starter"),
        lambda raid: shuffled(fleet, seed, f"dragons {raid}"),
        lambda number, cards: shuffled(cards, seed, f"reshuffle {number}"),
    )
