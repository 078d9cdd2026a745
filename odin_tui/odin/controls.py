"""The controls of Odin: every key and click between looking and playing."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import PASS, Play
from odin_tui.keys import binding
from odin_tui.languages import ENGLISH
from odin_tui.messages import reason_text
from odin_tui.odin.intent import Intent
from odin_tui.odin.middle import Middle
from odin_tui.odin.sort_orders import ORDERS
from odin_tui.widgets.card_board import GOING_ON, IN_THE_HAND, CardBoard
from odin_tui.widgets.card_hand import CardHand


class Controls(CardBoard):
    """The half of the board that listens to the player; the other half shows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *IN_THE_HAND,
        binding("hand.next_set", "next_set(1)", "sets"),
        binding("hand.previous_set", "next_set(-1)", "sets", show=False),
        binding("table.play", "play", "play"),
        binding("table.play", "take", "take"),
        binding("table.play", "explain", "why not", show=False),
        binding("table.pass", "pass", "pass"),
        binding("table.pass", "explain_pass", "why not", show=False),
        *GOING_ON,
        binding("hand.sort", "sort", "sort"),
        binding("table.look", "valhalla", "Valhalla"),
        *(Binding(str(n), f"pick({n})", f"card {n}", show=False) for n in range(1, 10)),
    ]

    AT_TABLE = frozenset(
        {"move", "choose", "pick", "next_set", "play", "take", "pass", "clear", "sort"}
        | {"explain", "explain_pass", "valhalla"}
    )

    intent: reactive[Intent] = reactive(Intent(), repaint=False, bindings=True)
    """What the player is about to do."""
    cursor: reactive[Card | None] = reactive(None, repaint=False)
    """The card the keys are on."""

    advice: Play | None = None
    """The last play that was hinted at."""

    @property
    def cards(self) -> list[Card]:
        """The hand in the player's order; while taking, as it would be."""
        held = self.intent.hand_then if self.intent.taking else self.intent.hand
        return ORDERS[self.settings.sort](held)

    def settle_cursor(self) -> None:
        """Keep the cursor on a card one holds."""
        hand = ORDERS[self.settings.sort](self.intent.hand)
        if self.cursor not in hand:
            self.cursor = hand[0] if hand else None

    @property
    def waits_for_move(self) -> bool:
        return self.page == "table" and not self.intent.taking

    # -- what the player does ---------------------------------------------------------------

    def can(self, action: str) -> bool:  # noqa: PLR0911 - one line for each thing to do
        """Tell whether something can be done at the table now."""
        intent, several = self.intent, len(self.intent.hand) > 1
        match action:
            case "move":
                return intent.taking or several
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
                return several and not intent.taking
            case "pick" | "explain" | "explain_pass":
                return bool(intent.hand)
        return True

    def _go_on(self, intent: Intent) -> None:
        self.said = None
        self.intent = intent
        self.paint()

    def action_move(self, step: int) -> None:
        """Move the cursor, or the look at the card to take."""
        if self.intent.taking:
            self._go_on(self.intent.consider_next(step))
            return
        cards = self.cards
        if cards and self.cursor in cards:
            self.cursor = cards[(cards.index(self.cursor) + step) % len(cards)]

    def action_choose(self) -> None:
        """Choose the card under the cursor, or put it back."""
        if self.cursor is not None:
            self._go_on(self.intent.toggle(self.cursor))

    def action_pick(self, number: int) -> None:
        """Choose the card with this number; while taking, look at it, and at once more take it."""
        if self.intent.taking:
            if number <= len(self.intent.takes):
                self._point_at(self.intent.takes[number - 1])
            return
        cards = self.cards
        if number <= len(cards):
            self.cursor = cards[number - 1]
            self.action_choose()

    def action_next_set(self, step: int) -> None:
        """Choose the next set that can be played."""
        intent = self.intent.next_set(step)
        self._go_on(intent)
        if not intent.sets:
            self.say("No set you hold can be played on this one.")
        elif self.cursor not in intent.chosen:
            self.cursor = next(card for card in self.cards if card in intent.chosen)

    def action_play(self) -> None:
        """Play the chosen set, after asking which card to take where there is a choice."""
        move, advice = self.intent.move, self.advice
        if move is None:
            intent = self.intent.begin_taking()
            if advice and advice.take and advice.cards == intent.chosen:
                intent = intent.consider(advice.take)
            self._go_on(intent)
        else:
            self.decide(move)

    def action_take(self) -> None:
        """Take the card that is looked at."""
        if self.intent.move is not None:
            self.decide(self.intent.move)

    def action_decide(self) -> None:
        """Play or take, whichever is next."""
        if self.intent.taking:
            self.action_take()
        elif self.intent.my_turn and self.intent.may_play:
            self.action_play()

    def action_pass(self) -> None:
        """Let the set in the middle stand."""
        self.decide(PASS)

    def action_explain(self) -> None:
        """Say why the chosen cards cannot be played."""
        if not self.intent.my_turn:
            self.refuse("It is not your turn.")
        elif not self.intent.chosen:
            self.refuse("Nothing is chosen: choose cards first, or look through the sets.")
        elif (why_not := self.intent.why_not) is not None:
            self.refuse(_sentence(reason_text(why_not, ENGLISH, "odin")))

    def action_explain_pass(self) -> None:
        """Say why one cannot pass."""
        if not self.intent.my_turn:
            self.refuse("It is not your turn.")
        elif self.intent.taking:
            self.refuse("Take a card, or go back.")
        else:
            self.refuse("You lead, so you must play a card.")

    def action_clear(self) -> None:
        """Go a step back."""
        self._go_on(self.intent.clear())

    # -- the mouse --------------------------------------------------------------------------

    def on_card_hand_picked(self, message: CardHand.Picked) -> None:
        if not self.intent.taking:
            self.cursor = self.cards[message.place]
            self.action_choose()

    def on_middle_pointed(self, message: Middle.Pointed) -> None:
        """Play what is chosen with a click on the table; take with a click on a card."""
        if self.intent.taking:
            if message.card is not None and message.clicked:
                self._point_at(message.card)
            elif message.card not in (None, self.intent.take):
                self._go_on(self.intent.consider(message.card))
        elif message.clicked:
            self.action_decide()

    def _point_at(self, card: Card) -> None:
        """Look at a card to take; a second time, take it."""
        if card == self.intent.take:
            self.action_take()
        else:
            self._go_on(self.intent.consider(card))


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:]
