"""Fit the weights by which bots of Walhalla judge the start of a raid.

    python training/walhalla.py [--matches 4000]

Karl plays matches against itself, now and then at random; the weights are those under which the
results are most probable: a logit for each player, by Newton's method. It needs numpy, writes
`raid_weights.py` and takes about half a minute of one core. The same command gives the same
weights.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from odin_engine.chance import seed_from
from odin_engine.walhalla.heuristics import choose
from odin_engine.walhalla.options import SEATS, Options
from odin_engine.walhalla.position import KINDS, OVER, Position
from odin_engine.walhalla.setup import starting_position
from odin_engine.walhalla.turns import apply

RANDOM_MOVES = 0.03
RIDGE = 1e-3
UNIT = 1000
TARGET = Path(__file__).parent.parent / "engine/odin_engine/walhalla/raid_weights.py"
HEADER = '''"""What adds to the logit of winning when a raid begins, by training/walhalla.py.

Whole numbers of 1 / UNIT; `raid_values.Weights` says what they are for.
"""

UNIT = {unit}
Row = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]
WEIGHTS: dict[tuple[int, int], Row] = {{
'''


def features(position: Position, player: int) -> list[int]:
    """Return what is weighed, in the order of the file: the order of turns begins with 0."""
    after = (player - position.starter) % position.seats
    return [
        position.points[player],
        position.owner.count(player),
        position.midgard[player],
        position.walhalla[player],
        *(int(after == turn) for turn in range(position.seats)),
        *position.hands[KINDS * player : KINDS * (player + 1)],
    ]


def starts_of_raids(seats: int, number: int) -> Iterator[tuple[int, list[list[int]], list[int]]]:
    """Play a match; yield the second and the third raid, everybody's features and the points."""
    rng = Random(f"{seats} {number}")
    position = starting_position(Options(), seats, seed_from(f"training {seats} {number}"))
    found = {}
    while position.stage != OVER:
        moves = position.moves()
        at_random = rng.random() < RANDOM_MOVES
        apply(position, moves[rng.randrange(len(moves))] if at_random else choose(position))
        if position.raid > 1 and position.raid not in found:
            found[position.raid] = [features(position, player) for player in range(seats)]
    for raid, everybody in found.items():
        yield raid, everybody, position.points


def fit(inputs: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the weights under which the victories are most probable."""
    shares = (points == points.max(axis=1, keepdims=True)).astype(float)
    shares /= shares.sum(axis=1, keepdims=True)
    weights = np.zeros(inputs.shape[2])
    for _ in range(12):
        logits = inputs @ weights
        expected = np.exp(logits - logits.max(axis=1, keepdims=True))
        expected /= expected.sum(axis=1, keepdims=True)
        mean = np.einsum("nsf,ns->nf", inputs, expected)
        gradient = np.einsum("nsf,ns->f", inputs, shares - expected) / len(inputs) - RIDGE * weights
        curvature = np.einsum("nsf,ns,nsg->fg", inputs, expected, inputs) - mean.T @ mean
        curvature = curvature / len(inputs) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    loss = -(shares * np.log(expected)).sum(axis=1).mean()
    print(
        f"  {len(inputs)} examples, loss {loss:.3f}; knowing nothing {np.log(shares.shape[1]):.3f}"
    )
    return weights


def entry(seats: int, raid: int, weights: np.ndarray) -> str:
    """Return a part of the table, as the formatter would write it."""
    whole = [round(UNIT * float(weight)) for weight in weights]
    parts = [*whole[:4], tuple(whole[4 : 4 + seats]), tuple(whole[4 + seats :])]
    lines = "".join(f"        {part},\n" for part in parts)
    return f"    ({seats}, {raid}): (\n{lines}    ),\n"


def main() -> None:
    """Play, fit and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=4000, help="for each number of seats (4000)")
    matches = parser.parse_args().matches
    text = HEADER.format(unit=UNIT)
    for seats in SEATS:
        rows = [row for number in range(matches) for row in starts_of_raids(seats, number)]
        for raid in (2, 3):
            print(f"{seats} players, raid {raid}", flush=True)
            inputs = np.array([row[1] for row in rows if row[0] == raid], dtype=float)
            points = np.array([row[2] for row in rows if row[0] == raid])
            text += entry(seats, raid, fit(inputs, points))
    TARGET.write_text(text + '}\n"""By the number of players and the raid."""\n')


if __name__ == "__main__":
    main()
