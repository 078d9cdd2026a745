"""The table of Herrlof laid out: prediction and story, the trick, deck and trump."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual.content import Content

from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.layout import Layout
from odin_tui.drawing.names import names_of, shortened
from odin_tui.herrlof.card_face import Marks, Style
from odin_tui.herrlof.card_hints import tricks_word, winning
from odin_tui.herrlof.hand import Holding
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.layout import plan_for
from odin_tui.herrlof.middle import Middle, TableCards
from odin_tui.herrlof.plate import sitting_of
from odin_tui.herrlof.prompt import VERBS, preview, task
from odin_tui.herrlof.side_panels import Deck, Pledge, Stock, pledged
from odin_tui.herrlof.story import turns_trump
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_table import CardTable, Glance


@dataclass(frozen=True, slots=True, kw_only=True)
class HerrlofGlance(Glance):
    """Everything that is seen at one moment."""

    view: View
    intent: Intent
    marks: Marks


class TableLayout(CardTable):
    """Lays a glance out in the room there is."""

    DEFAULT_CSS = "TableLayout Pledge { padding: 0 0 0 2; }"
    MOST_PLATES = 3
    VERBS: ClassVar = {"play": ("Play".center(7), "decide"), "skip": ("Skip", "skip")}

    def __init__(self) -> None:
        self._pledge, self._trick, self._deck = Pledge(), Middle(), Deck()
        super().__init__(self._pledge, self._trick, self._deck)
        self._seen: int | None = None

    def plan(self, glance: HerrlofGlance, width: int, height: int) -> Layout:
        """Divide the room there is; cards are as large as a whole hand of them allows."""
        return plan_for(width, height, glance.view.hand_size)

    def show_parts(self, glance: HerrlofGlance, before: HerrlofGlance | None, plan: Layout) -> None:
        """Show every part as it is at this moment."""
        names, style = names_of(glance.table), Style(plan.size, glance.marks)
        # Most keys change only what the player is about to do, which nothing up there tells of.
        if before is None or before != replace(glance, intent=before.intent, said=before.said):
            self._show_heading(glance)
            self.show_plates(
                glance,
                lambda seat: sitting_of(
                    glance.table, glance.view, seat, names[seat], glance.now, glance.marks
                ),
            )
        self._show_centre(glance, names, style)
        self._show_asking(glance, names)
        self._show_hand(glance, style)

    def _show_heading(self, glance: HerrlofGlance) -> None:
        view = glance.view
        trick = f" · trick {view.trick_no} of {view.hand_size}"
        long = f" · round {view.round_no} of {view.options.max_rounds}{trick}"
        brief = f" · round {view.round_no}"
        ways = (f"{long} · to {view.options.target}", brief + trick, brief, "")
        game = Content.styled("HERRLOF", "bold")
        self.show_heading(glance, *(Content.assemble(game, (way, "$quiet")) for way in ways))

    def _show_centre(self, glance: HerrlofGlance, names: tuple[str, ...], style: Style) -> None:
        view = glance.view
        self._pledge.pledged = pledged(view, names, style)
        lying = lying_of(view, glance.intent, names, style)
        if lying != self._trick.lying:
            self._trick.lay(lying, self._sliding(glance, lying))
        self._deck.stock = Stock(view.deck, view.trump_card, view.destroyed, style)

    def _sliding(self, glance: HerrlofGlance, lying: TableCards) -> Sliding | None:
        """Let the newest card slide, if the player has just not seen it yet."""
        view = glance.view
        seen, self._seen = self._seen, view.turns_dropped + len(view.history)
        if seen is None or seen >= self._seen or not lying.cards or lying.over:
            return None
        return Sliding.of(glance.table, view.laid[-1][0], glance.animations)

    def _show_asking(self, glance: HerrlofGlance, names: tuple[str, ...]) -> None:
        view, intent = glance.view, glance.intent
        play, skip = self.verbs["play"], self.verbs["skip"]
        play.display = view.seat is not None and glance.table.covered is None
        skip.display = view.seat is not None and intent.may_skip
        play.disabled = intent.move is None
        play.say((VERBS[view.stage] if intent.my_turn else "Play").center(7))
        asked = task(view, names, intent, glance.marks, self.task_width)
        self.show_prompt(glance, asked, preview(view, intent, glance.marks, self.size.width - 2))

    def _show_hand(self, glance: HerrlofGlance, style: Style) -> None:
        view, intent = glance.view, glance.intent
        self.hand.holding = Holding(
            cards=intent.cards,
            idle=frozenset(card for card in intent.cards if not intent.fits(card)),
            chosen=intent.chosen,
            cursor=intent.cursor if intent.may_choose else None,
            fresh=view.drawn if intent.with_card else None,
            style=style,
        )


def lying_of(view: View, intent: Intent, names: tuple[str, ...], style: Style) -> TableCards:
    """Say what the middle shows: what is to be chosen, the trick, or the one before."""
    if intent.predicting:
        numbers = tuple(range(view.hand_size + 1))
        asked = f"How many of {view.hand_size} tricks?"
        return TableCards(numbers=numbers, says=(asked,), chosen=intent.number, style=style)
    if intent.stealing:
        return _stealing(view, intent, names, style)
    last = view.last_trick
    leads = _leads(view, names)
    if view.trick:
        cards, laid = view.trick, [names[seat] for seat, _ in view.laid]
        wins = winning(cards, view.trump)
        says: tuple[str, ...] = (
            () if wins is not None else ("This trick is destroyed.", "Destroyed.")
        )
        says = ("Destroyed. A new trump is up.", "New trump.") if turns_trump(cards) else says
        return TableCards(cards, tuple(laid), wins, says=says, style=style)
    if last is None or last.round_no != view.round_no or view.stage == Stage.PREDICT:
        return TableCards(says=() if view.stage == Stage.PREDICT else leads, style=style)
    laid = [names[seat] for seat, _ in last.laid]
    if last.winner is None:
        lost = "New trump" if turns_trump(last.cards) else "Destroyed"
        says = (*(f"{lost}. {way}." for way in leads), leads[-1])
        return TableCards(last.cards, tuple(laid), over=True, says=says, style=style)
    wins = (last.winner - last.leader) % view.seats
    says = (f"{names[last.winner]} won. {leads[0]}.", *leads)
    return TableCards(last.cards, tuple(laid), wins, over=True, says=says, style=style)


def _leads(view: View, names: tuple[str, ...]) -> tuple[str, ...]:
    """Say who leads, at length and briefly."""
    if view.leader == view.seat:
        return ("You lead",)
    return tuple(f"{shortened(names[view.leader], room)} leads" for room in (24, 14, 6))


def _stealing(view: View, intent: Intent, names: tuple[str, ...], style: Style) -> TableCards:
    tricks = view.stage == Stage.STEAL_TRICK
    wealth = [
        tricks_word(view.tricks[seat]) if tricks else f"{view.counts[seat]} cards"
        for seat in intent.victims
    ]
    listed = tuple((names[s], w) for s, w in zip(intent.victims, wealth, strict=True))
    says = "Take a trick from" if tricks else "Take a card from"
    return TableCards(victims=listed, says=(says,), chosen=intent.target, style=style)
