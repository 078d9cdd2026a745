"""Heuristics for predictions: expected tricks of a hand, expected points, wanted tricks.

Everything here works on bit sets, because a search calls it thousands of times for one move. A row
is the nine bits of one colour within a hand.
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
"""What each card adds to the expected tricks: coloured cards from the 1 up, Valknut, Hagalaz."""
CONTROL = {2: (0.15, 0.5), 3: (0.1, 0.8)}
"""How much a seat can shift the chance of a trick: towards winning it, towards losing it."""
VALUE_STEPS = 30
"""The number of steps into which expected tricks per trick are discretised."""

ExpectedPoints: TypeAlias = list[list[list[float]]]
WantsTrick: TypeAlias = list[list[list[bool]]]
HandTables: TypeAlias = tuple[list[float], list[float], list[float], list[float], list[float]]
ROWS = range(512)
SHIFTS = (0, 9, 18, 27)
TRUMP_SHIFT = {0: -1} | {bits: SHIFTS[n] for n, bits in enumerate(COLOUR_BITS.values())}


def _row_values(weights: tuple[float, ...]) -> list[float]:
    return [sum(weight for n, weight in enumerate(weights) if row >> n & 1) for row in ROWS]


def _tables(seats: int, trump: int) -> HandTables:
    plain, trumps = _row_values(PLAIN[seats]), _row_values(TRUMP[seats])
    valknut, hagalaz = MARKS[seats]
    red, blue, green, yellow = (trumps if shift == trump else plain for shift in SHIFTS)
    marks = [(count & 3) * valknut + (count >> 2) * hagalaz for count in range(16)]
    return red, blue, green, yellow, marks


TRICK_TABLES = {
    seats: {trump: _tables(seats, trump) for trump in TRUMP_SHIFT.values()} for seats in PLAIN
}
"""By number of players and trump: the expected tricks of each row, and of the marks."""


def expected_tricks(hand: int, tables: HandTables) -> float:
    """Return how many tricks a hand can be expected to win."""
    red, blue, green, yellow, marks = tables
    return (
        red[hand & 511]
        + blue[hand >> 9 & 511]
        + green[hand >> 18 & 511]
        + yellow[hand >> 27 & 511]
        + marks[hand >> 36]
    )


@lru_cache(maxsize=256)
def expected_points(prediction: int, seats: int, *, bonus: bool) -> ExpectedPoints:
    """Return the expected points of a round by value step, tricks to come and tricks won.

    This is dynamic programming from the last trick back: each trick is won or lost with a
    probability that the seat can shift towards what leads to more points.
    """
    size = 15 if seats == 2 else 11
    up, down = CONTROL[seats]
    ends = [
        t + (10 if t == prediction else 0) + (5 if bonus and t in (3, 4) else 0)
        for t in range(2 * size + 2)
    ]
    tables = []
    for step in range(VALUE_STEPS + 1):
        q = step / VALUE_STEPS
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
    """Return the prediction with the most expected points for a hand of this value step."""
    size = 15 if seats == 2 else 11
    return max(
        range(size + 1), key=lambda said: expected_points(said, seats, bonus=bonus)[step][size][0]
    )


def predict_tricks(hand: int, trump: int, seats: int, *, bonus: bool) -> int:
    """Return the prediction for a hand at the deal; `trump` is the bits of a colour, or 0."""
    size = 15 if seats == 2 else 11
    value = expected_tricks(hand, TRICK_TABLES[seats][TRUMP_SHIFT[trump]])
    return best_prediction(value_step(value, size), seats, bonus=bonus)


@lru_cache(maxsize=256)
def wants_trick(prediction: int, seats: int, *, bonus: bool) -> WantsTrick:
    """Return by value step, tricks to come and tricks won whether one more trick is wanted."""
    return [
        [[more > now for now, more in pairwise(row)] for row in table]
        for table in expected_points(prediction, seats, bonus=bonus)
    ]


def value_step(value: float, count: int) -> int:
    """Return the value step for expected tricks out of a number of tricks."""
    return min(int(value / count * VALUE_STEPS), VALUE_STEPS) if value > 0 and count else 0
