"""The end of a hand: cards are turned over and counted, and added to what was there before."""

from dataclasses import dataclass

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.odin.cards import Card
from odin_engine.odin.sight import View
from odin_engine.odin.state import HandResult
from odin_tui.odin.canvas import Canvas
from odin_tui.odin.card_face import SMALL, Style, back, chip, row, words
from odin_tui.odin.points_chart import bar, hands_of, scale_of
from odin_tui.odin.seating import listed
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
    def most(self) -> int:
        """The number of cards in the fullest hand."""
        return max(self.result.points)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this hand."""
        results = self.view.results[: self.number]
        return tuple(sum(one) for one in zip(*(r.points for r in results), strict=True))


class Tally(Widget):
    """The rows of the page: name, cards, points of this hand, all points, and the bar."""

    DEFAULT_CSS = "Tally { height: 1fr; text-wrap: nowrap; text-overflow: clip; }"

    ended: reactive[Ended | None] = reactive(None)
    """The hand that is being counted."""
    counted: reactive[int] = reactive(0)
    """How many cards of each hand lie open."""

    def render(self) -> Content:
        """Draw a row for each seat, with real cards where there is room for them."""
        if self.ended is None:
            return Content("")
        return draw_tally(self.ended, self.counted, self.size.width, self.size.height).content()


class HandOver(Widget):
    """The page between two hands. Counting takes a moment; any key shows it finished."""

    DEFAULT_CSS = """
    HandOver { layout: vertical; padding: 1 2 0 2; }
    HandOver #ended { height: 2; text-style: bold; }
    HandOver #going-on { height: 1; margin-bottom: 1; }
    HandOver #next-word { width: 1fr; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._pace = 9

    def compose(self) -> ComposeResult:
        yield Static(id="ended", markup=False)
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
        out = ended.names[ended.result.winner]
        verb = "are" if out == "You" else "is"
        self.query_one("#ended", Static).update(f"Hand {ended.number} is over: {out} {verb} out.")
        self._pace = STEPS.get(animations, 9)
        tally = self.query_one(Tally)
        tally.ended = ended
        tally.counted = 0 if self._pace < 9 else 9
        if self._pace < 9:
            self._timer = self.set_interval(STEP_SECONDS, self._turn_over)
        self._say()

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

    def stop(self) -> None:
        """Let no card turn over any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _say(self) -> None:
        ended = self.query_one(Tally).ended
        said = ""
        if ended is not None and not self.counting:
            lowest = min(ended.totals)
            ahead = [
                n for n, total in zip(ended.names, ended.totals, strict=True) if total == lowest
            ]
            verb = "lead" if len(ahead) > 1 or ahead == ["You"] else "leads"
            said = f"{listed(ahead)} {verb} the match with {lowest}."
        self.query_one("#next-word", Static).update(said)


def draw_tally(ended: Ended, counted: int, width: int, height: int) -> Canvas:
    """Draw what everyone held, as far as it has been counted."""
    canvas = Canvas(width, height)
    seats = len(ended.names)
    tall = height >= seats * (SMALL.height + 1) and width >= SMALL.row(9) + 50
    step = SMALL.height + 1 if tall else 2 if height >= 2 * seats else 1
    chipped = width >= 76
    name_width = max(min(max(map(len, ended.names)), 14 if chipped else 9), 6)
    cards_width = SMALL.row(9) if tall else 35 if chipped else 26
    bar_width = width - name_width - cards_width - 14
    for seat, name in enumerate(ended.names):
        y = seat * step
        middle = y + (SMALL.height // 2 if tall else 0)
        held = tuple(ended.result.left[seat])
        open_now = min(counted, len(held))
        before = ended.totals[seat] - len(held)
        canvas.put(0, middle, set_cell_size(name, name_width), "bold" if not held else "")
        x = name_width + 2
        if tall:
            _faces(canvas, x, y, held, open_now, ended.style)
        else:
            canvas.put_content(x, y, _line(held, open_now, ended.style, chipped=chipped))
        x += cards_width + 1
        canvas.put(x, middle, f"{'+' + str(open_now) if held else 'out':>3}", "bold")
        canvas.put(x + 4, middle, f"{before + open_now:>3}", "bold")
        points = hands_of(ended.view, seat)[: ended.number]
        canvas.put_content(
            x + 9, middle, bar(points, scale_of(ended.view), bar_width, newest=open_now)
        )
    return canvas


def _line(held: tuple[Card, ...], open_now: int, style: Style, *, chipped: bool) -> Content:
    shut = [Content.styled("░░░" if chipped else "░░", "$quiet")] * (len(held) - open_now)
    if chipped:
        shown = [chip(card, "", style.marks) for card in held[:open_now]]
    else:
        shown = [words([card]) for card in held[:open_now]]
    return Content(" ").join([*shown, *shut])


def _faces(
    canvas: Canvas, x: int, y: int, held: tuple[Card, ...], open_now: int, style: Style
) -> None:
    step = SMALL.width + SMALL.gap
    canvas.paste(x, y, row(held[:open_now], Style(SMALL, style.marks), SMALL.row(9)))
    for place in range(open_now, len(held)):
        canvas.paste(x + place * step, y, back(SMALL))
