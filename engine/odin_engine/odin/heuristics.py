"""Karl's habits: how good a hand is to keep, a set to lay, a pass to make; looked up, not thought.

A hand is judged by its *shape*: how many cards of each number it has, and how large its colours
are. Which colours those are makes no difference, so a few thousand shapes stand for all hands.
Its *nearness* is the number of cards outside its largest set: near 0, the next lead goes out.
"""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple, TypeAlias

from odin_engine.odin import weights
from odin_engine.odin.cards import each_bit
from odin_engine.odin.sets import VALUE, answers

OUT = 100.0
"""The score of going out, beyond any other."""

REMEMBERED = 1 << 16
"""How many hands, and choices, a book keeps in mind before it forgets them and starts anew."""

MOODS = 3
"""Others' hands are told apart as one card, two, and more."""


Choice: TypeAlias = tuple[int, int, float]
"""What is laid, what is taken, and the logit of going out first after it; 0, 0 is a pass."""


def _columns(mask: int) -> int:
    """Give a colour's cards as counts that can be added up: by number, and by its size above."""
    numbers = sum(1 << 3 * i for i in range(9) if mask >> i & 1)
    size = mask.bit_count()
    return numbers | (1 << 24 + 3 * size if size else 0)


_COLUMNS = tuple(map(_columns, range(512)))
_NUMBERS, _SIZES = (1 << 27) - 1, 27
"""The lower columns count the numbers, the upper ones the colours of each size."""

Two: TypeAlias = tuple[int, int]
"""How many cards the largest two groups have."""


def _kind(bits: int) -> int:
    """Give the column of a set in the books."""
    size, top = bits.bit_count(), int(str(VALUE[bits])[0])
    if size == 1:
        return top - 1
    return (9 if size == 2 else 13) + (top > 3) + (top > 6) + (top > 8)


KIND = {bits: _kind(bits) for bits in VALUE}
EACH = {bits: tuple(each_bit(bits)) for bits in VALUE}


MOOD = tuple(min(max(count, 1), MOODS) - 1 for count in range(10))
"""By the cards a seat holds: how it is to be feared, 0 the most."""


def chance_of(logit: float) -> float:
    """Give the chance that a logit stands for."""
    return 1 / (1 + exp(-logit))


class Situation(NamedTuple):
    """What a seat sees when it has to choose, besides its own hand.

    `fear` is the mood of the smallest hand of another seat, `owner` that of the seat whose set
    lies in the middle; `closes` is 1 if a pass ends the round.
    """

    table: int
    fear: int
    owner: int
    closes: int


def situation(counts: Sequence[int], table: int, owner: int, passes: int, seat: int) -> Situation:
    """Say how things stand for the seat to move."""
    others = [*counts[:seat], *counts[seat + 1 :]]
    return Situation(table, MOOD[min(others)], MOOD[counts[owner]], passes == len(others) - 1)


