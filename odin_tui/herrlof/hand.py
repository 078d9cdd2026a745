"""The own hand: cards of which one rises when it is chosen."""

from dataclasses import dataclass

from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from odin_engine.herrlof.cards import Card
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, step_of
from odin_tui.drawing.drawn import Drawn
from odin_tui.herrlof.card_face import Style, face


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

    @property
    def newest(self) -> int | None:
        """The place of the fresh card."""
        return self.cards.index(self.fresh) if self.fresh in self.cards and self.fresh else None


class Hand(Drawn):
    """The cards one holds, each with its number below, the cursor's in brackets."""

    holding: reactive[Holding] = reactive(Holding(), repaint=False)
    """What is held."""

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def draw(self) -> Canvas:
        """Draw the hand in the centre."""
        return draw_hand(self.holding, self.size.width)

    def watch_holding(self, old: Holding, new: Holding) -> None:
        """Paint only the cards that look different: most keys change one or two of fifteen."""
        if (old.cards, old.style) != (new.cards, new.style):
            self.refresh()
            return
        left, step = _places(new, self.size.width)
        changed = [
            Region(left + place * step - 1, 0, new.style.size.width + 2, self.size.height)
            for place in range(len(new.cards))
            if _seen_as(old, place) != _seen_as(new, place)
        ]
        if changed:
            self.refresh(*changed)

    def place_at(self, x: int, y: int) -> int | None:
        """Give the place of the card drawn at this cell, risen or not."""
        holding = self.holding
        left, step = _places(holding, self.size.width)
        across = x - left
        if not holding.cards or across < 0 or y < 0:
            return None
        place = min(across // step, len(holding.cards) - 1)
        return place if across < place * step + holding.style.size.width else None

    def on_click(self, event: Click) -> None:
        place = self.place_at(event.x, event.y)
        if place is not None:
            event.stop()
            self.post_message(self.Picked(place))


def draw_hand(holding: Holding, width: int) -> Canvas:
    """Draw the cards, the chosen one risen, and the numbers below them."""
    size = holding.style.size
    canvas = Canvas(width, size.rise + size.height + 1)
    left, step = _places(holding, width)
    for place, card in enumerate(holding.cards):
        look, here, fresh = _seen_as(holding, place)
        x, risen = left + place * step, look is Look.CHOSEN
        canvas.paste(x, 0 if risen else size.rise, face(card, holding.style, look))
        number = f"[{place + 1}]" if here else f"{place + 1}"
        if fresh:
            number = f"{number}+"
        ink = "bold" if here or fresh else "$quiet"
        canvas.put(x + (size.width - len(number)) // 2, canvas.height - 1, number, ink)
    return canvas


def _seen_as(holding: Holding, place: int) -> tuple[Look, bool, bool]:
    """Say all that can differ about a card that stays where it is."""
    here = place == holding.cursor
    if place == holding.chosen:
        look = Look.CHOSEN
    elif holding.cards[place] in holding.idle:
        look = Look.MARKED_IDLE if here else Look.IDLE
    else:
        look = Look.MARKED if here else Look.PLAIN
    return look, here, place == holding.newest


def _places(holding: Holding, width: int) -> tuple[int, int]:
    """Say where the first card begins, and how far apart the cards lie."""
    size, count = holding.style.size, max(len(holding.cards), 1)
    step = step_of(size, count, width)
    return (width - step * (count - 1) - size.width) // 2, step
