"""The table of Herrlof as one sees it from a chair, laid out in the room there is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.content import Content

from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.advice import in_fewer_sentences
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.herrlof.cards import BIG, MARKS, SIZES, SLIM, Holding, Marks, Style, painted
from odin_tui.herrlof.controls import Controls
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.middle import Middle, MiddleContents
from odin_tui.herrlof.panels import Deck, Prediction, Stock, plate_contents, prediction_text
from odin_tui.herrlof.prompt import ACTIONS, preview, task
from odin_tui.herrlof.round_over import Ended, RoundOver, draw_places
from odin_tui.herrlof.text import advice_text
from odin_tui.herrlof.trick_view import LastTrickScreen, middle_contents
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_table import CardTable, Glance
from odin_tui.widgets.match_end import MatchEnd

FEWEST_PLATES = 3
SHORTEST_CENTRE = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGlance(Glance):
    """Everything that is seen at one moment."""

    view: View
    intent: Intent
    reader: Reader
    marks: Marks


class TableLayout(CardTable):
    """Lays a glance out in the room there is."""

    DEFAULT_CSS = "TableLayout Prediction { padding: 0 0 0 2; }"
    MOST_PLATES = 3
    VERBS: ClassVar = {"play": (N_("Play"), "decide"), "skip": (N_("Skip"), "skip")}

    def __init__(self) -> None:
        self._prediction, self._trick, self._deck = Prediction(), Middle(), Deck()
        super().__init__(self._prediction, self._trick, self._deck)
        self._turns_seen: int | None = None

    def plan(self, glance: TableGlance, width: int, height: int) -> Layout:
        """Divide the room there is; cards are as large as a whole hand of them allows."""
        return layout_for(width, height, glance.view.hand_size)

    def show_parts(self, glance: TableGlance, before: TableGlance | None, plan: Layout) -> None:
        """Show every part as it is at this moment."""
        style = Style(plan.size, glance.marks, glance.reader.tr)
        # Most keys change only what the player is about to do, which nothing up there tells of.
        if before is None or before != replace(glance, intent=before.intent, said=before.said):
            self._show_heading(glance)
            self.show_plates(
                glance,
                lambda seat: plate_contents(
                    glance.table, glance.view, seat, glance.now, glance.reader, glance.marks
                ),
            )
        self._show_centre(glance, style)
        self._show_prompt(glance)
        self._show_hand(glance, style)

    def _show_heading(self, glance: TableGlance) -> None:
        view, tr = glance.view, glance.reader.tr
        rounds = tr.gettext("round {number} of {rounds}")
        rounds = rounds.format(number=view.round_no, rounds=view.options.max_rounds)
        number = tr.gettext("round {number}").format(number=view.round_no)
        trick = tr.gettext("trick {number} of {tricks}")
        trick = trick.format(number=view.trick_no, tricks=view.hand_size)
        target = tr.gettext("to {target}").format(target=view.options.target)
        wordings = ((rounds, trick, target), (number, trick), (number,), ())
        game = Content.styled("HERRLOF", "bold")
        self.show_heading(
            glance,
            *(
                Content.assemble(game, *((f" · {part}", "$quiet") for part in parts))
                for parts in wordings
            ),
        )

    def _show_centre(self, glance: TableGlance, style: Style) -> None:
        view = glance.view
        self._prediction.text = prediction_text(view, glance.reader, style)
        contents = middle_contents(view, glance.intent, glance.reader, style)
        if contents != self._trick.shown:
            self._trick.show_contents(contents, self._sliding(glance, contents))
        self._deck.stock = Stock(view.deck, view.trump_card, view.destroyed, style)

    def _sliding(self, glance: TableGlance, contents: MiddleContents) -> Sliding | None:
        """Return how the newest card slides in, if the player has not seen it yet."""
        view = glance.view
        seen, self._turns_seen = self._turns_seen, view.turns_dropped + len(view.history)
        if seen is None or seen >= self._turns_seen or not contents.cards or contents.over:
            return None
        return Sliding.of(glance.table, view.laid[-1][0], glance.animations)

    def _show_prompt(self, glance: TableGlance) -> None:
        view, intent, tr = glance.view, glance.intent, glance.reader.tr
        play, skip = self.verbs["play"], self.verbs["skip"]
        play.display = view.seat is not None and glance.table.covered is None
        skip.display = view.seat is not None and intent.may_skip
        play.disabled = intent.move is None
        action = tr.gettext(ACTIONS[view.stage] if intent.my_turn else ACTIONS[Stage.PLAY])
        play.say(action.center(7))
        asked = task(view, glance.reader, intent, glance.marks, self.task_width)
        shown = preview(view, intent, tr, glance.marks, self.size.width - 2)
        self.show_prompt(glance, asked, shown)

    def _show_hand(self, glance: TableGlance, style: Style) -> None:
        view, intent = glance.view, glance.intent
        self.hand.holding = Holding(
            cards=intent.cards,
            idle=frozenset(card for card in intent.cards if not intent.fits(card)),
            chosen=intent.chosen,
            cursor=intent.cursor if intent.may_choose else None,
            fresh=view.drawn if intent.with_card else None,
            style=style,
        )


def layout_for(width: int, height: int, cards: int = 15) -> Layout:
    """Choose the largest cards with which so many of them and everything else fit."""
    size = next((size for size in SIZES[:-1] if _fits(size, width, height, cards)), SLIM)
    rest = height - HEADING - PROMPT - (size.rise + size.height + 1)
    plates = FEWEST_PLATES if rest < 10 else 4 if rest < 16 else 6 if rest < 24 else 8
    if width < 80:
        return Layout(size, plates, left=20, right=16)
    if size is not BIG:
        return Layout(size, plates, left=min(max(width // 3, 28), 32), right=18)
    return Layout(size, plates, left=44, right=30)


def _fits(size: Size, width: int, height: int, cards: int) -> bool:
    hand = size.rise + size.height + 1
    centre = size.height + 2 if size is BIG else SHORTEST_CENTRE
    rows = HEADING + PROMPT + FEWEST_PLATES + centre + hand
    return size.row(cards) <= width and rows <= height


class Board(Controls):
    """Plates above, the trick in the middle, the own hand below; attributes down, messages up."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(TableLayout(), RoundOver(), MatchEnd(draw_places), now)

    @property
    def _marks(self) -> Marks:
        return MARKS[self.settings.card_style]

    def face(self, view: View) -> None:
        """Take in a newer view."""
        self.intent = self.intent.facing(view, self.settings.sort, covered=self.covered)

    @property
    def reader(self) -> Reader:
        """Whom the board is shown to."""
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    def ended(self, view: View) -> Ended:
        """Return the round that has just ended."""
        return Ended(view, len(view.results), self.reader, self._marks)

    def deal_word(self, view: View) -> str:
        """Return the name of the round that is being played."""
        return self.reader.tr.gettext("Round {number}").format(number=view.round_no)

    def show_table(self, view: View, now: float) -> None:
        """Show everything that is seen at this moment."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        self.spread.show(
            TableGlance(
                table=self.table_view,
                view=view,
                intent=self.intent,
                reader=self.reader,
                marks=self._marks,
                said=self.told,
                now=now,
                animations=self.settings.animations,
            )
        )

    def show_hint(self, move: Move, clauses: Sequence[str]) -> None:
        """Choose what a good player would choose here, and say why."""
        if not self.intent.my_turn:
            return
        self.intent = self.intent.advised(move)
        style = self.settings.card_style
        reasons = (painted(text, style) for text in in_fewer_sentences(clauses))
        self.say_whole(painted(advice_text(move, self.reader), style, "bold"), *reasons)

    def action_last_trick(self) -> None:
        """Look at the last trick again; no older one may be looked at."""
        if self.match is not None:
            card_style = self.settings.card_style
            self.app.push_screen(LastTrickScreen(self.match, self.reader, card_style))

    def on_deck_opened(self, _message: Deck.Opened) -> None:
        if self.match is not None and self.match.last_trick is not None:
            self.action_last_trick()
