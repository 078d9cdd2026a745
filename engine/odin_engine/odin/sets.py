"""Sets of cards: their values, and which sets of a hand beat a value, by table lookup.

A set is any one card, or two and more that share their colour or their number. Its value is
the number written with its digits in descending order, so more cards are always worth more and
the value alone tells how many cards there are.
"""

from bisect import bisect_left, bisect_right

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS

COLOUR_GROUPS = tuple(COLOUR_BITS.values())
NUMBER_GROUPS = tuple(NUMBER_BITS.values())
_COLOUR_ROWS = tuple((group, 9 * index) for index, group in enumerate(COLOUR_GROUPS))
_GROUPS_OF_ROW = [
    tuple(group for index, group in enumerate(NUMBER_GROUPS) if row >> index & 1)
    for row in range(512)
]


def _digits(cards: tuple[int, ...]) -> int:
    value = 0
    for bit in reversed(cards):  # within a group, rising bits are rising numbers
        value = 10 * value + (bit.bit_length() - 1) % 9 + 1
    return value


def _subsets(bits: int) -> list[int]:
    found = []
    subset = bits
    while subset:
        found.append(subset)
        subset = (subset - 1) & bits
    return found


CACHE_SIZE = 1 << 18
"""How many lists of beating sets are cached before the cache is emptied."""


def _members(group: int) -> dict[int, tuple[int, ...]]:
    """Return the single cards of every set of a group, each found from the next smaller set."""
    subsets = _subsets(group)
    found: dict[int, tuple[int, ...]] = {0: ()}
    for bits in reversed(subsets):
        lowest = bits & -bits
        found[bits] = (lowest, *found[bits ^ lowest])
    return {bits: found[bits] for bits in subsets}


MEMBERS = {
    bits: cards
    for group in COLOUR_GROUPS + NUMBER_GROUPS
    for bits, cards in _members(group).items()
}
"""The single cards of every set; what is not a key here is not a set."""

VALUE = {bits: _digits(cards) for bits, cards in MEMBERS.items()}
"""The value of every set."""


class _SetsByValue(dict[int, tuple[tuple[int, ...], tuple[int, ...]]]):
    """By cards of one colour or number: all sets among them by rising value, and their values."""

    def __missing__(self, cards: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        # Single cards are listed with their colour; with their number they would be listed twice.
        fewest = 1 if any(cards & group == cards for group in COLOUR_GROUPS) else 2
        found = [bits for bits in _subsets(cards) if bits.bit_count() >= fewest]
        found.sort(key=VALUE.__getitem__)
        self[cards] = sets = tuple(found), tuple(VALUE[bits] for bits in found)
        return sets


_SETS_BY_VALUE = _SetsByValue()


class _SetsAbove(dict[int, tuple[int, ...]]):
    """By cards of one colour or number: the sets among them that beat one value.

    Sets of as many cards or one more are neighbours when sets are sorted by value.
    """

    def __init__(self, value: int, cache: "_BeatingSets") -> None:
        self.value, self.cache = value, cache
        self.ceiling = 10 ** (len(str(value)) + 1)

    def __missing__(self, cards: int) -> tuple[int, ...]:
        self.cache.evict_if_full()
        found, values = _SETS_BY_VALUE[cards]
        first, last = bisect_right(values, self.value), bisect_left(values, self.ceiling)
        self[cards] = beating = found[first:last]
        return beating


class _BeatingSets(dict[int, _SetsAbove]):
    """A cache by the value to beat; `size` counts the lists of all values."""

    size = 0

    def __missing__(self, value: int) -> _SetsAbove:
        self[value] = above = _SetsAbove(value, self)
        return above

    def evict_if_full(self) -> None:
        """Count one more list, and empty the cache first if it is full."""
        if self.size >= CACHE_SIZE:
            self.clear()
            self.size = 0
        self.size += 1


_BEATING_SETS = _BeatingSets()


def beating_sets(hand: int, value: int) -> list[int]:
    """Return the sets of a hand that may be played on a set of this value."""
    above = _BEATING_SETS[value]
    found: list[int] = []
    once = twice = 0
    for group, shift in _COLOUR_ROWS:
        cards = hand & group
        if cards:
            found += above[cards]
            row = cards >> shift
            twice |= once & row
            once |= row
    for group in _GROUPS_OF_ROW[twice]:
        found += above[hand & group]
    return found
