"""The own hand in Herrlof: one card of it rises when it is chosen."""

from dataclasses import dataclass

from odin_engine.herrlof.cards import Card
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, Size
from odin_tui.herrlof.card_face import Style, face
from odin_tui.widgets.card_hand import Seen


@dataclass(frozen=True, slots=True)
class Holding:
    """What the hand shows; cards are told apart by their place, for several may be alike."""

    cards: tuple[Card, ...] = ()
    idle: frozenset[Card] = frozenset()
    """The cards that cannot be used now; they stand back."""
    chosen: int | None = None
    cursor: int | None = None
    fresh: Card | None = None
    """The card that was just drawn or stolen."""
    style: Style = Style()  # noqa: RUF009 - a frozen value

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> Size:
        """How large the cards are."""
        return self.style.size

    @property
    def newest(self) -> int | None:
        """The place of the fresh card."""
        return self.cards.index(self.fresh) if self.fresh in self.cards and self.fresh else None

    def seen(self, place: int) -> Seen:
        """Say how the card at a place is seen."""
        here, fresh = place == self.cursor, place == self.newest
        if place == self.chosen:
            look = Look.CHOSEN
        elif self.cards[place] in self.idle:
            look = Look.MARKED_IDLE if here else Look.IDLE
        else:
            look = Look.MARKED if here else Look.PLAIN
        return Seen(look, here, "+" if fresh else "", strong=fresh)

    def face(self, place: int, look: Look) -> Canvas:
        """Draw the card at a place."""
        return face(self.cards[place], self.style, look)
