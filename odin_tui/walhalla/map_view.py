"""The map on the screen: where it is clicked, and what moves on it for a moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_engine.walhalla.events import Fought, Sailed
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.languages.session import translations_of
from odin_tui.walhalla.map_drawing import (
    MapMarks,
    ShipOnMap,
    draw_map,
    draw_ship_on_map,
    layout_of,
    ship_on_map,
)
from odin_tui.walhalla.pieces import draw_shield
from odin_tui.widgets.motion import Motion, MovingWidget

STEPS, SECONDS = 6, 0.05
"""The frames of a dragon that sails in or of a Viking that falls, and the time of each."""


class Sailing(NamedTuple):
    """A dragon that sails in."""

    before: View
    ship: ShipOnMap


class Falling(NamedTuple):
    """A Viking that goes to Walhalla, up to the plate of its player."""

    seat: Seat
    field: Field
    across: float
    """Where the plate is, from 0 at the left to 1 at the right."""


Scene: TypeAlias = Sailing | Falling


def scenes_between(before: View, after: View, plates: Sequence[Seat]) -> tuple[Scene, ...]:
    """Return what is worth being seen of what happened between two views.

    `plates` are the seats in the order of their plates.
    """
    found: list[Scene] = []
    for event in after.history[len(before.history) :]:
        match event:
            case Sailed(_, fjord, turned) if before.stage == Stage.SAIL:
                place = len(before.fjords[fjord])
                ship = ship_on_map(before, fjord, place, turned=turned)
                if ship is not None:
                    found.append(Sailing(before, ship))
            case Fought(attacker, field, defender):
                fallen = defender if event.attacker_won else attacker
                across = (plates.index(fallen) + 0.5) / len(plates)
                found.append(Falling(fallen, field, across))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class MapContents:
    """A position and what is marked on it."""

    view: View
    marks: MapMarks


class MapView(MovingWidget):
    """The map of a match; a click tells which field or fjord it hit."""

    DEFAULT_CSS = "MapView { width: 1fr; }"

    contents: reactive[MapContents | None] = reactive(None)
    """What is shown."""

    class Picked(Message):
        """A field or a fjord was clicked."""

        def __init__(self, field: Field | None, fjord: int | None) -> None:
            super().__init__()
            self.field, self.fjord = field, fjord

    def __init__(self) -> None:
        super().__init__()
        self._scenes: tuple[Scene, ...] = ()

    def play(self, scenes: tuple[Scene, ...], animations: str) -> None:
        """Let scenes be seen one after the other."""
        self._scenes = scenes
        if scenes:
            self.move(Motion(STEPS * len(scenes), SECONDS, reduced=3), animations)

    def draw(self) -> Canvas:
        """Draw the map, or the frame of a scene; it is the same picture for every reader."""
        canvas = self._draw()
        canvas.mark_picture()
        return canvas

    def _draw(self) -> Canvas:
        contents, tr = self.contents, translations_of(self)
        if contents is None:
            return Canvas(*self.size)
        if self.step is not None:
            scene, step = self._scenes[self.step // STEPS], self.step % STEPS
            if isinstance(scene, Sailing):
                canvas = draw_map(scene.before, *self.size, tr=tr)
                draw_sailing(canvas, scene, step)
                return canvas
            canvas = draw_map(contents.view, *self.size, tr=tr)
            draw_falling(canvas, contents.view, scene, step)
            return canvas
        return draw_map(contents.view, *self.size, contents.marks, tr)

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.contents is not None:
            layout = layout_of(self.contents.view, *self.size)
            field = layout.field_at(event.x, event.y)
            self.post_message(self.Picked(field, layout.fjord_at(event.y)))


def draw_sailing(canvas: Canvas, scene: Sailing, step: int) -> None:
    """Draw a dragon on its way in; it slows down at the end."""
    layout = layout_of(scene.before, canvas.width, canvas.height)
    x, _ = layout.ship(scene.ship.fjord, scene.ship.place)
    rest = (1 - (step + 1) / STEPS) ** 2
    draw_ship_on_map(canvas, layout, scene.ship, away=round((layout.width - x) * rest))


def draw_falling(canvas: Canvas, view: View, scene: Falling, step: int) -> None:
    """Draw the shield of a fallen Viking on its way up."""
    layout = layout_of(view, canvas.width, canvas.height)
    x, y = layout.field(scene.field)
    size = (3, 2) if layout.field_height < 4 else (4, 3)
    rest = 1 - (step + 1) / STEPS
    target = scene.across * layout.width
    canvas.paste(
        round(target + (x - target) * rest), round(y * rest), draw_shield(scene.seat, *size)
    )
