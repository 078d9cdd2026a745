"""The table of Odin as one sees it from a chair."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.events import Key, Resize
from textual.timer import Timer

from odin_engine.odin.cards import Colour
from odin_engine.odin.moves import Pass
from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.names import names_of
from odin_tui.odin.card_face import MARKS, Style, chip, chips
from odin_tui.odin.choosing import Choosing, Page
from odin_tui.odin.hand_over import Ended, HandOver, waiting_words
from odin_tui.odin.intent import NONE
from odin_tui.odin.match_over import MatchOver
from odin_tui.odin.middle import Middle
from odin_tui.odin.plan import plan_for
from odin_tui.odin.spread import Glance, Spread
from odin_tui.odin.valhalla import Valhalla, ValhallaScreen


class Board(Choosing):
    """Plates above, the set in the middle, the own hand below; attributes down, messages up."""

    DEFAULT_CSS = "Board { layout: vertical; }"

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(now)
        self._laid_out = self._paint_due = False
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Spread()
        yield HandOver()
        yield MatchOver()

    def on_mount(self) -> None:
        self._laid_out = True
        self.watch_page(self.page)
        self._show_end()
        self.paint()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def _style(self) -> Style:
        return Style(plan_for(*self.size).size, self._marks)

    @property
    def _marks(self) -> Mapping[Colour, str]:
        return MARKS[self.settings.card_style]

    def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
        """Go where the match has gone."""
        if new is None or new.match is None:
            return
        view: View = new.match
        was: View | None = None if old is None else old.match
        if was is None or (old is not None and old.turn != new.turn):
            self.said = None
        self.intent = self.intent.facing(view)
        self.settle_cursor()
        if was is not None and len(view.results) > len(was.results):
            self._count_hand(view)
        elif view.outcome is not None and self.page == "table":
            self.page = "match over"
        elif view.outcome is None and (self.page == "match over" or not view.results):
            self.page = "table"
        self._show_end()
        self._tend_clock(new)
        self.paint()

    def _show_end(self) -> None:
        if self.table_view is not None and self._laid_out:
            self.query_one(MatchOver).show(self.table_view)

    def _tend_clock(self, table: TableView) -> None:
        """Tick once a second while somebody's clock runs, and never otherwise."""
        runs = any(seat.deadline is not None for seat in table.seats)
        if runs and self._clock is None:
            self._clock = self.set_interval(1.0, self.paint)
        elif not runs and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _count_hand(self, view: View) -> None:
        assert self.table_view is not None  # noqa: S101 - it is what has just changed
        self.page = "hand over"
        ended = Ended(view, len(view.results), names_of(self.table_view), self._style)
        self.query_one(HandOver).begin(ended, self.settings.animations)

    def watch_page(self, page: Page) -> None:
        """Show one page and no other."""
        if not self._laid_out:
            return
        self.query_one(Spread).display = page == "table"
        self.query_one(HandOver).display = page == "hand over"
        self.query_one(MatchOver).display = page == "match over"
        if page != "hand over":
            self.query_one(HandOver).stop()

    def watch_intent(self) -> None:
        self.settle_cursor()
        self.paint()

    def watch_cursor(self) -> None:
        self.paint()

    def watch_settings(self) -> None:
        self.paint()

    def on_resize(self, _event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        """Show everything as it is after this, once for all that one key or move changes."""
        if not self._paint_due:
            self._paint_due = True
            self.call_next(self._paint)

    def _paint(self) -> None:
        self._paint_due = False
        if self.table_view is None or self.match is None or not self._laid_out:
            return
        self.query_one(HandOver).wait(waiting_words(self.table_view, self.now()))
        self.query_one(Spread).show(
            Glance(
                table=self.table_view,
                view=self.match,
                intent=self.intent,
                cards=tuple(self.cards),
                cursor=self.cursor,
                marks=self._marks,
                said=self.said,
                now=0.0 if self._clock is None else self.now(),
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Any, reason: str) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        marks = self._marks
        if isinstance(move, Pass):
            self.intent = self.intent.choose(NONE)
            self.say(reason, Content("A Jarl would pass."))
            return
        self.advice = move
        self.intent = self.intent.choose(move.cards)
        above = Content.assemble("A Jarl would play ", chips(move.cards, "bold", marks))
        if move.take:
            above = Content.assemble(above, " and take ", chip(move.take, "bold", marks))
        self.say(reason, above + ".")

    def on_key(self, event: Key) -> None:
        """Let any key end what moves; while a hand is being counted, it does nothing else."""
        self.query_one(Middle).finish()
        if self.page == "hand over" and self.query_one(HandOver).counting:
            self.query_one(HandOver).finish()
            event.stop()

    def action_next(self) -> None:
        """Go on after a hand."""
        over = self.match is not None and self.match.outcome is not None
        self.page = "match over" if over else "table"

    def action_valhalla(self) -> None:
        """Open Valhalla."""
        if self.table_view is not None and self.match is not None:
            names = names_of(self.table_view)
            self.app.push_screen(ValhallaScreen(self.match, names, self._marks))

    def on_valhalla_opened(self, _message: Valhalla.Opened) -> None:
        self.action_valhalla()
