"""How a table of cards is divided at each size of terminal, so that nothing is ever cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from odin_tui.drawing.card_faces import LARGE, MEDIUM, RISE, SMALL, Size
from odin_tui.drawing.surfaces import OVAL_RIM

PROMPT = 2
HEADING = 1
PLATE_ROWS = 3, 4, 5, 6
"""The rows plates may have: the more, the more they tell."""
PLATE_STEPS = 7, 8, 14
"""The spare rows at which plates become higher."""
SIZES = LARGE, MEDIUM, SMALL
"""The sizes of a hand."""
PANEL = 24
"""The columns beside an oval table at each of its ends."""
SIDE = PANEL + OVAL_RIM + 14
"""The columns of a seat at an end, with the cards that lie before it."""
RIM_ROWS = OVAL_RIM // 2
FEWEST_SEAT_ROWS, MOST_SEAT_ROWS = 8, 10
"""The rows of seats above it: air, plates, a row between, cards, a row below them."""
NARROWEST_OVAL = 150
"""The columns from which a table is oval."""


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


def table_layout(
    width: int,
    height: int,
    hand: Callable[[Size], int],
    sides: Callable[[Size], tuple[int, int]],
) -> Layout:
    """Return the layout with the largest cards with which everything fits.

    `hand` tells the columns that a hand needs in a size, `sides` those beside the middle.
    """
    least = HEADING + PROMPT + PLATE_ROWS[0] + 2

    def fits(size: Size) -> bool:
        return hand(size) <= width and least + size.height + hand_rows(size) <= height

    size = largest_that_fits(SIZES, fits)
    spare = height - HEADING - PROMPT - hand_rows(size) - size.height - 2
    around = spare - RIM_ROWS - RISE
    if size is LARGE and around >= FEWEST_SEAT_ROWS and width >= NARROWEST_OVAL:
        rows = min(around, MOST_SEAT_ROWS)
        return Layout(size, rows, left=SIDE, right=SIDE, air=int(around > rows), oval=True)
    plates = plate_rows(spare, PLATE_STEPS)
    left, right = sides(size)
    return Layout(size, plates, left=left, right=right, air=int(spare > plates))
