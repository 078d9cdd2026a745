"""The own hand in any card game: cards that rise when they are chosen, each with its number."""

from typing import NamedTuple, Protocol

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_frame import Look, Size, step_of


class Seen(NamedTuple):
    """How a card of the hand is seen."""

    look: Look
    here: bool = False
    """True if the keys are on it."""
    mark: str = ""
    """What is written behind its number."""
    strong: bool = False
    """True if its number is to be noticed."""


class Held(Protocol):
    """What a hand shows; each game says how its cards look."""

    def __len__(self) -> int: ...

    @property
    def size(self) -> Size:
        """How large the cards are."""
        ...

    def seen(self, place: int) -> Seen:
        """Say how the card at a place is seen."""
        ...

    def face(self, place: int, look: Look) -> Canvas:
        """Draw the card at a place."""
        ...


class CardHand(CanvasWidget):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    holding: reactive[Held | None] = reactive(None)
    """What is held."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        if self.holding is None:
            return Canvas(*self.size)
        return draw_hand(self.holding, self.size.width)

    def place_at(self, x: int, y: int) -> int | None:
        """Give the place of the card drawn at this cell, risen or not."""
        if not self.holding or y < 0:
            return None
        size, count = self.holding.size, len(self.holding)
        left, step = _places(self.holding, self.size.width)
        across = x - left
        place = min(across // step, count - 1)
        return place if 0 <= across < place * step + size.width else None

    def on_click(self, event: Click) -> None:
        place = self.place_at(event.x, event.y)
        if place is not None:
            event.stop()
            self.post_message(self.Picked(place))


def draw_hand(holding: Held, width: int) -> Canvas:
    """Draw the cards, the chosen ones risen, and the numbers below them."""
    size = holding.size
    canvas = Canvas(width, size.rise + size.height + 1)
    left, step = _places(holding, width)
    for place in range(len(holding)):
        look, here, mark, strong = holding.seen(place)
        x = left + place * step
        canvas.paste(x, 0 if look is Look.CHOSEN else size.rise, holding.face(place, look))
        number = (f"[{place + 1}]" if here else f"{place + 1}") + mark
        ink = "bold" if here or strong else "$quiet"
        canvas.put(x + (size.width - len(number)) // 2, canvas.height - 1, number, ink)
    return canvas


def _places(holding: Held, width: int) -> tuple[int, int]:
    """Say where the first card begins, and how far apart the cards lie."""
    size, count = holding.size, max(len(holding), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
