"""A card table that becomes oval where there is room, with the seats of the others around it."""

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.drawing.plate_frame import PLATE_EDGES
from odin_tui.drawing.surfaces import OVAL_RIM, draw_oak, draw_oval
from odin_tui.widgets.card_animation import SlidingMiddle
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.seat_plate import SeatPlate, Spot

PANEL = 24
"""The columns beside the table at each of its ends."""
SIDE = PANEL + OVAL_RIM + 14
"""The columns of a seat at an end, with the cards that lie before it."""
TOP_WIDTH, SIDE_WIDTH, PLATE_ROWS = 24, PANEL - 1, 4
"""The size of plates above the table and at its ends."""
FEWEST_ROWS, MOST_ROWS = 8, 10
"""The rows of the seats above the table: air, plates, a row between, cards, a row below them."""
RIM_ROWS = OVAL_RIM // 2
TOP_BACK, SIDE_BACK, BACK_ROWS = (2, 6), (1, 3), 3
"""How far apart the cards before a seat lie, how wide the last one is, and how high they are."""
PANEL_ROWS = 9
"""The rows that panels want below the seats at the ends."""
FEWEST_AT_ENDS = 3
"""The seats from which one is at each end."""


class End(Vertical):
    """An end of the table: a seat, if the table is oval, and a panel below it."""

    DEFAULT_CSS = "End > * { width: 100%; height: 1fr; }"

    def __init__(self, panel: CanvasWidget) -> None:
        super().__init__()
        self.seat, self._panel = SeatPlate(), panel
        self.seat.styles.max_width = SIDE

    def compose(self) -> ComposeResult:
        yield self.seat
        yield self._panel


class OvalTable(CardTable):
    """A card table whose seats bend round an oval in the layouts that say so."""

    def __init__(self, left: CanvasWidget, middle: SlidingMiddle, right: CanvasWidget) -> None:
        super().__init__(left, middle, right)
        self._ends = End(left), End(right)
        self._oval: Canvas | None = None
        """The table and what is around it, if it is oval."""
        self._top = self._rows = 0
        """The row of the plates above it, and the rows of its seats there."""

    def middle_parts(self) -> Iterator[Widget]:
        left, right = self._ends
        yield from (left, self.middle, right)

    def apply(self, plan: Layout) -> None:
        """Return the parts their sizes."""
        super().apply(plan)
        for end, columns in zip(self._ends, (plan.left, plan.right), strict=True):
            end.styles.width = columns
        for panel in (self.left, self.right):
            panel.styles.width = None

    # -- the surface ------------------------------------------------------------------------

    def lay_on_table(self, plan: Layout) -> None:
        """Have the middle and the seats lie on the oval, and the hand on planks."""
        self._oval = self._draw_oval(plan) if plan.oval else None
        if self._oval is None:
            super().lay_on_table(plan)
            return
        width, height = self._oval.width, self._oval.height
        rows = side_rows(height - plan.plates)
        self.left.lie_on(self._oval, 0, plan.plates + rows)
        self.middle.lie_on(self._oval, plan.left, plan.plates)
        self.right.lie_on(self._oval, width - plan.right, plan.plates + rows)
        self.hand.lie_on(draw_oak(width, plan.hand))
        for end, x in zip(self._ends, (0, width - SIDE), strict=True):
            end.seat.styles.height = rows
            end.seat.lie_on(self._oval, x, plan.plates)
        self._lay_ends(rows)

    def _draw_oval(self, plan: Layout) -> Canvas:
        width, height = self.size
        rows = height - HEADING - PROMPT - plan.hand
        self._rows, self._top = plan.plates, int(plan.plates == MOST_ROWS)
        # The plates lie over half of the rim, as people lean on a table.
        top = self._top + PLATE_ROWS // 2
        canvas = Canvas(width, rows)
        canvas.paste(PANEL, top, draw_oval(width - 2 * PANEL + 1, rows - top))
        return canvas

    # -- the seats --------------------------------------------------------------------------

    def plates_for(self, count: int) -> tuple[Sequence[SeatPlate], int]:
        """Return plates clockwise from the reader's left: at an end, above, at the other end."""
        left, right = (end.seat for end in self._ends)
        left.display = right.display = self._oval is not None
        if self._oval is None:
            for plate in self._plates:
                if plate.spot is not None:  # otherwise each move would divide the space anew
                    plate.spot, plate.styles.width, plate.styles.max_width = None, None, None
                    plate.lie_on(None)
            return super().plates_for(count)
        at_ends = count >= FEWEST_AT_ENDS
        above = self._plates[: count - 2 * at_ends]
        self._lay_above(above)
        if not at_ends:
            left.contents = right.contents = None
        plates = [left, *above, right] if at_ends else above
        return plates, SIDE_WIDTH - PLATE_EDGES

    def _lay_above(self, plates: Sequence[SeatPlate]) -> None:
        """Spread plates above the table; their widgets are together as wide as all of it."""
        assert self._oval is not None  # noqa: S101 - only an oval table has seats above
        width, rows, start = self._oval.width, self._rows, 0
        step = (width - 2 * PANEL) / len(plates)
        for place, plate in enumerate(plates, 1):
            centre = round(PANEL + (place - 0.5) * step) - start
            end = width if plate is plates[-1] else round(PANEL + place * step)
            left, below = centre - TOP_WIDTH // 2, self._top + PLATE_ROWS + 1
            plate.styles.width, plate.styles.max_width = end - start, end - start
            back = *TOP_BACK, min(rows - below - 1, BACK_ROWS)
            plate.spot = Spot(left, self._top, TOP_WIDTH, PLATE_ROWS, (centre, below), 0.5, back)
            plate.lie_on(self._oval, start)
            start = end

    def _lay_ends(self, rows: int) -> None:
        """Place the plates at the ends, with their cards towards the middle."""
        y, fan = rows - PLATE_ROWS - 1, PANEL + OVAL_RIM + 1
        left, right = self._ends
        size = SIDE_WIDTH, PLATE_ROWS
        back = *SIDE_BACK, BACK_ROWS
        left.seat.spot = Spot(1, y, *size, (fan, y + 1), 0, back)
        right.seat.spot = Spot(SIDE - PANEL, y, *size, (SIDE - fan, y + 1), 1, back)


def side_rows(middle: int) -> int:
    """Return the rows of the seats at the ends, beside a middle of so many rows."""
    wanted = (middle - PANEL_ROWS + PLATE_ROWS) // 2
    return max(min(wanted, middle - PANEL_ROWS), PLATE_ROWS + 1)
