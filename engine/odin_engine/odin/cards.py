"""The cards of Odin: six colours, the numbers one to nine, each card once.

Inside this package a group of cards is an integer of 54 bits, bit 9 x colour + number - 1.
Elsewhere it is `Card` and `Cards`.
"""

from collections.abc import Hashable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Any, NamedTuple


class Colour(StrEnum):
    """A colour, with the letter that stands for it in the notation and beside the colour."""

    RED = "R"
    ORANGE = "O"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"
    PURPLE = "P"


COLOURS = tuple(Colour)
NUMBERS = range(1, 10)


class Card(NamedTuple):
    """One card, as in B9: the blue nine."""

    colour: Colour
    number: int

    def __str__(self) -> str:
        return f"{self.colour.value}{self.number}"


CARDS = tuple(Card(colour, number) for colour in COLOURS for number in NUMBERS)
BIT = {card: 1 << index for index, card in enumerate(CARDS)}
CARD_CALLED = {str(card): card for card in CARDS}
CARD_OF_BIT = {bit: card for card, bit in BIT.items()}
COLOUR_BITS = {colour: 0x1FF << 9 * index for index, colour in enumerate(COLOURS)}
NUMBER_BITS = {n: sum(1 << 9 * index + n - 1 for index in range(6)) for n in NUMBERS}
DECK = (1 << 54) - 1


def each_bit(bits: int) -> list[int]:
    """Split a group of cards into single cards."""
    single = []
    while bits:
        low = bits & -bits
        single.append(low)
        bits ^= low
    return single


class Cards(AbstractSet[Card], Hashable):
    """An immutable group of cards, iterated from the highest number down."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Cards":
        bits = 0
        for card in cards:
            bits |= BIT[card]
        return cls(bits)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return cls.of(it)

    def __iter__(self) -> Iterator[Card]:
        cards = (CARD_OF_BIT[bit] for bit in each_bit(self.bits))
        return iter(sorted(cards, key=lambda card: -card.number))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(BIT.get(card, 0) & self.bits)

    def __eq__(self, other: object) -> bool:
        return self.bits == other.bits if isinstance(other, Cards) else super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"
