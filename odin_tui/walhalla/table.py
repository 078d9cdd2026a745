"""The table of Walhalla: its layout, and all its parts at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from textual.content import Content
from textual.widget import Widget

from odin_engine.game import Seat
from odin_engine.walhalla.box import DRAGONS, RAIDS, SUPPLY, WALHALLA_MAJORITY
from odin_engine.walhalla.land import FIELD_CALLED
from odin_engine.walhalla.view import View
from odin_tui.drawing.layout import HEADING, PROMPT
from odin_tui.drawing.plate_frame import PLATE_EDGES
from odin_tui.languages import N_
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.walhalla.asking import asked
from odin_tui.walhalla.hand import HandContents, Strip
from odin_tui.walhalla.intent import Intent
from odin_tui.walhalla.map_drawing import MapMarks
from odin_tui.walhalla.map_layout import HEIGHTS, map_rows
from odin_tui.walhalla.map_view import MapContents, MapView, Scene
from odin_tui.walhalla.pieces import mark, shield_style
from odin_tui.walhalla.plates import WIDE, VikingPlate
from odin_tui.widgets.table_frame import FrameContents, TableFrame
from odin_tui.widgets.task_line import Word

AROUND = {5: (5, 6), 4: (4, 4), 3: (3, 3), 2: (3, 3)}
"""The rows of the plates and of the strip, by those of a field."""
MOST_SPARE = 4
"""The rows up to which plates and strip grow where the map leaves rows."""


EARLIER_RAIDS = (
    N_(
        "raid {raid} of {raids}, {starter} began · dragon {number} of {dragons} · "
        "wheat scores {wheat} · supply {supply}"
    ),
    N_(
        "raid {raid}/{raids}, {starter} began · dragon {number}/{dragons} · "
        "wheat {wheat} · supply {supply}"
    ),
    N_("raid {raid}/{raids} {starter} · dragon {number}/{dragons} · supply {supply}"),
    N_("{raid}/{raids} {starter} · {number}/{dragons} · {supply}"),
)
LAST_RAID = (
    N_(
        "raid {raid} of {raids}, {starter} began · dragon {number} of {dragons} · "
        "wheat scores {wheat} · most heroes {first}, next {second}"
    ),
    N_(
        "raid {raid}/{raids}, {starter} began · dragon {number}/{dragons} · "
        "wheat {wheat} · heroes {first}/{second}"
    ),
    N_("raid {raid}/{raids} {starter} · dragon {number}/{dragons} · heroes {first}/{second}"),
    N_("{raid}/{raids} {starter} · {number}/{dragons} · {first}/{second}"),
)
"""Ways to say what the heading says, from long to short."""


class Plan(NamedTuple):
    """The rows of the plates and of the strip; the map has what is left."""

    plates: int
    strip: int


def plan_for(height: int, *, words: bool) -> Plan:
    """Return the plan with the largest map that fits; `words` if plates have room for them."""
    rows = height - HEADING - PROMPT
    plates, strip = AROUND[2]
    for field_height, fjord_height in HEIGHTS:
        plates, strip = AROUND[field_height]
        spare = rows - plates - strip - map_rows(field_height, fjord_height)
        if spare >= 0:
            break
    if spare > 0 and plates < MOST_SPARE and words:
        plates, spare = plates + 1, spare - 1
    if spare > 0 and strip < MOST_SPARE:
        strip += 1
    return Plan(plates, strip)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """A moment of Walhalla."""

    view: View
    intent: Intent
    reader: Reader
    scenes: tuple[Scene, ...] = field(default=(), compare=False)
    """What is seen before this moment."""
    turn_key: str = "f"
    """The key that turns the dragon, as it is printed on a keyboard."""
    told: tuple[str, ...] = ()
    """What a lesson speaks of: fields, peninsulas and capes."""


class WalhallaTable(TableFrame):
    """Plates above, the map in the middle, the own cards and the dragon below the prompt."""

    DEFAULT_CSS = "WalhallaTable SeatPlate { max-width: 60; }"
    MOST_PLATES: ClassVar[int] = 4
    OWN_PLATE: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.map, self.strip = MapView(), Strip()

    def middle_parts(self) -> Iterator[Widget]:
        yield self.map

    def parts_below(self) -> Iterator[Widget]:
        yield self.strip

    def plates_width(self, seats: int) -> int:  # noqa: ARG002 - plates fill the width
        """Return the whole width."""
        return self.outer_size.width

    def own_score(self, contents: FrameContents) -> str:  # noqa: ARG002 - as frames ask
        """Return nothing: the own plate says it."""
        return ""

    def plan(self, contents: TableContents, width: int, height: int) -> Plan:
        """Return how the rows are divided."""
        return plan_for(height, words=_has_room_for_words(contents, width))

    def apply(self, plan: Plan) -> None:
        """Give the parts their sizes."""
        super().apply(plan)
        self.strip.styles.height = plan.strip

    def finish(self) -> None:
        """Show the map at rest."""
        self.map.finish()

    def show_parts(
        self,
        contents: TableContents,
        before: TableContents | None,
        plan: Plan,  # noqa: ARG002 - sizes alone depend on it
    ) -> None:
        """Show every part."""
        view, intent, reader = contents.view, contents.intent, contents.reader
        self.map.contents = MapContents(view, marks_with(intent.marks, contents.told))
        if contents.scenes:
            self.map.play(contents.scenes, contents.animations)
        self.strip.contents = HandContents(
            intent=intent,
            cards=tuple((card, view.hand.count(card)) for card in intent.cards),
            dragon=view.dragon,
            pile=view.pile,
            watching=view.seat is None,
        )
        self._show_asked(contents)
        if before is not None and before == replace(contents, intent=before.intent):
            return  # Only the choice has changed, which is what most keys do.
        self.show_heading(contents, *heading_ways(view, reader))
        words = _has_room_for_words(contents, self.outer_size.width)

        def plate(seat: Seat) -> VikingPlate:
            name = reader.names[seat]
            made = VikingPlate.of(contents.table, seat, name, contents.now, reader.tr)
            return replace(made, in_words=words)

        self.show_plates(contents, plate)

    def _show_asked(self, contents: TableContents) -> None:
        width = self.outer_size.width - 2
        said = asked(contents.intent, contents.view, contents.reader, width, contents.turn_key)
        self.asking.words = tuple(
            Word(option.label, f"option({number})", main=option.chosen)
            for number, option in enumerate(said.options)
        )
        self.show_prompt(contents, said.task, said.preview)


def _has_room_for_words(contents: TableContents, width: int) -> bool:
    """Return whether the narrowest plate can say in words where Vikings are."""
    return width // contents.view.seats - PLATE_EDGES >= WIDE


def marks_with(marks: MapMarks, told: tuple[str, ...]) -> MapMarks:
    """Return marks on the map with what a lesson speaks of."""
    fields = frozenset(FIELD_CALLED[name] for name in told if name in FIELD_CALLED)
    return replace(marks, lit=marks.lit | fields, told=frozenset(told))


def heading_ways(view: View, reader: Reader) -> list[Content]:
    """Return the raid, the dragon, wheat and supply, from long to short."""
    tr = reader.tr
    title = Content.styled("WALHALLA", "bold")
    starter = Content.styled(mark(view.starter), shield_style(view.starter))
    facts: dict[str, Content | str | int] = {
        "raid": view.raid,
        "raids": RAIDS,
        "number": view.dragon_no,
        "dragons": len(DRAGONS),
        "starter": starter,
        "wheat": view.raid,
        "supply": " ".join(map(str, SUPPLY[view.seats])),
        "first": WALHALLA_MAJORITY[0],
        "second": WALHALLA_MAJORITY[1],
    }
    ways = LAST_RAID if view.raid == RAIDS else EARLIER_RAIDS
    return [Content.assemble(title, "  ", fill(tr.gettext(way), "$quiet", **facts)) for way in ways]
