"""The full state of a match of Odin, which only the rules see."""

from typing import NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import Seat
from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move
from odin_engine.odin.options import Options


class Turn(NamedTuple):
    """One move of a seat."""

    seat: Seat
    move: Move


class HandResult(NamedTuple):
    """A hand that is over: its moves, who went out, and which cards the others had left."""

    starter: Seat
    winner: Seat
    left: tuple[Cards, ...]
    history: tuple[Turn, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(len(cards) for cards in self.left)


class Match(NamedTuple):
    """What stays the same for the whole match."""

    options: Options
    seats: int
    seed: Seed
    deck: int


class State(NamedTuple):
    """A match of Odin. `table` is 0 before a lead; `turn` is None after the end of the match."""

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
        """The cards that are out of this hand; everyone has seen them."""
        rest = self.match.deck ^ self.undealt ^ self.table
        for hand in self.hands:
            rest ^= hand
        return rest
