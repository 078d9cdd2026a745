"""The table of any card game laid out: heading, plates, middle, prompt and hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.advice import Said, in_two_rows
from odin_tui.drawing.canvas_widget import TextLine
from odin_tui.drawing.layout import Layout
from odin_tui.drawing.names import clock_of, others_of, points_word, shortened
from odin_tui.fair_deals import short
from odin_tui.widgets.action_link import ActionLink
from odin_tui.widgets.card_animation import SlidingMiddle
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.seat_plate import PlateContents, SeatPlate, wording_for

WIDEST_PLATE, PLATE_FRAME = 36, 4
SHORTEST_NAME = 8
"""The columns below which the reader's own name is not worth showing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """What is seen at one moment in any game; each room adds what its game is about."""

    table: TableView
    said: Said | None
    now: float
    animations: str = "none"


class CardTable(Widget):
    """Lays a glance out in the room there is."""

    DEFAULT_CSS = """
    CardTable { layout: vertical; height: 1fr; }
    CardTable #heading { padding: 0 1; }
    CardTable #plates { height: 4; align-horizontal: center; }
    CardTable SeatPlate { max-width: 36; }
    CardTable #centre { height: 1fr; }
    CardTable #centre > * { height: 100%; }
    CardTable SlidingMiddle { width: 1fr; }
    CardTable #asking { height: 1; padding: 0 1; }
    CardTable #task { width: 1fr; }
    CardTable #preview { padding: 0 1; }
    """
    MOST_PLATES: ClassVar[int]
    """The seats of the largest table, all of which a spectator sees."""
    VERBS: ClassVar[Mapping[str, tuple[str, str]]]
    """The words beside the prompt and the actions they stand for, by their ids."""

    def __init__(self, left: Widget, middle: SlidingMiddle, right: Widget) -> None:
        super().__init__()
        self.left, self.middle, self.right = left, middle, right
        self.hand = CardHand()
        self.verbs = {name: ActionLink(*verb, id=name) for name, verb in self.VERBS.items()}
        self._plates = [SeatPlate() for _ in range(self.MOST_PLATES)]
        self._heading, self._preview = TextLine(id="heading"), TextLine(id="preview")
        self._asked = TextLine(id="task")
        self._plan: Layout | None = None
        self._glance: Any = None

    def compose(self) -> ComposeResult:
        yield self._heading
        with Horizontal(id="plates"):
            yield from self._plates
        with Horizontal(id="centre"):
            yield self.left
            yield self.middle
            yield self.right
        with Horizontal(id="asking"):
            yield self._asked
            yield from self.verbs.values()
        yield self._preview
        yield self.hand

    # -- what the room says -----------------------------------------------------------------

    def plan(self, glance: Any, width: int, height: int) -> Layout:
        """Divide the room there is."""
        raise NotImplementedError

    def show_parts(self, glance: Any, before: Any, plan: Layout) -> None:
        """Show every part as it is at this moment; `before` is what was seen, if all of it was."""
        raise NotImplementedError

    # -- laying out -------------------------------------------------------------------------

    def on_resize(self, _event: Resize) -> None:
        """Divide the room anew."""
        glance, self._glance = self._glance, None
        if glance is not None:
            self.show(glance)

    def show(self, glance: Any) -> None:
        """Show this moment; parts that look the same are not painted again."""
        before, self._glance = self._glance, glance
        if not self.size:
            return
        plan = self.plan(glance, *self.size)
        if plan != self._plan:
            self._plan, before = plan, None
            self.query_one("#plates").styles.height = plan.plates
            self.left.styles.width = plan.left
            self.right.styles.width = plan.right
            self.hand.styles.height = plan.hand
        self.show_parts(glance, before, plan)

    # -- parts every game has ---------------------------------------------------------------

    def show_heading(self, glance: Glance, *ways: Content) -> None:
        """Write the first way of saying it that fits, and the reader's own points."""
        table, width = glance.table, self.size.width - 2
        name, right = "", Content("")
        if table.seat is not None and table.match is not None:
            mine = table.seats[table.seat]
            clock = clock_of(mine, glance.now)
            points = points_word(table.match.points[table.seat])
            name = mine.name
            right = Content.assemble((points, "bold"), f" · {clock}" if clock else "")
        shortest = min(cell_len(name), SHORTEST_NAME)
        wanted = right.cell_length + (shortest + 3 if name else 0)
        left = next((way for way in ways if way.cell_length + wanted < width), ways[-1])
        # The clock and the points stay whole; a long name has what the rest leaves it.
        for_name = width - left.cell_length - 1 - right.cell_length - 3
        if name and for_name >= shortest:
            right = Content.assemble(f"{shortened(name, for_name)} · ", right)
        room = width - right.cell_length
        left = self._with_promise(left, table.commitment, room)
        gap = max(room - left.cell_length, 1)
        self._heading.say(Content.assemble(left, " " * gap, right))

    def _with_promise(self, left: Content, commitment: str | None, room: int) -> Content:
        """Add the start of what is published about the seed, where there is room for it."""
        if commitment is None:
            return left
        longer = Content.assemble(left, (f" · SHA-256 {short(commitment)}", "$quiet"))
        return longer if longer.cell_length + 2 < room else left

    def show_plates(self, glance: Glance, sitting: Callable[[Seat], PlateContents]) -> None:
        """Give every other seat its plate, clockwise from the reader's left."""
        sittings = [sitting(seat) for seat in others_of(glance.table)]
        room = min(self.size.width // len(sittings), WIDEST_PLATE) - PLATE_FRAME
        wording = wording_for(sittings, room)
        for place, plate in enumerate(self._plates):
            plate.display = place < len(sittings)
            if place < len(sittings):
                plate.sitting = replace(sittings[place], wording=wording)

    @property
    def task_width(self) -> int:
        """The room for the prompt's first line beside the verbs that are shown now."""
        return self.size.width - 2 - sum(verb.columns for verb in self.verbs.values())

    def show_prompt(self, glance: Glance, task: Content, preview: Content) -> None:
        """Say what is asked and what the choice would do, or what was said instead of it."""
        widths = self.task_width, self.size.width - 2
        if glance.said is not None:
            rows = glance.said.in_rows(task, *widths)
        else:
            rows = in_two_rows(task, preview, *widths)
        self._asked.say(rows[0])
        self._preview.say(rows[1])
