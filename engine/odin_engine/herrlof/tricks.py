"""Which cards may be played to a trick, which wins it, and who leads the next.

A trick is its cards in the order of play; a place in it counts from the leader, clockwise. The
trump is the bits of a colour, or 0 if there is none.
"""

from collections.abc import Sequence

from odin_engine.herrlof.cards import (
    BITS,
    COLOUR_BITS,
    COLOURED,
    DECK,
    HAGALAZ_BIT,
    VALKNUT_BIT,
)

COLOUR_OF = {
    bit: next((colour for colour in COLOUR_BITS.values() if colour & bit), 0) for bit in BITS
}
"""The bits of a card's colour; 0 for a Valknut and a Hagalaz."""

NUMBER_OF = {bit: (bit.bit_length() - 1) % 9 + 1 if bit & COLOURED else 0 for bit in BITS}
MARKS = DECK & ~COLOURED


def playable(hand: int, trick: Sequence[int]) -> int:
    """Return the cards of a hand that may be played: colour is followed, marks are free."""
    colour = COLOUR_OF[trick[0]] if trick else 0
    return hand & (colour | MARKS) if hand & colour else hand


def winning_place(trick: Sequence[int], trump: int) -> int | None:
    """Return the place of the winning card, or None if a Valknut destroys the trick."""
    if VALKNUT_BIT in trick:
        return None
    coloured = [bit for bit in trick if bit != HAGALAZ_BIT]
    if not coloured:
        return 0
    suit = COLOUR_OF[coloured[0]]
    trumps = [bit for bit in coloured if bit & trump]
    return trick.index(max(trumps or [bit for bit in coloured if bit & suit]))


def leading_place(trick: Sequence[int], won: int | None) -> int:
    """Return the place of the seat that leads the next trick."""
    if won is None:
        return 0
    beaten = [place for place, bit in enumerate(trick) if bit == HAGALAZ_BIT and place != won]
    if beaten:
        return beaten[-1]
    return (won + 1) % len(trick) if NUMBER_OF[trick[won]] == 9 else won
