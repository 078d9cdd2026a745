"""The habits of a good player: what a hand is worth, how much a trick is wanted, which card to lay.

Everything here works on integers alone, because a search plays by these habits thousands of times
for one move. A row is the nine bits of one colour within a hand.
"""

from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from odin_engine.herrlof.cards import COLOUR_BITS

PLAIN = {
    2: (-0.09, -0.04, 0.09, 0.21, 0.40, 0.62, 0.83, 1.03, 1.35),
    3: (0.03, 0.02, 0.14, 0.08, 0.12, 0.24, 0.39, 0.57, 0.88),
}
TRUMP = {
    2: (0.64, 0.59, 0.73, 0.77, 0.85, 0.96, 1.13, 1.35, 1.59),
    3: (0.80, 0.45, 0.57, 0.49, 0.54, 0.67, 0.70, 0.89, 1.13),
}
MARKS = {2: (-0.35, -0.24), 3: (0.06, -0.05)}
"""What the cards of a hand add to its tricks, from the 1 up, and a Valknut and a Hagalaz."""
CONTROL = {2: (0.15, 0.5), 3: (0.1, 0.8)}
"""How far one who wants a trick closes the gap to winning it, and one who does not, to losing."""
FINE = 30
"""In how many steps the worth of a hand per trick is told apart."""

Prospect: TypeAlias = list[list[list[float]]]
Wishes: TypeAlias = list[list[list[bool]]]
Tables: TypeAlias = tuple[list[float], list[float], list[float], list[float], list[float]]
ROWS = range(512)
SHIFTS = (0, 9, 18, 27)
TRUMP_SHIFT = {0: -1} | {bits: SHIFTS[n] for n, bits in enumerate(COLOUR_BITS.values())}


def _row_worths(weights: tuple[float, ...]) -> list[float]:
    return [sum(weight for n, weight in enumerate(weights) if row >> n & 1) for row in ROWS]


def _tables(seats: int, trump: int) -> Tables:
    plain, trumps = _row_worths(PLAIN[seats]), _row_worths(TRUMP[seats])
    valknut, hagalaz = MARKS[seats]
    red, blue, green, yellow = (trumps if shift == trump else plain for shift in SHIFTS)
    marks = [(count & 3) * valknut + (count >> 2) * hagalaz for count in range(16)]
    return red, blue, green, yellow, marks


WORTHS = {
    seats: {trump: _tables(seats, trump) for trump in TRUMP_SHIFT.values()} for seats in PLAIN
}
"""For every number of players and trump: what the rows and the marks of a hand are worth."""


def worth(hand: int, tables: Tables) -> float:
    """Estimate how many tricks a hand wins when it takes what it can."""
    red, blue, green, yellow, marks = tables
    return (
        red[hand & 511]
        + blue[hand >> 9 & 511]
        + green[hand >> 18 & 511]
        + yellow[hand >> 27 & 511]
        + marks[hand >> 36]
    )


@lru_cache(maxsize=256)
def prospects(prediction: int, seats: int, *, bonus: bool) -> Prospect:
    """Foretell the points of a round by worth per trick, tricks to come and tricks won.

    A trick that is wanted is won a little more often than the hand is worth, one that is not
    wanted less often; whoever plays well wants what leads to more points.
    """
    size = 15 if seats == 2 else 11
    up, down = CONTROL[seats]
    ends = [
        t + (10 if t == prediction else 0) + (5 if bonus and t in (3, 4) else 0)
        for t in range(2 * size + 2)
    ]
    tables = []
    for step in range(FINE + 1):
        q = step / FINE
        most, least = q + (1 - q) * up, q * (1 - down)
        table = [[float(end) for end in ends]]
        for _ in range(size):
            after = table[-1]
            row = []
            for won in range(len(after) - 1):
                gain = after[won + 1] - after[won]
                row.append(after[won] + gain * (most if gain > 0 else least))
            row.append(row[-1])
            table.append(row)
        tables.append(table)
    return tables


@lru_cache(maxsize=256)
def best_prediction(step: int, seats: int, *, bonus: bool) -> int:
    """Give the prediction that promises most to a hand of this worth per trick."""
    size = 15 if seats == 2 else 11
    return max(range(size + 1), key=lambda said: prospects(said, seats, bonus=bonus)[step][size][0])


def predicted(hand: int, trump: int, seats: int, *, bonus: bool) -> int:
    """Predict the tricks of a hand at the deal; trump is the bits of a colour, or 0."""
    size = 15 if seats == 2 else 11
    value = worth(hand, WORTHS[seats][TRUMP_SHIFT[trump]])
    return best_prediction(step_of(value, size), seats, bonus=bonus)


@lru_cache(maxsize=256)
def wishes(prediction: int, seats: int, *, bonus: bool) -> Wishes:
    """Tell by worth per trick, tricks to come and tricks won whether one more is wanted."""
    return [
        [[more > now for now, more in pairwise(row)] for row in table]
        for table in prospects(prediction, seats, bonus=bonus)
    ]


def step_of(value: float, count: int) -> int:
    """Say at which step the worth of so many cards per trick stands."""
    return min(int(value / count * FINE), FINE) if value > 0 and count else 0
