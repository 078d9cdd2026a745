"""The board of Walhalla: what a player sees at a table, and what every key and click does."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.reactive import reactive

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.moves import Land, Move, Sail
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.drawing.standings import Standings
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.walhalla.hand import Strip
from odin_tui.walhalla.intent import CARD_OF_ANSWER, WITH_CARDS, Intent
from odin_tui.walhalla.lookup import cards_screen, forecast_screen, pieces_screen
from odin_tui.walhalla.map_view import MapView, Scene, scenes_between
from odin_tui.walhalla.messages import CARDS, card_name
from odin_tui.walhalla.raid_over import RAID_OVER, EndedRaid
from odin_tui.walhalla.table import TableContents, WalhallaTable
from odin_tui.widgets.deal_board import DEAL_OVER, GOING_ON, DealBoard
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.seat_plate import SeatPlate
from odin_tui.widgets.table_board import TABLE

STAGES = {
    "fill": (Stage.BOARD,),
    "sell": (Stage.SELL,),
    "sail": (Stage.SAIL,),
    "land": (Stage.LAND,),
    "answer": (Stage.GUEST, Stage.ATTACK, Stage.DEFEND, Stage.HUNT),
    "lay": (Stage.COMMIT,),
}
"""The stages in which Enter does each of these actions."""
LOOK_UP = frozenset({"look", "pieces", "forecast", "cards"})


class Board(DealBoard):
    """Plates above, the map in the middle, cards and the dragon below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.take_back", "take_back", N_("take your seat back")),
        binding("map.up", "move(0, -1)", N_("move")),
        binding("map.down", "move(0, 1)", N_("move")),
        binding("map.left", "move(-1, 0)", N_("move"), show=False),
        binding("map.right", "move(1, 0)", N_("move"), show=False),
        binding("map.mark", "mark", N_("mark")),
        binding("map.turn", "turn", N_("turn round")),
        binding("table.play", "fill", N_("board")),
        binding("table.play", "sell", N_("sell")),
        binding("table.play", "sail", N_("sail")),
        binding("table.play", "land", N_("land")),
        binding("table.play", "answer", N_("answer")),
        binding("table.play", "lay", N_("lay down")),
        *GOING_ON,
        binding("map.clear", "clear", N_("back"), show=False),
        binding("map.cards", "cards", N_("cards")),
        binding("map.field", "look", N_("field")),
        binding("table.look", "pieces", N_("Walhalla")),
        binding("map.forecast", "forecast", N_("scoring")),
        *(Binding(str(n), f"pick({n})", N_("choose by number"), show=False) for n in range(1, 10)),
    ]
    AT_TABLE = frozenset({"move", "mark", "turn", "clear", "pick"} | STAGES.keys() | LOOK_UP)
    LOOKING = frozenset({"move", "clear"} | LOOK_UP)

    intent: reactive[Intent] = reactive(Intent(), repaint=False, bindings=True)
    """What the player is about to do."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(WalhallaTable(), RAID_OVER, MatchEnd(Standings(note=_heroes)), now)
        self._seen: View | None = None
        self._scenes: tuple[Scene, ...] = ()

    # -- what is shown ----------------------------------------------------------------------

    @property
    def rows_to_keep(self) -> int:
        strip = self.query_one(Strip).outer_size.height
        return super().rows_to_keep + strip * (self.page == TABLE)

    def take_in(self, view: View) -> None:
        """Take in a newer view, and note what has to be seen of what led to it."""
        if self._seen is not None and self.table_view is not None and self.page == TABLE:
            plates = self.frame.plate_order(self.table_view)
            self._scenes += scenes_between(self._seen, view, plates)
        self._seen = view
        self.intent = self.intent.facing(view, covered=self.covered)

    def ended(self, before: View, view: View) -> EndedRaid:
        """Return the raid that has just ended, with everybody on the land."""
        return EndedRaid(view, len(view.results), self.reader, self.marks, before)

    def show_table(self, view: View, now: float) -> None:
        """Hand everything that is seen at this moment to the frame."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        scenes, self._scenes = self._scenes, ()
        self.frame.show(
            TableContents(
                table=self.table_view,
                view=view,
                intent=self.intent,
                reader=self.reader,
                said=self.told,
                now=now,
                animations=self.settings.animations,
                scenes=scenes,
                turn_key=self.key_of("map.turn"),
                told=self.lesson_marks,
            )
        )

    def show_hint(self, move: Move, reasons: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        self.intent = self.intent.advised(move)
        advice = game_ui("walhalla").advice(move, self.reader)
        self.say_whole(Content(advice), *map(Content, in_fewer_sentences(reasons)))

    def go_on(self, intent: Intent) -> None:
        """Keep what the player is about to do now, and clear what the prompt said."""
        self.said = None
        self.intent = intent
        self.paint()

    # -- what the player does ---------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Let a key that ends the scoring do nothing else: the result would not be seen."""
        if self.page == DEAL_OVER and self.deal_end.counting:
            event.stop()

    def can(self, action: str) -> bool:
        """Return whether an action of the table is possible now."""
        intent = self.intent
        if action in STAGES:
            return intent.stage in STAGES[action] and intent.move is not None
        match action:
            case "move":
                return intent.my_turn or intent.looking is not None
            case "mark":
                return intent.stage in (Stage.BOARD, Stage.COMMIT)
            case "turn":
                return intent.stage == Stage.SAIL and intent.with_turn() != intent
            case "clear":
                return intent.looking is not None
        return action in LOOK_UP or intent.my_turn

    @property
    def is_picture(self) -> bool:
        """Whether the keys go over the map or the dragon, which are never mirrored."""
        return self.intent.looking is not None or self.intent.stage not in WITH_CARDS

    def action_move(self, across: int, down: int) -> None:
        """Go to the next seat, fjord, field, card or answer."""
        intent = self.intent
        if intent.looking is not None:
            self.go_on(intent.looked(across, down))
        elif intent.stage == Stage.SAIL and across:
            self.go_on(intent.with_turn())
        elif intent.stage == Stage.LAND and down:
            self.go_on(intent.picked(0 if down < 0 else len(intent.moves) - 1))
        else:
            self.go_on(intent.stepped(across + down))

    def action_pick(self, number: int) -> None:
        """Choose a seat, a fjord, a card or an answer by its number."""
        self.go_on(self.intent.picked(number - 1))

    def action_mark(self) -> None:
        """Fill the seat under the cursor, or lay down the card under it."""
        self.go_on(self.intent.toggled())

    def action_turn(self) -> None:
        """Turn the dragon round."""
        self.go_on(self.intent.with_turn())

    def action_decide(self) -> None:
        """Make the chosen move."""
        if self.intent.move is not None:
            self.said = None
            self.decide(self.intent.move)

    action_fill = action_sell = action_sail = action_decide
    action_land = action_answer = action_lay = action_decide

    def action_option(self, number: int) -> None:
        """Do what a word beside the prompt says: choose it, or do it if it is chosen."""
        intent = self.intent
        if intent.stage == Stage.SAIL and number:
            self.action_turn()
        elif number in (intent.at, 0) and (number == intent.at or not self._one_by_one):
            self.action_decide()
        else:
            self.go_on(intent.picked(number))

    @property
    def _one_by_one(self) -> bool:
        """Whether every answer has its own word beside the prompt."""
        return self.intent.stage in (*STAGES["answer"], Stage.LAND)

    # -- looking things up ------------------------------------------------------------------

    def action_clear(self) -> None:
        """Stop looking around."""
        self.go_on(self.intent.look())

    def action_look(self) -> None:
        """Look at fields one by one, or stop that."""
        self.go_on(self.intent.look())

    def action_pieces(self) -> None:
        """Show where everybody's Vikings are, and what the heroes in Walhalla will bring."""
        self.app.push_screen(pieces_screen(self.match, self.reader))

    def action_forecast(self) -> None:
        """Show how the raid would be scored now."""
        self.app.push_screen(forecast_screen(self.match, self.reader))

    def action_cards(self) -> None:
        """Show what every action card does, and where the cards are."""
        self.app.push_screen(cards_screen(self.match, self.reader))

    # -- the mouse --------------------------------------------------------------------------

    def on_map_view_picked(self, message: MapView.Picked) -> None:
        """Choose a fjord or a field, a second time do it; any other field is looked at."""
        message.stop()
        intent, moves = self.intent, self.intent.moves
        fields = [move.field for move in moves if isinstance(move, Land)]
        if message.field in fields:
            self._pick_or_do(fields.index(message.field))
        elif message.field is not None:
            self.go_on(intent.look(message.field))
        elif message.fjord is not None and any(isinstance(move, Sail) for move in moves):
            self._pick_or_do(message.fjord)
        elif intent.looking is not None:
            self.go_on(intent.look())

    def on_strip_picked(self, message: Strip.Picked) -> None:
        """Fill a seat, or choose a card; a card that is no choice now says what it does."""
        message.stop()
        if message.kind == "seat":
            if self.intent.stage == Stage.BOARD:
                self.go_on(self.intent.picked(message.number))
            return
        card = self.intent.cards[message.number]
        if self.intent.stage == Stage.COMMIT and card in self.intent.playable:
            self.go_on(self.intent.picked(message.number))
        elif self.intent.stage in WITH_CARDS:
            self._pick_or_do(message.number)
        elif card in self.intent.playable:
            answer = next(each for each, played in CARD_OF_ANSWER.items() if played == card)
            self._pick_or_do(self.intent.moves.index(answer))
        else:
            self.say(_meaning(card, translations_of(self)))

    def on_seat_plate_picked(self, message: SeatPlate.Picked) -> None:
        """Show where everybody's Vikings are."""
        message.stop()
        if self.match is not None:
            self.action_pieces()

    def _pick_or_do(self, number: int) -> None:
        """Put the cursor somewhere; where the player has put it before, do what is chosen."""
        if self.intent.at == number and self.intent.picked_here and self.intent.looking is None:
            self.action_decide()
        else:
            self.go_on(self.intent.picked(number))


def _meaning(card: Card, tr: Translations) -> str:
    text = tr.gettext("The card {card}: {meaning}")
    return text.format(card=card_name(card, tr), meaning=tr.gettext(CARDS[card]))


def _heroes(view: Any, seat: int, tr: Translations) -> str:
    count = view.walhalla[seat]
    return tr.ngettext("{count} hero", "{count} heroes", count).format(count=count)
