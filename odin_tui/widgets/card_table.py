"""The table of any card game: a middle between two panels, and the player's own hand below."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.content import Content
from textual.widget import Widget

from odin_engine.game import Seat
from odin_tui.drawing.card_set import CardStyle
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.drawing.middle import MiddleContents
from odin_tui.drawing.surfaces import draw_oak
from odin_tui.narrator import Reader
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_hand import CardHand, HandContents
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.seat_plate import PlateContents
from odin_tui.widgets.side_panel import PanelContents, SidePanel
from odin_tui.widgets.table_frame import FrameContents, TableFrame
from odin_tui.widgets.task_line import Word

PANEL_ROWS = 8
"""The rows that panels want."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """Everything a card table shows at one moment."""

    view: Any
    intent: Any
    """What the player is about to do; its `cursor` is where the keys are."""
    reader: Reader
    marks: Mapping[Any, str]
    """What stands beside the letter of each colour."""
    lesson_marks: tuple[str, ...] = ()
    """The cards that a lesson speaks of, as their names are written."""

    def marked(self, cards: Sequence[Any]) -> frozenset[int]:
        """Return the places of the cards that a lesson speaks of."""
        return frozenset(
            place for place, card in enumerate(cards) if str(card) in self.lesson_marks
        )


class CardTable(TableFrame):
    """A table frame with a middle into which cards slide, a panel at each side, and a hand."""

    DEFAULT_CSS = "CardTable SlidingMiddle { width: 1fr; }"
    TITLE: ClassVar[str]
    """The name of the game in the heading."""
    CURSOR_IS_QUIET: ClassVar[bool] = True
    """Whether only the hand shows where the cursor is."""

    def __init__(self, left: SidePanel, right: SidePanel) -> None:
        super().__init__()
        self.left, self.middle, self.right = left, CardMiddle(), right
        self.hand = CardHand()
        self._shown: tuple[int, int] | None = None
        """The deal and the number of its turns that were shown last."""

    # -- what the game says -----------------------------------------------------------------

    @abstractmethod
    def details(self, contents: Any) -> Sequence[Sequence[str]]:
        """Return what stands behind the name of the game: wordings, the longest first."""

    @abstractmethod
    def plate(self, contents: Any, seat: Seat) -> PlateContents:
        """Return what the plate of a seat says."""

    @abstractmethod
    def panels(
        self, contents: Any, style: CardStyle, plan: Layout
    ) -> tuple[PanelContents, PanelContents]:
        """Return what stands at the left and at the right of the middle."""

    @abstractmethod
    def middle_of(self, contents: Any, style: CardStyle, plan: Layout) -> MiddleContents:
        """Return what lies in the middle."""

    @abstractmethod
    def turns(self, view: Any) -> tuple[int, int]:
        """Return the number of the deal, and of the turns in it."""

    @abstractmethod
    def newest(self, view: Any) -> Seat | None:
        """Return who has laid the newest cards that lie in the middle; None if nobody has."""

    @abstractmethod
    def asked(self, contents: Any, width: int, below: int) -> tuple[Content, Content]:
        """Return what is asked in a width, and what the choice would do in the one below."""

    @abstractmethod
    def words_of(self, contents: Any) -> tuple[Word, ...]:
        """Return the words beside the prompt, which say what can be done."""

    @abstractmethod
    def hand_of(self, contents: Any, style: CardStyle) -> HandContents:
        """Return what the hand shows."""

    # -- laying out -------------------------------------------------------------------------

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
        self.align(plan)

    def rows_of_middle(self, plan: Layout) -> int:
        """Return the rows between the plates and the prompt."""
        return self.outer_size.height - HEADING - PROMPT - plan.plates - plan.hand

    def align(self, plan: Layout) -> None:
        """Let the panels begin at the height of the cards, all of it around one axis."""
        rest = self.rows_of_middle(plan)
        top = max((rest - plan.size.height - 1) // 2, 0)
        self.middle.axis, self.middle.below = self.outer_size.width // 2 - plan.left, 0
        self.left.columns = self.right.left = 0
        self.left.top = self.right.top = max(min(top, rest - PANEL_ROWS), 1)

    def lay_on_table(self, plan: Layout) -> None:
        """Have all parts lie on one table, over which the prompt goes as an inlay."""
        width, height = self.size
        top = HEADING + plan.plates
        oak = draw_oak(width, height - top)
        self.left.lie_on(oak, 0, 0)
        self.middle.lie_on(oak, plan.left, 0)
        self.right.lie_on(oak, width - plan.right, 0)
        self.hand.lie_on(oak, 0, height - top - plan.hand)

    # -- showing ----------------------------------------------------------------------------

    def show_parts(
        self, contents: TableContents, before: TableContents | None, plan: Layout
    ) -> None:
        """Show every part; only the hand if nothing but the cursor is different from `before`."""
        style = CardStyle(plan.size, contents.marks, contents.reader.tr)
        if (
            self.CURSOR_IS_QUIET
            and before is not None
            and before
            == replace(contents, intent=replace(contents.intent, cursor=before.intent.cursor))
        ):
            # Most keys move the cursor, and everybody presses them all the time.
            self._show_hand(contents, style)
            return
        if before is None or before != replace(contents, intent=before.intent, said=before.said):
            # Other keys change what the player is about to do, which these parts do not tell of.
            self.show_title(contents, *self.details(contents))
            self.show_plates(contents, lambda seat: self.plate(contents, seat))
            self.left.contents, self.right.contents = self.panels(contents, style, plan)
        middle = self.middle_of(contents, style, plan)
        if middle != self.middle.contents:
            self.middle.show(middle, self._sliding(contents, middle))
        self.asking.words = self.words_of(contents)
        widths = self.task_width, self.outer_size.width - 2
        self.show_prompt(contents, *self.asked(contents, *widths))
        self._show_hand(contents, style)

    def _show_hand(self, contents: TableContents, style: CardStyle) -> None:
        self.hand.mine = contents.intent.my_turn
        self.hand.contents = self.hand_of(contents, style)

    def _sliding(self, contents: TableContents, middle: MiddleContents) -> Sliding | None:
        """Return how the newest cards slide in; None if they were shown before."""
        before, self._shown = self._shown, self.turns(contents.view)
        newer = before is not None and before[0] == self._shown[0] and before[1] < self._shown[1]
        seat = self.newest(contents.view)
        if not newer or seat is None or middle.faces in ((), self.middle.contents.faces):
            return None
        return Sliding.of(contents.table, seat, contents.animations)

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
