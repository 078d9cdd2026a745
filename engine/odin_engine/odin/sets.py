"""Which cards make a set, what it is worth, and which sets answer another: looked up, not counted.

A set is any one card, or two and more that share their colour or their number. Its value is
the number written with its digits in descending order, so more cards are always worth more and
the value alone tells how many cards there are.
"""

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, each_bit

COLOUR_GROUPS = tuple(COLOUR_BITS.values())
NUMBER_GROUPS = tuple(NUMBER_BITS.values())


def _digits(bits: int) -> int:
    numbers = sorted(((bit.bit_length() - 1) % 9 + 1 for bit in each_bit(bits)), reverse=True)
    return int("".join(map(str, numbers)))


def _subsets(bits: int) -> list[int]:
    found = []
    subset = bits
    while subset:
        found.append(subset)
        subset = (subset - 1) & bits
    return found


VALUE = {bits: _digits(bits) for group in COLOUR_GROUPS + NUMBER_GROUPS for bits in _subsets(group)}
"""The value of every set there is; what is no key here is no set."""


class _Answering(dict[int, tuple[int, ...]]):
    """For one value on the table: the sets within a group of cards that answer it, by group."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.sizes = (len(str(value)), len(str(value)) + 1)

    def __missing__(self, cards: int) -> tuple[int, ...]:
        # A single card is found with its colour; with its number it would be found twice.
        fewest = 1 if any(cards & group == cards for group in COLOUR_GROUPS) else 2
        found = [
            bits
            for bits in _subsets(cards)
            if fewest <= bits.bit_count() in self.sizes and VALUE[bits] > self.value
        ]
        self[cards] = answer = tuple(sorted(found, key=VALUE.__getitem__))
        return answer


class _Answers(dict[int, _Answering]):
    def __missing__(self, value: int) -> _Answering:
        self[value] = answering = _Answering(value)
        return answering


_ANSWERS = _Answers()


def answers(hand: int, value: int) -> list[int]:
    """List the sets of a hand that may be played on a set of this value."""
    answering = _ANSWERS[value]
    found: list[int] = []
    for group in COLOUR_GROUPS:
        if cards := hand & group:
            found += answering[cards]
    for group in NUMBER_GROUPS:
        cards = hand & group
        if cards & (cards - 1):
            found += answering[cards]
    return found
