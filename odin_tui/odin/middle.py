"""The middle of the table: the set that lies there, whose it is, and what it is worth."""

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.sets import VALUE
from odin_tui.odin.canvas import Canvas
from odin_tui.odin.card_face import SMALL, Look, Style, row, step_of
from odin_tui.odin.intent import NONE


@dataclass(frozen=True, slots=True)
class Lying:
    """What the middle shows."""

    cards: Cards = NONE
    owner: str = ""
    empty: str = ""
    """What to say while nothing lies there."""
    take: Card | None = None
    """The card considered for taking; None while nothing is being taken."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Middle(Widget):
    """The set in the middle. While one of its cards is being taken, each has a number."""

    DEFAULT_CSS = "Middle { text-wrap: nowrap; text-overflow: clip; }"

    lying: reactive[Lying] = reactive(Lying())
    """What lies there."""

    class Pointed(Message):
        """The mouse is over a card, or was clicked on it; `card` None is the table itself."""

        def __init__(self, card: Card | None, *, clicked: bool) -> None:
            super().__init__()
            self.card, self.clicked = card, clicked

    def render(self) -> Content:
        """Draw the set in the centre."""
        lying, width, height = self.lying, self.size.width, self.size.height
        canvas = Canvas(width, height)
        if not lying.cards:
            canvas.put_content(*_centred(Content.styled(lying.empty, "$quiet"), width, height // 2))
            return canvas.content()
        looks = dict.fromkeys(lying.cards, Look.PLAIN if lying.take is None else Look.IDLE)
        if lying.take:
            looks[lying.take] = Look.CHOSEN
        picture = row(tuple(lying.cards), self._style, width, looks)
        canvas.paste((width - picture.width) // 2, self._top, picture)
        canvas.put_content(*_centred(self._label, width, self._top + picture.height))
        return canvas.content()

    @property
    def _style(self) -> Style:
        """Small cards where large ones would cover each other and small ones would not."""
        style, width = self.lying.style, self.size.width
        if style.size.row(len(self.lying.cards)) > width or style.size.height > self.size.height:
            return Style(SMALL, style.marks)
        return style

    @property
    def _top(self) -> int:
        return max((self.size.height - self._style.size.height - 1) // 2, 0)

    @property
    def _label(self) -> Content:
        lying = self.lying
        if lying.take is None:
            return Content.assemble((f"{lying.owner} · ", "$quiet"), (_value(lying.cards), "bold"))
        marks = (
            f"[{n}]" if card == lying.take else f" {n} " for n, card in enumerate(lying.cards, 1)
        )
        step = step_of(self._style.size, len(lying.cards), self.size.width)
        return Content.styled("".join(mark.center(step) for mark in marks).rstrip(), "bold")

    def card_at(self, x: int, y: int) -> Card | None:
        """Name the card drawn at this cell."""
        cards, size = tuple(self.lying.cards), self._style.size
        if not cards or not self._top <= y < self._top + size.height:
            return None
        step = step_of(size, len(cards), self.size.width)
        across = x - (self.size.width - step * (len(cards) - 1) - size.width) // 2
        place = min(across // step, len(cards) - 1)
        return cards[place] if 0 <= across < place * step + size.width else None

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at the card under the mouse, while one is being taken."""
        if self.lying.take is not None and (card := self.card_at(event.x, event.y)):
            self.post_message(self.Pointed(card, clicked=False))

    def on_click(self, event: Click) -> None:
        self.post_message(self.Pointed(self.card_at(event.x, event.y), clicked=True))


def _value(cards: Cards) -> str:
    return str(VALUE[cards.bits])


def _centred(content: Content, width: int, y: int) -> tuple[int, int, Content]:
    return (width - content.cell_length) // 2, y, content
