"""The table laid out: heading, plates, middle, prompt and hand."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget

from odin_engine.herrlof.sight import View
from odin_engine.herrlof.state import Stage
from odin_server.hall import TableView
from odin_tui.drawing.canvas import broken
from odin_tui.drawing.drawn import Line
from odin_tui.drawing.names import clock_of, names_of, others_of, points_word
from odin_tui.herrlof.beside import Deck, Pledge, Stock, pledged
from odin_tui.herrlof.card_face import Marks, Style
from odin_tui.herrlof.hand import Hand, Holding
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.lore import tricks_word, winning
from odin_tui.herrlof.middle import Lying, Middle, Sliding
from odin_tui.herrlof.plan import Plan, plan_for
from odin_tui.herrlof.plate import sitting_of
from odin_tui.herrlof.prompt import VERBS, preview, task
from odin_tui.herrlof.story import turns_trump
from odin_tui.widgets.seat_plate import SeatPlate
from odin_tui.widgets.verb import Verb

MOST_PLATES = 3
MOTIONS = {"full": (6, 0.03), "reduced": (2, 0.04), "none": (0, 0.0)}
"""Frames of a sliding card and the seconds between them, by the word of the settings."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Everything that is seen at one moment."""

    table: TableView
    view: View
    intent: Intent
    marks: Marks
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
    Spread Pledge { height: 100%; padding: 0 0 0 2; }
    Spread Middle { width: 1fr; height: 100%; }
    Spread Deck { height: 100%; }
    Spread #asking { height: 1; padding: 0 1; }
    Spread #task { width: 1fr; }
    Spread #preview { padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._plan: Plan | None = None
        self._glance: Glance | None = None
        self._seen: int | None = None

    def compose(self) -> ComposeResult:
        yield Line(id="heading")
        with Horizontal(id="plates"):
            for _ in range(MOST_PLATES):
                yield SeatPlate()
        with Horizontal(id="centre"):
            yield Pledge()
            yield Middle()
            yield Deck()
        with Horizontal(id="asking"):
            yield Line(id="task")
            yield Verb("Play".center(7), "decide", id="play")
            yield Verb("Skip", "skip", id="skip")
        yield Line(id="preview")
        yield Hand()

    def on_resize(self, _event: Resize) -> None:
        """Divide the room anew."""
        if self._glance is not None:
            self.show(self._glance)

    def _divide(self, view: View) -> Plan:
        plan = plan_for(*self.size, view.hand_size)
        if plan != self._plan:
            self._plan = plan
            self.query_one("#plates").styles.height = plan.plates
            self.query_one(Pledge).styles.width = plan.pledge
            self.query_one(Deck).styles.width = plan.deck
            self.query_one(Hand).styles.height = plan.hand
        return plan

    def show(self, glance: Glance) -> None:
        """Show this moment; parts that look the same are not painted again."""
        self._glance = glance
        if not self.size:
            return
        names = names_of(glance.table)
        style = Style(self._divide(glance.view).size, glance.marks)
        self._show_heading(glance)
        self._show_plates(glance, names)
        self._show_centre(glance, names, style)
        self._show_prompt(glance, names)
        self._show_hand(glance, style)

    def _show_heading(self, glance: Glance) -> None:
        view, table = glance.view, glance.table
        left = Content.assemble(
            ("HERRLOF", "bold"),
            (f" · round {view.round_no} of {view.options.max_rounds}", "$quiet"),
            (f" · trick {view.trick_no} of {view.hand_size}", "$quiet"),
            (f" · to {view.options.target}", "$quiet"),
        )
        right = Content("")
        if view.seat is not None:
            clock = clock_of(table.seats[view.seat], glance.now)
            right = Content.assemble(
                f"{table.seats[view.seat].name} · ",
                (points_word(view.points[view.seat]), "bold"),
                f" · {clock}" if clock else "",
            )
        room = self.size.width - 2
        if left.cell_length + right.cell_length >= room:
            short = f" · round {view.round_no} · trick {view.trick_no} of {view.hand_size}"
            left = Content.assemble(("HERRLOF", "bold"), (short, "$quiet"))
        gap = max(room - left.cell_length - right.cell_length, 1)
        self.query_one("#heading", Line).say(Content.assemble(left, " " * gap, right))

    def _show_plates(self, glance: Glance, names: tuple[str, ...]) -> None:
        others = others_of(glance.table)
        for place, plate in enumerate(self.query(SeatPlate)):
            plate.display = place < len(others)
            if place < len(others):
                seat = others[place]
                plate.sitting = sitting_of(
                    glance.table, glance.view, seat, names[seat], glance.now, glance.marks
                )

    def _show_centre(self, glance: Glance, names: tuple[str, ...], style: Style) -> None:
        view = glance.view
        self.query_one(Pledge).pledged = pledged(view, names, style)
        lying = lying_of(view, glance.intent, names, style)
        middle = self.query_one(Middle)
        if lying != middle.lying:
            middle.lay(lying, self._sliding(glance, lying))
        self.query_one(Deck).stock = Stock(view.deck, view.trump_card, view.destroyed, style)

    def _sliding(self, glance: Glance, lying: Lying) -> Sliding | None:
        """Let the newest card slide, if the player has just not seen it yet."""
        view = glance.view
        seen, self._seen = self._seen, view.forgotten + len(view.history)
        steps, seconds = MOTIONS[glance.animations]
        if not steps or seen is None or seen >= self._seen or not lying.cards or lying.over:
            return None
        others, (seat, _) = others_of(glance.table), view.laid[-1]
        mine = seat not in others
        place = 0.5 if mine else (others.index(seat) + 0.5) / len(others)
        return Sliding(place, not mine, steps, seconds)

    def _show_prompt(self, glance: Glance, names: tuple[str, ...]) -> None:
        view, intent = glance.view, glance.intent
        said = glance.said
        above = said[0] if said and said[0] else task(view, names, intent, glance.marks)
        below = said[1] if said else preview(view, intent, glance.marks)
        first, second = self.query_one("#task", Line), self.query_one("#preview", Line)
        if said and said[0] and below.cell_length > second.size.width > 0:
            above, below = broken(Content.assemble(above, " ", below), first.size.width)
        first.say(above)
        second.say(below)
        play, skip = self.query_one("#play", Verb), self.query_one("#skip", Verb)
        play.display = view.seat is not None
        skip.display = view.seat is not None and intent.may_skip
        play.disabled = intent.move is None
        play.say((VERBS[view.stage] if intent.my_turn else "Play").center(7))

    def _show_hand(self, glance: Glance, style: Style) -> None:
        view, intent = glance.view, glance.intent
        self.query_one(Hand).holding = Holding(
            cards=intent.cards,
            idle=frozenset(card for card in intent.cards if not intent.fits(card)),
            chosen=intent.chosen,
            cursor=intent.cursor if intent.may_choose else None,
            fresh=view.drawn if intent.with_card else None,
            style=style,
        )


