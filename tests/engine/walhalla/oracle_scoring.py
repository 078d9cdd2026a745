"""How Walhalla counts, for the oracle: majorities, supply and exodus as the rulebook words them."""

from dataclasses import dataclass, field

Points = dict[int, int]
"""A number for every player."""


@dataclass
class Score:
    """What every player got at the end of one raid, item by item."""

    committed: dict[int, list[str]]
    cards: Points = field(default_factory=dict)
    sums: dict[str, Points] = field(default_factory=dict)
    peninsulas: dict[str, Points] = field(default_factory=dict)
    wheat: Points = field(default_factory=dict)
    fields: Points = field(default_factory=dict)
    heroes: Points = field(default_factory=dict)
    """Vikings in Walhalla, with two more for the card where it counts."""
    walhalla: Points = field(default_factory=dict)
    cleared: Points = field(default_factory=dict)
    supply: Points = field(default_factory=dict)
    exodus: int = 0

    def total(self, player: int) -> int:
        """Give all points of a player; Vikings that are moved are no points."""
        items = (self.cards, *self.peninsulas.values(), self.wheat, self.fields, self.walhalla)
        return sum(item.get(player, 0) for item in items)


def majority(strength: Points, first: int, second: int) -> Points:
    """Share the points of the first and the second place among those who are there at all."""
    points = dict.fromkeys(strength, 0)
    there = {player: size for player, size in strength.items() if size > 0}
    if not there:
        return points
    best = [player for player in there if there[player] == max(there.values())]
    if len(best) > 1:
        return points | dict.fromkeys(best, rounded_up(first + second, len(best)))
    points[best[0]] = first
    del there[best[0]]
    if there:
        next_best = [player for player in there if there[player] == max(there.values())]
        points |= dict.fromkeys(next_best, rounded_up(second, len(next_best)))
    return points


def rounded_up(points: int, players: int) -> int:
    """Give the share of each, rounded up."""
    share = points // players
    return share if share * players == points else share + 1


def supplies(walhalla: Points) -> Points:
    """Give the number of Vikings on the supply list; equal players share a place, none is left."""
    numbers = {3: [10, 9, 8], 4: [8, 7, 6, 5]}[len(walhalla)]
    different = sorted(set(walhalla.values()), reverse=True)
    return {player: numbers[different.index(heroes)] for player, heroes in walhalla.items()}


def places(points: Points) -> tuple[int, ...]:
    """Give everybody's place at the end; equal points share one."""
    ranking = sorted(points.values(), reverse=True)
    return tuple(ranking.index(points[player]) + 1 for player in sorted(points))
