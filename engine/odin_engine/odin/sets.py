"""Which cards make a set, what it is worth, and which sets answer another: looked up, not counted.

A set is any one card, or two and more that share their colour or their number. Its value is
the number written with its digits in descending order, so more cards are always worth more and
the value alone tells how many cards there are.
"""

from bisect import bisect_left, bisect_right

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, each_bit

COLOUR_GROUPS = tuple(COLOUR_BITS.values())
NUMBER_GROUPS = tuple(NUMBER_BITS.values())
_COLOUR_ROWS = tuple((group, 9 * index) for index, group in enumerate(COLOUR_GROUPS))
_GROUPS_OF_ROW = [
    tuple(group for index, group in enumerate(NUMBER_GROUPS) if row >> index & 1)
    for row in range(512)
]


def _digits(cards: tuple[int, ...]) -> int:
    numbers = sorted(((bit.bit_length() - 1) % 9 + 1 for bit in cards), reverse=True)
    return int("".join(map(str, numbers)))


def _subsets(bits: int) -> list[int]:
    found = []
    subset = bits
    while subset:
        found.append(subset)
        subset = (subset - 1) & bits
    return found


MEMBERS = {
    bits: tuple(each_bit(bits))
    for group in COLOUR_GROUPS + NUMBER_GROUPS
    for bits in _subsets(group)
}
"""The single cards of every set there is; what is no key here is no set."""

VALUE = {bits: _digits(cards) for bits, cards in MEMBERS.items()}
"""The value of every set there is."""


class _Ladders(dict[int, tuple[tuple[int, ...], tuple[int, ...]]]):
    """For the cards of one group: all sets within them by rising value, and their values."""

    def __missing__(self, cards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        # A single card is found with its colour; with its number it would be found twice.
        fewest = 1 if any(cards & group == cards for group in COLOUR_GROUPS) else 2
        found = [bits for bits in _subsets(cards) if bits.bit_count() >= fewest]
        found.sort(key=VALUE.__getitem__)
        self[cards] = ladder = tuple(found), tuple(VALUE[bits] for bits in found)
        return ladder


_LADDERS = _Ladders()


class _Answering(dict[int, tuple[int, ...]]):
    """For one value on the table: the sets within a group of cards that answer it, by group."""

    def __init__(self, value: int, fewest: int) -> None:
        self.value = value
        size = len(str(value))
        self.sizes = (max(size, fewest), size + 1)

    def __missing__(self, cards: int) -> tuple[int, ...]:
        least, most = self.sizes
        found = [
            bits
            for bits in _subsets(cards)
            if least <= bits.bit_count() <= most and VALUE[bits] > self.value
        ]
        self[cards] = answer = tuple(sorted(found, key=VALUE.__getitem__))
        return answer


class _Answers(dict[int, tuple[_Answering, _Answering]]):
    """By value: the answers within one colour, and those of two cards and more of one number."""

    def __missing__(self, value: int) -> tuple[_Answering, _Answering]:
        # A single card is found with its colour; with its number it would be found twice.
        self[value] = both = _Answering(value, 1), _Answering(value, 2)
        return both


_ANSWERS = _Answers()
_C0, _C1, _C2, _C3, _C4, _C5 = COLOUR_GROUPS
_N1, _N2, _N3, _N4, _N5, _N6, _N7, _N8, _N9 = NUMBER_GROUPS


def answers(hand: int, value: int) -> list[int]:
    """List the sets of a hand that may be played on a set of this value."""
    # Written out because a loop over the groups takes twice the time, and search lives on it.
    colours, numbers = _ANSWERS[value]
    return [
        *colours[hand & _C0],
        *colours[hand & _C1],
        *colours[hand & _C2],
        *colours[hand & _C3],
        *colours[hand & _C4],
        *colours[hand & _C5],
        *numbers[hand & _N1],
        *numbers[hand & _N2],
        *numbers[hand & _N3],
        *numbers[hand & _N4],
        *numbers[hand & _N5],
        *numbers[hand & _N6],
        *numbers[hand & _N7],
        *numbers[hand & _N8],
        *numbers[hand & _N9],
    ]
