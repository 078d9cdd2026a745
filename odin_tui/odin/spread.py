"""The table laid out: heading, plates, middle, prompt and hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget

from odin_engine.odin.cards import Card, Colour
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.canvas import broken
from odin_tui.drawing.drawn import Line
from odin_tui.drawing.names import clock_of, names_of, others_of, points_word
from odin_tui.odin.card_face import Style
from odin_tui.odin.hand import Hand, Holding
from odin_tui.odin.intent import Intent
from odin_tui.odin.middle import Lying, Middle, Sliding
from odin_tui.odin.plan import HEADING, PROMPT, Plan, plan_for
from odin_tui.odin.plate import SeatPlate
from odin_tui.odin.prompt import preview, task
from odin_tui.odin.seating import sitting_of
from odin_tui.odin.story import Story
from odin_tui.odin.valhalla import Fallen, Valhalla
from odin_tui.widgets.verb import Verb

MOST_PLATES = 6
MOTIONS = {"full": (6, 0.03), "reduced": (2, 0.04), "none": (0, 0.0)}
"""Frames of a sliding play and the seconds between them, by the word of the settings."""
TOLD = 8
"""The rows the story and Valhalla want."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Everything that is seen at one moment."""

    table: TableView
    view: View
    intent: Intent
    cards: tuple[Card, ...]
    cursor: Card | None
    marks: Mapping[Colour, str]
    said: tuple[Content | None, Content] | None
    now: float
    animations: str = "none"


