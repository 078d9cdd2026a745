"""What stands beside the trick: deck and trump, the own prediction, and what has happened."""

from collections.abc import Iterator, Sequence
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
from odin_tui.drawing.card_faces import LARGE, MEDIUM, RISE, SMALL, TINY, Size, draw_back
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.herrlof.cards import SHAPES, Marks, Style, chip, chips, colour_chip, row
from odin_tui.herrlof.events import (
    TEXTS,
    Predicted,
    TurnEvent,
    events_after_last_trick,
    turns_trump,
)
from odin_tui.herrlof.text import distance_text
from odin_tui.herrlof.trick import top_of
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import EventText, Reader

MARGIN = 2
"""The columns at the outer side of a panel."""

# -- the own prediction and the story -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PredictionText:
    """What is told beside the trick."""

    heading: tuple[Content, ...] = ()
    """What the reader has predicted; below it comes how far that has come true."""
    won: int | None = None
    predicted: int | None = None
    """The tricks of the reader, for large numbers; None before the first trick."""
    bonuses: tuple[Content, ...] = ()
    story: tuple[Content, ...] = ()
    style: Style = Style()  # noqa: RUF009 - a frozen value


def prediction_text(view: View, reader: Reader, style: Style) -> PredictionText:
    """Return what the reader predicted, how far it has come true, and what has happened."""
    heading = _heading(view, reader.tr)
    if view.stage == Stage.PREDICT or view.seat is None:
        story = () if view.stage == Stage.PREDICT else tuple(story_lines(view, reader, style.marks))
        return PredictionText(heading, bonuses=_bonuses(view, reader.tr), story=story, style=style)
    return PredictionText(
        heading,
        won=view.tricks[view.seat],
        predicted=view.predictions[view.seat],
        bonuses=_bonuses(view, reader.tr),
        story=tuple(story_lines(view, reader, style.marks)),
        style=style,
    )


def _heading(view: View, tr: Translations) -> tuple[Content, ...]:
    if view.seat is None:
        return ()
    predicted, won = view.predictions[view.seat], view.tricks[view.seat]
    if predicted is None:
        return (Content.styled(tr.gettext("No prediction yet"), "bold"),)
    number = Content.styled(str(predicted), "$your-turn bold")
    first = fill(tr.gettext("You predicted {number}"), "bold", number=number)
    if view.stage == Stage.PREDICT:
        return (first,)
    count = tr.ngettext("won {count}", "won {count}", won).format(count=won)
    left = distance_text(predicted, won, tr)
    return first, Content.assemble((count, "bold"), f" · {left}")


def _bonuses(view: View, tr: Translations) -> tuple[Content, ...]:
    """Return what a prediction that comes true is worth, and a few tricks."""
    if view.seat is None:
        return ()
    lines = [tr.gettext("as predicted: +10")]
    if view.options.small_bonus:
        lines.append(tr.gettext("with 3 or 4: +5"))
    return tuple(Content.styled(line, "$quiet") for line in lines)


FONTS = {LARGE: "7x10", MEDIUM: "5x7", SMALL: "3x5"}
"""How large the tricks are drawn, by the size of the cards in the middle."""
STORY_ROWS = 3
"""The rows that large numbers must leave for the story."""


class Prediction(CanvasWidget):
    """The own prediction, always to be seen, and below it the story of the trick."""

    text: reactive[PredictionText] = reactive(PredictionText())
    """What is told."""

    def draw(self) -> Canvas:
        """Draw the prediction and the newest lines that fit."""
        canvas, top = Canvas(*self.size), max(top_of(self.text.style.size, self.size.height), 1)
        canvas.paste(0, top, draw_prediction(self.text, canvas.width - 1, canvas.height - top))
        return canvas


def draw_prediction(text: PredictionText, width: int, height: int) -> Canvas:
    """Draw what was predicted and won in large numbers where there is room, and the story."""
    first = [part for line in text.heading[:1] for part in _wrapped(line, width)]
    rest = [part for line in text.heading[1:] for part in _wrapped(line, width)]
    numbers = _draw_tricks(text, width)
    rows = numbers.height if numbers.height + len(first + rest) + STORY_ROWS <= height else 0
    bonuses = [part for line in text.bonuses for part in _wrapped(line, width)]
    told = sum(len(_wrapped(line, width)) for line in text.story)
    spare = height - len(first) - rows - len(rest) - min(told, STORY_ROWS)
    if len(bonuses) < spare or not text.story:
        rest += bonuses
    if text.heading and height > len(first) + rows + len(rest) + STORY_ROWS:
        rest.append(Content(""))
    lines = [*rest, *_newest(text.story, width, height - len(first) - rows - len(rest))]
    canvas = in_lines(first, width, height)
    if rows:
        canvas.paste(0, len(first), numbers)
    canvas.paste(0, len(first) + rows, in_lines(lines, width, max(height - len(first) - rows, 0)))
    return canvas


def _newest(story: Sequence[Content], width: int, rows: int) -> list[Content]:
    """Return the newest lines of a story that fit, each of them whole."""
    lines: list[Content] = []
    for line in reversed(story):
        parts = _wrapped(line, width)
        if len(parts) + len(lines) > rows:
            break
        lines = [*parts, *lines]
    return lines


