"""The own hand in any card game: cards that rise when they are chosen, each with its number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_faces import RISE, Look, Printed, draw_cards, step_of
from odin_tui.drawing.card_set import CardStyle


@dataclass(frozen=True, slots=True)
class HandContents:
    """What a hand shows; cards are told apart by their places, for several may be alike."""

    cards: tuple[Any, ...]
    printed: Callable[[Any, CardStyle], Printed]
    """Returns what is printed on a card."""
    style: CardStyle
    chosen: frozenset[int] = frozenset()
    """The places of the cards that have risen."""
    idle: frozenset[int] = frozenset()
    """The places of the cards that cannot be used now; they stand back."""
    cursor: int | None = None
    """The place the keys are on."""
    new: int | None = None
    """The place of the card that was taken or drawn last."""
    new_mark: str = "+"
    """What is written behind its number."""

    def look(self, place: int) -> Look:
        """Return how the card at a place looks."""
        if place in self.chosen:
            return Look.CHOSEN
        return Look.IDLE if place in self.idle else Look.PLAYABLE


class CardHand(CanvasWidget):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    contents: reactive[HandContents | None] = reactive(None)
    """The hand that is shown."""
    mine: reactive[bool] = reactive(default=False)
    """True while it is the reader's turn, which lights the edge of the table."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        if self.contents is None:
            return Canvas(*self.size)
        return draw_hand(self.contents, *self.size, mine=self.mine)

    def place_at(self, x: int, y: int) -> int | None:
        """Return the place of the card drawn at this cell, risen or not."""
        if self.contents is None or not self.contents.cards or y < 0:
            return None
        size, count = self.contents.style.size, len(self.contents.cards)
        left, step = _places(self.contents, self.size.width)
        across = x - left
        place = min(across // step, count - 1)
        return place if 0 <= across < place * step + size.width else None

    def on_click(self, event: Click) -> None:
        place = self.place_at(event.x, event.y)
        if place is not None:
            event.stop()
            self.post_message(self.Picked(place))


def draw_hand(hand: HandContents, width: int, height: int, *, mine: bool = False) -> Canvas:
    """Draw the cards, the chosen ones risen, and the numbers below them."""
    size = hand.style.size
    canvas = Canvas(width, height)
    top, low = height - RISE - size.height - 1, height - 1
    if mine and top > 0:
        canvas.put(0, 0, "▀" * width, "$glow")
    left, step = _places(hand, width)
    cards = tuple(
        (hand.printed(card, hand.style), hand.look(place)) for place, card in enumerate(hand.cards)
    )
    canvas.paste(left, top, draw_cards(cards, size, width, shadows=False))
    canvas.put(0, low, " " * width)
    for place in range(len(cards)):
        here, new = place == hand.cursor, place == hand.new
        number = (f"[{place + 1}]" if here else f"{place + 1}") + (hand.new_mark if new else "")
        ink = "$quiet"
        if here or new or place in hand.chosen:
            ink = "$foreground bold" if here else "$foreground"
        seen = min(step, size.width - 1)
        canvas.put(left + place * step + max((seen - len(number)) // 2, 0), low, number, ink)
    return canvas


def _places(hand: HandContents, width: int) -> tuple[int, int]:
    """Return where the first card begins, and how far apart the cards lie."""
    size, count = hand.style.size, max(len(hand.cards), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
