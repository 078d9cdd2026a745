"""The board of any card game: a table with a hand, the page after a deal, the page at the end."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual.content import Content
from textual.reactive import reactive

from odin_tui.advice import Said, in_fewer_sentences
from odin_tui.drawing.card_set import CardSet
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.settings import BOT_PAUSE, next_word
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_table import CardTable, TableContents
from odin_tui.widgets.deal_board import DealBoard
from odin_tui.widgets.deal_end import DealUI
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import TABLE

SORTED = {
    "colour": N_("Your cards are sorted by colour, then by number."),
    "number": N_("Your cards are sorted by number, then by colour."),
    "groups": N_("Your cards are sorted with what goes together first."),
}
"""What is said of each order."""
PLAY, PASS = "play", "pass"
"""What can be planned for the player's next turn."""
SHORTEST_PAUSE = 0.3
"""Seconds before a turn is passed by itself, so that the player sees what happened."""

IN_THE_HAND = (
    binding("table.take_back", "take_back", N_("take your seat back")),
    binding("hand.left", "move(-1)", N_("move")),
    binding("hand.right", "move(1)", N_("move")),
    binding("hand.choose", "choose", N_("choose")),
    binding("hand.move_left", "shift(-1)", N_("move a card"), show=False),
    binding("hand.move_right", "shift(1)", N_("move a card"), show=False),
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

    planned: reactive[str | None] = reactive(None, repaint=False, bindings=True)
    """What is done as soon as it is the player's turn, if it is allowed then.

    It is kept here and sent nowhere before that turn, so nobody can learn of it.
    """

    def __init__(
        self,
        frame: CardTable,
        deal_ui: DealUI,
        match_end: MatchEnd,
        now: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__(frame, deal_ui, match_end, now)
        self._hand = frame.hand
        self._deals = 0
        self._passing: int | None = None

    @property
    def marks(self) -> Mapping[Any, str]:
        """What stands beside the letter of each colour."""
        return self.CARDS.marks[self.settings.card_style]

    def take_in(self, view: Any) -> None:
        """Keep what was chosen as far as it makes sense in a newer view; do what was planned."""
        self.intent = self.intent.for_view(view, self.settings.sort, covered=self.covered)
        if len(view.results) != self._deals or view.outcome is not None or self.covered:
            # A plan was made for the cards of one deal.
            self._deals, self.planned = len(view.results), None
        if self.planned is not None and self.intent.my_turn:
            planned, self.planned = self.planned, None
            self.carry_out(planned)
        else:
            self._pass_by_itself(view)

    def watch_lesson_marks(self) -> None:
        """Mark other cards."""
        self.paint()

    # -- planned and automatic turns --------------------------------------------------------

    @abstractmethod
    def carry_out(self, planned: str) -> None:
        """Do what was planned, or say why it cannot be done any more."""

    def say_plan_failed(self) -> None:
        """Say that what was planned is not allowed now."""
        text = translations_of(self).gettext("What you had planned cannot be played any more.")
        self.say(text)

    def forced_pass(self, view: Any) -> Any | None:  # noqa: ARG002 - for games with passing
        """Return the move that passes, if it is all that the player can do; else None."""
        return None

    @property
    def may_plan(self) -> bool:
        """Whether something can be planned for the player's next turn."""
        view = self.match
        over = view is None or view.outcome is not None or view.seat is None
        return self.by_itself and not over and not self.intent.my_turn and self.planned is None

    def plan(self, planned: str) -> None:
        """Plan something for the player's next turn."""
        self.said, self.planned = None, planned
        self.paint()

    def action_plan(self) -> None:
        """Play the chosen cards when it is the player's turn."""
        self.plan(PLAY)

    def _pass_by_itself(self, view: Any) -> None:
        """Pass after a moment where the player can do nothing else and wants that."""
        table = self.table_view
        if self.settings.when_stuck != "pass" or not self.by_itself or table is None:
            return
        if not self.intent.my_turn or self._passing == table.turn or self.page != TABLE:
            return
        if (move := self.forced_pass(view)) is not None:
            self._passing = table.turn
            pause = max(BOT_PAUSE[self.settings.pace], SHORTEST_PAUSE)
            self.set_timer(pause, partial(self._pass_now, move, table.turn))

    def _pass_now(self, move: Any, turn: int) -> None:
        if self.table_view is not None and self.table_view.turn == turn:
            self.decide(move)

    @property
    def told(self) -> Said | None:
        """What the prompt says instead of the task and the preview."""
        told = super().told
        if told is not None or self.planned is None:
            return told
        tr, key = translations_of(self), self.key_of("back")
        if self.planned == PASS:
            text = tr.gettext("You will pass on your turn; {key} cancels.")
        else:
            text = tr.gettext("These cards will be played on your turn; {key} cancels.")
        return Said(None, (Content.styled(text.format(key=key), "bold"),))

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
                lesson_marks=self.lesson_marks,
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
        if intent.chosen != self.intent.chosen:
            self.planned = None
        self.intent = intent
        self.paint()

    def action_move(self, step: int) -> None:
        """Go to the next card, or to the next of what else there is to choose."""
        self.go_on(self.intent.stepped(step))

    def action_clear(self) -> None:
        """Cancel what was planned, or else go a step back."""
        if self.planned is not None:
            self.planned = None
            self.paint()
        else:
            self.go_on(self.intent.cleared())

    def action_shift(self, step: int) -> None:
        """Move the card under the cursor to the place beside it."""
        place = self.intent.place
        self.go_on(self.intent.shifted(place, place + step))

    def on_card_hand_dragged(self, message: CardHand.Dragged) -> None:
        """Move a card to where it was dragged."""
        if self.check_action("shift", ()):
            self.go_on(self.intent.shifted(message.start, message.end))

    def action_sort(self) -> None:
        """Hold the cards in the next order, and say which it is."""
        settings = replace(self.settings, sort=next_word("sort", self.settings.sort))
        self.intent = self.intent.sorted_again()
        self.settings = settings
        self.post_message(self.Preferred(settings))
        tr = translations_of(self)
        self.say(tr.gettext(SORTED[settings.sort]))
