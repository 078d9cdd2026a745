"""The board of any card game: a table with a hand, the page after a deal, the page at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.reactive import reactive

from odin_tui.advice import in_fewer_sentences
from odin_tui.drawing.card_set import CardSet
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.settings import next_word
from odin_tui.widgets.card_table import CardTable, TableContents
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

    def take_in(self, view: Any) -> None:
        """Keep what was chosen as far as it makes sense in a newer view."""
        self.intent = self.intent.for_view(view, self.settings.sort, covered=self.covered)

    @property
    def rows_to_keep(self) -> int:
        return super().rows_to_keep + self._hand.outer_size.height * (self.page == TABLE)

    def show_table(self, view: Any, now: float) -> None:
        """Show the table as it is now."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.frame.show(
            TableContents(
                table=self.table_view,
                view=view,
                intent=self.intent,
                reader=self.reader,
                marks=self.marks,
                said=self.told,
                now=now,
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if self.table_view is None or not self.intent.my_turn:
            return
        self.intent = self.intent.advised(move)
        ui, style = game_ui(self.table_view.game), self.settings.card_style
        ways = (ui.painted(text, style, "") for text in in_fewer_sentences(reasons))
        self.say_whole(ui.painted(ui.advice(move, self.reader), style, "bold"), *ways)

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

    def action_move(self, step: int) -> None:
        """Go to the next card, or to the next of what else there is to choose."""
        self.go_on(self.intent.stepped(step))

    def action_clear(self) -> None:
        """Go a step back."""
        self.go_on(self.intent.cleared())

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))
