"""What stands beside the trick: the own prediction and the story, deck and trump."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from odin_tui.herrlof.cards import (
    BIG,
    NARROW,
    SHAPES,
    SLIM,
    Marks,
    Style,
    chip,
    chips,
    colour_chip,
    face,
)
from odin_tui.herrlof.events import (
    CardBuried,
    CardDrawn,
    CardPlayed,
    CardReturned,
    CardTaken,
    Predicted,
    TrickTaken,
    TurnEvent,
    events_after_last_trick,
    turns_trump,
)
from odin_tui.herrlof.messages import distance_text
from odin_tui.languages import Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader

# -- the own prediction and the story -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PredictionText:
    """What is told at the left."""

    heading: tuple[Content, ...] = ()
    story: tuple[Content, ...] = ()


def prediction_text(view: View, reader: Reader, style: Style) -> PredictionText:
    """Return what the reader predicted, how far it has come true, and what has happened."""
    story = () if view.stage == Stage.PREDICT else tuple(story_lines(view, reader, style.marks))
    return PredictionText(_heading(view, reader.tr), story)


def _heading(view: View, tr: Translations) -> tuple[Content, ...]:
    if view.seat is None:
        return ()
    predicted, won = view.predictions[view.seat], view.tricks[view.seat]
    if predicted is None:
        return (Content(tr.gettext("No prediction yet")),)
    number = Content.styled(str(predicted), "bold")
    first = fill(tr.gettext("You predicted {number}"), number=number)
    if view.stage == Stage.PREDICT:
        return first, Content.styled(tr.gettext("the others still think"), "$quiet")
    count = tr.ngettext("won {count}", "won {count}", won).format(count=won)
    left = distance_text(predicted, won, tr)
    return first, Content.assemble((count, "bold"), f" · {left}")


class Prediction(CanvasWidget):
    """The own prediction, always to be seen, and below it the story of the trick."""

    text: reactive[PredictionText] = reactive(PredictionText())
    """What is told."""

    def draw(self) -> Canvas:
        """Draw the prediction and the newest lines that fit."""
        width, height = self.size.width, self.size.height
        heading = [part for line in self.text.heading for part in _wrapped(line, width)]
        if heading and height > len(heading) + 3:
            heading.append(Content(""))
        rest = max(height - len(heading), 0)
        story = [part for line in self.text.story for part in _wrapped(line, width - 1)]
        return in_lines([*heading, *(story[-rest:] if rest else ())], width, height)


def _wrapped(line: Content, width: int) -> list[Content]:
    """Write a line that is too long on two, the second set in."""
    if line.cell_length <= width:
        return [line]
    first, second = broken(line, width)
    return [first, Content.assemble("  ", second).truncate(width, ellipsis=True)]


def story_lines(view: View, reader: Reader, marks: Marks = SHAPES) -> Iterator[Content]:
    """Yield a line about the last trick, and one for each turn after it."""
    yield from _last_trick_lines(view, reader, marks)
    for event in events_after_last_trick(view):
        if not isinstance(event, Predicted):
            yield _story_line(event, reader, marks)


def _last_trick_lines(view: View, reader: Reader, marks: Marks) -> Iterator[Content]:
    trick, tr = view.last_trick, reader.tr
    if trick is None or trick.round_no != view.round_no:
        return
    if trick.winner is None:
        text, name = tr.gettext("{cards} destroyed"), Content("")
    elif reader.is_me(trick.winner):
        text, name = tr.gettext("{cards} yours"), Content("")
    else:
        text, name = (
            tr.gettext("{cards} to {name}"),
            Content.styled(reader.names[trick.winner], "$quiet"),
        )
    yield fill(text, "$quiet", cards=chips(trick.cards, "", marks), name=name)
    if turns_trump(trick.cards):
        card = chip(view.trump_card, "", marks)
        yield fill(tr.gettext("turned up {card}"), "$quiet", card=card)


def _story_line(event: TurnEvent, reader: Reader, marks: Marks) -> Content:
    victim = event.victim if isinstance(event, TrickTaken | CardTaken) else event.seat
    return fill(
        _template(event, reader),
        name=Content.styled(reader.names[event.seat], "$quiet"),
        card=_shown(getattr(event, "card", None), marks),
        victim=reader.names[victim],
    )


def _shown(card: Card | None, marks: Marks) -> Content:
    return Content("") if card is None else chip(card, "", marks)


def _template(event: TurnEvent, reader: Reader) -> str:
    return _own(event, reader) if reader.is_me(event.seat) else _of_others(event, reader)


def _own(event: TurnEvent, reader: Reader) -> str:  # noqa: PLR0911 - one for each event
    tr = reader.tr
    match event:
        case CardPlayed():
            return tr.gettext("You {card}")
        case CardDrawn():
            return tr.gettext("You drew {card}")
        case CardBuried():
            return tr.gettext("You buried {card}")
        case TrickTaken():
            return tr.gettext("You took a trick from {victim}")
        case CardTaken():
            return tr.gettext("You took {card} from {victim}")
        case CardReturned():
            return tr.gettext("You gave back {card}")
    return tr.gettext("You let it be")


def _of_others(  # noqa: C901, PLR0911 - one for each event
    event: TurnEvent, reader: Reader
) -> str:
    tr = reader.tr
    match event:
        case CardPlayed():
            return tr.gettext("{name} {card}")
        case CardDrawn(card=None):
            return tr.gettext("{name} drew")
        case CardDrawn():
            return tr.gettext("{name} drew {card}")
        case CardBuried(card=None):
            return tr.gettext("{name} buried a card")
        case CardBuried():
            return tr.gettext("{name} buried {card}")
        case TrickTaken(victim=victim) if reader.is_me(victim):
            return tr.gettext("{name} took a trick from you")
        case TrickTaken():
            return tr.gettext("{name} took a trick from {victim}")
        case CardTaken(victim=victim) if reader.is_me(victim):
            return tr.gettext("{name} took {card} from you")
        case CardTaken(card=None):
            return tr.gettext("{name} took a card from {victim}")
        case CardTaken():
            return tr.gettext("{name} took {card} from {victim}")
        case CardReturned(card=None):
            return tr.gettext("{name} gave a card back")
        case CardReturned():
            return tr.gettext("{name} gave back {card}")
    return tr.gettext("{name} let it be")


# -- deck and trump -------------------------------------------------------------------------


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
    """Draw deck and trump in this size."""
    canvas = Canvas(width, height)
    size = BIG if stock.style.size is BIG and height >= BIG.height + 4 else NARROW
    size = SLIM if height < NARROW.height + 3 else size
    cards = 2 * size.width + 1
    below = 2 if height < size.height + 3 else 3
    top = max((height - size.height - below) // 2, 0)
    canvas.paste(0, top, back(size))
    canvas.paste(size.width + 1, top, face(stock.trump, replace(stock.style, size=size)))
    tr = stock.style.tr
    trump = trump_text(stock.trump, stock.style)
    if stock.trump.colour is not None and trump.cell_length > max(width, cards):
        trump = colour_chip(stock.trump.colour, tr, stock.style.marks)
    lines = [trump, *stock_text(stock.deck, stock.destroyed, tr)]
    if below == 2 and stock.destroyed:
        text = tr.gettext("deck {deck} · {destroyed} lost")
        text = text.format(deck=stock.deck, destroyed=stock.destroyed)
        lines[1:] = [Content.styled(text, "$quiet")]
    del lines[below:]
    for y, line in enumerate(lines, top + size.height):
        canvas.put_content(0, y, line.truncate(max(width, cards), ellipsis=True))
    return canvas


def trump_text(card: Card, style: Style) -> Content:
    """Return which colour is trump."""
    if card.colour is None:
        return Content(style.tr.gettext("trump none"))
    return fill(
        style.tr.gettext("trump {colour}"), colour=colour_chip(card.colour, style.tr, style.marks)
    )


def stock_text(deck: int, destroyed: int, tr: Translations) -> list[Content]:
    """Return how many cards the deck has, and how many tricks were destroyed."""
    lost = tr.ngettext("{count} destroyed", "{count} destroyed", destroyed)
    return [
        Content.styled(tr.gettext("deck {count}").format(count=deck), "$quiet"),
        Content.styled(lost.format(count=destroyed), "$quiet"),
    ]
