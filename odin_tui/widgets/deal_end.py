"""The page between two deals of any card game: what was played is turned over and counted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import clock_of, listed_seats
from odin_tui.languages import ENGLISH, Translations
from odin_tui.languages.session import translations_of
from odin_tui.stand_in import stand_in_text
from odin_tui.widgets.action_link import ActionLink


class Tally(CanvasWidget):
    """A row for each seat, as the game draws them."""

    DEFAULT_CSS = "Tally { height: 1fr; }"

    ended: reactive[Any] = reactive(None)
    """The deal that is being counted."""
    counted: reactive[int] = reactive(0)
    """How much of it lies open."""

    def __init__(self, drawing: Callable[[Any, int, int, int], Canvas]) -> None:
        super().__init__()
        self._draw_rows = drawing

    def draw(self) -> Canvas:
        """Draw the deal as far as it is counted."""
        if self.ended is None:
            return Canvas(*self.size)
        return self._draw_rows(self.ended, self.counted, self.size.width, self.size.height)


class DealEnd(Widget):
    """The page after a deal. Counting takes a moment; any key shows it finished."""

    DEFAULT_CSS = """
    DealEnd { layout: vertical; padding: 1 2 0 2; }
    DealEnd #ended { height: 1; text-style: bold; }
    DealEnd #waiting { height: 1; margin-bottom: 1; color: $your-turn; text-style: bold; }
    DealEnd #going-on { height: 1; margin-bottom: 1; }
    DealEnd #next-word { width: 1fr; color: $quiet; }
    """
    STEPS: ClassVar[Mapping[str, int]]
    """How much is turned over at once, by the word of the settings; for `none`, everything."""
    SECONDS: ClassVar[float]
    """The time between two steps."""

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._pace = self.STEPS["none"]
        self._waiting = ""

    def compose(self) -> ComposeResult:
        yield Static(id="ended")
        yield Static(id="waiting", markup=False)
        yield Tally(self.draw_tally)
        with Horizontal(id="going-on"):
            yield Static(id="next-word", markup=False)
            yield ActionLink(translations_of(self).gettext("Go on"), "next", id="next")

    # -- what the game says -----------------------------------------------------------------

    def heading(self, ended: Any) -> Content:
        """Say what is over."""
        raise NotImplementedError

    def standing(self, ended: Any) -> str:
        """Say who leads, or that nothing more can change."""
        raise NotImplementedError

    def draw_tally(self, ended: Any, counted: int, width: int, height: int) -> Canvas:
        """Draw the rows as far as they are counted."""
        raise NotImplementedError

    def steps_of(self, ended: Any) -> int:  # noqa: ARG002 - for games whose deals differ
        """Return how much there is to be counted."""
        return self.STEPS["none"]

    # -- counting ---------------------------------------------------------------------------

    @property
    def counting(self) -> bool:
        """Return whether something is still being turned over."""
        return self._timer is not None

    def begin(self, ended: Any, animations: str) -> None:
        """Show a deal and count it."""
        self.stop()
        self.query_one("#ended", Static).update(self.heading(ended))
        everything = self.STEPS["none"]
        self._pace = self.STEPS.get(animations, everything)
        tally = self.query_one(Tally)
        tally.ended = ended
        tally.counted = 0 if self._pace < everything else everything
        if self._pace < everything:
            self._timer = self.set_interval(self.SECONDS, self._turn_over)
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
        if tally.ended is None or tally.counted >= self.steps_of(tally.ended):
            self.finish()

    def finish(self) -> None:
        """Show everything counted."""
        self.stop()
        self.query_one(Tally).counted = self.STEPS["none"]
        self._say()

    def on_click(self) -> None:
        """Let a click end the counting."""
        if self.counting:
            self.finish()

    def stop(self) -> None:
        """Let nothing turn over any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _say(self) -> None:
        ended = self.query_one(Tally).ended
        said = "" if ended is None or self.counting else self.standing(ended)
        self.query_one("#next-word", Static).update(said)


def who_leads(
    names: Sequence[str],
    totals: Sequence[int],
    best: int,
    me: Seat | None,
    tr: Translations = ENGLISH,
) -> str:
    """Say who has the best points of all."""
    ahead = [seat for seat, total in enumerate(totals) if total == best]
    if len(ahead) > 1:
        text = tr.gettext("{names} lead the match with {points}.")
        return text.format(names=listed_seats(names, ahead, me, tr), points=best)
    if ahead[0] == me:
        return tr.gettext("You lead the match with {points}.").format(points=best)
    text = tr.gettext("{name} leads the match with {points}.")
    return text.format(name=names[ahead[0]], points=best)


def totals_of(results: Sequence[Any]) -> tuple[int, ...]:
    """Return the sum of every seat's points."""
    return tuple(sum(one) for one in zip(*(result.points for result in results), strict=True))


def waiting_words(table: TableView, deal: str, now: float, tr: Translations = ENGLISH) -> str:
    """Say that the next deal waits for the player, and how long; empty if it does not.

    Where a bot plays the player's seat, say that instead.
    """
    if table.covered is not None:
        return stand_in_text(table, tr)
    if not table.my_turn or table.seat is None:
        return ""
    mine = table.seats[table.seat]
    if mine.deadline is None:
        return tr.gettext("{deal} has begun and waits for you").format(deal=deal)
    text = tr.gettext("{deal} has begun and waits for you · {clock}")
    return text.format(deal=deal, clock=clock_of(mine, now))
