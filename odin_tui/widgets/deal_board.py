"""The board of any game of several deals: a table, the page after a deal, the page at the end."""

from collections.abc import Callable, Mapping
from typing import Any

from textual.events import Key

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.deal_end import DealEnd, DealUI, EndedDeal
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import MATCH_OVER, TABLE, TableBoard
from odin_tui.widgets.table_frame import TableFrame

DEAL_OVER = "deal over"

GOING_ON = (
    binding("over.next", "next", N_("go on")),
    binding("back", "clear", N_("back")),
    binding("table.hint", "screen.hint", N_("hint")),
)
"""Keys of every such board; each game puts its own between and behind them."""


class DealBoard(TableBoard):
    """Shows each deal that ends before the next one."""

    def __init__(
        self,
        frame: TableFrame,
        deal_ui: DealUI,
        match_end: MatchEnd,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(frame, match_end, now)
        self.deal_end = DealEnd(deal_ui)
        self.pages = {TABLE: frame, DEAL_OVER: self.deal_end, MATCH_OVER: match_end}

    @property
    def marks(self) -> Mapping[Any, str]:
        """What stands beside the letter of each colour of cards."""
        return {}

    @property
    def reader(self) -> Reader:
        """Who reads what the board says."""
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    def ended(self, before: Any, view: Any) -> EndedDeal:  # noqa: ARG002 - for boards that change
        """Return the deal that has just ended; `before` is the view with which it did."""
        return EndedDeal(view, len(view.results), self.reader, self.marks)

    def page_after(self, before: Any, view: Any) -> str:
        """Return the page of the deal that has just ended, else that of any game."""
        if before is not None and len(view.results) > len(before.results):
            self.deal_end.begin(self.ended(before, view), self.settings.animations)
            return DEAL_OVER
        if view.outcome is None and not view.results:
            return TABLE
        return super().page_after(before, view)

    def watch_page(self, page: str) -> None:
        """Show one page and no other."""
        super().watch_page(page)
        if page != DEAL_OVER and self._laid_out:
            self.deal_end.finish()

    def _paint(self) -> None:
        if self.table_view is not None and self.match is not None and self._laid_out:
            self.deal_end.show_waiting(self.table_view, self.now())
        super()._paint()

    def retranslate(self) -> None:
        """Write everything in the session's language, which has changed."""
        self.deal_end.read_anew(self.reader)
        super().retranslate()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether this can be done now; the footer shows nothing else."""
        if action == "next":
            return self.page == DEAL_OVER
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Let any key end the counting of a deal, and do what it does.

        Textual calls `TableBoard.on_key` by itself; called from here it would run twice.
        """
        del event
        self.deal_end.finish()

    def action_next(self) -> None:
        """Go on after a deal."""
        over = self.match is not None and self.match.outcome is not None
        self.page = MATCH_OVER if over else TABLE
