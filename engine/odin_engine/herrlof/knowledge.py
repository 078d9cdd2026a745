"""What one pair of eyes can tell about the cards it does not see: where each of them may be.

A place is a bit: a hand, the deck as it was dealt, or the one card that a certain 3 put under it.
Whereabouts list, for every set of places, the cards that must be in one of these places. A card
that is known to lie somewhere has a set of one place. What is listed is always possible, and what
is impossible for a single card is never listed.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from odin_engine.herrlof.cards import ANY, Cards, singles, size

Whereabouts: TypeAlias = tuple[tuple[int, int], ...]

DECK_PLACE = 1 << 3
PLACE_NAMES = ("0", "1", "2", "deck", *(f"under-{number}" for number in range(1, 5)))


def hand_place(seat: int) -> int:
    """Give the place that is a seat's hand."""
    return 1 << seat


def under_place(number: int) -> int:
    """Give the place of the card that was put under the deck after so many others."""
    return DECK_PLACE << 1 + number


def gathered(entries: Iterable[tuple[int, int]]) -> Whereabouts:
    """Join the cards that may be in the same places."""
    found: dict[int, int] = {}
    for places, cards in entries:
        if cards:
            found[places] = found.get(places, 0) + cards
    return tuple(sorted(found.items()))


def seen(where: Whereabouts, card: int, place: int) -> Whereabouts:
    """One such card, till now in this place, is seen, and so leaves the unseen ones.

    Of several that look alike the one that could be in the fewest places is taken away; any other
    may then be wherever that one could have been, for it may have been the other that was seen.
    """
    among = sorted(
        (places for places, cards in where if places & place and cards & ANY[card]),
        key=int.bit_count,
    )
    fewest = among[0]
    entries = []
    for places, cards in where:
        alike = cards & ANY[card] if places in among else 0
        entries.append((places, cards - alike))
        entries.append((places | fewest, alike - (card if places == fewest else 0)))
    return gathered(entries)


def spread(where: Whereabouts, source: int, target: int) -> Whereabouts:
    """Let an unseen card go from one place to another: whatever was there may now be here."""
    return gathered(
        (places | target if places & source else places, cards) for places, cards in where
    )


def ruled_out(where: Whereabouts, cards: int, place: int) -> Whereabouts:
    """None of these cards is in this place."""
    entries = []
    for places, held in where:
        out = held & cards
        entries += [(places, held - out), (places & ~place, out)]
    return gathered(entries)


def known(where: Whereabouts, cards: int, place: int) -> Whereabouts:
    """Cards that were seen lie, unseen by others, in a place that is known."""
    return gathered((*where, (place, cards)))


def emptied(where: Whereabouts, cards: int, place: int) -> Whereabouts:
    """All that lies in this place is seen, and nothing else is there."""
    for card in singles(cards):
        where = seen(where, card, place)
    return gathered((places & ~place, held) for places, held in where)


def certain(where: Whereabouts, place: int) -> int:
    """Give the cards that are known to be in this place."""
    return dict(where).get(place, 0)


def told(where: Whereabouts) -> str:
    """Tell what is known, as in `20 in 1 or deck, B5 in 1`; most cards are only counted."""
    most = max((size(cards) for _, cards in where), default=0)
    parts = []
    for places, cards in where:
        which = size(cards) if size(cards) == most else Cards(cards)
        names = [name for bit, name in enumerate(PLACE_NAMES) if places >> bit & 1]
        parts.append(f"{which} in {' or '.join(names)}")
    return ", ".join(parts)


class Placing:
    """Puts every unseen card by lot into one of its places, each of which has so much room."""

    def __init__(self, room: dict[int, int]) -> None:
        self.room = dict(room)
        self.held: dict[int, list[tuple[int, int]]] = {place: [] for place in room}

    def fill(self, where: Whereabouts, rng: Random) -> dict[int, int]:
        """Place the cards with the least choice first, and give what lies in each place."""
        for places, cards in sorted(where, key=lambda entry: entry[0].bit_count()):
            order = singles(cards)
            rng.shuffle(order)
            for card in order:
                self._put(card, places, rng)
        return {place: sum(card for card, _ in held) for place, held in self.held.items()}

    def _put(self, card: int, places: int, rng: Random) -> None:
        open_to = [place for place in self.room if place & places]
        spots = [self.room[place] for place in open_to]
        if any(spots):
            place = rng.choices(open_to, spots)[0]
        else:
            place = next(place for place in open_to if self._make_way(place, place))
        self.held[place].append((card, places))
        self.room[place] -= 1

    def _make_way(self, place: int, tried: int) -> bool:
        """Free one spot of a full place by moving a card on, and others before it if need be."""
        for index, (card, places) in enumerate(self.held[place]):
            for other in self.room:
                if not other & places & ~tried:
                    continue
                if self.room[other] or self._make_way(other, tried | other):
                    del self.held[place][index]
                    self.held[other].append((card, places))
                    self.room[other] -= 1
                    self.room[place] += 1
                    return True
        return False
