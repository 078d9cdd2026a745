"""The board of Herrlof: what a player sees at a table, and what every key and click does."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from odin_engine.herrlof.moves import SKIP
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.standings import Standings
from odin_tui.herrlof.cards import CARD_SET
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.recap import LAST_TRICK, ROUND_OVER, last_trick_page
from odin_tui.herrlof.table import HerrlofTable
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.messages import reason_text
from odin_tui.screens.lookup import LookupScreen
from odin_tui.widgets.card_board import IN_THE_HAND, CardBoard
from odin_tui.widgets.card_hand import CardHand
from odin_tui.widgets.card_middle import CardMiddle
from odin_tui.widgets.deal_board import GOING_ON
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.seat_plate import SeatPlate
from odin_tui.widgets.side_panel import SidePanel

STAGES = {
    "predict": (Stage.PREDICT,),
    "play": (Stage.PLAY,),
    "draw": (Stage.SWAP,),
    "bury": (Stage.BURY,),
    "steal": (Stage.STEAL_TRICK, Stage.STEAL_CARD),
    "give": (Stage.RETURN,),
}
"""The stages in which Enter does each of these actions."""


class Board(CardBoard):
    """Plates above, the trick in the middle, the own hand below; attributes down, messages up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *IN_THE_HAND,
        binding("hand.next_set", "next_card(1)", N_("next card")),
        binding("hand.previous_set", "next_card(-1)", N_("next card"), show=False),
        binding("table.play", "predict", N_("predict")),
        binding("table.play", "play", N_("play")),
        binding("table.play", "draw", N_("draw")),
        binding("table.play", "bury", N_("bury")),
        binding("table.play", "steal", N_("steal")),
        binding("table.play", "give", N_("give")),
        binding("table.play", "plan", N_("play on my turn")),
        binding("table.play", "explain", N_("play"), show=False),
        binding("table.pass", "skip", N_("skip")),
        binding("table.pass", "explain_skip", N_("skip"), show=False),
        *GOING_ON,
        binding("table.look", "last_trick", N_("last trick")),
        binding("hand.sort", "sort", N_("sort")),
        *(Binding(str(n), f"digit('{n}')", N_("choose by number"), show=False) for n in range(10)),
    ]

    AT_TABLE = frozenset(
        {"move", "choose", "next_card", "digit", "skip", "clear", "last_trick", "sort"}
        | {"explain", "explain_skip", "shift", "plan"}
        | STAGES.keys()
    )

    intent: reactive[Intent] = reactive(Intent(), repaint=False, bindings=True)
    """What the player is about to do."""

    CARDS = CARD_SET

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(HerrlofTable(), ROUND_OVER, MatchEnd(Standings(note=_exact_text)), now)

    def action_last_trick(self) -> None:
        """Look at the last trick again; no older one may be looked at."""
        if self.match is not None and self.match.last_trick is not None:
            title = self.reader.tr.gettext(LAST_TRICK)
            page = last_trick_page(self.match.last_trick, self.reader, self.settings.card_style)
            self.app.push_screen(LookupScreen(title, page))

    def on_side_panel_opened(self, _message: SidePanel.Opened) -> None:
        self.action_last_trick()

    # -- what the player does ---------------------------------------------------------------

    def can(self, action: str) -> bool:  # noqa: PLR0911 - one for each thing to do
        """Return whether an action of the table is possible now."""
        intent = self.intent
        if action in STAGES:
            return intent.stage in STAGES[action] and intent.move is not None
        match action:
            case "move":
                return self._may_move
            case "choose" | "next_card":
                return intent.may_choose
            case "digit":
                return intent.my_turn or intent.may_choose
            case "skip":
                return intent.may_skip
            case "clear":
                chosen = intent.chosen is not None or intent.number is not None
                return chosen or self.planned is not None
            case "plan":
                return self.may_plan and intent.chosen is not None and intent.stage == Stage.PLAY
            case "last_trick":
                return self.match.last_trick is not None
            case "sort" | "shift":
                return len(intent.cards) > 1
        return bool(intent.cards)

    @property
    def _may_move(self) -> bool:
        intent = self.intent
        if intent.predicting or (intent.stealing and len(intent.victims) > 1):
            return True
        return intent.may_choose and len(intent.cards) > 1

    def action_choose(self) -> None:
        """Choose the card under the cursor, or take the choice back."""
        self.go_on(self.intent.toggled(self.intent.cursor))

    def action_digit(self, digit: str) -> None:
        """Choose by number; two digits make a number from ten up."""
        self.go_on(self.intent.digit(digit))

    def action_next_card(self, step: int) -> None:
        """Choose the next card that may be played."""
        self.go_on(self.intent.next_fitting(step))

    def action_decide(self) -> None:
        """Make the chosen move, or say what is missing."""
        if self.intent.move is not None:
            self.decide(self.intent.move)
        else:
            self.action_explain()

    action_predict = action_play = action_draw = action_decide
    action_bury = action_steal = action_give = action_decide

    def carry_out(self, planned: str) -> None:  # noqa: ARG002 - only a card can be planned
        """Play the card that was planned; another question than for a card comes first."""
        if self.intent.stage != Stage.PLAY:
            return
        if self.intent.move is not None:
            self.decide(self.intent.move)
        else:
            self.say_plan_failed()

    def action_skip(self) -> None:
        """Leave what a card offers."""
        if self.intent.may_skip:
            self.decide(SKIP)

    def action_explain(self) -> None:
        """Choose the card under the cursor, or say why the chosen one cannot be used."""
        intent, tr = self.intent, translations_of(self)
        if not intent.my_turn:
            self.refuse(tr.gettext("It is not your turn."))
        elif intent.predicting:
            self.refuse(tr.gettext("Type a number first, or use ← and →."))
        elif intent.card is None:
            self.go_on(intent.toggled(intent.cursor))
        elif intent.why_not is not None:
            self.refuse(reason_text(intent.why_not, tr, "herrlof"))

    def action_explain_skip(self) -> None:
        """Say why the player cannot skip."""
        tr = translations_of(self)
        if self.intent.my_turn:
            self.refuse(tr.gettext("There is nothing to skip."))
        else:
            self.refuse(tr.gettext("It is not your turn."))

    # -- the mouse --------------------------------------------------------------------------

    def on_card_hand_picked(self, message: CardHand.Picked) -> None:
        """Choose a card; a click on the chosen one plays, if that is allowed."""
        intent = self.intent
        if not intent.may_choose:
            return
        if message.place == intent.chosen and intent.move is not None and not intent.suggested:
            self.action_decide()
        else:
            self.go_on(intent.toggled(message.place))

    def on_card_middle_pointed(self, message: CardMiddle.Pointed) -> None:
        """Choose a number or a victim, a second time do it; a click on the table plays."""
        intent, place = self.intent, message.place
        if not message.clicked:
            return
        if not (intent.predicting or intent.stealing):
            if intent.move is not None and intent.with_card:
                self.action_decide()
        elif place is not None and place == (intent.number if intent.predicting else intent.target):
            self.action_decide()
        elif place is not None and intent.predicting:
            self.go_on(replace(intent, number=place, typed=""))
        elif place is not None:
            self.go_on(replace(intent, target=place, typed=""))

    def on_seat_plate_picked(self, message: SeatPlate.Picked) -> None:
        """Choose this player as the victim of a theft."""
        if self.intent.stealing and message.seat in self.intent.victims:
            target = self.intent.victims.index(message.seat)
            self.go_on(replace(self.intent, target=target, typed=""))


def _exact_text(view: View, seat: int, tr: Translations) -> str:
    count = view.exact[seat]
    return tr.ngettext("{count} exact", "{count} exact", count).format(count=f"{count:>2}")
