"""Where a match of Odin stands: all of it, for the rules alone."""

from typing import NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import Seat
from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move
from odin_engine.odin.options import Options


class Turn(NamedTuple):
    """One thing a seat did in the hand being played."""

    seat: Seat
    move: Move


class HandResult(NamedTuple):
    """A hand that is over: how it went, who went out, and what the others held, turned over."""

    starter: Seat
    winner: Seat
    left: tuple[Cards, ...]
    history: tuple[Turn, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(len(cards) for cards in self.left)


class Match(NamedTuple):
    """What stays the same from the first deal to the last."""

    options: Options
    seats: int
    seed: Seed
    deck: int


class State(NamedTuple):
    """A match of Odin. `table` 0 waits for a lead; `turn` None is the end of the match."""

    match: Match
    points: tuple[int, ...]
    results: tuple[HandResult, ...]
    starter: Seat
    round_no: int
    hands: tuple[int, ...]
    undealt: int
    table: int
    owner: Seat
    passes: int
    turn: Seat | None
    history: tuple[Turn, ...]

    @property
    def discard(self) -> int:
        """The cards out of this hand, all of which lay face up once."""
        rest = self.match.deck ^ self.undealt ^ self.table
        for hand in self.hands:
            rest ^= hand
        return rest
