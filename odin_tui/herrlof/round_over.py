"""The end of a round: predictions are turned up, tricks counted, bonuses spelled out."""

from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.state import RoundResult
from odin_engine.herrlof.view import View
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import inside, shortened
from odin_tui.herrlof.card_face import SHAPES, Marks, chips
from odin_tui.herrlof.card_hints import tricks_word
from odin_tui.widgets.deal_end import DealEnd, totals_of, who_leads

COLUMNS = ("said", "won", "exact", "3 or 4", "points", "total")
WIDE_COLUMNS = ("predicted", "tricks won", "exactly", "for 3 or 4", "this round", "in all")
ALL = len(COLUMNS)
FEW = 3
"""The column of the bonus for few tricks, which is left out where it is not played for."""
STEPS = {"full": 1, "reduced": 3, "none": ALL}
"""How many columns are turned up at once, by the word of the settings."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that is over, as its page shows it."""

    view: View
    number: int
    names: tuple[str, ...]
    marks: Marks = field(default_factory=lambda: SHAPES)

    @property
    def result(self) -> RoundResult:
        return self.view.results[self.number - 1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this round."""
        return totals_of(self.view.results[: self.number])

    def row(self, seat: int) -> tuple[str, ...]:
        """Give what stands in the columns for a seat."""
        result = self.result
        exact, few = result.exact_bonus[seat], result.few_bonus[seat]
        return (
            str(result.predictions[seat]),
            str(result.tricks[seat]),
            f"+{exact}" if exact else "–",
            f"+{few}" if few else "–",
            f"+{result.points[seat]}",
            str(self.totals[seat]),
        )


class RoundOver(DealEnd):
    """The page between two rounds: predictions and bonuses are turned up column by column."""

    DEFAULT_CSS = "RoundOver #ended { height: 2; }"
    STEPS = STEPS
    SECONDS = 0.35

    def heading(self, ended: Ended) -> Content:
        """Say which round is over, and show its last trick."""
        return heading(ended)

    def standing(self, ended: Ended) -> str:
        """Say who is ahead, or that there is no more to come."""
        if ended.view.outcome is not None and ended.number == len(ended.view.results):
            return "This was the last round of the match."
        return who_leads(ended.names, ended.totals, max(ended.totals), ended.view.seat)

    def draw_tally(self, ended: Ended, counted: int, width: int, height: int) -> Canvas:
        """Draw the columns as far as they are turned up."""
        return draw_reckoning(ended, counted, width, height)


def heading(ended: Ended) -> Content:
    """Say which round is over, and show its last trick, which is seen nowhere else."""
    said = Content(f"Round {ended.number} is over.")
    if count := ended.result.destroyed:
        were = "was" if count == 1 else "were"
        said = Content.assemble(said, f" {tricks_word(count)} {were} destroyed.")
    trick = ended.view.last_trick
    if trick is None or trick.round_no != ended.number:
        return said
    to = "destroyed"
    if trick.winner is not None:
        to = f"for {inside(ended.names, trick.winner, ended.view.seat)}"
    last = Content.assemble("  Last trick ", chips(trick.cards, "", ended.marks), f" {to}.")
    return Content.assemble(said, last).stylize("not bold", len(said), None)


def draw_reckoning(ended: Ended, counted: int, width: int, height: int) -> Canvas:
    """Draw the columns as far as they are turned up, and the sums in words below."""
    canvas = Canvas(width, height)
    wide = width >= 100
    names = min(max(map(cell_len, ended.names)), 16 if wide else 10) + 1
    column = 12 if wide else 7
    titles = WIDE_COLUMNS if wide else COLUMNS
    shown = [place for place in range(ALL) if place != FEW or ended.view.options.small_bonus]
    for x, place in enumerate(shown):
        canvas.put(names + x * column, 0, titles[place].rjust(column), "$quiet")
    step = 2 if height >= 4 * len(ended.names) + 3 else 1
    for seat, name in enumerate(ended.names):
        y = 1 + (step - 1) + seat * step
        short = shortened(name, names - 1)
        exact = bool(ended.result.exact_bonus[seat]) and counted > 2
        canvas.put(0, y, short, "bold" if exact else "")
        row = ended.row(seat)
        for x, place in enumerate(place for place in shown if place < counted):
            ink = "bold" if place in (0, 1, 5) else ""
            canvas.put(names + x * column, y, row[place].rjust(column), ink)
        _draw_bar(canvas, names + len(shown) * column + 2, y, ended, seat, counted)
    if counted >= ALL:
        _write_sums(canvas, 2 + (step + 1) * (step > 1) + len(ended.names) * step, ended)
    return canvas


def _draw_bar(canvas: Canvas, x: int, y: int, ended: Ended, seat: int, counted: int) -> None:
    width = min(canvas.width - x, 60)
    if width < 6:
        return
    points = [result.points[seat] for result in ended.view.results[: ended.number]]
    scale = max(ended.view.options.target, *ended.totals)
    newest = points[-1] if counted >= ALL else 0
    canvas.put_content(x, y, bar(points, scale, width, newest=newest))


def _write_sums(canvas: Canvas, y: int, ended: Ended) -> None:
    for seat in range(len(ended.names)):
        canvas.put(0, y + seat, sum_of(ended, seat), "$quiet")


def sum_of(ended: Ended, seat: int) -> str:
    """Spell out what a seat gets, as in `You predicted 4, won 4: 4 + 10 exactly + 5 = 19`."""
    result, name = ended.result, ended.names[seat]
    won = result.tricks[seat]
    parts = [tricks_word(won)]
    if result.exact_bonus[seat]:
        parts.append(f"{result.exact_bonus[seat]} as predicted")
    if result.few_bonus[seat]:
        parts.append(f"{result.few_bonus[seat]} for 3 or 4 tricks")
    total = f" = {result.points[seat]}" if len(parts) > 1 else f" = {won}"
    return f"{name}: predicted {result.predictions[seat]}, {' + '.join(parts)}{total}."
