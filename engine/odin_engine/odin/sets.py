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


REMEMBERED = 1 << 18
"""How many lists of answers are kept in mind."""

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
    """For one value on the table: the sets within the cards of one group that answer it.

    Sets of as many cards or one more stand next to each other on the ladder of values.
    """

    def __init__(self, value: int, shelf: "_Answers") -> None:
        self.value, self.shelf = value, shelf
        self.ceiling = 10 ** (len(str(value)) + 1)

    def __missing__(self, cards: int) -> tuple[int, ...]:
        self.shelf.make_room()
        found, values = _LADDERS[cards]
        first, last = bisect_right(values, self.value), bisect_left(values, self.ceiling)
        self[cards] = answer = found[first:last]
        return answer


class _Answers(dict[int, _Answering]):
    """The answers to every value that has been met; when they are too many, all are forgotten."""

    kept = 0

    def __missing__(self, value: int) -> _Answering:
        self[value] = answering = _Answering(value, self)
        return answering

    def make_room(self) -> None:
        """Count one more list; when there are too many, forget them all first."""
        if self.kept >= REMEMBERED:
            self.clear()
            self.kept = 0
        self.kept += 1


_ANSWERS = _Answers()


def answers(hand: int, value: int) -> list[int]:
    """List the sets of a hand that may be played on a set of this value."""
    answering = _ANSWERS[value]
    found: list[int] = []
    once = twice = 0
    for group, shift in _COLOUR_ROWS:
        cards = hand & group
        if cards:
            found += answering[cards]
            row = cards >> shift
            twice |= once & row
            once |= row
    for group in _GROUPS_OF_ROW[twice]:
        found += answering[hand & group]
    return found
