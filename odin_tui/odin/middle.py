"""The middle of the table: the set that lies there, whose it is, and what it is worth."""

from dataclasses import dataclass, replace

from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, step_of
from odin_tui.drawing.drawn import Drawn
from odin_tui.odin.card_face import SMALL, TINY, Style, row
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


@dataclass(frozen=True, slots=True)
class Sliding:
    """A play on its way to the middle: from where, and how far it has come."""

    lying: Lying
    across: float
    """Where it comes from, from 0 at the left to 1 at the right."""
    above: bool
    """True if it comes from a plate, False if from the own hand."""
    steps: int
    seconds: float
    step: int = 0

    def place(self, canvas: Canvas, picture: Canvas) -> tuple[int, int]:
        """Say where on the canvas the cards are now; the last cells take as long as the first."""
        left, top = (canvas.width - picture.width) // 2, (canvas.height - picture.height - 1) // 2
        rest = (1 - self.step / self.steps) ** 2
        start_x = int(self.across * (canvas.width - picture.width))
        start_y = -picture.height + 1 if self.above else canvas.height - 1
        return round(left + (start_x - left) * rest), round(max(top, 0) + (start_y - top) * rest)


class Middle(Drawn):
    """The set in the middle. While one of its cards is being taken, each has a number."""

    lying: reactive[Lying] = reactive(Lying())
    """What lies there."""

    class Pointed(Message):
        """The mouse is over a card, or was clicked on it; `card` None is the table itself."""

        def __init__(self, card: Card | None, *, clicked: bool) -> None:
            super().__init__()
            self.card, self.clicked = card, clicked

    def __init__(self) -> None:
        super().__init__()
        self._sliding: Sliding | None = None
        self._timer: Timer | None = None

    @property
    def coming(self) -> Lying:
        """What lies there, or will in a moment when it has slid there."""
        return self.lying if self._sliding is None else self._sliding.lying

    def lay(self, lying: Lying, sliding: Sliding | None = None) -> None:
        """Show what lies there now; a play comes sliding in, over what lay there before."""
        self.finish()
        if sliding is None or not self.is_on_screen:
            self.lying = lying
            return
        self._sliding = sliding
        self._timer = self.set_interval(sliding.seconds, self._slide)
        self.refresh()

    def _slide(self) -> None:
        if self._sliding is not None and self._sliding.step + 1 < self._sliding.steps:
            self._sliding = replace(self._sliding, step=self._sliding.step + 1)
            self.refresh()
        else:
            self.finish()

    def finish(self) -> None:
        """Let what slides be there."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._sliding is not None:
            lying, self._sliding = self._sliding.lying, None
            self.lying = lying
            self.refresh()

    def draw(self) -> Canvas:
        """Draw the set in the centre, and over it the one that comes."""
        canvas = Canvas(self.size.width, self.size.height)
        self._draw_set(canvas)
        if (sliding := self._sliding) is not None:
            style = self._style_for(sliding.lying)
            picture = row(tuple(sliding.lying.cards), style, canvas.width)
            canvas.paste(*sliding.place(canvas, picture), picture)
        return canvas

    def _draw_set(self, canvas: Canvas) -> None:
        lying, width, height = self.lying, canvas.width, canvas.height
        if not lying.cards:
            empty = "" if self._sliding else lying.empty
            canvas.put_content(*_centred(Content.styled(empty, "$quiet"), width, height // 2))
            return
        looks = dict.fromkeys(lying.cards, Look.PLAIN if lying.take is None else Look.IDLE)
        if lying.take:
            looks[lying.take] = Look.CHOSEN
        picture = row(tuple(lying.cards), self._style, width, looks)
        canvas.paste((width - picture.width) // 2, self._top, picture)
        low = self._top + picture.height
        if lying.take is None:
            value = str(VALUE[lying.cards.bits])
            label = Content.assemble((f"{lying.owner} · ", "$quiet"), (value, "bold"))
            canvas.put_content(*_centred(label, width, low))
            return
        step = step_of(self._style.size, len(lying.cards), width)
        for place, card in enumerate(lying.cards):
            mark = f"[{place + 1}]" if card == lying.take else f" {place + 1} "
            x = (width - picture.width) // 2 + place * step + (self._style.size.width - 3) // 2
            canvas.put(x, low, mark, "bold")

    @property
    def _style(self) -> Style:
        return self._style_for(self.lying)

    def _style_for(self, lying: Lying) -> Style:
        """Small cards where large ones would cover each other and small ones would not."""
        style, width = lying.style, self.size.width
        if style.size.row(len(lying.cards)) > width or style.size.height > self.size.height:
            return Style(SMALL if style.size is not TINY else TINY, style.marks)
        return style

    @property
    def _top(self) -> int:
        return max((self.size.height - self._style.size.height - 1) // 2, 0)

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


def _centred(content: Content, width: int, y: int) -> tuple[int, int, Content]:
    return (width - content.cell_length) // 2, y, content
