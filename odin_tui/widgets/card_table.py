"""The table of any card game: three parts in the middle, and the player's own hand below."""

from collections.abc import Iterator

from textual.widget import Widget

from odin_tui.drawing.layout import Layout
from odin_tui.widgets.card_animation import SlidingMiddle
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.table_frame import TableFrame


class CardTable(TableFrame):
    """A table frame with a middle into which cards slide, something at each side, and a hand."""

    DEFAULT_CSS = "CardTable SlidingMiddle { width: 1fr; }"

    def __init__(self, left: Widget, middle: SlidingMiddle, right: Widget) -> None:
        super().__init__()
        self.left, self.middle, self.right = left, middle, right
        self.hand = CardHand()

    def middle_parts(self) -> Iterator[Widget]:
        yield from (self.left, self.middle, self.right)

    def parts_below(self) -> Iterator[Widget]:
        yield self.hand

    def apply(self, plan: Layout) -> None:
        """Return the parts their sizes."""
        super().apply(plan)
        self.left.styles.width = plan.left
        self.right.styles.width = plan.right
        self.hand.styles.height = plan.hand

    def finish(self) -> None:
        """Let cards that slide be in their place."""
        self.middle.finish()
