"""The own hand in Odin: cards that rise when they are chosen."""

from dataclasses import dataclass

from odin_engine.odin.cards import Card, Cards
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, Size
from odin_tui.odin.card_face import Style, face
from odin_tui.odin.intent import NONE
from odin_tui.widgets.card_hand import Seen


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

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> Size:
        """How large the cards are."""
        return self.style.size

    def seen(self, place: int) -> Seen:
        """Say how the card at a place is seen."""
        card = self.cards[place]
        here, fits = card == self.cursor, card in self.fitting
        if card in self.chosen:
            look = Look.CHOSEN
        elif here:
            look = Look.MARKED if fits else Look.MARKED_IDLE
        else:
            look = Look.PLAIN if fits else Look.IDLE
        return Seen(look, here, " new" if card == self.fresh else "")

    def face(self, place: int, look: Look) -> Canvas:
        """Draw the card at a place."""
        return face(self.cards[place], self.style, look)
