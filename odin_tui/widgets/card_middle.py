"""The middle of any card table as a widget: what lies there, and where the mouse points."""

from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.middle import (
    MiddleContents,
    choices_room,
    draw_middle,
    place_at,
    plan_of,
)
from odin_tui.widgets.card_animation import SlidingMiddle


class CardMiddle(SlidingMiddle):
    """Cards that were laid, or things to choose from."""

    contents: reactive[MiddleContents] = reactive(MiddleContents())
    """What is shown."""
    axis: reactive[int] = reactive(0)
    """The column that everything is centred on."""
    below: reactive[int] = reactive(0)
    """The rows at the bottom that stay free."""

    class Pointed(Message):
        """The mouse is over a card or a choice, or clicked it; None for the table around them."""

        def __init__(self, place: int | None, *, clicked: bool) -> None:
            super().__init__()
            self.place, self.clicked = place, clicked

    @property
    def room(self) -> tuple[int, int]:
        """The columns and rows in which things lie."""
        return self.size.width, self.size.height - self.below

    def draw(self) -> Canvas:
        """Draw what there is to see or to choose, the newest cards on their way."""
        canvas = Canvas(*self.size)
        canvas.paste(0, 0, draw_middle(self.contents, *self.room, self.axis, self.slid))
        return canvas

    def place_at(self, x: int, y: int) -> int | None:
        """Return the place of the card or the choice that is drawn at a cell."""
        if self.contents.choices:
            left, width = choices_room(self.size.width, self.axis)
            return self.contents.choices.place_at(x - left, y, width, self.room[1])
        return place_at(self.contents, plan_of(self.contents, *self.room, self.axis), x, y)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at what is under the mouse, where it is something to choose."""
        place = self.place_at(event.x, event.y)
        if place is not None:
            self.post_message(self.Pointed(place, clicked=False))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Pointed(self.place_at(event.x, event.y), clicked=True))
