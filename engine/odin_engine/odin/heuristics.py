"""The heuristic evaluation of Odin, by table lookup: values of hands, of plays and of passes.

A hand is valued by its *shape*: how many cards of each number it has, and how large its colours
are. Which colours those are makes no difference, so a few thousand shapes stand for all hands. Its
*distance* is the number of cards outside its largest set: at 0, the next lead goes out.

Everything here works on bit sets (see `cards`), because a search calls it thousands of times for
one move. `weights` holds the fitted numbers.
"""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple, TypeAlias

from odin_engine.odin import weights
from odin_engine.odin.cards import each_bit
from odin_engine.odin.sets import MEMBERS, VALUE, beating_sets

GOING_OUT = 100.0
"""The score of going out, higher than any other."""

CACHE_SIZE = 1 << 16
"""How many hands, and chosen moves, are cached before the cache is emptied."""

SIZE_CLASSES = 3
"""Other hands are told apart by size: one card, two, and more."""

SIZE_CLASS = tuple(min(max(count, 1), SIZE_CLASSES) - 1 for count in range(10))
"""The class of a hand by its number of cards; 0 is the most dangerous."""

ScoredMove: TypeAlias = tuple[int, int, float]
"""The cards played, the card taken, and the logit of going out first; 0, 0 is a pass."""

LargestTwo: TypeAlias = tuple[int, int]
"""The sizes of the two largest groups."""


def _columns(mask: int) -> int:
    """Return the cards of one colour as counters that can be added up over all colours.

    Three bits for each number come first, then three bits for each size of a colour.
    """
    numbers = sum(1 << 3 * i for i in range(9) if mask >> i & 1)
    size = mask.bit_count()
    return numbers | (1 << 24 + 3 * size if size else 0)


_COLUMNS = tuple(map(_columns, range(512)))
_NUMBERS, _SIZES = (1 << 27) - 1, 27
"""The mask of the counters of numbers, and the shift of those of sizes."""


def _set_class(bits: int) -> int:
    """Return the column of a set in the tables of weights."""
    size, top = bits.bit_count(), int(str(VALUE[bits])[0])
    if size == 1:
        return top - 1
    return (9 if size == 2 else 13) + (top > 3) + (top > 6) + (top > 8)


SET_CLASS = {bits: _set_class(bits) for bits in VALUE}


def probability(logit: float) -> float:
    """Return the probability that a logit stands for."""
    return 1 / (1 + exp(-logit))


class Situation(NamedTuple):
    """What the seat to move sees besides its own hand.

    `smallest` is the size class of the smallest other hand, `owner` that of the seat whose set
    lies in the middle; `closes` is 1 if a pass ends the round.
    """

    table: int
    smallest: int
    owner: int
    closes: int


def situation(counts: Sequence[int], table: int, owner: int, passes: int, seat: int) -> Situation:
    """Return the situation of the seat to move."""
    others = [*counts[:seat], *counts[seat + 1 :]]
    smallest, owners = SIZE_CLASS[min(others)], SIZE_CLASS[counts[owner]]
    return Situation(table, smallest, owners, passes == len(others) - 1)


