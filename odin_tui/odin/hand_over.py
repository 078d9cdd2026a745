"""The end of a hand: cards are turned over and counted, and added to what was there before."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import Pass
from odin_engine.odin.sight import View
from odin_engine.odin.state import HandResult
from odin_server.hall import TableView
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import back
from odin_tui.drawing.drawn import Drawn
from odin_tui.drawing.names import clock_of, listed, shortened
from odin_tui.odin.card_face import SMALL, Style, chip, chips, row, words
from odin_tui.odin.points_chart import hands_of, scale_of
from odin_tui.widgets.verb import Verb

STEP_SECONDS = 0.09
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
        results = self.view.results[: self.number]
        return tuple(sum(one) for one in zip(*(r.points for r in results), strict=True))


class Tally(Drawn):
    """The rows of the page: name, cards, points of this hand, all points, and the bar."""

    DEFAULT_CSS = "Tally { height: 1fr; }"

    ended: reactive[Ended | None] = reactive(None)
    """The hand that is being counted."""
    counted: reactive[int] = reactive(0)
    """How many cards of each hand lie open."""

    def draw(self) -> Canvas:
        """Draw a row for each seat, with real cards where there is room for them."""
        if self.ended is None:
            return Canvas(*self.size)
        return draw_tally(self.ended, self.counted, self.size.width, self.size.height)


class HandOver(Widget):
    """The page between two hands. Counting takes a moment; any key shows it finished."""

    DEFAULT_CSS = """
    HandOver { layout: vertical; padding: 1 2 0 2; }
    HandOver #ended { height: 1; text-style: bold; }
    HandOver #waiting { height: 1; margin-bottom: 1; color: $your-turn; text-style: bold; }
    HandOver #going-on { height: 1; margin-bottom: 1; }
    HandOver #next-word { width: 1fr; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._pace = 9
        self._waiting = ""

    def compose(self) -> ComposeResult:
        yield Static(id="ended")
        yield Static(id="waiting", markup=False)
        yield Tally()
        with Horizontal(id="going-on"):
            yield Static(id="next-word", markup=False)
            yield Verb("Go on", "next", id="next")

    @property
    def counting(self) -> bool:
        """Tell whether cards are still being turned over."""
        return self._timer is not None

    def begin(self, ended: Ended, animations: str) -> None:
        """Show a hand and count it."""
        self.stop()
        self.query_one("#ended", Static).update(_heading(ended))
        self._pace = STEPS.get(animations, 9)
        tally = self.query_one(Tally)
        tally.ended = ended
        tally.counted = 0 if self._pace < 9 else 9
        if self._pace < 9:
            self._timer = self.set_interval(STEP_SECONDS, self._turn_over)
        self._say()

    def wait(self, sentence: str) -> None:
        """Say that the table waits for the player already; an empty sentence if it does not."""
        if sentence != self._waiting:
            self._waiting = sentence
            # It has a line of its own, so nothing moves; a new layout would be for nothing.
            self.query_one("#waiting", Static).update(sentence, layout=False)

    def _turn_over(self) -> None:
        tally = self.query_one(Tally)
        tally.counted += self._pace
        if tally.ended is None or tally.counted >= tally.ended.most:
            self.finish()

    def finish(self) -> None:
        """Show everything counted."""
        self.stop()
        self.query_one(Tally).counted = 9
        self._say()

    def on_click(self) -> None:
        """Let a click end the counting."""
        if self.counting:
            self.finish()

    def stop(self) -> None:
        """Let no card turn over any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _say(self) -> None:
        ended = self.query_one(Tally).ended
        said = "" if ended is None or self.counting else _standing(ended)
        self.query_one("#next-word", Static).update(said)


def _standing(ended: Ended) -> str:
    """Say who leads, or that nothing more can change."""
    if ended.view.outcome is not None:
        return "This was the last hand of the match."
    lowest = min(ended.totals)
    ahead = [name for name, had in zip(ended.names, ended.totals, strict=True) if had == lowest]
    verb = "lead" if len(ahead) > 1 or ahead == ["You"] else "leads"
    return f"{listed(ahead)} {verb} the match with {lowest}."


def waiting_words(table: TableView, now: float) -> str:
    """Say that the next hand waits for the player, and how long it will; empty if it does not."""
    if not table.my_turn or table.seat is None or table.match is None:
        return ""
    mine = table.seats[table.seat]
    left = "" if mine.deadline is None else f" · {clock_of(mine, now)}"
    return f"Hand {table.match.hand_no} has begun and waits for you{left}"


def _heading(ended: Ended) -> Content:
    """Say who went out, and with what: the play that ends a hand is seen nowhere else."""
    out = ended.names[ended.result.winner]
    said = f"Hand {ended.number} is over: {out} {'are' if out == 'You' else 'is'} out"
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
