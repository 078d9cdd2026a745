"""The board of Odin: what every key and click at the table does."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import PASS
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.messages import reason_text
from odin_tui.odin.cards import CARD_SET, card_places
from odin_tui.odin.intent import Intent
from odin_tui.odin.recap import HAND_OVER, draw_places
from odin_tui.odin.table import OdinTable
from odin_tui.odin.text import MESSAGES, capitalized
from odin_tui.screens.lookup import LookupScreen
from odin_tui.widgets.card_board import IN_THE_HAND, CardBoard
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.deal_board import GOING_ON
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.side_panel import SidePanel


class Board(CardBoard):
    """Plates above, the set in the middle, the player's hand below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *IN_THE_HAND,
        binding("hand.next_set", "next_set(1)", N_("sets")),
        binding("hand.previous_set", "next_set(-1)", N_("sets"), show=False),
        binding("table.play", "play", N_("play")),
        binding("table.play", "take", N_("take")),
        binding("table.play", "explain", N_("why not"), show=False),
        binding("table.pass", "pass", N_("pass")),
        binding("table.pass", "explain_pass", N_("why not"), show=False),
        *GOING_ON,
        binding("hand.sort", "sort", N_("sort")),
        binding("table.look", "valhalla", N_("Valhalla")),
        *(Binding(str(n), f"pick({n})", N_("choose a card"), show=False) for n in range(1, 10)),
    ]

    AT_TABLE = frozenset(
        {"move", "choose", "pick", "next_set", "play", "take", "pass", "clear", "sort"}
        | {"explain", "explain_pass", "valhalla"}
    )

    LOOKING = frozenset({"move", "sort", "valhalla"})

    intent: reactive[Intent] = reactive(Intent(), repaint=False, bindings=True)
    """What the player is about to do."""

    CARDS = CARD_SET

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(OdinTable(), HAND_OVER, MatchEnd(draw_places), now)

    def action_valhalla(self) -> None:
        """Open the page that tells where every card is, as far as the player can know."""
        if self.match is not None:
            reader = self.reader
            title = MESSAGES.say("valhalla", reader.tr, count=len(self.match.discard))
            page = card_places(self.match, reader, self.marks)
            self.app.push_screen(LookupScreen(title, page))

    def on_side_panel_opened(self, _message: SidePanel.Opened) -> None:
        self.action_valhalla()

    @property
    def waits_for_move(self) -> bool:
        return self.page == "table" and not self.intent.taking

    # -- keys ---------------------------------------------------------------

    def can(self, action: str) -> bool:  # noqa: PLR0911 - one line for each thing to do
        """Return whether an action is possible at the table now."""
        intent = self.intent
        match action:
            case "move":
                return intent.taking or len(intent.hand) > 1
            case "choose" | "next_set":
                return bool(intent.hand) and not intent.taking
            case "play":
                return intent.my_turn and not intent.taking and intent.may_play
            case "take":
                return intent.taking
            case "pass":
                return not intent.taking and self.match is not None and PASS in self.match.moves
            case "clear":
                return intent.taking or bool(intent.chosen)
            case "sort":
                return len(intent.hand) > 1 and not intent.taking
            case "pick" | "explain" | "explain_pass":
                return bool(intent.hand)
        return True

    def action_choose(self) -> None:
        """Choose the card under the cursor, or put it back."""
        self.go_on(self.intent.toggled(self.intent.cursor))

    def action_pick(self, number: int) -> None:
        """Choose the card with this number; while taking, consider it, or take it if it is."""
        cards = self.intent.takes if self.intent.taking else self.intent.cards
        if number > len(cards):
            return
        if self.intent.taking:
            self._point_at(cards[number - 1])
        else:
            self.go_on(self.intent.toggled(cards[number - 1]))

    def action_next_set(self, step: int) -> None:
        """Choose the next set that can be played."""
        self.go_on(self.intent.next_set(step))
        if not self.intent.sets:
            self.say(translations_of(self).gettext("No set you hold can be played on this one."))

    def action_play(self) -> None:
        """Play the chosen set, after asking which card to take where there is a choice."""
        if self.intent.move is None:
            self.go_on(self.intent.begin_taking())
        else:
            self.decide(self.intent.move)

    def action_take(self) -> None:
        """Take the card that is considered."""
        if self.intent.move is not None:
            self.decide(self.intent.move)

    def action_decide(self) -> None:
        """Play or take, whichever is next."""
        if self.intent.taking:
            self.action_take()
        elif self.intent.my_turn and self.intent.may_play:
            self.action_play()

    def action_pass(self) -> None:
        """Pass."""
        self.decide(PASS)

    def action_explain(self) -> None:
        """Say why the chosen cards cannot be played."""
        tr = translations_of(self)
        if not self.intent.my_turn:
            self.refuse(tr.gettext("It is not your turn."))
        elif not self.intent.chosen:
            self.refuse(
                tr.gettext("Nothing is chosen: choose cards first, or look through the sets.")
            )
        elif (why_not := self.intent.why_not) is not None:
            self.refuse(capitalized(reason_text(why_not, tr, "odin")))

    def action_explain_pass(self) -> None:
        """Say why the player cannot pass."""
        tr = translations_of(self)
        if not self.intent.my_turn:
            self.refuse(tr.gettext("It is not your turn."))
        elif self.intent.taking:
            self.refuse(tr.gettext("Take a card, or go back."))
        else:
            self.refuse(tr.gettext("You lead, so you must play a card."))

    # -- the mouse --------------------------------------------------------------------------

    def on_card_hand_picked(self, message: CardHand.Picked) -> None:
        if not self.intent.taking:
            self.go_on(self.intent.toggled(self.intent.cards[message.place]))

    def on_card_middle_pointed(self, message: CardMiddle.Pointed) -> None:
        """Play what is chosen with a click on the table; take with a click on a card."""
        if not self.intent.taking:
            if message.clicked:
                self.action_decide()
        elif message.place is not None:
            card = self.intent.takes[message.place]
            if message.clicked:
                self._point_at(card)
            elif card != self.intent.take:
                self.go_on(self.intent.consider(card))

    def _point_at(self, card: Card) -> None:
        """Consider a card to take, or take it if it is considered already."""
        if card == self.intent.take:
            self.action_take()
        else:
            self.go_on(self.intent.consider(card))
