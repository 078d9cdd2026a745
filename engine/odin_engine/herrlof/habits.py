"""The habits of a good player: what a hand is worth, how much a trick is wanted, which card to lay.

Everything here works on integers alone, because a search plays by these habits thousands of times
for one move. A row is the nine bits of one colour within a hand.
"""

from functools import lru_cache
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
FINE = 20
"""In how many steps the worth of a hand per trick is told apart."""

Prospect: TypeAlias = list[list[list[float]]]
ROWS = range(512)
SHIFTS = (0, 9, 18, 27)
TRUMP_SHIFT = {0: -1} | {bits: SHIFTS[n] for n, bits in enumerate(COLOUR_BITS.values())}


def _row_worths(weights: tuple[float, ...]) -> list[float]:
    return [sum(weight for n, weight in enumerate(weights) if row >> n & 1) for row in ROWS]


PLAIN_WORTH = {seats: _row_worths(weights) for seats, weights in PLAIN.items()}
TRUMP_WORTH = {seats: _row_worths(weights) for seats, weights in TRUMP.items()}


def worth(hand: int, trump: int, seats: int) -> float:
    """Estimate how many tricks a hand wins when it takes what it can; trump is a row's shift."""
    plain, trumps = PLAIN_WORTH[seats], TRUMP_WORTH[seats]
    valknut, hagalaz = MARKS[seats]
    total = (hand >> 36 & 3) * valknut + (hand >> 38) * hagalaz
    for shift in SHIFTS:
        row = hand >> shift & 511
        if row:
            total += trumps[row] if shift == trump else plain[row]
    return total


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
    share = worth(hand, TRUMP_SHIFT[trump], seats) / size
    return best_prediction(round(min(max(share, 0), 1) * FINE), seats, bonus=bonus)


def gain(worth_of_hand: float, count: int, later: int, won: int, prospect: Prospect) -> float:
    """Say how many points one more trick promises to a hand of so many cards.

    `later` counts the tricks still to come after the one in question.
    """
    step = int(worth_of_hand / count * FINE) if count else 0
    after = prospect[min(max(step, 0), FINE)][later]
    return after[won + 1] - after[won]
