"""Matches played on by the heuristics, for the search."""

from random import Random

from odin_engine.game import Seat
from odin_engine.walhalla.codes import encode
from odin_engine.walhalla.heuristics import choose
from odin_engine.walhalla.moves import Move
from odin_engine.walhalla.position import COMMIT, OVER, Position
from odin_engine.walhalla.raid_values import win_share
from odin_engine.walhalla.raids import commit
from odin_engine.walhalla.turns import apply


class SampledMatch:
    """A sample of everything hidden, in which a seat can try its moves."""

    cost = 20
    """A trial takes about sixteen times as long as one of Odin; rounded up."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.position, self.seat = position, seat

    def trial(self, move: Move, _rng: Random) -> float:
        """Play the raid to its end by the heuristics; return the expected share of the victory."""
        position = self.position.copy()
        raid, number = position.raid, encode(position.stage, move)
        if position.stage == COMMIT:
            commit(position, self.seat, number)
        else:
            apply(position, number)
        while position.raid == raid and position.stage != OVER:
            apply(position, choose(position))
        return win_share(position, self.seat)
