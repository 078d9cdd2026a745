"""The end of a round: predictions are turned up, tricks counted, bonuses spelled out."""

from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.herrlof.sight import View
from odin_engine.herrlof.state import RoundResult
from odin_server.hall import TableView
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.drawn import Drawn
from odin_tui.drawing.names import clock_of, listed, shortened
from odin_tui.herrlof.card_face import SHAPES, Marks, chips
from odin_tui.herrlof.lore import tricks_word
from odin_tui.widgets.verb import Verb

STEP_SECONDS = 0.35
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
        results = self.view.results[: self.number]
        return tuple(sum(one) for one in zip(*(r.points for r in results), strict=True))

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


class Reckoning(Drawn):
    """The rows of the page, turned up column by column, and the sums in words."""

    DEFAULT_CSS = "Reckoning { height: 1fr; }"

    ended: reactive[Ended | None] = reactive(None)
    """The round that is being counted."""
    counted: reactive[int] = reactive(0)
    """How many columns are turned up."""

    def draw(self) -> Canvas:
        """Draw a row for each seat."""
        if self.ended is None:
            return Canvas(*self.size)
        return draw_reckoning(self.ended, self.counted, self.size.width, self.size.height)


class RoundOver(Widget):
    """The page between two rounds. Counting takes a moment; any key shows it finished."""

    DEFAULT_CSS = """
    RoundOver { layout: vertical; padding: 1 2 0 2; }
    RoundOver #ended { height: 2; text-style: bold; }
    RoundOver #waiting { height: 1; margin-bottom: 1; color: $your-turn; text-style: bold; }
    RoundOver #going-on { height: 1; margin-bottom: 1; }
    RoundOver #next-word { width: 1fr; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._pace = ALL
        self._waiting = ""

    def compose(self) -> ComposeResult:
        yield Static(id="ended")
        yield Static(id="waiting", markup=False)
        yield Reckoning()
        with Horizontal(id="going-on"):
            yield Static(id="next-word", markup=False)
            yield Verb("Go on", "next", id="next")

    @property
    def counting(self) -> bool:
        """Tell whether something is still being turned up."""
        return self._timer is not None

    def begin(self, ended: Ended, animations: str) -> None:
        """Show a round and count it."""
        self.stop()
        self.query_one("#ended", Static).update(heading(ended))
        self._pace = STEPS.get(animations, ALL)
        reckoning = self.query_one(Reckoning)
        reckoning.ended = ended
        reckoning.counted = 0 if self._pace < ALL else ALL
        if self._pace < ALL:
            self._timer = self.set_interval(STEP_SECONDS, self._turn_up)
        self._say()

    def wait(self, sentence: str) -> None:
        """Say that the table waits for the player already; an empty sentence if it does not."""
        if sentence != self._waiting:
            self._waiting = sentence
            self.query_one("#waiting", Static).update(sentence)

    def _turn_up(self) -> None:
        reckoning = self.query_one(Reckoning)
        reckoning.counted += self._pace
        if reckoning.counted >= ALL:
            self.finish()

    def finish(self) -> None:
        """Show everything counted."""
        self.stop()
        self.query_one(Reckoning).counted = ALL
        self._say()

    def on_click(self) -> None:
        """Let a click end the counting."""
        if self.counting:
            self.finish()

    def stop(self) -> None:
        """Let nothing turn up any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _say(self) -> None:
        ended = self.query_one(Reckoning).ended
        said = "" if ended is None or self.counting else leading(ended)
        self.query_one("#next-word", Static).update(said)


def waiting_words(table: TableView, now: float) -> str:
    """Say that the next round waits for the player, and how long; empty if it does not."""
    if not table.my_turn or table.seat is None or table.match is None:
        return ""
    mine = table.seats[table.seat]
    left = "" if mine.deadline is None else f" · {clock_of(mine, now)}"
    return f"Round {table.match.round_no} has begun and waits for you{left}"


def heading(ended: Ended) -> Content:
    """Say which round is over, and show its last trick, which is seen nowhere else."""
    said = Content(f"Round {ended.number} is over.")
    if count := ended.result.destroyed:
        were = "was" if count == 1 else "were"
        said = Content.assemble(said, f" {tricks_word(count)} {were} destroyed.")
    trick = ended.view.last_trick
    if trick is None or trick.round_no != ended.number:
        return said
    winner = "" if trick.winner is None else ended.names[trick.winner]
    to = f"for {'you' if winner == 'You' else winner}" if winner else "destroyed"
    last = Content.assemble("  Last trick ", chips(trick.cards, "", ended.marks), f" {to}.")
    return Content.assemble(said, last).stylize("not bold", len(said), None)


def leading(ended: Ended) -> str:
    """Say who is ahead, or that there is no more to come."""
    if ended.view.outcome is not None and ended.number == len(ended.view.results):
        return "This was the last round of the match."
    most = max(ended.totals)
    ahead = [name for name, total in zip(ended.names, ended.totals, strict=True) if total == most]
    verb = "lead" if len(ahead) > 1 or ahead == ["You"] else "leads"
    return f"{listed(ahead)} {verb} the match with {most}."


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