class Heuristics:
    """One set of weights, with caches of what was computed from them."""

    def __init__(self, text: str) -> None:
        parts = [
            [[int(word) / 100 for word in line.split()] for line in part.split("\n")]
            for part in text.strip().split("\n\n")
        ]
        hands, self._numbers, played, passed = parts
        self._shapes = {
            (int(size), int(largest)): [0.0, *values] if size > largest else values
            for size, largest, *values in ([100 * row[0], 100 * row[1], *row[2:]] for row in hands)
        }
        classes = range(SIZE_CLASSES)
        self.play_weights = [played[c::SIZE_CLASSES] for c in classes]
        rows = len(played)
        closing, leaving = passed[-rows:], passed[:rows]
        self.pass_weights = [
            [part[c::SIZE_CLASSES] for c in classes] for part in (leaving, closing)
        ]
        self.hands = _HandValues(self)
        self._chosen: dict[tuple[int, int, int, int, int], ScoredMove] = {}

    def rate_numbers(self, numbers: int) -> tuple[int, LargestTwo, float]:
        """Return a hand's size, the counts of its two commonest numbers, and what they add."""
        counts = [numbers >> 3 * i & 7 for i in range(9)]
        size = sum(counts)
        extra = self._numbers[(size > 2) + (size > 4) + (size > 6)]
        *_, second, first = sorted(counts)
        return size, (first, second), sum(map(mul, counts, extra))

    def rate_groups(self, size: int, numbers: LargestTwo, sizes: int) -> tuple[float, int]:
        """Return the value of keeping a hand with such groups, and its distance."""
        colours = [s for s in range(9, 0, -1) for _ in range(sizes >> 3 * s - 3 & 7)]
        largest, second = _largest_two((*colours, 0), numbers)
        return self._shapes[size, largest][min(second, size - largest)], min(size - largest, 3)

    def choose(self, hand: int, table: int, smallest: int, owner: int, closes: int) -> ScoredMove:
        """Return a move that goes out if there is one, else the move with the highest score."""
        key = hand, table, smallest, owner, closes
        found = self._chosen.get(key)
        if found is None:
            if len(self._chosen) >= CACHE_SIZE:
                self._chosen.clear()
            found = self._best_follow(*key) if table else self._best_lead(hand, smallest)
            self._chosen[key] = found
        return found

    def _best_follow(
        self, hand: int, table: int, smallest: int, owner: int, closes: int
    ) -> ScoredMove:
        hands, play_weights = self.hands, self.play_weights[smallest]
        value, distance = hands[hand]
        best = value + self.pass_weights[closes][owner][distance][SET_CLASS[table]]
        chosen = taken = 0
        takes = MEMBERS[table]
        for bits in beating_sets(hand, VALUE[table]):
            left = hand ^ bits
            if not left:
                return bits, 0, GOING_OUT
            column = SET_CLASS[bits]
            for take in takes:
                value, distance = hands[left | take]
                value += play_weights[distance][column]
                if value > best:
                    best, chosen, taken = value, bits, take
        return chosen, taken, best

    def _best_lead(self, hand: int, smallest: int) -> ScoredMove:
        if hand in VALUE:
            return hand, 0, GOING_OUT
        hands, play_weights = self.hands, self.play_weights[smallest]
        best, chosen = -GOING_OUT, 0
        for bit in each_bit(hand):
            value, distance = hands[hand ^ bit]
            value += play_weights[distance][SET_CLASS[bit]]
            if value > best:
                best, chosen = value, bit
        return chosen, 0, best

    def regret(self, hand: int, seen: Situation, bits: int, take: int, enough: float) -> float:
        """Return how much higher the best move scores than this one.

        Once that is more than `enough` the rest of the moves is left out.
        """
        if bits == hand:
            return 0.0
        table, smallest, owner, closes = seen
        hands, play_weights = self.hands, self.play_weights[smallest]
        if not table:
            value, distance = hands[hand ^ bits]
            best = self._best_lead(hand, smallest)[2]
            return best - value - play_weights[distance][SET_CLASS[bits]]
        value, distance = hands[hand]
        own = best = value + self.pass_weights[closes][owner][distance][SET_CLASS[table]]
        if bits:
            value, distance = hands[hand ^ bits | take]
            own = value + play_weights[distance][SET_CLASS[bits]]
        for play in beating_sets(hand, VALUE[table]):
            left, column = hand ^ play, SET_CLASS[play]
            if not left:
                return GOING_OUT - own
            for card in MEMBERS[table]:
                value, distance = hands[left | card]
                best = max(best, value + play_weights[distance][column])
            if best - own > enough:
                break
        return best - own

    def score_moves(
        self, hand: int, table: int, smallest: int, owner: int, closes: int
    ) -> list[ScoredMove]:
        """Return every move with its score, the pass first."""
        hands, play_weights = self.hands, self.play_weights[smallest]
        scored: list[ScoredMove] = []
        takes: tuple[int, ...] = (0,)
        if table:
            value, distance = hands[hand]
            value += self.pass_weights[closes][owner][distance][SET_CLASS[table]]
            scored.append((0, 0, value))
            plays, takes = beating_sets(hand, VALUE[table]), MEMBERS[table]
        else:
            plays = each_bit(hand)
            if hand in VALUE and len(plays) > 1:
                scored.append((hand, 0, GOING_OUT))
        for bits in plays:
            left, column = hand ^ bits, SET_CLASS[bits]
            if not left:
                scored.append((bits, 0, GOING_OUT))
                continue
            for take in takes:
                value, distance = hands[left | take]
                scored.append((bits, take, value + play_weights[distance][column]))
        return scored


class _HandValues(dict[int, tuple[float, int]]):
    """A cache of the value and the distance of hands."""

    def __init__(self, heuristics: Heuristics) -> None:
        self.heuristics = heuristics
        self.numbers: dict[int, tuple[int, LargestTwo, float]] = {}
        self.groups: dict[tuple[int, LargestTwo, int], tuple[float, int]] = {}

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
            counted = self.numbers[numbers] = self.heuristics.rate_numbers(numbers)
        size, commonest, extra = counted
        key = size, commonest, shape >> _SIZES
        found = self.groups.get(key)
        if found is None:
            found = self.groups[key] = self.heuristics.rate_groups(*key)
        if len(self) >= CACHE_SIZE:
            self.clear()
        self[hand] = rated = found[0] + extra, found[1]
        return rated


def _largest_two(colours: Sequence[int], numbers: LargestTwo) -> LargestTwo:
    """Return the size of the largest set, and roughly that of the next once it is played."""
    colour, number = colours[0], numbers[0]
    if colour > number:
        second = max(colours[1], number - 1)
    elif colour < number:
        second = max(numbers[1], colour - 1)
    else:
        second = max(colours[1], numbers[1], colour - 1)
    return max(colour, number), second


TWO = Heuristics(weights.TWO)
TWO_REDUCED = Heuristics(weights.TWO_REDUCED)
MANY = Heuristics(weights.MANY)


def heuristics_for(seats: int, deck: int) -> Heuristics:
    """Return the heuristics fitted for this number of players and this deck."""
    if seats > 2:
        return MANY
    return TWO if deck.bit_count() > 36 else TWO_REDUCED