def _draw_tricks(text: PredictionText, width: int) -> Canvas:
    """Draw how many tricks the reader has won of how many; empty where there is no room."""
    font = FONTS.get(text.style.size, "")
    if text.won is None or text.predicted is None or not font:
        return Canvas(0, 0)
    of = text.style.tr.pgettext("between two numbers", "of")
    won, predicted = (number_width(number, font) for number in (text.won, text.predicted))
    if won + len(of) + 2 + predicted > width:
        return Canvas(0, 0)
    pixels = int(font.partition("x")[2])
    canvas = Canvas(width, pixels // 2 + 1)
    draw_number(canvas, 0, 1, text.won, font, "$your-turn")
    canvas.put(won + 1, pixels // 2, of, "$quiet")
    draw_number(canvas, won + len(of) + 2, 1, text.predicted, font, "$your-turn")
    return canvas


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


TRICK_WON = EventText(N_("{cards} yours"), N_("{cards} to {name}"))


def _last_trick_lines(view: View, reader: Reader, marks: Marks) -> Iterator[Content]:
    trick, tr = view.last_trick, reader.tr
    if trick is None or trick.round_no != view.round_no:
        return
    text, name = tr.gettext("{cards} destroyed"), Content("")
    if trick.winner is not None:
        text = reader.choose(TRICK_WON, trick.winner)
        name = Content.styled(reader.names[trick.winner], "$quiet")
    yield fill(text, "$quiet", cards=chips(trick.cards, "", marks), name=name)
    if turns_trump(trick.cards):
        card = chip(view.trump_card, "", marks)
        yield fill(tr.gettext("turned up {card}"), "$quiet", card=card)


def _story_line(event: TurnEvent, reader: Reader, marks: Marks) -> Content:
    card = getattr(event, "card", None)
    return fill(
        TEXTS.template(event, reader, "-brief"),
        name=Content.styled(reader.names[event.seat], "$quiet"),
        card=Content("") if card is None else chip(card, "", marks),
        victim=reader.names[getattr(event, "victim", event.seat)],
    )


# -- deck and trump -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stock:
    """Deck and trump."""

    deck: int = 0
    trump: Card = VALKNUT
    destroyed: int = 0
    style: Style = Style()  # noqa: RUF009 - a frozen value


SEEN_OF_DECK = -3
"""How far the card that is turned up begins before the end of the deck, which it covers."""


def stock_width(size: Size) -> int:
    """Return how many columns deck and trump take."""
    return MARGIN + 2 * size.width + SEEN_OF_DECK


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
    size = stock.style.size if height >= SMALL.height + 3 else TINY
    canvas, style = Canvas(width, height), replace(stock.style, size=size)
    top, x = top_of(size, height), MARGIN + size.width + SEEN_OF_DECK
    shadows = height >= top + size.height + 3
    if stock.deck:
        canvas.paste(MARGIN, top, draw_back(size.width, size.height))
        if shadows:
            canvas.put(MARGIN + 1, top + size.height, "▀" * size.width, "$shadow")
    trump = row((stock.trump,), style, size.width, shadows=shadows)
    canvas.paste(x, top - RISE, trump)
    below = top + size.height + shadows
    for y, line in enumerate(_stock_lines(stock, width - MARGIN, height - below), below):
        canvas.put_content(MARGIN, y, line)
    return canvas


def _stock_lines(stock: Stock, width: int, rows: int) -> Sequence[Content]:
    """Return what is trump, how large the deck is and how much is destroyed, in so many rows."""
    tr = stock.style.tr
    trump = trump_text(stock.trump, stock.style)
    if stock.trump.colour is not None and trump.cell_length > width:
        trump = colour_chip(stock.trump.colour, tr, stock.style.marks)
    lines = [trump, *stock_text(stock.deck, stock.destroyed, tr)]
    if rows == 2 and stock.destroyed:
        text = tr.gettext("deck {deck} · {destroyed} lost")
        both = Content.styled(text.format(deck=stock.deck, destroyed=stock.destroyed), "$quiet")
        lines[1:] = [both if both.cell_length <= width else lines[1]]
    return [line.truncate(width, ellipsis=True) for line in lines[: max(rows, 0)]]


def trump_text(card: Card, style: Style) -> Content:
    """Return which colour is trump."""
    if card.colour is None:
        return Content(style.tr.gettext("trump none"))
    return fill(
        style.tr.gettext("trump {colour}"), colour=colour_chip(card.colour, style.tr, style.marks)
    )


def stock_text(deck: int, destroyed: int, tr: Translations) -> list[Content]:
    """Return how many cards the deck has, and how many tricks were destroyed, if any were."""
    lines = [Content.styled(tr.gettext("deck {count}").format(count=deck), "$quiet")]
    if destroyed:
        lost = tr.ngettext("{count} destroyed", "{count} destroyed", destroyed)
        lines.append(Content.styled(lost.format(count=destroyed), "$quiet"))
    return lines
