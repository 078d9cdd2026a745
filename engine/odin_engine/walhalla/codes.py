"""Moves as values, and as the numbers that positions work with."""

from collections.abc import Sequence
from typing import overload

from odin_engine.walhalla.commits import RAID_END_CARDS, CommitCodes, pack, unpack
from odin_engine.walhalla.land import FIELD_AT
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.position import CARDS, COMMIT, SEATS_OF

_SAILINGS = tuple(Sail(fjord, turned=turned) for fjord in range(4) for turned in (False, True))
MOVES: tuple[tuple[Move, ...], ...] = (
    tuple(map(Board, SEATS_OF)),
    (Answer.DECLINE, Answer.JOIN),
    tuple(map(Sell, CARDS)),
    _SAILINGS,
    tuple(map(Land, FIELD_AT)),
    (Answer.FIGHT, Answer.ATTACK),
    (Answer.LOSE, Answer.PAY, Answer.SHIELD),
    (Answer.GATHER, Answer.HUNT),
)
"""By stage and number, but for commits."""
_NUMBERS = tuple({move: number for number, move in enumerate(moves)} for moves in MOVES)


def decode(stage: int, number: int) -> Move:
    """Return the move that a number stands for in this stage."""
    return Commit(unpack(number)) if stage == COMMIT else MOVES[stage][number]


def encode(stage: int, move: Move) -> int:
    """Return the number of a legal move of this stage."""
    return pack(move.cards) if isinstance(move, Commit) else _NUMBERS[stage][move]


class CommitMoves(Sequence[Move]):
    """What a seat may commit, as moves that are made only when they are asked for."""

    __slots__ = ("codes",)

    def __init__(self, codes: CommitCodes) -> None:
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [Commit(unpack(code)) for code in self.codes[index]]
        return Commit(unpack(self.codes[index]))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Commit) or not set(move.cards) <= set(RAID_END_CARDS):
            return False
        code = pack(move.cards)
        # Eight copies of a card would be packed like one copy of the next.
        return code in self.codes and unpack(code) == move.cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CommitMoves) and self.codes == other.codes

    def __hash__(self) -> int:
        return hash(self.codes)

    def __repr__(self) -> str:
        return f"CommitMoves({', '.join(map(str, self))})"