class Spread(Widget):
    """Lays a glance out in the room there is."""

    DEFAULT_CSS = """
    Spread { layout: vertical; height: 1fr; }
    Spread #heading { padding: 0 1; }
    Spread #plates { height: 4; align-horizontal: center; }
    Spread SeatPlate { max-width: 36; }
    Spread #centre { height: 1fr; }
    Spread Story { height: 100%; padding: 1 0 0 2; }
    Spread Middle { width: 1fr; height: 100%; }
    Spread Valhalla { height: 100%; padding: 1 0 0 0; }
    Spread #asking { height: 1; padding: 0 1; }
    Spread #task { width: 1fr; }
    Spread #preview { padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._plan: Plan | None = None
        self._glance: Glance | None = None
        self._seen: tuple[int, int] | None = None
        self._plates = [SeatPlate() for _ in range(MOST_PLATES)]

    def compose(self) -> ComposeResult:
        yield Line(id="heading")
        with Horizontal(id="plates"):
            yield from self._plates
        with Horizontal(id="centre"):
            yield Story()
            yield Middle()
            yield Valhalla()
        with Horizontal(id="asking"):
            yield Line(id="task")
            yield Verb("Play", "decide", id="play")
            yield Verb("Pass", "pass", id="pass")
        yield Line(id="preview")
        yield Hand()

    def on_resize(self, event: Resize) -> None:
        """Divide the room anew."""
        plan = plan_for(*event.size)
        if plan != self._plan:
            self._plan = plan
            self.query_one("#plates").styles.height = plan.plates
            self.query_one(Story).styles.width = plan.story
            self.query_one(Valhalla).styles.width = plan.valhalla
            self.query_one(Hand).styles.height = plan.hand
        rest = event.size.height - HEADING - PROMPT - plan.plates - plan.hand
        above = max(min(plan.top(rest), rest - TOLD), 1)
        self.query_one(Story).styles.padding = (above, 0, 0, 2)
        self.query_one(Valhalla).styles.padding = (above, 0, 0, 0)
        glance, self._glance = self._glance, None
        if glance is not None:
            self.show(glance)

    def show(self, glance: Glance) -> None:
        """Show this moment; parts that look the same are not painted again."""
        before, self._glance = self._glance, glance
        if self._plan is None:
            return
        style = Style(self._plan.size, glance.marks)
        if before is not None and before == replace(glance, cursor=before.cursor):
            # Most keys move the cursor, and everybody presses them all the time.
            self._show_hand(glance, style)
            return
        names = names_of(glance.table)
        self._show_heading(glance)
        self._show_plates(glance, names)
        self._show_centre(glance, names, style)
        self._show_prompt(glance, names)
        self._show_hand(glance, style)

    def _show_heading(self, glance: Glance) -> None:
        view, table = glance.view, glance.table
        target = view.options.target
        until = "one hand" if target is None else f"to {target}"
        left = Content.assemble(
            ("ODIN", "bold"),
            (f" · hand {view.hand_no} · round {view.round_no} · {until}", "$quiet"),
        )
        right = Content("")
        if view.seat is not None:
            clock = clock_of(table.seats[view.seat], glance.now)
            right = Content.assemble(
                f"{table.seats[view.seat].name} · ",
                (points_word(view.points[view.seat]), "bold"),
                f" · {clock}" if clock else "",
            )
        gap = max(self.size.width - 2 - left.cell_length - right.cell_length, 1)
        self.query_one("#heading", Line).say(Content.assemble(left, " " * gap, right))

    def _show_plates(self, glance: Glance, names: tuple[str, ...]) -> None:
        others = others_of(glance.table)
        for place, plate in enumerate(self._plates):
            plate.display = place < len(others)
            if place < len(others):
                seat = others[place]
                plate.sitting = sitting_of(glance.table, glance.view, seat, names[seat], glance.now)

    def _show_centre(self, glance: Glance, names: tuple[str, ...], style: Style) -> None:
        view, intent = glance.view, glance.intent
        self.query_one(Story).show(view, names)
        leader = "" if view.turn is None else names[view.turn]
        lying = Lying(
            cards=view.table,
            owner=names[view.owner],
            empty="You lead" if leader == "You" else f"{leader} leads",
            take=intent.take,
            style=style,
        )
        middle = self.query_one(Middle)
        if lying != middle.coming:
            middle.lay(lying, self._sliding(glance, lying))
        self.query_one(Valhalla).fallen = Fallen(view.discard, view.deck, glance.marks)

    def _sliding(self, glance: Glance, lying: Lying) -> Sliding | None:
        """Let the last play slide, if the player has just not seen it yet."""
        seen, self._seen = self._seen, (glance.view.hand_no, len(glance.view.history))
        steps, seconds = MOTIONS[glance.animations]
        newer = seen is not None and seen[0] == self._seen[0] and seen[1] < self._seen[1]
        if not (steps and newer and lying.cards and lying.take is None):
            return None
        others = others_of(glance.table)
        mine = glance.view.owner not in others
        place = 0.5 if mine else (others.index(glance.view.owner) + 0.5) / len(others)
        return Sliding(lying, place, not mine, steps, seconds)

    def _show_prompt(self, glance: Glance, names: tuple[str, ...]) -> None:
        view, intent = glance.view, glance.intent
        said = glance.said
        first, second = self.query_one("#task", Line), self.query_one("#preview", Line)
        above = said[0] if said and said[0] else task(view, names, intent, first.size.width or 80)
        below = said[1] if said else preview(view, intent, glance.marks)
        if said and said[0] and below.cell_length > second.size.width > 0:
            above, below = broken(Content.assemble(above, " ", below), first.size.width)
        first.say(above)
        second.say(below)
        play, passing = self.query_one("#play", Verb), self.query_one("#pass", Verb)
        play.display = passing.display = view.seat is not None
        play.disabled = not (intent.my_turn and (intent.taking or intent.may_play))
        passing.disabled = intent.taking or PASS not in view.moves
        play.say("Take" if intent.taking else "Play")

    def _show_hand(self, glance: Glance, style: Style) -> None:
        view, intent = glance.view, glance.intent
        chosen, fitting = intent.chosen, view.hand
        if intent.taking:
            chosen, fitting = type(chosen)(), intent.hand_then
        elif intent.my_turn:
            fitting = intent.fitting
        self.query_one(Hand).holding = Holding(
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
