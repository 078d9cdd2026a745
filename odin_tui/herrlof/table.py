"""The table of Herrlof: its layout, the plates of the others, and all its parts at one moment."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card, Cards
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_server.hall import TableView
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.layout import HEADING, PROMPT, Layout, largest_that_fits, plate_rows
from odin_tui.drawing.plate_frame import apart
from odin_tui.herrlof.cards import (
    BIG,
    SHAPES,
    SIZES,
    HandContents,
    Marks,
    Style,
    chip,
    chips,
)
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.messages import tricks_text
from odin_tui.herrlof.middle import Middle, MiddleContents
from odin_tui.herrlof.panels import Deck, Prediction, Stock, prediction_text
from odin_tui.herrlof.prompt import ACTIONS, middle_contents, preview, task
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.widgets import seat_plate
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.seat_plate import Wording
from odin_tui.widgets.table_frame import FrameContents

FEWEST_PLATES = 3
SHORTEST_CENTRE = 6
NO_CARDS = Cards()


# -- layout ---------------------------------------------------------------------------------


def layout_for(width: int, height: int, cards: int = 15) -> Layout:
    """Return the layout with the largest cards with which so many of them fit."""
    size = largest_that_fits(SIZES, lambda size: _fits(size, width, height, cards))
    spare = height - HEADING - PROMPT - (size.rise + size.height + 1)
    plates = plate_rows(spare, (10, 16, 24))
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


# -- the plates of the others ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlateContents(seat_plate.PlateContents):
    """What a plate says about its seat."""

    WIDE: ClassVar[int] = 20

    tricks: int = 0
    predicting: bool | None = None
    """While predictions are made: whether this seat still thinks about its own."""
    known: Cards = NO_CARDS
    """The cards the reader knows to be there: those that went from hand to hand."""
    laid: Card | None = None
    """What this seat has laid into the trick."""
    marks: Marks | None = None
    tr: Translations = ENGLISH

    def lines(self, width: int, rows: int) -> list[Content]:
        """Return tricks, points, known cards, and clock or note, on one line or on two."""
        wording = self.wording_in(width)
        right, pts = self._right, self.pts(wording)
        if wording is Wording.LEAST and self.beside_cards(width, rows):
            right = self.note
        if rows < 2:
            beside = Content.assemble(pts, f" {right}" if right else "")
            return [apart(self._achieved(wording), beside, width)]
        known, marks = Content(""), self.marks or SHAPES
        if self.laid is not None:
            card = chip(self.laid, "", marks)
            known = fill(self.tr.gettext("laid {card}"), "$quiet", card=card)
        if self.known:
            cards = chips(self.known, "", marks)
            known = fill(self.tr.gettext("holds {cards}"), "$quiet", cards=cards)
        beside = Content.styled(right, "bold")
        known = known.truncate(width - len(right) - 1, ellipsis=True)
        return [apart(self._achieved(wording), Content(pts), width), apart(known, beside, width)]

    @property
    def _right(self) -> str:
        """The clock of whoever is to move, else a note if there is one."""
        return self.clock if self.to_move and self.clock else self.note or self.clock

    def line_width(self, wording: Wording) -> int:
        """Return the columns of tricks, points, and clock or note."""
        columns = self._achieved(wording).cell_length + 1 + len(self.pts(wording))
        return columns + 1 + len(self._right) if self._right else columns

    def _achieved(self, wording: Wording) -> Content:
        full = wording is Wording.FULL
        if self.predicting is not None:
            return Content.styled(self._prediction(full=full), "$quiet")
        if full:
            return Content.styled(tricks_text(self.tricks, self.tr), "bold")
        text = self.tr.ngettext("{count} won", "{count} won", self.tricks)
        return Content.styled(text.format(count=self.tricks), "bold")

    def _prediction(self, *, full: bool) -> str:
        tr = self.tr
        if self.predicting:
            return tr.gettext("predicts …") if full else "…"
        return tr.gettext("has predicted") if full else tr.gettext("ready")


def plate_contents(
    table: TableView, view: View, seat: Seat, now: float, reader: Reader, marks: Marks = SHAPES
) -> PlateContents:
    """Return what the plate of a seat shows."""
    return PlateContents.at(
        table,
        seat,
        reader.names[seat],
        now,
        tricks=view.tricks[seat],
        predicting=seat in view.to_move if view.stage == Stage.PREDICT else None,
        known=view.known[seat],
        laid=dict(view.laid).get(seat),
        marks=marks,
        tr=reader.tr,
    )


# -- the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """Everything the table shows at one moment."""

    view: View
    intent: Intent
    reader: Reader
    marks: Marks


class HerrlofTable(CardTable):
    """Heading, plates, prediction and story, the trick, deck and trump, prompt and hand."""

    DEFAULT_CSS = "HerrlofTable Prediction { padding: 0 0 0 2; }"
    MOST_PLATES = 3
    ACTIONS: ClassVar = {"play": (N_("Play"), "decide"), "skip": (N_("Skip"), "skip")}

    def __init__(self) -> None:
        self._prediction, self._trick, self._deck = Prediction(), Middle(), Deck()
        super().__init__(self._prediction, self._trick, self._deck)
        self._turns_seen: int | None = None

    def plan(self, contents: TableContents, width: int, height: int) -> Layout:
        """Return the layout for this size; cards are as large as a whole hand of them allows."""
        return layout_for(width, height, contents.view.hand_size)

    def show_parts(
        self, contents: TableContents, before: TableContents | None, plan: Layout
    ) -> None:
        """Show every part as it is at this moment."""
        style = Style(plan.size, contents.marks, contents.reader.tr)
        # Most keys change only what the player is about to do, which these parts do not tell of.
        if before is None or before != replace(contents, intent=before.intent, said=before.said):
            self._show_heading(contents)
            self._show_sides(contents, style)
            self.show_plates(
                contents,
                lambda seat: plate_contents(
                    contents.table,
                    contents.view,
                    seat,
                    contents.now,
                    contents.reader,
                    contents.marks,
                ),
            )
        self._show_middle(contents, style)
        self._show_prompt(contents)
        self._show_hand(contents, style)

    def _show_heading(self, contents: TableContents) -> None:
        view, tr = contents.view, contents.reader.tr
        rounds = tr.gettext("round {number} of {rounds}")
        rounds = rounds.format(number=view.round_no, rounds=view.options.max_rounds)
        number = tr.gettext("round {number}").format(number=view.round_no)
        trick = tr.gettext("trick {number} of {tricks}")
        trick = trick.format(number=view.trick_no, tricks=view.hand_size)
        target = tr.gettext("to {target}").format(target=view.options.target)
        wordings = ((rounds, trick, target), (number, trick), (number,), ())
        game = Content.styled("HERRLOF", "bold")
        self.show_heading(
            contents,
            *(
                Content.assemble(game, *((f" · {part}", "$quiet") for part in parts))
                for parts in wordings
            ),
        )

    def _show_sides(self, contents: TableContents, style: Style) -> None:
        view = contents.view
        self._prediction.text = prediction_text(view, contents.reader, style)
        self._deck.stock = Stock(view.deck, view.trump_card, view.destroyed, style)

    def _show_middle(self, contents: TableContents, style: Style) -> None:
        middle = middle_contents(contents.view, contents.intent, contents.reader, style)
        if middle != self._trick.shown:
            self._trick.show_contents(middle, self._sliding(contents, middle))

    def _sliding(self, contents: TableContents, middle: MiddleContents) -> Sliding | None:
        """Return how the newest card slides in, if the player has not seen it yet."""
        view = contents.view
        seen, self._turns_seen = self._turns_seen, view.turns_dropped + len(view.history)
        if seen is None or seen >= self._turns_seen or not middle.cards or middle.over:
            return None
        return Sliding.of(contents.table, view.laid[-1][0], contents.animations)

    def _show_prompt(self, contents: TableContents) -> None:
        view, intent, tr = contents.view, contents.intent, contents.reader.tr
        play, skip = self.actions["play"], self.actions["skip"]
        play.display = view.seat is not None and contents.table.covered is None
        skip.display = view.seat is not None and intent.may_skip
        play.disabled = intent.move is None
        action = tr.gettext(ACTIONS[view.stage] if intent.my_turn else ACTIONS[Stage.PLAY])
        play.say(action.center(7))
        skip.say(tr.gettext("Skip"))
        asked = task(view, contents.reader, intent, contents.marks, self.task_width)
        shown = preview(view, intent, tr, contents.marks, self.size.width - 2)
        self.show_prompt(contents, asked, shown)

    def _show_hand(self, contents: TableContents, style: Style) -> None:
        view, intent = contents.view, contents.intent
        self.hand.contents = HandContents(
            cards=intent.cards,
            idle=frozenset(card for card in intent.cards if not intent.fits(card)),
            chosen=intent.chosen,
            cursor=intent.cursor if intent.may_choose else None,
            fresh=view.drawn if intent.with_card else None,
            style=style,
        )
