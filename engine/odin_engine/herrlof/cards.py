"""The cards of Herrlof: four colours of the numbers one to nine, three Valknuts, three Hagalaz.

Valknuts are identical, and so are Hagalaz, so a group of cards is a multiset. Inside this package
it is an integer of 40 bits: bit 9 x colour + number - 1 for each coloured card, then two bits that
count the Valknuts and two that count the Hagalaz. Groups are joined by adding and split by
subtracting. Elsewhere it is `Card` and `Cards`. Valknuts and Hagalaz together are called marks.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Colour(StrEnum):
    """A colour, with the letter that stands for it in the notation and beside the colour."""

    RED = "R"
    BLUE = "B"
    GREEN = "G"
    YELLOW = "Y"


COLOURS = tuple(Colour)
NUMBERS = range(1, 10)
SPECIAL_NUMBERS = (1, 3, 6, 9)
"""The numbers with an effect, marked on their cards with the rune Perthro."""


class Card(NamedTuple):
    """One card, as in B9; a Valknut and a Hagalaz have no colour, and the number 0."""

    name: str
    colour: Colour | None
    number: int

    def __str__(self) -> str:
        return self.name


VALKNUT = Card("V", None, 0)
HAGALAZ = Card("H", None, 0)
CARDS = (
    *(Card(f"{colour.value}{number}", colour, number) for colour in COLOURS for number in NUMBERS),
    VALKNUT,
    HAGALAZ,
)
"""Every kind of card once."""

VALKNUT_BIT, HAGALAZ_BIT = 1 << 36, 1 << 38
BITS = (*(1 << index for index in range(36)), VALKNUT_BIT, HAGALAZ_BIT)
BIT = dict(zip(CARDS, BITS, strict=True))
CARD_OF_BIT = dict(zip(BITS, CARDS, strict=True))
CARD_CALLED = {card.name: card for card in CARDS}
COLOUR_BITS = {colour: 0x1FF << 9 * index for index, colour in enumerate(COLOURS)}
COLOURED = (1 << 36) - 1
COUNT_MASK = {bit: bit if bit < VALKNUT_BIT else 3 * bit for bit in BITS}
"""By card: the bits of a group that count how often it holds the card."""
DECK = (1 << 40) - 1


def kinds(bits: int) -> list[int]:
    """Return each different card of a group once."""
    found = []
    coloured = bits & COLOURED
    while coloured:
        low = coloured & -coloured
        found.append(low)
        coloured ^= low
    found += [bit for bit in (VALKNUT_BIT, HAGALAZ_BIT) if bits & COUNT_MASK[bit]]
    return found


def singles(bits: int) -> list[int]:
    """Split a group into single cards."""
    found = kinds(bits & COLOURED)
    for bit in (VALKNUT_BIT, HAGALAZ_BIT):
        found += [bit] * ((bits & COUNT_MASK[bit]) // bit)
    return found


def size(bits: int) -> int:
    """Return the number of cards of a group."""
    return (bits & COLOURED).bit_count() + (bits >> 36 & 3) + (bits >> 38)


class Cards(Collection[Card], Hashable):
    """An immutable group of cards, iterated colour by colour, each from the highest down."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Cards":
        return cls(sum(BIT[card] for card in cards))

    def __iter__(self) -> Iterator[Card]:
        cards = [CARD_OF_BIT[bit] for bit in singles(self.bits)]
        for colour in COLOURS:
            yield from reversed([card for card in cards if card.colour == colour])
        yield from (card for card in cards if card.colour is None)

    def __len__(self) -> int:
        return size(self.bits)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits & COUNT_MASK[BIT[card]])

    def __eq__(self, other: object) -> bool:
        return self.bits == other.bits if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"
