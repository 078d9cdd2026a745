"""The middle of the table: the set to beat, who played it, and what it is worth."""

from dataclasses import dataclass, replace

from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.reactive import reactive

from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, step_of
from odin_tui.drawing.names import shortened, with_short_name
from odin_tui.languages.session import translations_of
from odin_tui.odin.cards import SMALL, TINY, Style, row
from odin_tui.odin.intent import NONE
from odin_tui.widgets.card_animation import Sliding, SlidingMiddle


@dataclass(frozen=True, slots=True)
class MiddleContents:
    """What the middle shows."""

    cards: Cards = NONE
    owner: str = ""
    leader: str = ""
    """Who leads while there is no set; empty if the reader does."""
    take: Card | None = None
    """The card considered for taking; None while nothing is being taken."""
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Middle(SlidingMiddle):
    """The set in the middle. While one of its cards is being taken, each has a number."""

    contents: reactive[MiddleContents] = reactive(MiddleContents())
    """What is shown, without a set that is still sliding in."""

    class Pointed(Message):
        """The mouse is over a card, or clicked it; `card` is None for the table around it."""

        def __init__(self, card: Card | None, *, clicked: bool) -> None:
            super().__init__()
            self.card, self.clicked = card, clicked

    def __init__(self) -> None:
        super().__init__()
        self._coming: MiddleContents | None = None

    @property
    def coming(self) -> MiddleContents:
        """What will be shown once nothing slides any more."""
        return self.contents if self._coming is None else self._coming

    def show(self, contents: MiddleContents, sliding: Sliding | None = None) -> None:
        """Show new contents, sliding in over the old ones if `sliding` is given."""
        self.finish()
        if self.slide(sliding):
            self._coming = contents
        else:
            self.contents = contents

    def arrive(self) -> None:
        """Show the contents that have slid in."""
        self.contents, self._coming = self.coming, None

    def draw(self) -> Canvas:
        """Draw the set in the centre, and over it the one that slides in."""
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
        contents, width, height = self.contents, canvas.width, canvas.height
        if not contents.cards:
            label = Content.styled("" if self.sliding else self._leader(), "$quiet")
            canvas.put_content(*_centred(label, width, height // 2))
            return
        looks = dict.fromkeys(contents.cards, Look.PLAIN if contents.take is None else Look.IDLE)
        if contents.take:
            looks[contents.take] = Look.CHOSEN
        picture = row(tuple(contents.cards), self._style, self._room, looks)
        canvas.paste((width - picture.width) // 2, self._top, picture)
        low = self._top + picture.height
        if contents.take is None:
            value = str(VALUE[contents.cards.bits])
            owner = shortened(contents.owner, self._room - len(value) - 3)
            label = Content.assemble((f"{owner} · ", "$quiet"), (value, "bold"))
            canvas.put_content(*_centred(label, width, low))
            return
        step = step_of(self._style.size, len(contents.cards), self._room)
        for place, card in enumerate(contents.cards):
            mark = f"[{place + 1}]" if card == contents.take else f" {place + 1} "
            x = (width - picture.width) // 2 + place * step + (self._style.size.width - 3) // 2
            canvas.put(x, low, mark, "bold")

    def _leader(self) -> str:
        """Return who leads."""
        tr, leader = translations_of(self), self.contents.leader
        if not leader:
            return tr.gettext("You lead")
        return with_short_name(tr.gettext("{name} leads"), leader, self._room)

    @property
    def _style(self) -> Style:
        return self._style_for(self.contents)

    def _style_for(self, contents: MiddleContents) -> Style:
        """Return the style; with small cards where the large ones of the table do not fit."""
        style = contents.style
        if style.size.row(len(contents.cards)) > self._room or style.size.height > self.size.height:
            return replace(style, size=SMALL if style.size is not TINY else TINY)
        return style

    @property
    def _room(self) -> int:
        """The columns for cards: one on each side stays free, so that they touch no panel."""
        return max(self.size.width - 2, 0)

    @property
    def _top(self) -> int:
        return max((self.size.height - self._style.size.height - 1) // 2, 0)

    def card_at(self, x: int, y: int) -> Card | None:
        """Return the card drawn at this cell."""
        cards, size = tuple(self.contents.cards), self._style.size
        if not cards or not self._top <= y < self._top + size.height:
            return None
        step = step_of(size, len(cards), self._room)
        across = x - (self.size.width - step * (len(cards) - 1) - size.width) // 2
        place = min(across // step, len(cards) - 1)
        return cards[place] if 0 <= across < place * step + size.width else None

    def on_mouse_move(self, event: MouseMove) -> None:
        """Point at the card under the mouse, while one is being taken."""
        if self.contents.take is not None and (card := self.card_at(event.x, event.y)):
            self.post_message(self.Pointed(card, clicked=False))

    def on_click(self, event: Click) -> None:
        self.post_message(self.Pointed(self.card_at(event.x, event.y), clicked=True))


def _centred(content: Content, width: int, y: int) -> tuple[int, int, Content]:
    return (width - content.cell_length) // 2, y, content
