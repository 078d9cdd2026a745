"""How a table of cards is divided at each size of terminal, so that nothing is ever cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from odin_tui.drawing.card_faces import RISE, Size

PROMPT = 2
HEADING = 1
PLATE_ROWS = 3, 4, 5, 6
"""The rows plates may have: the more, the more they tell."""


def largest_that_fits(sizes: Sequence[Size], fits: Callable[[Size], bool]) -> Size:
    """Return the first size that fits, of sizes from large to small; the last if none does."""
    return next((size for size in sizes[:-1] if fits(size)), sizes[-1])


def plate_rows(spare: int, steps: Sequence[int]) -> int:
    """Return the rows of the plates; at each step of spare rows they become higher."""
    return PLATE_ROWS[sum(spare >= step for step in steps)]


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows and columns of the parts of a table; the middle has what is left."""

    size: Size
    """How large the cards are."""
    plates: int
    """The rows of the plates."""
    left: int
    """The columns of what stands at the left of the middle."""
    right: int
    air: int = 0
    """The rows between the prompt and the hand."""
    watching: bool = False
    """True for a spectator, who has no hand."""
    oval: bool = False
    """True if the seats are around an oval table, and `plates` has the rows of those above it."""

    @property
    def hand(self) -> int:
        """The rows of the hand: air, risen cards, cards, and their numbers; none to watch."""
        return 0 if self.watching else self.air + hand_rows(self.size)


def hand_rows(size: Size) -> int:
    """Return the fewest rows of a hand: risen cards, cards, and their numbers."""
    return RISE + size.height + 1
