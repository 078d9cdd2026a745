"""The table of Herrlof as one sees it from a chair."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.timer import Timer

from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.names import names_of
from odin_tui.herrlof.beside import Deck
from odin_tui.herrlof.card_face import MARKS, Marks
from odin_tui.herrlof.choosing import Choosing, Page
from odin_tui.herrlof.last_trick import LastTrickScreen
from odin_tui.herrlof.match_over import MatchOver
from odin_tui.herrlof.middle import Middle
from odin_tui.herrlof.painted import painted
from odin_tui.herrlof.round_over import Ended, RoundOver, waiting_words
from odin_tui.herrlof.spread import Glance, Spread
from odin_tui.herrlof.text_words import spoken


class Board(Choosing):
    """Plates above, the trick in the middle, the own hand below; attributes down, messages up."""

    DEFAULT_CSS = "Board { layout: vertical; }"

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(now)
        self._laid_out = False
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Spread()
        yield RoundOver()
        yield MatchOver()

    def on_mount(self) -> None:
        self._laid_out = True
        self.watch_page(self.page)
        self._show_end()
        self.paint()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def _marks(self) -> Marks:
        return MARKS[self.settings.card_style]

    def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
        """Go where the match has gone."""
        if new is None or new.match is None:
            return
        view: View = new.match
        was: View | None = None if old is None else old.match
        if was is None or (old is not None and old.turn != new.turn):
            self.said = None
        self.intent = self.intent.facing(view, self.settings.sort)
        if was is not None and len(view.results) > len(was.results):
            self._count_round(view)
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

    def _count_round(self, view: View) -> None:
        assert self.table_view is not None  # noqa: S101 - it is what has just changed
        self.page = "round over"
        ended = Ended(view, len(view.results), names_of(self.table_view), self._marks)
        self.query_one(RoundOver).begin(ended, self.settings.animations)

    def watch_page(self, page: Page) -> None:
        """Show one page and no other."""
        if not self._laid_out:
            return
        self.query_one(Spread).display = page == "table"
        self.query_one(RoundOver).display = page == "round over"
        self.query_one(MatchOver).display = page == "match over"
        if page != "round over":
            self.query_one(RoundOver).stop()

    def watch_settings(self) -> None:
        """Hold the cards as the player likes them."""
        if self.match is not None:
            self.intent = self.intent.facing(self.match, self.settings.sort)
        self.paint()

    def on_resize(self, _event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        if self.table_view is None or self.match is None or not self._laid_out:
            return
        self.query_one(RoundOver).wait(waiting_words(self.table_view, self.now()))
        self.query_one(Spread).show(
            Glance(
                table=self.table_view,
                view=self.match,
                intent=self.intent,
                marks=self._marks,
                said=self.said,
                now=self.now(),
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Move, reason: str) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn or self.table_view is None:
            return
        self.intent = self.intent.advised(move)
        names = names_of(self.table_view)
        advice = f"A Jarl would {spoken(move, names)}."
        style = self.settings.card_style
        self.say(painted(reason, style), painted(advice, style, "bold"))

    def on_key(self, event: Key) -> None:
        """Let any key end what moves; while a round is being counted, it does nothing else."""
        self.query_one(Middle).finish()
        if self.page == "round over" and self.query_one(RoundOver).counting:
            self.query_one(RoundOver).finish()
            event.stop()

    def action_next(self) -> None:
        """Go on after a round."""
        over = self.match is not None and self.match.outcome is not None
        self.page = "match over" if over else "table"

    def action_last_trick(self) -> None:
        """Look at the last trick again; no older one may be looked at."""
        if self.table_view is not None and self.match is not None:
            names = names_of(self.table_view)
            self.app.push_screen(LastTrickScreen(self.match, names, self.settings.card_style))

    def on_deck_opened(self, _message: Deck.Opened) -> None:
        if self.match is not None and self.match.last_trick is not None:
            self.action_last_trick()
