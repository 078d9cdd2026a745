"""The end of a hand: cards are turned over and counted, and added to what was there before."""

from dataclasses import dataclass

from textual.content import Content

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import Pass
from odin_engine.odin.state import HandResult
from odin_engine.odin.view import View
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import back
from odin_tui.drawing.names import shortened
from odin_tui.odin.card_face import SMALL, Style, chip, chips, row, words
from odin_tui.odin.points_chart import hands_of, scale_of
from odin_tui.widgets.deal_end import DealEnd, totals_of, who_leads

STEPS = {"full": 1, "reduced": 4, "none": 9}
"""How many cards of each hand are turned over at once, by the word of the settings."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that is over, as its page shows it."""

    view: View
    number: int
    names: tuple[str, ...]
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

    def heading(self, ended: Ended) -> Content:
        """Say who went out, and with what."""
        return _heading(ended)

    def standing(self, ended: Ended) -> str:
        """Say who leads, or that nothing more can change."""
        if ended.view.outcome is not None:
            return "This was the last hand of the match."
        return who_leads(ended.names, ended.totals, min(ended.totals), ended.view.seat)

    def draw_tally(self, ended: Ended, counted: int, width: int, height: int) -> Canvas:
        """Draw what everyone held, with real cards where there is room for them."""
        return draw_tally(ended, counted, width, height)

    def steps_of(self, ended: Ended) -> int:
        """Say how many cards the fullest hand has."""
        return ended.most


def _heading(ended: Ended) -> Content:
    """Say who went out, and with what: the play that ends a hand is seen nowhere else."""
    winner = ended.result.winner
    out = "you are out" if winner == ended.view.seat else f"{ended.names[winner]} is out"
    said = f"Hand {ended.number} is over: {out}"
    if not ended.result.history or isinstance(last := ended.result.history[-1].move, Pass):
        return Content(f"{said}.")
    cards = chips(last.cards, "", ended.style.marks)
    return Content.assemble(f"{said} with ", cards, ".")


def draw_tally(ended: Ended, counted: int, width: int, height: int) -> Canvas:
    """Draw what everyone held, as far as it has been counted."""
    seats = len(ended.names)
    if width >= SMALL.row(9) + 60 and height >= (SMALL.height + 1) * seats:
        return _draw_beside(ended, counted, Canvas(width, height))
    if width >= SMALL.row(9) and height >= (SMALL.height + 2) * (seats - 1) + 2:
        return _draw_below(ended, counted, Canvas(width, height))
    return _draw_in_lines(ended, counted, Canvas(width, height))


def _draw_beside(ended: Ended, counted: int, canvas: Canvas) -> Canvas:
    """Draw real cards, with the points beside them."""
    names = max(map(len, ended.names)) + 2
    for seat, held in enumerate(ended.hands):
        y = seat * (SMALL.height + 1)
        _draw_name(canvas, y + 2, ended, seat)
        _faces(canvas, names, y, held, counted, ended.style)
        _draw_points(canvas, names + SMALL.row(9) + 2, y + 2, ended, seat, counted)
    return canvas


def _draw_below(ended: Ended, counted: int, canvas: Canvas) -> Canvas:
    """Draw real cards, below the points."""
    names = max(map(len, ended.names)) + 2
    y = 0
    for seat, held in enumerate(ended.hands):
        _draw_name(canvas, y, ended, seat)
        _draw_points(canvas, names, y, ended, seat, counted)
        _faces(canvas, 0, y + 1, held, counted, ended.style)
        y += SMALL.height + 2 if held else 2
    return canvas


def _draw_in_lines(ended: Ended, counted: int, canvas: Canvas) -> Canvas:
    """Draw each hand as one line."""
    chipped = canvas.width >= 76
    names = min(max(map(len, ended.names)), 14 if chipped else 9) + 2
    step = 2 if canvas.height >= 2 * len(ended.names) else 1
    for seat, held in enumerate(ended.hands):
        y = seat * step
        _draw_name(canvas, y, ended, seat, names - 2)
        line = _line(held, min(counted, len(held)), ended.style, chipped=chipped)
        canvas.put_content(names, y, line)
        _draw_points(canvas, names + (36 if chipped else 27), y, ended, seat, counted)
    return canvas


def _draw_name(canvas: Canvas, y: int, ended: Ended, seat: int, width: int = 24) -> None:
    name = shortened(ended.names[seat], width)
    canvas.put(0, y, name, "" if ended.hands[seat] else "bold")


def _draw_points(canvas: Canvas, x: int, y: int, ended: Ended, seat: int, counted: int) -> None:
    held = len(ended.hands[seat])
    open_now = min(counted, held)
    canvas.put(x, y, f"{'+' + str(open_now) if held else 'out':>3}", "bold")
    canvas.put(x + 4, y, f"{ended.totals[seat] - held + open_now:>3}", "bold")
    width = min(canvas.width - x - 9, 60)
    points = hands_of(ended.view, seat)[: ended.number]
    canvas.put_content(x + 9, y, bar(points, scale_of(ended.view), width, newest=open_now))


def _line(held: tuple[Card, ...], open_now: int, style: Style, *, chipped: bool) -> Content:
    shut = [Content.styled("░░░" if chipped else "░░", "$quiet")] * (len(held) - open_now)
    if chipped:
        shown = [chip(card, "", style.marks) for card in held[:open_now]]
    else:
        shown = [words([card]) for card in held[:open_now]]
    return Content(" ").join([*shown, *shut])


def _faces(
    canvas: Canvas, x: int, y: int, held: tuple[Card, ...], counted: int, style: Style
) -> None:
    step = SMALL.width + SMALL.gap
    canvas.paste(x, y, row(held[:counted], Style(SMALL, style.marks), SMALL.row(9)))
    for place in range(counted, len(held)):
        canvas.paste(x + place * step, y, back(SMALL))
