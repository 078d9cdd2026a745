"""The board of Odin: what a player sees at a table, and what every key and click does."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from odin_engine.odin.cards import Card
from odin_engine.odin.moves import PASS, Pass, Play
from odin_engine.odin.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.messages import reason_text
from odin_tui.odin.cards import CARD_SET, ORDERS
from odin_tui.odin.hand_over import HAND_OVER, draw_places
from odin_tui.odin.intent import NONE, Intent
from odin_tui.odin.middle import Middle
from odin_tui.odin.table import OdinTable, TableContents
from odin_tui.odin.text import advice, capitalized
from odin_tui.odin.valhalla import Valhalla, valhalla_screen
from odin_tui.widgets.card_board import IN_THE_HAND, CardBoard
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.deal_board import GOING_ON
from odin_tui.widgets.match_end import MatchEnd


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
    cursor: reactive[Card | None] = reactive(None, repaint=False)
    """The card the keys are on."""

    advice: Play | None = None
    """The last play that was hinted at."""

    CARDS = CARD_SET

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(OdinTable(), HAND_OVER, MatchEnd(draw_places), now)

    def take_in(self, view: View) -> None:
        """Keep what was chosen as far as it makes sense in a newer view."""
        self.intent = self.intent.for_view(view, covered=self.covered)
        self.settle_cursor()

    def watch_intent(self) -> None:
        self.settle_cursor()
        self.paint()

    def watch_cursor(self) -> None:
        self.paint()

    def show_table(self, view: View, now: float) -> None:
        """Show the table as it is now."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.frame.show(
            TableContents(
                table=self.table_view,
                view=view,
                intent=self.intent,
                cards=tuple(self.cards),
                cursor=self.cursor,
                marks=self.marks,
                said=self.told,
                now=now,
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        if isinstance(move, Pass):
            self.intent = self.intent.choose(NONE)
        else:
            self.advice = move
            self.intent = self.intent.choose(move.cards)
        style = self.settings.card_style
        ways = (CARD_SET.painted(text, style) for text in in_fewer_sentences(reasons))
        self.say_whole(CARD_SET.painted(advice(move, self.reader), style, "bold"), *ways)

    def action_valhalla(self) -> None:
        """Open Valhalla."""
        if self.match is not None:
            self.app.push_screen(valhalla_screen(self.match, self.reader, self.marks))

    def on_valhalla_opened(self, _message: Valhalla.Opened) -> None:
        self.action_valhalla()

    @property
    def cards(self) -> list[Card]:
        """The hand in the player's order; while taking, the hand after that."""
        held = self.intent.hand_after if self.intent.taking else self.intent.hand
        return ORDERS[self.settings.sort](held)

    def settle_cursor(self) -> None:
        """Move the cursor to the first card if it is on none of the hand."""
        hand = ORDERS[self.settings.sort](self.intent.hand)
        if self.cursor not in hand:
            self.cursor = hand[0] if hand else None

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

    def action_move(self, step: int) -> None:
        """Move the cursor; while taking, consider the next card to take."""
        if self.intent.taking:
            self.go_on(self.intent.consider_next(step))
            return
        cards = self.cards
        if cards and self.cursor in cards:
            self.cursor = cards[(cards.index(self.cursor) + step) % len(cards)]

    def action_choose(self) -> None:
        """Choose the card under the cursor, or put it back."""
        if self.cursor is not None:
            self.go_on(self.intent.toggle(self.cursor))

    def action_pick(self, number: int) -> None:
        """Choose the card with this number; while taking, consider it, or take it if it is."""
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
        self.go_on(intent)
        if not intent.sets:
            self.say(translations_of(self).gettext("No set you hold can be played on this one."))
        elif self.cursor not in intent.chosen:
            self.cursor = next(card for card in self.cards if card in intent.chosen)

    def action_play(self) -> None:
        """Play the chosen set, after asking which card to take where there is a choice."""
        move, advice = self.intent.move, self.advice
        if move is None:
            intent = self.intent.begin_taking()
            if advice and advice.take and advice.cards == intent.chosen:
                intent = intent.consider(advice.take)
            self.go_on(intent)
        else:
            self.decide(move)

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

    def action_clear(self) -> None:
        """Go a step back."""
        self.go_on(self.intent.clear())

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
                self.go_on(self.intent.consider(message.card))
        elif message.clicked:
            self.action_decide()

    def _point_at(self, card: Card) -> None:
        """Consider a card to take, or take it if it is considered already."""
        if card == self.intent.take:
            self.action_take()
        else:
            self.go_on(self.intent.consider(card))
