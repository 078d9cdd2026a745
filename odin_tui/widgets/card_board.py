"""The board of any card game: a table with a hand, the page after a deal, the page at the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual.events import Key
from textual.reactive import reactive

from odin_tui.drawing.card_set import CardSet
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.settings import next_word
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.deal_end import DealEnd, DealUI, EndedDeal
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

    intent: reactive[Any] = reactive(None, repaint=False, bindings=True)
    """What the player is about to do, a value of the game."""

    CARDS: ClassVar[CardSet[Any]]
    """How the cards of the game are written and drawn."""

    def __init__(
        self,
        frame: CardTable,
        deal_ui: DealUI,
        match_end: MatchEnd,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(frame, match_end, now)
        self._hand, self.deal_end = frame.hand, DealEnd(deal_ui)
        self.pages = {TABLE: frame, DEAL_OVER: self.deal_end, MATCH_OVER: match_end}

    @property
    def marks(self) -> Mapping[Any, str]:
        """What stands beside the letter of each colour."""
        return self.CARDS.marks[self.settings.card_style]

    @property
    def reader(self) -> Reader:
        """Who reads what the board says."""
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    # -- what is shown ----------------------------------------------------------------------

    @property
    def rows_to_keep(self) -> int:
        return super().rows_to_keep + self._hand.outer_size.height * (self.page == TABLE)

    def page_after(self, before: Any, view: Any) -> str:
        """Return the page of the deal that has just ended, else that of any game."""
        if before is not None and len(view.results) > len(before.results):
            ended = EndedDeal(view, len(view.results), self.reader, self.marks)
            self.deal_end.begin(ended, self.settings.animations)
            return DEAL_OVER
        if view.outcome is None and not view.results:
            return TABLE
        return super().page_after(before, view)

    def watch_page(self, page: str) -> None:
        """Show one page and no other."""
        super().watch_page(page)
        if page != DEAL_OVER and self._laid_out:
            self.deal_end.finish()
        if page == TABLE:
            self._hand.deal()

    def _paint(self) -> None:
        if self.table_view is not None and self.match is not None and self._laid_out:
            self.deal_end.show_waiting(self.table_view, self.now())
        super()._paint()

    # -- what the player does ---------------------------------------------------------------

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

    def go_on(self, intent: Any) -> None:
        """Keep what the player is about to do now, and clear what the prompt said."""
        self.said = None
        self.intent = intent
        self.paint()

    def action_next(self) -> None:
        """Go on after a deal."""
        over = self.match is not None and self.match.outcome is not None
        self.page = MATCH_OVER if over else TABLE

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))
