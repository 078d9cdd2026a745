"""What fields, Vikings, heroes and cards are worth to a player in a raid, in points.

The numbers were found by play of the heuristics against variants of themselves. Only public facts
and the hand of the player are looked at.
"""

from functools import lru_cache
from typing import NamedTuple

from odin_engine.walhalla.box import DRAGONS
from odin_engine.walhalla.land import FOREST, MOST_ROWS, SACRIFICE, VILLAGE, WHEAT
from odin_engine.walhalla.position import HUNT_CARD, KINDS, Position
from odin_engine.walhalla.scoring import majority


class Prices(NamedTuple):
    """What things are worth in one raid."""

    wheat: float
    """To stand in wheat, for this raid and the later ones."""
    other_field: float
    """To stand anywhere else: it is a point after the last raid only."""
    card: float
    """An action card that is not known yet."""
    hero: float
    """A Viking in Walhalla."""
    viking: float
    """A Viking in Midgard, where there are enough of them."""
    attack: float
    shield: float
    terrain_card: float
    """What a card for a kind of terrain must bring to be committed."""
    tongue_card: float


PRICES = (
    Prices(5.7, 0.0, 2.0, 1.2, 1.5, 2.75, 1.5, 2.1, 3.1),
    Prices(5.4, 0.0, 3.0, 0.8, 1.4, 2.7, 1.2, 1.5, 1.9),
    Prices(4.0, 1.0, 1.0, 0.65, 0.0, 0.3, 0.2, 0.0, 0.0),
)
"""By raid."""
PRESENCE = 0.68
"""What one more Viking counts on a peninsula, as long as nothing is decided there."""
FIRST_CERTAINTY, LAST_CERTAINTY = 0.16, 0.65
"""How much the majorities of this moment say about the end, at the first and the last dragon."""
DENIAL = 0.17
"""What points are worth that another player loses, or does not get."""
TERRAIN_CARD_USE, HUNT_USE = 0.53, 0.43
"""What cards in the own hand add, for each point that they would give at this moment."""
BEATS_HEROES, BEATS_CARDS = 0.27, 0.85
"""The chance of an attack on somebody with heroes, or with cards only."""
SHORTAGE = 1.5
"""What a Viking in Midgard is worth beyond its price if there are too few for all turns."""
SEATS_A_TURN = 2.6
SALE = 0.8
"""What a sale costs besides the card."""


@lru_cache(maxsize=1 << 15)
def majority_gains(
    first: int, second: int, sums: tuple[int, ...], player: int
) -> tuple[float, ...]:
    """Return what a player gains in a majority by counting 0, 1, 2 and 3 more."""
    now, gains = majority(sums, first, second), []
    for more in range(4):
        then = majority(
            [count + more * (who == player) for who, count in enumerate(sums)], first, second
        )
        own = then[player] - now[player]
        gains.append(own - 2 * DENIAL * (sum(then) - sum(now) - own) / (len(sums) - 1))
    return tuple(gains)


def presence(position: Position) -> list[tuple[int, ...]]:
    """Return for each peninsula what everybody's Vikings count there."""
    land, nothing = position.land, [0] * position.seats
    sums = [nothing, nothing.copy(), nothing.copy()]
    kinds, values = land.kinds, land.values
    for field, who in enumerate(position.owner):
        if who >= 0:
            sums[field // MOST_ROWS][who] += 1 + values[field] if kinds[field] == VILLAGE else 1
    return list(map(tuple, sums))


class Appraisal:
    """What it is worth to a player to land on fields of a position.

    `sums` are what `presence` returns.
    """

    __slots__ = ("_holding", "_player", "_position", "_taking", "prices", "viking")

    def __init__(self, position: Position, player: int, sums: list[tuple[int, ...]]) -> None:
        self._position, self._player = position, player
        self.prices = prices = PRICES[position.raid - 1]
        left = 1 - position.dragon_no / len(DRAGONS)
        self.viking = prices.viking
        """What a Viking in Midgard is worth."""
        turns = (len(DRAGONS) - position.dragon_no) // position.seats
        if SEATS_A_TURN * turns >= position.midgard[player]:
            self.viking += SHORTAGE * left
        certainty = LAST_CERTAINTY + (FIRST_CERTAINTY - LAST_CERTAINTY) * left
        self._appraise(sums, certainty, (1 - certainty) * PRESENCE)

    def _appraise(self, sums: list[tuple[int, ...]], certainty: float, undecided: float) -> None:
        """Note what it is worth to hold and to take each terrain on each peninsula."""
        player, hands, prices = self._player, self._position.hands, self.prices
        first, other = KINDS * player, prices.other_field
        forest = other + TERRAIN_CARD_USE * hands[first + FOREST]
        village = other + TERRAIN_CARD_USE * hands[first + VILLAGE]
        sacrifice = other + TERRAIN_CARD_USE * hands[first + SACRIFICE]
        wheat = prices.wheat + TERRAIN_CARD_USE * hands[first + WHEAT]
        hunted = 1 + HUNT_USE if hands[first + HUNT_CARD] else 1
        self._holding: list[float] = []
        self._taking: list[float] = []
        for (inner, outer), counts in zip(self._position.land.capes, sums, strict=True):
            _, one, two, three = majority_gains(outer, inner, counts, player)
            one = undecided + certainty * one
            two = 2 * undecided + certainty * two + village
            three = 3 * undecided + certainty * three + village
            site, wood, field = one + sacrifice, one + forest, one + wheat
            self._holding += (site, wood, wood, two, three, field)
            site += prices.card
            self._taking += (site, wood + 2 * hunted, wood + 3 * hunted, two, three, field)

    def conquest(self, field: int) -> float:
        """Return what it is worth to drive somebody out of a field."""
        site = self._position.land.sites[field]
        return self._taking[site] + DENIAL * (self._holding[site] - self.prices.hero)

    def defeat(self, field: int) -> float:
        """Return what it costs to be driven out of a field."""
        site, hero = self._position.land.sites[field], self.prices.hero
        return self._holding[site] - hero + DENIAL * (self._taking[site] - hero)

    def landing(self, field: int) -> float:
        """Return what the player may expect of landing on a field that it does not hold."""
        position = self._position
        defender = position.owner[field]
        if defender < 0:
            return self._taking[position.land.sites[field]]
        if position.walhalla[defender]:
            chance = BEATS_HEROES
        elif position.hand_sizes[defender]:
            chance = BEATS_CARDS
        else:
            chance = 1.0
        return chance * self.conquest(field) + (1 - chance) * self.prices.hero

    def arrival(self, fjord: int, row: int) -> float:
        """Return what the player may expect of a Viking who arrives at a row of a fjord."""
        owner, player = self._position.owner, self._player
        fields = self._position.land.shores[fjord][row]
        found = [self.landing(field) for field in fields if owner[field] != player]
        # Where there is no field to land on, the Viking goes back to Midgard.
        return max(found) if found else self.viking
