"""The moves of Odin, their notation, and the legal ones.

Playing and taking are one move: nothing is learned between the two, and as one move no clock,
lost connection or log can stop between them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, overload

from odin_engine.game import NotAMove
from odin_engine.odin.cards import BIT, CARD_CALLED, CARD_OF_BIT, Card, Cards, each_bit
from odin_engine.odin.sets import MEMBERS, VALUE, beating_sets


@dataclass(frozen=True, slots=True)
class Play:
    """Play these cards and take one of the cards that lay in the middle, or none."""

    cards: Cards
    take: Card | None = None
    take_bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "take_bit", 0 if self.take is None else BIT[self.take])

    def __str__(self) -> str:
        return format_move(self)


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass: let the set in the middle stand."""

    def __str__(self) -> str:
        return format_move(self)


Move: TypeAlias = Play | Pass
PASS = Pass()
NO_TAKE = (0,)


@lru_cache(maxsize=1 << 15)
def play_of(bits: int, take: int) -> Play:
    """Return a play, from a cache; `take` 0 takes nothing."""
    return Play(Cards(bits), CARD_OF_BIT[take] if take else None)


def move_bits(move: Move) -> tuple[int, int]:
    """Return the cards a move plays and the card it takes, as bits; 0, 0 for a pass."""
    if isinstance(move, Pass):
        return 0, 0
    return move.cards.bits, move.take_bit


class LegalMoves(Sequence[Move]):
    """The legal moves of one hand: the pass, then the plays, each with every card to take.

    There can be close to a thousand, so a move is made only when it is asked for, and membership
    is decided by the rules instead of a search through the list.
    """

    __slots__ = ("_count", "_plays", "_takes", "_whole", "hand", "table")

    _plays: list[int]
    """The sets that leave cards in the hand; each can be played with each of `_takes`."""
    _whole: int
    """The whole hand if it can be played now, which takes nothing; else 0."""

    def __init__(self, hand: int, table: int) -> None:
        self.hand = hand
        self.table = table
        self._count = -1

    def __len__(self) -> int:
        if self._count < 0:
            hand, table = self.hand, self.table
            if table:
                plays, takes, count = beating_sets(hand, VALUE[table]), MEMBERS[table], 1
                whole = hand if hand in VALUE and hand in plays else 0
            else:
                plays, takes, count = each_bit(hand), NO_TAKE, 0
                whole = hand if hand in VALUE else 0
            if whole:
                count += 1
                if whole in plays:
                    plays.remove(whole)
            self._plays, self._takes, self._whole = plays, takes, whole
            self._count = count + len(plays) * len(takes)
        return self._count

    @property
    def sets(self) -> list[Cards]:
        """The sets that may be played, whatever is taken."""
        whole = [self._whole] if len(self) and self._whole else []
        return [Cards(bits) for bits in self._plays + whole]

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        count = self._count if self._count >= 0 else len(self)
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(count))]
        place = index if index >= 0 else index + count
        if not 0 <= place < count:
            raise IndexError(f"there are {count} moves, and none has the index {index}")
        if self.table:
            if place == 0:
                return PASS
            place -= 1
        which, take = divmod(place, len(self._takes))
        if which == len(self._plays):
            return play_of(self._whole, 0)
        return play_of(self._plays[which], self._takes[take])

    def __iter__(self) -> Iterator[Move]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Play):
            return isinstance(move, Pass) and bool(self.table)
        bits, hand, table = move.cards.bits, self.hand, self.table
        if not bits or bits & ~hand or bits not in VALUE:
            return False
        if not table:
            return move.take is None and (bits == hand or not bits & (bits - 1))
        if bits.bit_count() - table.bit_count() not in (0, 1) or VALUE[bits] <= VALUE[table]:
            return False
        return not move.take_bit if bits == hand else bool(move.take_bit & table)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return (self.hand, self.table) == (other.hand, other.table)

    def __hash__(self) -> int:
        return hash((self.hand, self.table))

    def __repr__(self) -> str:
        return f"LegalMoves({', '.join(map(str, self))})"


NO_MOVES = LegalMoves(0, 0)

_CARD = re.compile(r"([A-Z])(\d+)")
_MOVE = re.compile(r"(?P<cards>(?:[A-Z]\d+)+)(?:\+(?P<take>[A-Z]\d+))?")


def parse_move(text: str) -> Move:
    """Read `pass`, `B9B5` or `B9B5+R8` in any case, order and spacing, or raise `NotAMove`."""
    word = "".join(text.upper().split())
    if word == "PASS":
        return PASS
    matched = _MOVE.fullmatch(word)
    if matched is None:
        raise NotAMove("not-a-move", text=text[:40])
    cards = [_card(*found) for found in _CARD.findall(matched["cards"])]
    for card in cards:
        if cards.count(card) > 1:
            raise NotAMove("card-twice", text=text[:40], card=str(card))
    take = _CARD.fullmatch(matched["take"] or "")
    return play_of(Cards.of(cards).bits, BIT[_card(*take.groups())] if take else 0)


def _card(letter: str, digits: str) -> Card:
    word = letter + digits
    if word not in CARD_CALLED:
        raise NotAMove("not-a-card", card=word[:4])
    return CARD_CALLED[word]


def format_move(move: Move) -> str:
    """Write a move so that `parse_move` gives it back."""
    if isinstance(move, Pass):
        return "pass"
    return "".join(map(str, move.cards)) + (f"+{move.take}" if move.take else "")


def feat(move: Move) -> int:
    """Return the value of the set played; statistics keep the highest."""
    return VALUE[move.cards.bits] if isinstance(move, Play) else 0
