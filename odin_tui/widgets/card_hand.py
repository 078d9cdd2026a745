"""The own hand in any card game: cards that rise when they are chosen, each with its number."""

from typing import NamedTuple, Protocol

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_frame import Look, Size, step_of


class HandCard(NamedTuple):
    """How a card of the hand is shown."""

    look: Look
    here: bool = False
    """True if the keys are on it."""
    mark: str = ""
    """What is written behind its number."""
    strong: bool = False
    """True if its number is to be noticed."""


class Hand(Protocol):
    """What a hand shows; each game says how its cards look."""

    def __len__(self) -> int: ...

    @property
    def size(self) -> Size:
        """How large the cards are."""
        ...

    def shown(self, place: int) -> HandCard:
        """Return how the card at a place is shown."""
        ...

    def face(self, place: int, look: Look) -> Canvas:
        """Draw the card at a place."""
        ...


class CardHand(CanvasWidget):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    contents: reactive[Hand | None] = reactive(None)
    """The hand that is shown."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        if self.contents is None:
            return Canvas(*self.size)
        return draw_hand(self.contents, self.size.width)

    def place_at(self, x: int, y: int) -> int | None:
        """Return the place of the card drawn at this cell, risen or not."""
        if not self.contents or y < 0:
            return None
        size, count = self.contents.size, len(self.contents)
        left, step = _places(self.contents, self.size.width)
        across = x - left
        place = min(across // step, count - 1)
        return place if 0 <= across < place * step + size.width else None

    def on_click(self, event: Click) -> None:
        place = self.place_at(event.x, event.y)
        if place is not None:
            event.stop()
            self.post_message(self.Picked(place))


def draw_hand(hand: Hand, width: int) -> Canvas:
    """Draw the cards, the chosen ones risen, and the numbers below them."""
    size = hand.size
    canvas = Canvas(width, size.rise + size.height + 1)
    left, step = _places(hand, width)
    for place in range(len(hand)):
        look, here, mark, strong = hand.shown(place)
        x = left + place * step
        canvas.paste(x, 0 if look is Look.CHOSEN else size.rise, hand.face(place, look))
        number = (f"[{place + 1}]" if here else f"{place + 1}") + mark
        ink = "bold" if here or strong else "$quiet"
        canvas.put(x + (size.width - len(number)) // 2, canvas.height - 1, number, ink)
    return canvas


def _places(hand: Hand, width: int) -> tuple[int, int]:
    """Return where the first card begins, and how far apart the cards lie."""
    size, count = hand.size, max(len(hand), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
