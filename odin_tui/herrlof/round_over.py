"""The page after a round: predictions, tricks, bonuses and points."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.state import RoundResult, Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas, broken
from odin_tui.drawing.names import shortened
from odin_tui.herrlof.cards import SHAPES, Marks, chips
from odin_tui.languages import Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.widgets.deal_end import DealEnd, totals_of, who_leads

ALL = 6
"""The number of columns."""
FEW = 3
"""The column of the bonus for few tricks, which is left out where it is not played for."""
STEPS = {"full": 1, "reduced": 3, "none": ALL}
"""How many columns are turned up at once, by the word of the settings."""


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that is over, as its page shows it."""

    view: View
    number: int
    reader: Reader
    marks: Marks = field(default_factory=lambda: SHAPES)

    @property
    def names(self) -> tuple[str, ...]:
        return self.reader.names

    @property
    def result(self) -> RoundResult:
        return self.view.results[self.number - 1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this round."""
        return totals_of(self.view.results[: self.number])

    def row(self, seat: int) -> tuple[str, ...]:
        """Return what stands in the columns for a seat."""
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

    def heading(self, ended: EndedRound) -> Content:
        """Return which round is over, with its last trick."""
        return heading(ended)

    def standing(self, ended: EndedRound) -> str:
        """Return who is ahead, or that there is no more to come."""
        if ended.view.outcome is not None and ended.number == len(ended.view.results):
            return ended.reader.tr.gettext("This was the last round of the match.")
        return who_leads(
            ended.names, ended.totals, max(ended.totals), ended.reader.seat, ended.reader.tr
        )

    def draw_tally(self, ended: EndedRound, counted: int, width: int, height: int) -> Canvas:
        """Draw the columns as far as they are turned up."""
        return draw_columns(ended, counted, width, height)


def heading(ended: EndedRound) -> Content:
    """Return which round is over, with its last trick, which is seen nowhere else."""
    tr = ended.reader.tr
    text = tr.gettext("Round {number} is over.").format(number=ended.number)
    if count := ended.result.destroyed:
        destroyed = tr.ngettext(
            "{count} trick was destroyed.", "{count} tricks were destroyed.", count
        )
        text = f"{text} {destroyed.format(count=count)}"
    trick = ended.view.last_trick
    if trick is None or trick.round_no != ended.number:
        return Content(text)
    last = _last_trick(trick, ended)
    return Content.assemble(text, "  ", last).stylize("not bold", len(text), None)


def _last_trick(trick: Trick, ended: EndedRound) -> Content:
    tr, name = ended.reader.tr, ""
    if trick.winner is None:
        text = tr.gettext("Last trick {cards} destroyed.")
    elif ended.reader.is_me(trick.winner):
        text = tr.gettext("Last trick {cards} for you.")
    else:
        text, name = tr.gettext("Last trick {cards} for {name}."), ended.names[trick.winner]
    return fill(text, cards=chips(trick.cards, "", ended.marks), name=name)


def draw_columns(ended: EndedRound, counted: int, width: int, height: int) -> Canvas:
    """Draw the columns as far as they are turned up, and the sums in words below."""
    canvas, tr = Canvas(width, height), ended.reader.tr
    wide = width >= 100
    names = min(max(map(cell_len, ended.names)), 16 if wide else 10) + 1
    titles = _wide_titles(tr) if wide else _titles(tr)
    shown = [place for place in range(ALL) if place != FEW or ended.view.options.small_bonus]
    column = _column_width(titles, (width - names) // len(shown), 12 if wide else 7)
    for x, place in enumerate(shown):
        title = shortened(titles[place], column - 1)
        canvas.put(names + (x + 1) * column - cell_len(title), 0, title, "$quiet")
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


def _titles(tr: Translations) -> list[str]:
    return [
        tr.pgettext("a column", "said"),
        tr.pgettext("a column", "won"),
        tr.pgettext("a column", "exact"),
        tr.pgettext("a column", "3 or 4"),
        tr.pgettext("a column", "points"),
        tr.pgettext("a column", "total"),
    ]


def _wide_titles(tr: Translations) -> list[str]:
    return [
        tr.pgettext("a column", "predicted"),
        tr.pgettext("a column", "tricks won"),
        tr.pgettext("a column", "exactly"),
        tr.pgettext("a column", "for 3 or 4"),
        tr.pgettext("a column", "this round"),
        tr.pgettext("a column", "in all"),
    ]


def _column_width(titles: Sequence[str], most: int, least: int) -> int:
    """Return the columns of the longest title and a gap, within these bounds."""
    return max(min(max(map(cell_len, titles)) + 1, most), least)


def _draw_bar(canvas: Canvas, x: int, y: int, ended: EndedRound, seat: int, counted: int) -> None:
    width = min(canvas.width - x, 60)
    if width < 6:
        return
    points = [result.points[seat] for result in ended.view.results[: ended.number]]
    scale = max(ended.view.options.target, *ended.totals)
    newest = points[-1] if counted >= ALL else 0
    canvas.put_content(x, y, bar(points, scale, width, newest=newest))


def _write_sums(canvas: Canvas, y: int, ended: EndedRound) -> None:
    """Write a line for each seat, or two where a language needs more words."""
    for seat in range(len(ended.names)):
        text = Content.styled(sum_of(ended, seat), "$quiet")
        for line in broken(text, canvas.width) if text.cell_length > canvas.width else (text,):
            canvas.put_content(0, y, line)
            y += 1


def sum_of(ended: EndedRound, seat: int) -> str:
    """Return how the points of a seat add up, in words."""
    result = ended.result
    text = _sum_text(
        ended.reader.tr,
        result.tricks[seat],
        exact=bool(result.exact_bonus[seat]),
        few=bool(result.few_bonus[seat]),
    )
    return text.format(
        name=ended.names[seat],
        predicted=result.predictions[seat],
        tricks=result.tricks[seat],
        exact=result.exact_bonus[seat],
        few=result.few_bonus[seat],
        points=result.points[seat],
    )


def _sum_text(tr: Translations, tricks: int, *, exact: bool, few: bool) -> str:
    if exact and few:
        return tr.ngettext(
            "{name}: predicted {predicted}, {tricks} trick + {exact} as predicted"
            " + {few} for 3 or 4 tricks = {points}.",
            "{name}: predicted {predicted}, {tricks} tricks + {exact} as predicted"
            " + {few} for 3 or 4 tricks = {points}.",
            tricks,
        )
    if exact:
        return tr.ngettext(
            "{name}: predicted {predicted}, {tricks} trick + {exact} as predicted = {points}.",
            "{name}: predicted {predicted}, {tricks} tricks + {exact} as predicted = {points}.",
            tricks,
        )
    if few:
        return tr.ngettext(
            "{name}: predicted {predicted}, {tricks} trick + {few} for 3 or 4 tricks = {points}.",
            "{name}: predicted {predicted}, {tricks} tricks + {few} for 3 or 4 tricks = {points}.",
            tricks,
        )
    return tr.ngettext(
        "{name}: predicted {predicted}, {tricks} trick = {points}.",
        "{name}: predicted {predicted}, {tricks} tricks = {points}.",
        tricks,
    )
