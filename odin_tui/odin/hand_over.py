"""The pages after a hand and after the match: cards are turned over, points counted in bars."""

from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual.content import Content

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import Pass
from odin_engine.odin.state import HandResult
from odin_engine.odin.view import View
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import back
from odin_tui.drawing.names import shortened
from odin_tui.drawing.standings import Standings
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SMALL, Style, chip, chips, row, short_chips
from odin_tui.widgets.deal_end import DealEnd, totals_of, who_leads

STEPS = {"full": 1, "reduced": 4, "none": 9}
"""How many cards of each hand are turned over at once, by the setting `animations`."""


def scale_of(view: View) -> int:
    """Return how many points the full width of a bar stands for."""
    return max(view.options.target or 9, *view.points)


def points_by_hand(view: View, seat: int) -> list[int]:
    """Return the points a seat got in each hand that is over."""
    return [result.points[seat] for result in view.results]


draw_places = Standings(scale=scale_of)


@dataclass(frozen=True, slots=True)
class EndedHand:
    """A hand that is over, and who reads about it."""

    view: View
    number: int
    reader: Reader
    style: Style

    @property
    def result(self) -> HandResult:
        return self.view.results[self.number - 1]

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """What each seat was left with, the highest card first."""
        return tuple(tuple(cards) for cards in self.result.left)

    @property
    def most(self) -> int:
        """The number of cards in the fullest hand."""
        return max(self.result.points)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this hand."""
        return totals_of(self.view.results[: self.number])


class HandOver(DealEnd):
    """The page between two hands: cards are turned over, one of every hand at a time."""

    STEPS = STEPS
    SECONDS = 0.09

    def heading(self, ended: EndedHand) -> Content:
        """Return who went out, and with what."""
        return heading(ended)

    def standing(self, ended: EndedHand) -> str:
        """Return who leads, or that the match is over."""
        if ended.view.outcome is not None:
            return ended.reader.tr.gettext("This was the last hand of the match.")
        reader = ended.reader
        return who_leads(reader.names, ended.totals, min(ended.totals), reader.seat, reader.tr)

    def draw_tally(self, ended: EndedHand, counted: int, width: int, height: int) -> Canvas:
        """Draw what everyone held, as far as it has been counted."""
        return draw_tally(ended, counted, width, height)

    def steps_of(self, ended: EndedHand) -> int:
        """Return how many cards the fullest hand has."""
        return ended.most


def heading(ended: EndedHand) -> Content:
    """Return who went out, and with what: the play that ends a hand is seen nowhere else."""
    tr, winner, number = ended.reader.tr, ended.result.winner, ended.number
    mine, name = ended.reader.is_me(winner), ended.reader.names[winner]
    if not ended.result.history or isinstance(last := ended.result.history[-1].move, Pass):
        if mine:
            return fill(tr.gettext("Hand {number} is over: you are out."), number=number)
        text = tr.gettext("Hand {number} is over: {name} is out.")
        return fill(text, number=number, name=name)
    cards = chips(last.cards, "", ended.style.marks)
    if mine:
        text = tr.gettext("Hand {number} is over: you are out with {cards}.")
    else:
        text = tr.gettext("Hand {number} is over: {name} is out with {cards}.")
    return fill(text, number=number, name=name, cards=cards)


def draw_tally(ended: EndedHand, counted: int, width: int, height: int) -> Canvas:
    """Draw what everyone held, as real cards where there is room for them."""
    seats = len(ended.reader.names)
    if width >= SMALL.row(9) + 60 and height >= (SMALL.height + 1) * seats:
        return _draw_beside(ended, counted, Canvas(width, height))
    if width >= SMALL.row(9) and height >= (SMALL.height + 2) * (seats - 1) + 2:
        return _draw_below(ended, counted, Canvas(width, height))
    return _draw_in_lines(ended, counted, Canvas(width, height))


def _draw_beside(ended: EndedHand, counted: int, canvas: Canvas) -> Canvas:
    """Draw real cards, with the points beside them."""
    names = max(map(len, ended.reader.names)) + 2
    for seat, held in enumerate(ended.hands):
        y = seat * (SMALL.height + 1)
        _draw_name(canvas, y + 2, ended, seat)
        _faces(canvas, names, y, held, counted, ended.style)
        _draw_points(canvas, names + SMALL.row(9) + 2, y + 2, ended, seat, counted)
    return canvas


def _draw_below(ended: EndedHand, counted: int, canvas: Canvas) -> Canvas:
    """Draw real cards, below the points."""
    names = max(map(len, ended.reader.names)) + 2
    y = 0
    for seat, held in enumerate(ended.hands):
        _draw_name(canvas, y, ended, seat)
        _draw_points(canvas, names, y, ended, seat, counted)
        _faces(canvas, 0, y + 1, held, counted, ended.style)
        y += SMALL.height + 2 if held else 2
    return canvas


def _draw_in_lines(ended: EndedHand, counted: int, canvas: Canvas) -> Canvas:
    """Draw each hand as one line."""
    chipped = canvas.width >= 76
    names = min(max(map(len, ended.reader.names)), 14 if chipped else 9) + 2
    step = 2 if canvas.height >= 2 * len(ended.reader.names) else 1
    for seat, held in enumerate(ended.hands):
        y = seat * step
        _draw_name(canvas, y, ended, seat, names - 2)
        line = _line(held, min(counted, len(held)), ended.style, chipped=chipped)
        canvas.put_content(names, y, line)
        _draw_points(canvas, names + (36 if chipped else 27), y, ended, seat, counted)
    return canvas


def _draw_name(canvas: Canvas, y: int, ended: EndedHand, seat: int, width: int = 24) -> None:
    name = shortened(ended.reader.names[seat], width)
    canvas.put(0, y, name, "" if ended.hands[seat] else "bold")


def _draw_points(canvas: Canvas, x: int, y: int, ended: EndedHand, seat: int, counted: int) -> None:
    held = len(ended.hands[seat])
    open_now = min(counted, held)
    out = ended.reader.tr.pgettext("points of a hand", "out")
    column = max(cell_len(out), 3)
    text = f"+{open_now}" if held else out
    canvas.put(x, y, text.rjust(column), "bold")
    canvas.put(x + column + 1, y, f"{ended.totals[seat] - held + open_now:>3}", "bold")
    x += column - 3
    width = min(canvas.width - x - 9, 60)
    points = points_by_hand(ended.view, seat)[: ended.number]
    canvas.put_content(x + 9, y, bar(points, scale_of(ended.view), width, newest=open_now))


def _line(held: tuple[Card, ...], open_now: int, style: Style, *, chipped: bool) -> Content:
    shut = [Content.styled("░░░" if chipped else "░░", "$quiet")] * (len(held) - open_now)
    if chipped:
        shown = [chip(card, "", style.marks) for card in held[:open_now]]
    else:
        shown = [short_chips([card]) for card in held[:open_now]]
    return Content(" ").join([*shown, *shut])


def _faces(
    canvas: Canvas, x: int, y: int, held: tuple[Card, ...], counted: int, style: Style
) -> None:
    step = SMALL.width + SMALL.gap
    canvas.paste(x, y, row(held[:counted], replace(style, size=SMALL), SMALL.row(9)))
    for place in range(counted, len(held)):
        canvas.paste(x + place * step, y, back(SMALL))
