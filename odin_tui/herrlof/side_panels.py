"""What stands beside the trick: the own prediction and the story, the deck and the trump."""

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.canvas import Canvas, broken, in_lines
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_frame import back
from odin_tui.herrlof.card_face import BIG, NARROW, SLIM, Style, colour_chip, face
from odin_tui.herrlof.card_hints import to_go
from odin_tui.herrlof.story import lines


@dataclass(frozen=True, slots=True)
class Pledged:
    """What is told at the left."""

    heading: tuple[Content, ...] = ()
    story: tuple[Content, ...] = ()


def pledged(view: View, names: tuple[str, ...], style: Style) -> Pledged:
    """Say what one has predicted, how far it has come true, and what has happened."""
    story = () if view.stage == Stage.PREDICT else tuple(lines(view, names, style.marks))
    return Pledged(_heading(view), story)


def _heading(view: View) -> tuple[Content, ...]:
    if view.seat is None:
        return ()
    said, won = view.predictions[view.seat], view.tricks[view.seat]
    if said is None:
        return (Content("No prediction yet"),)
    first = Content.assemble("You predicted ", (str(said), "bold"))
    if view.stage == Stage.PREDICT:
        return first, Content.styled("the others still think", "$quiet")
    left = to_go(said, won)
    return first, Content.assemble((f"won {won}", "bold"), (f" · {left}", ""))


class Pledge(CanvasWidget):
    """The own prediction, always to be seen, and below it the story of the trick."""

    pledged: reactive[Pledged] = reactive(Pledged())
    """What is told."""

    def draw(self) -> Canvas:
        """Draw the prediction and the newest lines that fit."""
        width, height = self.size.width, self.size.height
        heading = [*self.pledged.heading]
        if heading and height > len(heading) + 3:
            heading.append(Content(""))
        rest = max(height - len(heading), 0)
        story = [part for line in self.pledged.story for part in _wrapped(line, width - 1)]
        return in_lines([*heading, *(story[-rest:] if rest else ())], width, height)


def _wrapped(line: Content, width: int) -> list[Content]:
    """Write a line that is too long on two, the second set in."""
    if line.cell_length <= width:
        return [line]
    first, second = broken(line, width)
    return [first, Content.assemble("  ", second).truncate(width, ellipsis=True)]


@dataclass(frozen=True, slots=True)
class Stock:
    """What is told at the right."""

    deck: int = 0
    trump: Card = VALKNUT
    destroyed: int = 0
    style: Style = Style()  # noqa: RUF009 - a frozen value


class Deck(CanvasWidget):
    """The face-down deck, the card that says what is trump, and how many tricks are destroyed."""

    stock: reactive[Stock] = reactive(Stock())
    """What is there."""

    class Opened(Message):
        """The player wants to see the last trick."""

    def draw(self) -> Canvas:
        """Draw deck and trump as cards, and what they are below."""
        return draw_stock(self.stock, self.size.width, self.size.height)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Opened())


def draw_stock(stock: Stock, width: int, height: int) -> Canvas:
    """Draw deck and trump in the room there is."""
    canvas = Canvas(width, height)
    size = BIG if stock.style.size is BIG and height >= BIG.height + 4 else NARROW
    size = SLIM if height < NARROW.height + 3 else size
    cards = 2 * size.width + 1
    below = 2 if height < size.height + 3 else 3
    top = max((height - size.height - below) // 2, 0)
    canvas.paste(0, top, back(size))
    canvas.paste(size.width + 1, top, face(stock.trump, Style(size, stock.style.marks)))
    trump = stock.trump.colour
    lines = [
        Content.assemble("trump ", colour_chip(trump, stock.style.marks)),
        Content.styled(f"deck {stock.deck}", "$quiet"),
        Content.styled(f"{stock.destroyed} destroyed", "$quiet"),
    ]
    if below == 2:
        lost = f" · {stock.destroyed} lost" if stock.destroyed else ""
        lines[1:] = [Content.styled(f"deck {stock.deck}{lost}", "$quiet")]
    for y, line in enumerate(lines, top + size.height):
        canvas.put_content(0, y, line.truncate(max(width, cards), ellipsis=True))
    return canvas