def lying_of(view: View, intent: Intent, names: tuple[str, ...], style: Style) -> Lying:
    """Say what the middle shows: what is to be chosen, the trick, or the one before."""
    if intent.predicting:
        numbers = tuple(range(view.hand_size + 1))
        asked = f"How many of {view.hand_size} tricks?"
        return Lying(numbers=numbers, says=asked, chosen=intent.number, style=style)
    if intent.stealing:
        return _stealing(view, intent, names, style)
    last = view.last_trick
    leads = "You lead" if names[view.leader] == "You" else f"{names[view.leader]} leads"
    if view.trick:
        cards, laid = view.trick, [names[seat] for seat, _ in view.laid]
        wins = winning(cards, view.trump)
        says = "" if wins is not None else "This trick is destroyed."
        says = "Destroyed. A new trump is up." if turns_trump(cards) else says
        return Lying(cards, tuple(laid), wins, says=says, style=style)
    if last is None or last.round_no != view.round_no or view.stage == Stage.PREDICT:
        return Lying(says="" if view.stage == Stage.PREDICT else leads, style=style)
    laid = [names[seat] for seat, _ in last.laid]
    if last.winner is None:
        lost = "New trump" if turns_trump(last.cards) else "Destroyed"
        return Lying(last.cards, tuple(laid), over=True, says=f"{lost}. {leads}.", style=style)
    wins = (last.winner - last.leader) % view.seats
    won = f"{names[last.winner]} won. {leads}."
    return Lying(last.cards, tuple(laid), wins, over=True, says=won, style=style)


def _stealing(view: View, intent: Intent, names: tuple[str, ...], style: Style) -> Lying:
    tricks = view.stage == Stage.STEAL_TRICK
    wealth = [
        tricks_word(view.tricks[seat]) if tricks else f"{view.counts[seat]} cards"
        for seat in intent.victims
    ]
    listed = tuple(f"{names[s]} · {w}" for s, w in zip(intent.victims, wealth, strict=True))
    says = "Take a trick from" if tricks else "Take a card from"
    return Lying(victims=listed, says=says, chosen=intent.target, style=style)
