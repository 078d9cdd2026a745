"""The page between two deals of any card game: what was played is turned over and counted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas, in_lines, wrapped
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import clock_of
from odin_tui.drawing.surfaces import draw_oak
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.narrator import EventText, Reader
from odin_tui.stand_in import stand_in_text
from odin_tui.widgets.action_link import ActionLink
from odin_tui.widgets.late_page import LatePage
from odin_tui.widgets.motion import Motion, MovingWidget

GO_ON = N_("Go on")


@dataclass(frozen=True, slots=True)
class EndedDeal:
    """A deal that is over, as the page after it shows it."""

    view: Any
    number: int
    reader: Reader
    marks: Mapping[Any, str]
    """What stands beside the letter of each colour of cards."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.reader.names

    @property
    def result(self) -> Any:
        """How the deal ended."""
        return self.view.results[self.number - 1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat after this deal."""
        results = self.view.results[: self.number]
        return tuple(sum(one) for one in zip(*(each.points for each in results), strict=True))


Drawing = Callable[[EndedDeal, int | None, int, int], Canvas]
"""Draws a deal at a step of the counting, None for its end, in a width and a height."""


@dataclass(frozen=True, kw_only=True)
class DealUI:
    """How a game counts a deal that is over; its sentences are marked for translation."""

    title: str = ""
    """The name of the game, before the heading."""
    heading: Callable[[EndedDeal], Content]
    """Says what is over."""
    draw: Drawing
    """Draws the rows as far as they are counted."""
    counting: Callable[[EndedDeal], Motion]
    """Returns how long there is something to be turned over and counted."""
    best: Callable[[Sequence[int]], int]
    """Returns the best points of all."""
    meaning: Callable[[EndedDeal], tuple[str, ...]] = lambda _ended: ()
    """Returns what else it means for the match, the most important first."""
    last: str
    """Says that this was the last deal of the match."""
    waits: str
    """Says that the next deal, `{number}`, waits for the reader."""
    waits_with_clock: str
    """Says the same with `{clock}`, the time that is left."""


LEADS = EventText(
    N_("You lead the match with {points}."), N_("{name} leads the match with {points}.")
)


MARGIN = 2
"""The columns at both sides of the rows."""
RIM = 1
"""The rows of the edge of the table."""


class Tally(MovingWidget):
    """A row for each seat on the table, as the game draws them."""

    DEFAULT_CSS = "Tally { height: 1fr; }"

    ended: reactive[EndedDeal | None] = reactive(None)
    """The deal that is being counted."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self._draw_rows = drawing

    def draw(self) -> Canvas:
        """Draw the deal as far as it is counted."""
        width, height = self.size
        canvas = draw_oak(width, height).cut(0, 0, width, height)
        if self.ended is not None:
            room = width - 2 * MARGIN, height - RIM
            canvas.paste(MARGIN, RIM, self._draw_rows(self.ended, self.step, *room))
        return canvas


class Sentences(CanvasWidget):
    """As many sentences as there is room for; the first ones are the most important."""

    DEFAULT_CSS = "Sentences { height: 2; width: 1fr; }"

    said: reactive[tuple[str, ...]] = reactive(())
    """What it says."""
    waiting: reactive[str] = reactive("")
    """What it says before that, in the colour of the reader."""

    def draw(self) -> Canvas:
        """Write the sentences, one after the other."""
        width, height = self.size
        first = Content.styled(self.waiting, "bold $your-turn")
        sentences = [first] * bool(self.waiting) + [Content(each) for each in self.said]
        lines: list[Content] = []
        for count in range(len(sentences), 0, -1):
            lines = wrapped([Content("  ").join(sentences[:count])], width)
            if len(lines) <= height:
                break
        return in_lines(lines, width, height)


class DealEnd(LatePage):
    """The page after a deal. Counting takes a moment; any key shows it finished."""

    DEFAULT_CSS = """
    DealEnd { layout: vertical; }
    DealEnd #ended { height: 1; padding: 0 1; }
    DealEnd #going-on { height: 2; padding: 0 1 0 2; }
    DealEnd #next { margin-top: 1; }
    """

    def __init__(self, ui: DealUI) -> None:
        super().__init__()
        self._ui, self._tally = ui, Tally(ui.draw)
        self._animations, self._waiting = "none", ""

    def compose_page(self) -> ComposeResult:
        yield Static(id="ended")
        yield self._tally
        with Horizontal(id="going-on"):
            yield Sentences()
            yield ActionLink(GO_ON, "next", main=True, id="next")

    def on_mount(self) -> None:
        self.watch(self._tally, "step", self._say, init=False)

    # -- counting ---------------------------------------------------------------------------

    @property
    def counting(self) -> bool:
        """Return whether something is still being turned over."""
        return self._tally.step is not None

    def begin(self, ended: EndedDeal, animations: str) -> None:
        """Show a deal and count it."""
        self._tally.ended, self._animations = ended, animations
        if self.is_made:
            self.fill()

    def fill(self) -> None:
        """Show the deal in every widget, and begin to count it."""
        ended = self._tally.ended
        if ended is None:
            return
        title = f"{self._ui.title}  " if self._ui.title else ""
        heading = Content.assemble((title, "bold"), self._ui.heading(ended))
        self.query_one("#ended", Static).update(heading)
        self.query_one(ActionLink).say(ended.reader.tr.gettext(GO_ON))
        self.query_one(Sentences).waiting = self._waiting
        self._tally.move(self._ui.counting(ended), self._animations)
        self._say()

    def read_anew(self, reader: Reader) -> None:
        """Show the deal to a reader of another language."""
        if self._tally.ended is not None:
            self.begin(replace(self._tally.ended, reader=reader), "none")

    def show_waiting(self, table: TableView, now: float) -> None:
        """Say whether the table waits for the player already."""
        self._waiting = waiting_text(self._ui, table, now, translations_of(self))
        if self.is_made:
            self.query_one(Sentences).waiting = self._waiting

    def finish(self) -> None:
        """Show everything counted."""
        self._tally.finish()

    def on_click(self) -> None:
        """Let a click end the counting."""
        self.finish()

    def _say(self) -> None:
        """Say how the match stands, once that is counted."""
        if not self.is_made:
            return
        ended = self._tally.ended
        known = () if ended is None or self.counting else standing(self._ui, ended)
        self.query_one(Sentences).said = known


def standing(ui: DealUI, ended: EndedDeal) -> tuple[str, ...]:
    """Return who leads after a deal and what else it means, or that it was the last one."""
    view, reader = ended.view, ended.reader
    if view.outcome is not None and ended.number == len(view.results):
        return (reader.tr.gettext(ui.last),)
    return who_leads(ended.totals, ui.best(ended.totals), reader), *ui.meaning(ended)


def who_leads(totals: Sequence[int], best: int, reader: Reader) -> str:
    """Return who has the best points of all."""
    tr, ahead = reader.tr, [seat for seat, total in enumerate(totals) if total == best]
    if len(ahead) > 1:
        who = reader.who(ahead)
        text = tr.gettext("{names} lead the match with {points}.")
        if who.me:
            text = tr.gettext("You and {names} lead the match with {points}.")
        return text.format(names=who, points=best)
    return reader.say(LEADS, ahead[0], points=best)


def waiting_text(ui: DealUI, table: TableView, now: float, tr: Translations = ENGLISH) -> str:
    """Return that the next deal waits for the player, and how long; empty if it does not.

    Where a bot plays the player's seat, return that instead.
    """
    if table.covered is not None:
        return stand_in_text(table, tr)
    if not table.my_turn or table.seat is None or table.match is None:
        return ""
    mine = table.seats[table.seat]
    text = tr.gettext(ui.waits if mine.deadline is None else ui.waits_with_clock)
    return text.format(number=len(table.match.results) + 1, clock=clock_of(mine, now))
