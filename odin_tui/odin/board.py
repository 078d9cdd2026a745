"""The board of Odin: what every key and click at the table does."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import PASS, Move
from odin_engine.odin.view import View
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
from odin_tui.widgets.card_board import PASS as PLAN_PASS
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
        binding("table.play", "plan", N_("play on my turn")),
        binding("table.play", "explain", N_("play"), show=False),
        binding("table.pass", "pass", N_("pass")),
        binding("table.pass", "plan_pass", N_("pass on my turn")),
        binding("table.pass", "explain_pass", N_("pass"), show=False),
        *GOING_ON,
        binding("hand.sort", "sort", N_("sort")),
        binding("table.look", "valhalla", N_("Valhalla")),
        *(Binding(str(n), f"pick({n})", N_("choose a card"), show=False) for n in range(1, 10)),
    ]

    AT_TABLE = frozenset(
        {"move", "choose", "pick", "next_set", "play", "take", "pass", "clear", "sort"}
        | {"explain", "explain_pass", "valhalla", "shift", "plan", "plan_pass"}
    )

    LOOKING = frozenset({"move", "sort", "shift", "valhalla"})

    intent: reactive[Intent] = reactive(Intent(), repaint=False)
    """What the player is about to do."""

    CARDS = CARD_SET

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(OdinTable(), HAND_OVER, MatchEnd(draw_places), now)

    def watch_intent(self, before: Intent, now: Intent) -> None:
        """Look again at what the keys can do, unless only the cursor has moved.

        Most keys move the cursor, and to ask about every key takes longer than to paint it.
        """
        if now != replace(before, cursor=now.cursor):
            self.refresh_bindings()

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

    def can(self, action: str) -> bool:  # noqa: C901, PLR0911 - one line for each thing to do
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
            case "plan":
                return self.may_plan and bool(intent.chosen) and intent.is_set
            case "plan_pass":
                return self.may_plan and bool(intent.hand)
            case "clear":
                return intent.taking or bool(intent.chosen) or self.planned is not None
            case "sort" | "shift":
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
            self.say(self._nothing_to_play())

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

    def action_plan_pass(self) -> None:
        """Pass when it is the player's turn."""
        self.plan(PLAN_PASS)

    def carry_out(self, planned: str) -> None:
        """Pass or play what was planned; a card to take is asked for where there is a choice."""
        tr = translations_of(self)
        if planned == PLAN_PASS:
            if self.match is not None and PASS in self.match.moves:
                self.decide(PASS)
            else:
                self.say(tr.gettext("You lead, so your pass was not made."))
        elif self.intent.may_play:
            self.action_play()
        else:
            self.say_plan_failed()

    def forced_pass(self, view: View) -> Move | None:
        """Return the pass where no set can be played."""
        return PASS if not self.intent.sets and PASS in view.moves else None

    def action_explain(self) -> None:
        """Say why the chosen cards cannot be played."""
        tr = translations_of(self)
        if not self.intent.my_turn:
            self.refuse(tr.gettext("It is not your turn."))
        elif not self.intent.sets:
            self.refuse(self._nothing_to_play())
        elif not self.intent.chosen:
            text = tr.gettext("Pick cards first ({key} suggests sets).")
            self.refuse(text.format(key=self.key_of("hand.next_set")))
        elif (why_not := self.intent.why_not) is not None:
            self.refuse(capitalized(reason_text(why_not, tr, "odin")))

    def _nothing_to_play(self) -> str:
        tr = translations_of(self)
        if not self.intent.my_turn:
            return tr.gettext("Nothing in your hand beats this.")
        text = tr.gettext("Nothing in your hand beats this: press {key} to pass.")
        return text.format(key=self.key_of("table.pass"))

    def action_explain_pass(self) -> None:
        """Say why the player cannot pass."""
        tr = translations_of(self)
        if not self.intent.my_turn:
            self.refuse(tr.gettext("It is not your turn."))
        elif self.intent.taking:
            self.refuse(tr.gettext("First choose the card to take, or go back."))
        else:
            self.refuse(tr.gettext("You lead, so you must play a card."))

    # -- the mouse --------------------------------------------------------------------------

    def on_card_hand_picked(self, message: CardHand.Picked) -> None:
        """Choose a card; a click on a chosen one plays, if that is allowed."""
        intent = self.intent
        if intent.taking:
            return
        card = intent.cards[message.place]
        if card in intent.chosen and intent.my_turn and intent.may_play and not intent.suggested:
            self.action_play()
        else:
            self.go_on(intent.toggled(card))

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
