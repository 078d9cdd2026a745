"""The table of Odin as one sees it from a chair."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key, Resize
from textual.reactive import reactive
from textual.timer import Timer

from odin_engine.odin.cards import Card, Colour
from odin_engine.odin.moves import PASS, Move, Pass
from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.keys import binding
from odin_tui.odin.card_face import MARKS, Style, chip, chips
from odin_tui.odin.hand import Hand
from odin_tui.odin.hand_over import Ended, HandOver
from odin_tui.odin.intent import Intent
from odin_tui.odin.match_over import MatchOver
from odin_tui.odin.middle import Middle
from odin_tui.odin.orders import ORDERS, next_order
from odin_tui.odin.plan import plan_for
from odin_tui.odin.seating import names_of
from odin_tui.odin.spread import Glance, Spread
from odin_tui.odin.valhalla import Valhalla, ValhallaScreen
from odin_tui.widgets.room_board import RoomBoard

Page = Literal["table", "hand over", "match over"]


class Board(RoomBoard):
    """Plates above, the set in the middle, the own hand below; attributes down, messages up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("hand.left", "move(-1)", "move"),
        binding("hand.right", "move(1)", "move"),
        binding("hand.choose", "choose", "choose"),
        binding("hand.next_set", "next_set(1)", "sets"),
        binding("hand.previous_set", "next_set(-1)", "sets", show=False),
        binding("table.play", "play", "play"),
        binding("table.play", "take", "take"),
        binding("table.play", "explain", "why not", show=False),
        binding("table.pass", "pass", "pass"),
        binding("table.pass", "explain_pass", "why not", show=False),
        binding("over.next", "next", "go on"),
        binding("back", "clear", "back"),
        binding("hand.clear", "clear", "back", show=False),
        binding("table.hint", "screen.hint", "hint"),
        binding("hand.sort", "sort", "sort"),
        binding("table.valhalla", "valhalla", "Valhalla"),
        *(Binding(str(n), f"pick({n})", f"card {n}", show=False) for n in range(1, 10)),
    ]
    DEFAULT_CSS = "Board { layout: vertical; }"

    intent: reactive[Intent] = reactive(Intent(), bindings=True)
    """What the player is about to do."""
    cursor: reactive[Card | None] = reactive(None)
    """The card the keys are on."""
    page: reactive[Page] = reactive("table", bindings=True)
    """What is shown: the table, the end of a hand, or the end of the match."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(now)
        self._laid_out = False
        self._clock: Timer | None = None
        self._said: tuple[Content | None, Content] | None = None
        """What the prompt says instead of the task and the preview, until the player goes on."""

    def compose(self) -> ComposeResult:
        yield Spread()
        yield HandOver()
        yield MatchOver()

    def on_mount(self) -> None:
        self._laid_out = True
        self.watch_page(self.page)
        self._paint()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def _match(self) -> View | None:
        return None if self.table_view is None else self.table_view.match

    @property
    def _cards(self) -> list[Card]:
        """The hand in the player's order; while taking, as it would be."""
        held = self.intent.hand_then if self.intent.taking else self.intent.hand
        return ORDERS[self.settings.sort](held)

    @property
    def _style(self) -> Style:
        return Style(plan_for(*self.size).size, self._marks)

    @property
    def _marks(self) -> Mapping[Colour, str]:
        return MARKS[self.settings.card_style]

    def watch_table_view(self, old: TableView | None, new: TableView | None) -> None:
        """Go where the match has gone."""
        if new is None or new.match is None:
            return
        view: View = new.match
        was: View | None = None if old is None else old.match
        if was is None or (old is not None and old.turn != new.turn):
            self._said = None
        self.intent = self.intent.facing(view)
        self._settle_cursor()
        if was is not None and len(view.results) > len(was.results):
            self._count_hand(view)
        elif view.outcome is not None and self.page == "table":
            self.page = "match over"
        elif view.outcome is None and (self.page == "match over" or not view.results):
            self.page = "table"
        if view.outcome is not None and self._laid_out:
            self.query_one(MatchOver).show(new)
        self._tend_clock(new)
        self._paint()

    def _tend_clock(self, table: TableView) -> None:
        """Tick once a second while somebody's clock runs, and never otherwise."""
        runs = any(seat.deadline is not None for seat in table.seats)
        if runs and self._clock is None:
            self._clock = self.set_interval(1.0, self._paint)
        elif not runs and self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _count_hand(self, view: View) -> None:
        assert self.table_view is not None  # noqa: S101 - it is what has just changed
        self.page = "hand over"
        ended = Ended(view, len(view.results), names_of(self.table_view), self._style)
        self.query_one(HandOver).begin(ended, self.settings.animations)

    def watch_page(self, page: Page) -> None:
        """Show one page and no other."""
        if not self._laid_out:
            return
        self.query_one(Spread).display = page == "table"
        self.query_one(HandOver).display = page == "hand over"
        self.query_one(MatchOver).display = page == "match over"
        if page != "hand over":
            self.query_one(HandOver).stop()

    def watch_intent(self) -> None:
        self._settle_cursor()
        self._paint()

    def watch_cursor(self) -> None:
        self._paint()

    def watch_settings(self) -> None:
        self._paint()

    def on_resize(self, _event: Resize) -> None:
        self._paint()

    def _settle_cursor(self) -> None:
        """Keep the cursor on a card one holds."""
        hand = ORDERS[self.settings.sort](self.intent.hand)
        if self.cursor not in hand:
            self.cursor = hand[0] if hand else None

    def _paint(self) -> None:
        if self.table_view is None or self._match is None or not self._laid_out:
            return
        self.query_one(Spread).show(
            Glance(
                table=self.table_view,
                view=self._match,
                intent=self.intent,
                cards=tuple(self._cards),
                cursor=self.cursor,
                marks=self._marks,
                said=self._said,
                now=self.now(),
                animations=self.settings.animations,
            )
        )

    def say(self, line: Content | str, above: Content | None = None) -> None:
        """Say something in the prompt, until the player goes on."""
        self._said = above, Content(line) if isinstance(line, str) else line
        self._paint()

    @property
    def waits_for_move(self) -> bool:
        return self.page == "table" and not self.intent.taking

    def refuse(self, sentence: str) -> None:
        """Show why the table turned the last wish down."""
        self.say(Content.styled(sentence, "bold"))

    def show_hint(self, move: Any, reason: str) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        marks = self._marks
        if isinstance(move, Pass):
            self.intent = self.intent.choose(self.intent.table)
            self.say(reason, Content("A Jarl would pass."))
            return
        self.intent = self.intent.choose(move.cards)
        above = Content.assemble("A Jarl would play ", chips(move.cards, "bold", marks))
        if move.take:
            above = Content.assemble(above, " and take ", chip(move.take, "bold", marks))
        self.say(reason, above)

    # -- what the player does ---------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether this can be done now; the footer shows nothing else."""
        intent, view = self.intent, self._match
        table = self.page == "table" and view is not None
        may_pass = view is not None and PASS in view.moves
        can = {
            "move": table and (intent.taking or len(intent.hand) > 1),
            "choose": table and bool(intent.hand) and not intent.taking,
            "pick": table and bool(intent.hand),
            "next_set": table and not intent.taking and bool(intent.hand),
            "play": table and intent.my_turn and not intent.taking and intent.may_play,
            "take": table and intent.taking,
            "explain": table and bool(intent.hand),
            "pass": table and may_pass and not intent.taking,
            "explain_pass": table and bool(intent.hand),
            "next": self.page == "hand over",
            "clear": table and (intent.taking or bool(intent.chosen)),
            "sort": table and len(intent.hand) > 1 and not intent.taking,
            "valhalla": table,
        }
        return can.get(action, True)

    def on_key(self, event: Key) -> None:
        """Let any key end what moves; while a hand is being counted, it does nothing else."""
        self.query_one(Middle).finish()
        if self.page == "hand over" and self.query_one(HandOver).counting:
            self.query_one(HandOver).finish()
            event.stop()

    def _go_on(self, intent: Intent) -> None:
        self._said = None
        self.intent = intent
        self._paint()

    def action_move(self, step: int) -> None:
        """Move the cursor, or the look at the card to take."""
        if self.intent.taking:
            self._go_on(self.intent.consider_next(step))
            return
        cards = self._cards
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
        cards = self._cards
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
            self.cursor = next(card for card in self._cards if card in intent.chosen)

    def action_play(self) -> None:
        """Play the chosen set, after asking which card to take where there is a choice."""
        move = self.intent.move
        if move is None:
            self._go_on(self.intent.begin_taking())
        else:
            self._decide(move)

    def action_take(self) -> None:
        """Take the card that is looked at."""
        if self.intent.move is not None:
            self._decide(self.intent.move)

    def action_pass(self) -> None:
        """Let the set in the middle stand."""
        self._decide(PASS)

    def _decide(self, move: Move) -> None:
        if self.table_view is not None:
            self.post_message(self.Chosen(move, self.table_view.turn))

    def action_explain(self) -> None:
        """Say why the chosen cards cannot be played."""
        if not self.intent.my_turn:
            self.refuse("It is not your turn.")
        elif not self.intent.chosen:
            self.refuse("Nothing is chosen: choose cards first, or look through the sets.")
        else:
            self.refuse(_sentence(self.intent.why_not))

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

    def action_sort(self) -> None:
        """Hold the cards in the next order."""
        settings = replace(self.settings, sort=next_order(self.settings.sort))
        self.settings = settings
        self.post_message(self.Preferred(settings))

    def action_next(self) -> None:
        """Go on after a hand."""
        over = self._match is not None and self._match.outcome is not None
        self.page = "match over" if over else "table"

    def action_valhalla(self) -> None:
        """Open Valhalla."""
        if self.table_view is not None and self._match is not None:
            names = names_of(self.table_view)
            self.app.push_screen(ValhallaScreen(self._match, names, self._marks))

    # -- the mouse --------------------------------------------------------------------------

    def on_hand_picked(self, message: Hand.Picked) -> None:
        if not self.intent.taking:
            self.cursor = message.card
            self.action_choose()

    def on_middle_pointed(self, message: Middle.Pointed) -> None:
        """Play what is chosen with a click on the table; take with a click on a card."""
        if self.intent.taking and message.card is not None:
            if message.clicked:
                self._point_at(message.card)
            elif message.card != self.intent.take:
                self._go_on(self.intent.consider(message.card))
        elif message.clicked and self.intent.my_turn and self.intent.may_play:
            self.action_play()

    def on_valhalla_opened(self, _message: Valhalla.Opened) -> None:
        self.action_valhalla()

    def _point_at(self, card: Card) -> None:
        """Look at a card to take; a second time, take it."""
        if card == self.intent.take:
            self.action_take()
        else:
            self._go_on(self.intent.consider(card))


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:]
