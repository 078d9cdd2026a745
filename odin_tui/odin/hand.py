"""The own hand: cards that rise when they are chosen."""

from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import Card, Cards
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, step_of
from odin_tui.drawing.drawn import Drawn
from odin_tui.odin.card_face import Style, face
from odin_tui.odin.intent import NONE


@dataclass(frozen=True, slots=True)
class Holding:
    """What the hand shows."""

    cards: tuple[Card, ...] = ()
    chosen: Cards = NONE
    fitting: Cards = NONE
    """The cards that belong to some set that can be played now; the others stand back."""
    cursor: Card | None = None
    fresh: Card | None = None
    """The card that was taken last, or would be."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Hand(Drawn):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    holding: reactive[Holding] = reactive(Holding())
    """What is held."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        return draw_hand(self.holding, self.size.width)

    def card_at(self, x: int, y: int) -> Card | None:
        """Name the card drawn at this cell, risen or not."""
        cards, size = self.holding.cards, self.holding.style.size
        left, step = _places(self.holding, self.size.width)
        across = x - left
        if not cards or across < 0:
            return None
        place = min(across // step, len(cards) - 1)
        return cards[place] if across < place * step + size.width and y >= 0 else None

    def on_click(self, event: Click) -> None:
        card = self.card_at(event.x, event.y)
        if card is not None:
            event.stop()
            self.post_message(self.Picked(card))


def draw_hand(holding: Holding, width: int) -> Canvas:
    """Draw the cards, the chosen ones risen, and the numbers below them."""
    size = holding.style.size
    canvas = Canvas(width, size.rise + size.height + 1)
    left, step = _places(holding, width)
    for place, card in enumerate(holding.cards):
        x = left + place * step
        chosen = card in holding.chosen
        canvas.paste(x, 0 if chosen else size.rise, face(card, holding.style, _look(holding, card)))
        here = card == holding.cursor
        number = f"[{place + 1}]" if here else f"{place + 1}"
        if card == holding.fresh:
            number += " new"
        canvas.put(
            x + (size.width - len(number)) // 2,
            canvas.height - 1,
            number,
            "bold" if here else "$quiet",
        )
    return canvas


def _look(holding: Holding, card: Card) -> Look:
    if card in holding.chosen:
        return Look.CHOSEN
    if card == holding.cursor:
        return Look.MARKED if card in holding.fitting else Look.MARKED_IDLE
    return Look.PLAIN if card in holding.fitting else Look.IDLE


def _places(holding: Holding, width: int) -> tuple[int, int]:
    """Say where the first card begins, and how far apart the cards lie."""
    size, count = holding.style.size, max(len(holding.cards), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
