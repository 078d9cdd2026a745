"""The table of any game laid out: heading, plates of the others, a middle, prompt and actions."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.advice import Said, in_two_rows
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.drawing.names import clock_of, names_of, others_of, points_word
from odin_tui.drawing.plate_frame import PLATE_EDGES
from odin_tui.fair_deals import SHORT_DIGITS, short
from odin_tui.languages.session import translations_of
from odin_tui.widgets.seat_plate import SeatContents, SeatPlate, wording_for
from odin_tui.widgets.task_line import TaskLine

WIDEST_PLATE = 36
FEWEST_DIGITS = 8
"""The digits of a SHA-256 below which it is not worth showing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameContents:
    """What a table shows at one moment in any game; each game adds its own."""

    table: TableView
    said: Said | None
    now: float
    animations: str = "none"


class TableFrame(Widget):
    """Lays the parts of a table out; what is in the middle and below the prompt is the game's.

    It has neither padding nor border: `outer_size` is its size, and need not be looked for.
    """

    DEFAULT_CSS = """
    TableFrame { layout: vertical; height: 1fr; }
    TableFrame #heading { padding: 0 1; }
    TableFrame #plates { height: 4; align-horizontal: center; }
    TableFrame SeatPlate { max-width: 36; }
    TableFrame #centre { height: 1fr; }
    TableFrame #centre > * { height: 100%; }
    TableFrame #preview { padding: 0 1 0 0; }
    """
    MOST_PLATES: ClassVar[int] = 6
    """The seats of the largest table, all of which a spectator sees."""
    OWN_PLATE: ClassVar[bool] = False
    """Whether the reader's own seat has a plate too; then the heading need not name it."""

    def __init__(self) -> None:
        super().__init__()
        self._plates = [SeatPlate() for _ in range(self.MOST_PLATES)]
        self._heading, self._preview = TextLine(id="heading"), TextLine(id="preview")
        self.asking = TaskLine(id="task")
        self._divided: Any = None
        self._contents: Any = None

    def compose(self) -> ComposeResult:
        yield self._heading
        with Horizontal(id="plates"):
            yield from self._plates
            yield from self.beside_plates()
        with Horizontal(id="centre"):
            yield from self.middle_parts()
        yield self.asking
        yield self._preview
        yield from self.parts_below()

    def retranslate(self) -> None:
        """Have every part shown anew the next time, in the session's language."""
        self._contents = self._divided = None

    # -- what the game says -----------------------------------------------------------------

    @abstractmethod
    def middle_parts(self) -> Iterator[Widget]:
        """Return the widgets of the middle, from left to right."""

    def beside_plates(self) -> Iterator[Widget]:
        """Return the widgets at the right of the plates."""
        yield from ()

    def plates_width(self, seats: int) -> int:
        """Return the columns that the plates of so many seats share."""
        return min(self.outer_size.width, seats * WIDEST_PLATE)

    def parts_below(self) -> Iterator[Widget]:
        """Return the widgets below the prompt, such as the player's own cards."""
        yield from ()

    @abstractmethod
    def plan(self, contents: Any, width: int, height: int) -> Any:
        """Return how the space is divided; `apply` is told when that changes."""

    def apply(self, plan: Any) -> None:
        """Return the parts their sizes."""
        self.query_one("#plates").styles.height = plan.plates

    @abstractmethod
    def show_parts(self, contents: Any, before: Any, plan: Any) -> None:
        """Show every part; `before` is what was shown, or None if all of it is to be shown."""

    def own_score(self, contents: FrameContents) -> str:
        """Return how the reader stands, for the heading; empty in games without points."""
        seat, points = contents.table.seat, getattr(contents.table.match, "points", None)
        if seat is None or points is None:
            return ""
        return points_word(points[seat], translations_of(self))

    def finish(self) -> None:
        """Show at once the end of whatever is moving."""

    # -- laying out -------------------------------------------------------------------------

    def on_resize(self, _event: Resize) -> None:
        """Divide the space anew."""
        contents, self._contents = self._contents, None
        if contents is not None:
            self.show(contents)

    def show(self, contents: Any) -> None:
        """Show this moment; parts that look the same are not painted again."""
        before, self._contents = self._contents, contents
        if not self.outer_size:
            return
        plan = self.plan(contents, *self.outer_size)
        if (plan, self.outer_size) != self._divided:
            self._divided, before = (plan, self.outer_size), None
            self.apply(plan)
        self.show_parts(contents, before, plan)

    # -- parts every game has ---------------------------------------------------------------

    def show_heading(self, contents: FrameContents, *ways: Content) -> None:
        """Write the first of these texts that fits, and how the reader stands."""
        table, width = contents.table, self.outer_size.width - 2
        right = Content("")
        if table.seat is not None and table.match is not None:
            tr, mine = translations_of(self), table.seats[table.seat]
            score, clock = self.own_score(contents), clock_of(mine, contents.now)
            name = "" if self.OWN_PLATE else names_of(table, tr)[table.seat]
            parts = Content(name), Content.styled(score, "bold"), Content(clock)
            right = Content(" · ").join(part for part in parts if part)
        room = width - right.cell_length
        left = next((way for way in ways if way.cell_length < room), ways[-1])
        with_commitment = self._with_commitment(left, table.commitment, room)
        if with_commitment == left and table.turn < len(table.seats):
            # Everybody sees it before their first move; what it replaces is back after that.
            longer = ((way, self._with_commitment(way, table.commitment, room)) for way in ways)
            with_commitment = next((both for way, both in longer if both != way), left)
        left = with_commitment
        gap = max(width - right.cell_length - left.cell_length, 1)
        self._heading.say(Content.assemble(left, " " * gap, right))

    def _with_commitment(self, left: Content, commitment: str | None, room: int) -> Content:
        """Add the start of what is published about the seed, and the key that explains it."""
        if commitment is None:
            return left
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        text = translations_of(self).gettext("fair deal {digits}")
        key = f" ({self.app.key_of('table.deals')})" if isinstance(self.app, OdinApp) else ""
        for digits, hint in ((SHORT_DIGITS, key), (FEWEST_DIGITS, key), (FEWEST_DIGITS, "")):
            shown = f" · {text.format(digits=short(commitment, digits))}{hint}"
            longer = Content.assemble(left, (shown, "$quiet"))
            if longer.cell_length < room:
                return longer
        return left

    def show_plates(
        self, contents: FrameContents, plate_of: Callable[[Seat], SeatContents]
    ) -> None:
        """Return every seat its plate, clockwise from the reader or from the reader's left."""
        seats = [plate_of(seat) for seat in self.plate_order(contents.table)]
        plates, room = self.plates_for(len(seats))
        wording = wording_for(seats, room)
        for plate in self._plates:
            plate.display = plate in plates
        for plate, seat in zip(plates, seats, strict=True):
            plate.contents = replace(seat, wording=wording, lively=contents.animations == "full")

    def plate_order(self, table: TableView) -> list[Seat]:
        """Return the seats that have plates, from left to right."""
        own = [table.seat] if self.OWN_PLATE and table.seat is not None else []
        return [*own, *others_of(table)]

    def plates_for(self, count: int) -> tuple[Sequence[SeatPlate], int]:
        """Return a plate for each of so many seats, and the columns of what the plates say."""
        return self._plates[:count], self.plates_width(count) // count - PLATE_EDGES

    @property
    def task_width(self) -> int:
        """The columns for what is asked, beside the words that are shown now."""
        return self.outer_size.width - 1 - self.asking.taken

    def show_prompt(self, contents: FrameContents, task: Content, preview: Content) -> None:
        """Say what is asked and what the choice would do, or what was said instead of it."""
        widths = self.task_width, self.outer_size.width - 2
        if contents.said is not None:
            rows = contents.said.in_rows(task, *widths)
        else:
            rows = in_two_rows(task, preview, *widths)
        bar = Content.styled("▌", "$your-turn") if contents.table.my_turn else Content(" ")
        self.asking.say(bar + rows[0])
        self._preview.say(bar + rows[1])
