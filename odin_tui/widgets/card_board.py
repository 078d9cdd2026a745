"""The board of any card game: a table with a hand, the page after a deal, the page at the end."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual.events import Key

from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.settings import next_word
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.deal_end import DealEnd, waiting_words
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import MATCH_OVER, TABLE, TableBoard

DEAL_OVER = "deal over"

IN_THE_HAND = (
    binding("table.take_back", "take_back", N_("take your seat back")),
    binding("hand.left", "move(-1)", N_("move")),
    binding("hand.right", "move(1)", N_("move")),
    binding("hand.choose", "choose", N_("choose")),
)
GOING_ON = (
    binding("over.next", "next", N_("go on")),
    binding("back", "clear", N_("back")),
    binding("hand.clear", "clear", N_("back"), show=False),
    binding("table.hint", "screen.hint", N_("hint")),
)
"""Keys of every board; each game puts its own between and behind them."""


class CardBoard(TableBoard):
    """Shows each deal that ends before the next one; what cards mean is the game's own."""

    LOOKING: ClassVar[frozenset[str]] = frozenset({"move", "sort", "valhalla", "last_trick"})

    def __init__(
        self,
        frame: CardTable,
        deal_end: DealEnd,
        match_end: MatchEnd,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(frame, match_end, now)
        self._hand, self.deal_end = frame.hand, deal_end
        self.pages = {TABLE: frame, DEAL_OVER: deal_end, MATCH_OVER: match_end}

    # -- what the game says -----------------------------------------------------------------

    def ended(self, view: Any) -> Any:
        """Return the deal that has just ended, as the page after it shows it."""
        raise NotImplementedError

    def deal_word(self, view: Any) -> str:
        """Name the deal that is being played, as in `Hand 3`."""
        raise NotImplementedError

    # -- what is shown ----------------------------------------------------------------------

    @property
    def rows_to_keep(self) -> int:
        return super().rows_to_keep + self._hand.outer_size.height * (self.page == TABLE)

    def page_after(self, before: Any, view: Any) -> str:
        """Return the page of the deal that has just ended, else that of any game."""
        if before is not None and len(view.results) > len(before.results):
            self.deal_end.begin(self.ended(view), self.settings.animations)
            return DEAL_OVER
        if view.outcome is None and not view.results:
            return TABLE
        return super().page_after(before, view)

    def watch_page(self, page: str) -> None:
        """Show one page and no other."""
        super().watch_page(page)
        if page != DEAL_OVER and self._laid_out:
            self.deal_end.stop()

    def _paint(self) -> None:
        if self.table_view is not None and self.match is not None and self._laid_out:
            deal = self.deal_word(self.match)
            tr = translations_of(self)
            self.deal_end.wait(waiting_words(self.table_view, deal, self.now(), tr))
        super()._paint()

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether this can be done now; the footer shows nothing else."""
        if action == "next":
            return self.page == DEAL_OVER
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Let any key end the counting of a deal, and do nothing else.

        Textual calls `TableBoard.on_key` by itself; called from here it would run twice.
        """
        if self.page == DEAL_OVER and self.deal_end.counting:
            self.deal_end.finish()
            event.stop()

    def action_next(self) -> None:
        """Go on after a deal."""
        over = self.match is not None and self.match.outcome is not None
        self.page = MATCH_OVER if over else TABLE

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))