class Book:
    """One book of lore, made quick."""

    def __init__(self, text: str) -> None:
        parts = [
            [[int(word) / 100 for word in line.split()] for line in part.split("\n")]
            for part in text.strip().split("\n\n")
        ]
        hands, self._numbers, laid, passed = parts
        self._shapes = {
            (int(size), int(largest)): [0.0, *worth] if size > largest else worth
            for size, largest, *worth in ([100 * row[0], 100 * row[1], *row[2:]] for row in hands)
        }
        self.laid = [laid[m::MOODS] for m in range(MOODS)]
        rows = len(laid)
        closing, leaving = passed[-rows:], passed[:rows]
        self.passed = [[part[m::MOODS] for m in range(MOODS)] for part in (leaving, closing)]
        self.hands = _Hands(self)
        self._chosen: dict[tuple[int, int, int, int, int], Choice] = {}

    def rate_numbers(self, numbers: int) -> tuple[int, Two, float]:
        """Give a hand's size, how often its two commonest numbers occur, and what they add."""
        counts = [numbers >> 3 * i & 7 for i in range(9)]
        size = sum(counts)
        extra = self._numbers[(size > 2) + (size > 4) + (size > 6)]
        *_, second, first = sorted(counts)
        return size, (first, second), sum(map(mul, counts, extra))

    def rate_groups(self, size: int, numbers: Two, sizes: int) -> tuple[float, int]:
        """Give the worth of keeping a hand that falls into such groups, and its nearness."""
        colours = [s for s in range(9, 0, -1) for _ in range(sizes >> 3 * s - 3 & 7)]
        largest, second = _largest_two((*colours, 0), numbers)
        return self._shapes[size, largest][min(second, size - largest)], min(size - largest, 3)

    def choose(self, hand: int, table: int, fear: int, owner: int, closes: int) -> Choice:
        """Go out if that is possible, else give the move of the highest score."""
        key = hand, table, fear, owner, closes
        found = self._chosen.get(key)
        if found is None:
            if len(self._chosen) >= REMEMBERED:
                self._chosen.clear()
            found = self._follow(*key) if table else self._lead(hand, fear)
            self._chosen[key] = found
        return found

    def _follow(self, hand: int, table: int, fear: int, owner: int, closes: int) -> Choice:
        hands, laid = self.hands, self.laid[fear]
        worth, near = hands[hand]
        best = worth + self.passed[closes][owner][near][KIND[table]]
        chosen = taken = 0
        takes = EACH[table]
        for bits in answers(hand, VALUE[table]):
            left = hand ^ bits
            if not left:
                return bits, 0, OUT
            kind = KIND[bits]
            for take in takes:
                worth, near = hands[left | take]
                worth += laid[near][kind]
                if worth > best:
                    best, chosen, taken = worth, bits, take
        return chosen, taken, best

    def _lead(self, hand: int, fear: int) -> Choice:
        if hand in VALUE:
            return hand, 0, OUT
        hands, laid, best, chosen = self.hands, self.laid[fear], -OUT, 0
        for bit in each_bit(hand):
            worth, near = hands[hand ^ bit]
            worth += laid[near][KIND[bit]]
            if worth > best:
                best, chosen = worth, bit
        return chosen, 0, best

    def regret(self, hand: int, seen: Situation, bits: int, take: int, enough: float) -> float:
        """Give by how much Karl would prefer his own move; once it is more than enough, no more."""
        if bits == hand:
            return 0.0
        table, fear, owner, closes = seen
        hands, laid = self.hands, self.laid[fear]
        if not table:
            worth, near = hands[hand ^ bits]
            return self._lead(hand, fear)[2] - worth - laid[near][KIND[bits]]
        worth, near = hands[hand]
        own = best = worth + self.passed[closes][owner][near][KIND[table]]
        if bits:
            worth, near = hands[hand ^ bits | take]
            own = worth + laid[near][KIND[bits]]
        for play in answers(hand, VALUE[table]):
            left, kind = hand ^ play, KIND[play]
            if not left:
                return OUT - own
            for card in EACH[table]:
                worth, near = hands[left | card]
                best = max(best, worth + laid[near][kind])
            if best - own > enough:
                break
        return best - own

    def weigh(self, hand: int, table: int, fear: int, owner: int, closes: int) -> list[Choice]:
        """Score every move; a pass comes first where there is one."""
        hands, laid = self.hands, self.laid[fear]
        choices: list[Choice] = []
        takes: tuple[int, ...] = (0,)
        if table:
            worth, near = hands[hand]
            choices.append((0, 0, worth + self.passed[closes][owner][near][KIND[table]]))
            plays, takes = answers(hand, VALUE[table]), EACH[table]
        else:
            plays = each_bit(hand)
            if hand in VALUE and len(plays) > 1:
                choices.append((hand, 0, OUT))
        for bits in plays:
            left, kind = hand ^ bits, KIND[bits]
            if not left:
                choices.append((bits, 0, OUT))
                continue
            for take in takes:
                worth, near = hands[left | take]
                choices.append((bits, take, worth + laid[near][kind]))
        return choices


class _Hands(dict[int, tuple[float, int]]):
    """The worth and nearness of hands, worked out when first met."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.numbers: dict[int, tuple[int, Two, float]] = {}
        self.groups: dict[tuple[int, Two, int], tuple[float, int]] = {}

    def __missing__(self, hand: int) -> tuple[float, int]:
        columns = _COLUMNS
        shape = (
            columns[hand & 511]
            + columns[hand >> 9 & 511]
            + columns[hand >> 18 & 511]
            + columns[hand >> 27 & 511]
            + columns[hand >> 36 & 511]
            + columns[hand >> 45]
        )
        numbers = shape & _NUMBERS
        counted = self.numbers.get(numbers)
        if counted is None:
            counted = self.numbers[numbers] = self.book.rate_numbers(numbers)
        size, commonest, extra = counted
        key = size, commonest, shape >> _SIZES
        found = self.groups.get(key)
        if found is None:
            found = self.groups[key] = self.book.rate_groups(*key)
        if len(self) >= REMEMBERED:
            self.clear()
        self[hand] = rated = found[0] + extra, found[1]
        return rated


def _largest_two(colours: Sequence[int], numbers: Two) -> Two:
    """Give the size of the largest set, and about that of the second once it is laid."""
    colour, number = colours[0], numbers[0]
    if colour > number:
        second = max(colours[1], number - 1)
    elif colour < number:
        second = max(numbers[1], colour - 1)
    else:
        second = max(colours[1], numbers[1], colour - 1)
    return max(colour, number), second


TWO = Book(weights.TWO)
TWO_REDUCED = Book(weights.TWO_REDUCED)
MANY = Book(weights.MANY)


def book_for(seats: int, deck: int) -> Book:
    """Give the book written for so many players and this deck."""
    if seats > 2:
        return MANY
    return TWO if deck.bit_count() > 36 else TWO_REDUCED
