"""The table of any card game: three parts in the middle, and the player's own hand below."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.layout import HEADING, Layout
from odin_tui.drawing.surfaces import draw_oak
from odin_tui.widgets.card_animation import SlidingMiddle
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.table_frame import FrameContents, TableFrame


class CardTable(TableFrame):
    """A table frame with a middle into which cards slide, something at each side, and a hand."""

    DEFAULT_CSS = "CardTable SlidingMiddle { width: 1fr; }"
    TITLE: ClassVar[str]
    """The name of the game in the heading."""

    def __init__(self, left: CanvasWidget, middle: SlidingMiddle, right: CanvasWidget) -> None:
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
        self.lay_on_table(plan)

    def lay_on_table(self, plan: Layout) -> None:
        """Have all parts lie on one table, over which the prompt goes as an inlay."""
        width, height = self.size
        top = HEADING + plan.plates
        oak = draw_oak(width, height - top)
        self.left.lie_on(oak, 0, 0)
        self.middle.lie_on(oak, plan.left, 0)
        self.right.lie_on(oak, width - plan.right, 0)
        self.hand.lie_on(oak, 0, height - top - plan.hand)

    def show_title(self, contents: FrameContents, *ways: Sequence[str]) -> None:
        """Write the game's name and the first of these details that fit, and the reader's score."""
        game = Content.styled(self.TITLE, "bold")
        self.show_heading(
            contents,
            *(Content.assemble(game, *((f" · {part}", "$quiet") for part in way)) for way in ways),
        )

    def show(self, contents: FrameContents) -> None:
        """Show this moment; how much may move is the hand's business too."""
        self.hand.animations = contents.animations
        super().show(contents)

    def finish(self) -> None:
        """Let cards that move be in their place."""
        self.middle.finish()
        self.hand.finish()
