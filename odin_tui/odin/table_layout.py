"""The table of Odin laid out: the story, the set in the middle, Valhalla."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.content import Content

from odin_engine.odin.cards import Card, Colour
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.view import View
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.drawing.names import names_of
from odin_tui.odin.card_face import Style
from odin_tui.odin.hand import Holding
from odin_tui.odin.intent import Intent
from odin_tui.odin.layout import plan_for, top
from odin_tui.odin.middle import Middle, TableCards
from odin_tui.odin.prompt import preview, task
from odin_tui.odin.seating import sitting_of
from odin_tui.odin.story import Story
from odin_tui.odin.valhalla import Fallen, Valhalla
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_table import CardTable, Glance

TOLD = 8
"""The rows the story and Valhalla want."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OdinGlance(Glance):
    """Everything that is seen at one moment."""

    view: View
    intent: Intent
    cards: tuple[Card, ...]
    cursor: Card | None
    marks: Mapping[Colour, str]


class TableLayout(CardTable):
    """Lays a glance out in the room there is."""

    DEFAULT_CSS = """
    TableLayout Story { padding: 1 0 0 2; }
    TableLayout Valhalla { padding: 1 0 0 0; }
    """
    MOST_PLATES = 6
    VERBS: ClassVar = {"play": ("Play", "decide"), "pass": ("Pass", "pass")}

    def __init__(self) -> None:
        self._story, self._set, self._valhalla = Story(), Middle(), Valhalla()
        super().__init__(self._story, self._set, self._valhalla)
        self._seen: tuple[int, int] | None = None

    def plan(self, glance: OdinGlance, width: int, height: int) -> Layout:  # noqa: ARG002 - any hand fits
        """Divide the room there is."""
        return plan_for(width, height)

    def show_parts(self, glance: OdinGlance, before: OdinGlance | None, plan: Layout) -> None:
        """Show every part as it is at this moment."""
        style = Style(plan.size, glance.marks)
        if before is None:
            self._lower(plan)
        elif before == replace(glance, cursor=before.cursor):
            # Most keys move the cursor, and everybody presses them all the time.
            self._show_hand(glance, style)
            return
        names = names_of(glance.table)
        self._show_heading(glance)
        self.show_plates(
            glance,
            lambda seat: sitting_of(glance.table, glance.view, seat, names[seat], glance.now),
        )
        self._show_centre(glance, names, style)
        self._show_asking(glance, names)
        self._show_hand(glance, style)

    def _lower(self, plan: Layout) -> None:
        """Let the story and Valhalla begin at the height of the set."""
        rest = self.size.height - HEADING - PROMPT - plan.plates - plan.hand
        above = max(min(top(plan, rest), rest - TOLD), 1)
        self._story.styles.padding = (above, 0, 0, 2)
        self._valhalla.styles.padding = (above, 0, 0, 0)

    def _show_heading(self, glance: OdinGlance) -> None:
        view, target = glance.view, glance.view.options.target
        until = "one hand" if target is None else f"to {target}"
        hand, until = f" · hand {view.hand_no}", f" · {until}"
        ways = (f"{hand} · round {view.round_no}{until}", hand + until, hand, "")
        game = Content.styled("ODIN", "bold")
        self.show_heading(glance, *(Content.assemble(game, (way, "$quiet")) for way in ways))

    def _show_centre(self, glance: OdinGlance, names: tuple[str, ...], style: Style) -> None:
        view, intent = glance.view, glance.intent
        self._story.show(view, names)
        leader = "" if view.turn is None or view.turn == view.seat else names[view.turn]
        lying = TableCards(
            cards=view.table,
            owner=names[view.owner],
            leader=leader,
            take=intent.take,
            style=style,
        )
        if lying != self._set.coming:
            self._set.lay(lying, self._sliding(glance, lying))
        self._valhalla.fallen = Fallen(view.discard, view.deck, glance.marks)

    def _sliding(self, glance: OdinGlance, lying: TableCards) -> Sliding | None:
        """Let the last play slide, if the player has just not seen it yet."""
        seen, self._seen = self._seen, (glance.view.hand_no, len(glance.view.history))
        newer = seen is not None and seen[0] == self._seen[0] and seen[1] < self._seen[1]
        if not (newer and lying.cards and lying.take is None):
            return None
        return Sliding.of(glance.table, glance.view.owner, glance.animations)

    def _show_asking(self, glance: OdinGlance, names: tuple[str, ...]) -> None:
        view, intent = glance.view, glance.intent
        play, passing = self.verbs["play"], self.verbs["pass"]
        play.display = passing.display = view.seat is not None and glance.table.covered is None
        play.disabled = not (intent.my_turn and (intent.taking or intent.may_play))
        passing.disabled = intent.taking or PASS not in view.moves
        play.say("Take" if intent.taking else "Play")
        asked = task(view, names, intent, self.task_width)
        self.show_prompt(glance, asked, preview(view, intent, glance.marks, self.size.width - 2))

    def _show_hand(self, glance: OdinGlance, style: Style) -> None:
        view, intent = glance.view, glance.intent
        chosen, fitting = intent.chosen, view.hand
        if intent.taking:
            chosen, fitting = type(chosen)(), intent.hand_then
        elif intent.my_turn:
            fitting = intent.fitting
        self.hand.holding = Holding(
            cards=glance.cards,
            chosen=chosen,
            fitting=fitting,
            cursor=intent.take or glance.cursor,
            fresh=intent.take or _last_taken(view),
            style=style,
        )


def _last_taken(view: View) -> Card | None:
    """Name the card the reader took with their last play of this hand."""
    for seat, move in reversed(view.history):
        if seat == view.seat and not isinstance(move, Pass):
            return move.take
    return None
