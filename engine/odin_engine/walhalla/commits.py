"""What a player may commit at the end of a raid: any of its cards that count then.

A hand of many cards has thousands of choices, so a choice is made only when it is asked for.
Committed cards are packed into a number, three bits for each kind.
"""

from collections.abc import Sequence
from typing import overload

from odin_engine.walhalla.box import Card

RAID_END_CARDS = tuple(Card)[:8]
"""The cards that can be committed; the last of them is WALHALLA."""
WALHALLA_CARD = 7
BITS = 3


def pack(cards: Sequence[Card]) -> int:
    """Return cards as a number."""
    return sum(1 << BITS * RAID_END_CARDS.index(card) for card in cards)


def unpack(code: int) -> tuple[Card, ...]:
    """Return the cards of a number, in their order."""
    return tuple(
        card
        for kind, card in enumerate(RAID_END_CARDS)
        for _ in range(code >> BITS * kind & (1 << BITS) - 1)
    )


class CommitCodes(Sequence[int]):
    """The packed choices of a hand, beginning with no card."""

    __slots__ = ("_count", "_held")

    def __init__(self, held: Sequence[int], *, walhalla: bool) -> None:
        self._held = [
            (BITS * kind, count + 1)
            for kind, count in enumerate(held)
            if count and (walhalla or kind != WALHALLA_CARD)
        ]
        count = 1
        for _, choices in self._held:
            count *= choices
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        rest = index if index >= 0 else index + self._count
        if not 0 <= rest < self._count:
            raise IndexError(f"there are {self._count} choices, and none has the index {index}")
        code = 0
        for shift, choices in self._held:
            rest, copies = divmod(rest, choices)
            code |= copies << shift
        return code

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int) or code < 0:
            return False
        for shift, choices in self._held:
            copies = code >> shift & (1 << BITS) - 1
            if copies >= choices:
                return False
            code -= copies << shift
        return code == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CommitCodes) and self._held == other._held

    def __hash__(self) -> int:
        return hash(tuple(self._held))
