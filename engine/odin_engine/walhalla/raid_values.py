"""The chance to win, judged when a raid has just begun or the match is over.

Each player has a logit: a sum of weights for points, Vikings and cards. They were fitted to the
results of matches that the heuristics played against themselves (see training/README.md). Weights
are whole numbers, so the same position gives the same chance on every machine.
"""

from math import exp
from operator import mul
from typing import NamedTuple

from odin_engine.walhalla.position import KINDS, OVER, Position
from odin_engine.walhalla.raid_weights import UNIT, WEIGHTS


class Weights(NamedTuple):
    """What adds to a player's logit at the start of a raid."""

    point: int
    wheat: int
    """For a Viking in wheat; those in Asgard have the weight 0."""
    midgard: int
    hero: int
    order: tuple[int, ...]
    """By the turns after the player who starts."""
    cards: tuple[int, ...]
    """By kind."""


BY_RAID = {key: Weights(*row) for key, row in WEIGHTS.items()}
"""By the number of players and the raid."""
LAST_POINT = UNIT // 3
"""The weight of a point at the end. A narrow victory by playouts may as well be a narrow defeat,
so the winner does not get the whole share."""


def win_share(position: Position, seat: int) -> float:
    """Return the share of the victory that a seat can expect."""
    if position.stage == OVER:
        logits = [LAST_POINT * points for points in position.points]
    else:
        logits = _logits(position)
    best = max(logits)
    shares = [exp((logit - best) / UNIT) for logit in logits]
    return shares[seat] / sum(shares)


def _logits(position: Position) -> list[int]:
    weights = BY_RAID[position.seats, position.raid]
    # Only Vikings in wheat are left on land when a raid begins.
    return [
        weights.point * position.points[player]
        + weights.wheat * position.owner.count(player)
        + weights.midgard * position.midgard[player]
        + weights.hero * position.walhalla[player]
        + weights.order[(player - position.starter) % position.seats]
        + sum(map(mul, weights.cards, position.hands[KINDS * player : KINDS * (player + 1)]))
        for player in range(position.seats)
    ]
