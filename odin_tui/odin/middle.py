"""The middle of the table: the set that lies there, whose it is, and what it is worth."""

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, step_of
from odin_tui.drawing.names import shortened
from odin_tui.odin.card_face import SMALL, TINY, Style, row
from odin_tui.odin.intent import NONE
from odin_tui.widgets.card_animation import Sliding, SlidingMiddle


@dataclass(frozen=True, slots=True)
class TableCards:
    """What the middle shows."""

    cards: Cards = NONE
    owner: str = ""
    leader: str = ""
    """Who leads while nothing lies there; empty if the reader does."""
    take: Card | None = None
    """The card considered for taking; None while nothing is being taken."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Middle(SlidingMiddle):
    """The set in the middle. While one of its cards is being taken, each has a number."""

    lying: reactive[TableCards] = reactive(TableCards())
    """What lies there."""

    class Pointed(Message):
        """The mouse is over a card, or was clicked on it; `card` None is the table itself."""

        def __init__(self, card: Card | None, *, clicked: bool) -> None:
            super().__init__()
            self.card, self.clicked = card, clicked

    def __init__(self) -> None:
        super().__init__()
        self._coming: TableCards | None = None

    @property
    def coming(self) -> TableCards:
        """What lies there, or will in a moment when it has slid there."""
        return self.lying if self._coming is None else self._coming

    def lay(self, lying: TableCards, sliding: Sliding | None = None) -> None:
        """Show what lies there now; a play comes sliding in, over what lay there before."""
        self.finish()
        if self.slide(sliding):
            self._coming = lying
        else:
            self.lying = lying

    def arrive(self) -> None:
        """Let the play that has slid there lie there."""
        self.lying, self._coming = self.coming, None

    def draw(self) -> Canvas:
        """Draw the set in the centre, and over it the one that comes."""
        canvas = Canvas(self.size.width, self.size.height)
        self._draw_set(canvas)
        if self.sliding is not None:
            coming = self.coming
            picture = row(tuple(coming.cards), self._style_for(coming), self._room)
            x = (canvas.width - picture.width) // 2
            y = max((canvas.height - picture.height - 1) // 2, 0)
            canvas.paste(*self.sliding.place(canvas, picture, x, y), picture)
        return canvas

    def _draw_set(self, canvas: Canvas) -> None:
        lying, width, height = self.lying, canvas.width, canvas.height
        if not lying.cards:
            leads = " leads" if lying.leader else "You lead"
            said = shortened(lying.leader, self._room - len(leads)) + leads
            label = Content.styled("" if self.sliding else said, "$quiet")
            canvas.put_content(*_centred(label, width, height // 2))
            return
        looks = dict.fromkeys(lying.cards, Look.PLAIN if lying.take is None else Look.IDLE)
        if lying.take:
            looks[lying.take] = Look.CHOSEN
        picture = row(tuple(lying.cards), self._style, self._room, looks)
        canvas.paste((width - picture.width) // 2, self._top, picture)
        low = self._top + picture.height
        if lying.take is None:
            value = str(VALUE[lying.cards.bits])
            owner = shortened(lying.owner, self._room - len(value) - 3)
            label = Content.assemble((f"{owner} · ", "$quiet"), (value, "bold"))
            canvas.put_content(*_centred(label, width, low))
            return
        step = step_of(self._style.size, len(lying.cards), self._room)
        for place, card in enumerate(lying.cards):
            mark = f"[{place + 1}]" if card == lying.take else f" {place + 1} "
            x = (width - picture.width) // 2 + place * step + (self._style.size.width - 3) // 2
            canvas.put(x, low, mark, "bold")

    @property
    def _style(self) -> Style:
        return self._style_for(self.lying)

    def _style_for(self, lying: TableCards) -> Style:
        """Small cards where large ones would cover each other and small ones would not."""
        style = lying.style
        if style.size.row(len(lying.cards)) > self._room or style.size.height > self.size.height:
            return Style(SMALL if style.size is not TINY else TINY, style.marks)
        return style

    @property
    def _room(self) -> int:
        """The columns for cards: one on each side stays free, so that they touch no panel."""
        return max(self.size.width - 2, 0)

    @property
    def _top(self) -> int:
        return max((self.size.height - self._style.size.height - 1) // 2, 0)

    def card_at(self, x: int, y: int) -> Card | None:
        """Name the card drawn at this cell."""
        cards, size = tuple(self.lying.cards), self._style.size
        if not cards or not self._top <= y < self._top + size.height:
            return None
        step = step_of(size, len(cards), self._room)
        across = x - (self.size.width - step * (len(cards) - 1) - size.width) // 2
        place = min(across // step, len(cards) - 1)
        return cards[place] if 0 <= across < place * step + size.width else None

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at the card under the mouse, while one is being taken."""
        if self.lying.take is not None and (card := self.card_at(event.x, event.y)):
            self.post_message(self.Pointed(card, clicked=False))

    def on_click(self, event: Click) -> None:
        self.post_message(self.Pointed(self.card_at(event.x, event.y), clicked=True))


def _centred(content: Content, width: int, y: int) -> tuple[int, int, Content]:
    return (width - content.cell_length) // 2, y, content
