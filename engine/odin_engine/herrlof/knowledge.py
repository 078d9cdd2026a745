"""What one observer knows about the cards it does not see: in which places each may be.

A place is a bit: a hand, the deck as it was dealt, or one card that a 3 put under the deck. Card
locations list, for a set of places, the cards that are in one of these places; a card whose place
is known has a set of one place. They are exact for each card by itself: a place is listed if and
only if the card can be there.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from odin_engine.herrlof.cards import COUNT_MASK, Cards, singles, size

CardLocations: TypeAlias = tuple[tuple[int, int], ...]

DECK_PLACE = 1 << 3
PLACE_NAMES = ("0", "1", "2", "deck", *(f"under-{number}" for number in range(1, 5)))


def hand_place(seat: int) -> int:
    """Return the place that is a seat's hand."""
    return 1 << seat


def under_place(number: int) -> int:
    """Return the place of the card that was put under the deck after so many others."""
    return DECK_PLACE << 1 + number


def merged(entries: Iterable[tuple[int, int]]) -> CardLocations:
    """Return locations in which cards with the same places are one entry."""
    found: dict[int, int] = {}
    for places, cards in entries:
        if cards:
            found[places] = found.get(places, 0) + cards
    return tuple(sorted(found.items()))


def remove_seen(locations: CardLocations, card: int, place: int) -> CardLocations:
    """Remove one card of this kind, which was in this place and is now seen.

    Of several identical cards the one with the fewest places is removed; the others may then also
    be where that one could have been, since any of them may be the one that was seen.
    """
    among = sorted(
        (places for places, cards in locations if places & place and cards & COUNT_MASK[card]),
        key=int.bit_count,
    )
    fewest = among[0]
    entries = []
    for places, cards in locations:
        alike = cards & COUNT_MASK[card] if places in among else 0
        entries.append((places, cards - alike))
        entries.append((places | fewest, alike - (card if places == fewest else 0)))
    return merged(entries)


def move_unknown(locations: CardLocations, source: int, target: int) -> CardLocations:
    """Let an unknown card go from source to target: any card of the source may now be there."""
    return merged(
        (places | target if places & source else places, cards) for places, cards in locations
    )


def rule_out(locations: CardLocations, cards: int, place: int) -> CardLocations:
    """Exclude that any of these cards is in this place."""
    entries = []
    for places, held in locations:
        out = held & cards
        entries += [(places, held - out), (places & ~place, out)]
    return merged(entries)


def add_known(locations: CardLocations, cards: int, place: int) -> CardLocations:
    """Add cards that the observer saw going to this place."""
    return merged((*locations, (place, cards)))


def reveal_place(locations: CardLocations, cards: int, place: int) -> CardLocations:
    """Remove the cards of a place that is seen whole, and exclude it for all others."""
    for card in singles(cards):
        locations = remove_seen(locations, card, place)
    return merged((places & ~place, held) for places, held in locations)


def known_cards(locations: CardLocations, place: int) -> int:
    """Return the cards that are known to be in this place."""
    return dict(locations).get(place, 0)


def describe(locations: CardLocations) -> str:
    """Return a short form, as in `20 in 1 or deck, B5 in 1`; the largest entries are counted."""
    most = max((size(cards) for _, cards in locations), default=0)
    parts = []
    for places, cards in locations:
        which = size(cards) if size(cards) == most else Cards(cards)
        names = [name for bit, name in enumerate(PLACE_NAMES) if places >> bit & 1]
        parts.append(f"{which} in {' or '.join(names)}")
    return ", ".join(parts)


class RandomPlacement:
    """Assigns every unseen card randomly to one of its places, within their capacities."""

    def __init__(self, capacity: dict[int, int]) -> None:
        self.capacity = dict(capacity)
        self.held: dict[int, list[tuple[int, int]]] = {place: [] for place in capacity}

    def fill(self, locations: CardLocations, rng: Random) -> dict[int, int]:
        """Return the cards of each place; cards with the fewest places are assigned first."""
        for places, cards in sorted(locations, key=lambda entry: entry[0].bit_count()):
            order = singles(cards)
            rng.shuffle(order)
            for card in order:
                self._place(card, places, rng)
        return {place: sum(card for card, _ in held) for place, held in self.held.items()}

    def _place(self, card: int, places: int, rng: Random) -> None:
        open_to = [place for place in self.capacity if place & places]
        spots = [self.capacity[place] for place in open_to]
        if any(spots):
            place = rng.choices(open_to, spots)[0]
        else:
            place = next(place for place in open_to if self._free_slot(place, place))
        self.held[place].append((card, places))
        self.capacity[place] -= 1

    def _free_slot(self, place: int, tried: int) -> bool:
        """Free a slot of a full place along an augmenting path, and return whether that worked."""
        for index, (card, places) in enumerate(self.held[place]):
            for other in self.capacity:
                if not other & places & ~tried:
                    continue
                if self.capacity[other] or self._free_slot(other, tried | other):
                    del self.held[place][index]
                    self.held[other].append((card, places))
                    self.capacity[other] -= 1
                    self.capacity[place] += 1
                    return True
        return False
