"""The board of any card game: a table with a hand, the page after a deal, the page at the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual.reactive import reactive

from odin_tui.drawing.card_set import CardSet
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.settings import next_word
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.deal_board import DealBoard
from odin_tui.widgets.deal_end import DealUI
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import TABLE

IN_THE_HAND = (
    binding("table.take_back", "take_back", N_("take your seat back")),
    binding("hand.left", "move(-1)", N_("move")),
    binding("hand.right", "move(1)", N_("move")),
    binding("hand.choose", "choose", N_("choose")),
    binding("hand.clear", "clear", N_("back"), show=False),
)
"""Keys of every board with a hand; each game puts its own behind them."""


class CardBoard(DealBoard):
    """Holds the player's cards; what they mean is the game's own."""

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
        super().__init__(frame, deal_ui, match_end, now)
        self._hand = frame.hand

    @property
    def marks(self) -> Mapping[Any, str]:
        """What stands beside the letter of each colour."""
        return self.CARDS.marks[self.settings.card_style]

    @property
    def rows_to_keep(self) -> int:
        return super().rows_to_keep + self._hand.outer_size.height * (self.page == TABLE)

    def watch_page(self, page: str) -> None:
        """Show one page and no other."""
        super().watch_page(page)
        if page == TABLE:
            self._hand.deal()

    def go_on(self, intent: Any) -> None:
        """Keep what the player is about to do now, and clear what the prompt said."""
        self.said = None
        self.intent = intent
        self.paint()

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))
