"""What is in the box of Walhalla.

Some facts are shown only in pictures of the rulebook that no source describes. They are inferred,
and marked so: the mix of terrains on the tiles, the dragons' reserved seats, the supply of the
lower places, and that the three peninsula cards have one number each. Whoever owns the box can
correct them here; a correction needs a new `RULES_VERSION`, because records are played again.
"""

from enum import StrEnum
from typing import NamedTuple

RULES_VERSION = 1


class Terrain(StrEnum):
    """What a field is, with the points of a forest or the bonus of a village."""

    SACRIFICE = "S"
    FOREST_2 = "F2"
    FOREST_3 = "F3"
    VILLAGE_1 = "V1"
    VILLAGE_2 = "V2"
    WHEAT = "W"

    @property
    def number(self) -> int:
        """The points of a forest or the bonus of a village; 0 for the others."""
        return int(self[1:] or 0)


class Card(StrEnum):
    """An action card, in the order in which hands and discards are sorted."""

    FOREST = "forest"
    WHEAT = "wheat"
    SACRIFICE = "sacrifice"
    VILLAGE = "village"
    TONGUE_6 = "tongue6"
    TONGUE_7 = "tongue7"
    TONGUE_8 = "tongue8"
    WALHALLA = "walhalla"
    HUNT = "hunt"
    ATTACK = "attack"
    SHIELD = "shield"


class Dragon(NamedTuple):
    """A longship: whose colour its reserved seat shows, and which of its seats that is."""

    colour: int
    """The seat of the player with this colour; with three players 3 is not in the match."""
    reserved: int
    """0 is the bow, 2 the stern."""

    @property
    def name(self) -> str:
        """The colour and the number of the reserved seat, as in `K1`."""
        return f"{COLOURS[self.colour]}{self.reserved + 1}"


COLOURS = "RKYB"
"""Red, black, yellow and blue, by seat."""
VIKINGS = 14
DRAGON_SEATS = 3
RAIDS = 3

S, F2, F3, V1, V2, W = Terrain
TILES: tuple[tuple[Terrain, Terrain], ...] = (  # inferred: every pair of terrains three times
    *((S, F3), (S, F2), (S, F2)),
    *((S, V2), (S, V1), (S, V1)),
    *((S, W), (S, W), (S, W)),
    *((F3, V1), (F2, V2), (F2, V1)),
    *((F3, W), (F2, W), (F2, W)),
    *((V2, W), (V1, W), (V1, W)),
)
INNER_CAPES = (3, 4, 5)
"""Points of the second place on a peninsula."""
OUTER_CAPES = (6, 7, 8)
"""Points of the first place."""

DRAGONS = tuple(  # inferred: three of each colour, one with each seat reserved
    Dragon(colour, reserved) for colour in range(4) for reserved in range(DRAGON_SEATS)
)

COPIES: dict[Card, int] = {
    Card.FOREST: 4,
    Card.WHEAT: 4,
    Card.SACRIFICE: 4,
    Card.VILLAGE: 4,
    Card.TONGUE_6: 1,  # inferred: "3×" and "6, 7 or 8" make one card for each number
    Card.TONGUE_7: 1,
    Card.TONGUE_8: 1,
    Card.WALHALLA: 1,
    Card.HUNT: 4,
    Card.ATTACK: 4,
    Card.SHIELD: 4,
}

FIRST_MIDGARD = {3: 9, 4: 7}
SUPPLY = {
    3: (10, 9, 8),  # inferred: the second and the third place
    4: (8, 7, 6, 5),  # inferred: the fourth place
}
"""Vikings by place in Walhalla, for the number of players."""

WALHALLA_MAJORITY = (6, 4)
"""Points of the first and the second place in Walhalla, after the last raid."""
