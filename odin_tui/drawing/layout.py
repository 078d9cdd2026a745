"""How a table of cards is divided at each size of terminal, so that nothing is ever cut."""

from dataclasses import dataclass

from odin_tui.drawing.card_frame import Size

PROMPT = 2
HEADING = 1


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

    @property
    def hand(self) -> int:
        """The rows of the hand: risen cards, cards, and their numbers."""
        return self.size.rise + self.size.height + 1
