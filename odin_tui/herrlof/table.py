"""The table of Herrlof: its layout, and all its parts at one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.widget import Widget

from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.card_faces import Size
from odin_tui.drawing.layout import (
    HEADING,
    PLATE_ROWS,
    PROMPT,
    Layout,
    hand_rows,
    largest_that_fits,
    plate_rows,
)
from odin_tui.herrlof.cards import SIZES, Marks, Style, printed
from odin_tui.herrlof.intent import Intent, preview, task
from odin_tui.herrlof.messages import MESSAGES
from odin_tui.herrlof.panels import Deck, Prediction, Stock, prediction_text, stock_width
from odin_tui.herrlof.plates import Race, plate_contents, race_contents
from odin_tui.herrlof.trick import Middle, MiddleContents, middle_contents, size_for
from odin_tui.languages import N_
from odin_tui.narrator import Reader
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_hand import HandContents
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.table_frame import FrameContents

NARROW = 80
"""The columns below which several plates leave no room for the way to the target."""
NARROWEST_SIDE = 16

# -- layout ---------------------------------------------------------------------------------


def layout_for(width: int, height: int, cards: int = 15) -> Layout:
    """Return the layout with the largest size at which this number of cards fits."""
    size = largest_that_fits(SIZES, lambda size: _fits(size, width, height, cards))
    spare = height - HEADING - PROMPT - hand_rows(size) - size.height - 2
    plates = plate_rows(spare, (7, 8, 14))
    side = max(width // 4, NARROWEST_SIDE)
    return Layout(size, plates, left=side, right=side, air=int(spare - plates > 0))


def _fits(size: Size, width: int, height: int, cards: int) -> bool:
    rows = HEADING + PROMPT + PLATE_ROWS[0] + size.height + 2 + hand_rows(size)
    return size.fan(cards) <= width and rows <= height


# -- the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """Everything the table shows at one moment."""

    view: View
    intent: Intent
    reader: Reader
    marks: Marks


class HerrlofTable(CardTable):
    """Heading, plates, deck and trump, the trick, prediction and story, prompt and hand."""

    DEFAULT_CSS = """
    HerrlofTable SeatPlate { max-width: 100%; }
    HerrlofTable Race { height: 100%; }
    """
    TITLE = "HERRLOF"
    MOST_PLATES = 3
    ACTIONS: ClassVar = {"play": (N_("Play"), "decide"), "skip": (N_("Skip"), "skip")}

    def __init__(self) -> None:
        self._prediction, self._trick, self._deck = Prediction(), Middle(), Deck()
        super().__init__(self._deck, self._trick, self._prediction)
        self._race = Race()
        self._turns_seen: int | None = None

    def beside_plates(self) -> Iterator[Widget]:
        yield self._race

    def plates_width(self, seats: int) -> int:
        """Return the columns that the plates of so many seats share with nothing else."""
        width = self.outer_size.width
        if seats > 1 and width < NARROW:
            return width
        return width * 3 // 5 if seats == 1 else width * seats // (seats + 1)

    def plan(self, contents: TableContents, width: int, height: int) -> Layout:
        """Return the layout for this size; cards are as large as a whole hand of them allows."""
        plan = layout_for(width, height, contents.view.hand_size)
        return replace(plan, watching=contents.view.seat is None)

    def show_parts(
        self, contents: TableContents, before: TableContents | None, plan: Layout
    ) -> None:
        """Show every part as it is at this moment."""
        style = Style(plan.size, contents.marks, contents.reader.tr)
        in_middle = self._in_middle(contents, style, plan)
        # Most keys change only what the player is about to do, which these parts do not tell of.
        if before is None or before != replace(contents, intent=before.intent, said=before.said):
            self._show_heading(contents)
            self._show_sides(contents, in_middle)
            self._show_race(contents)
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
        self._show_middle(contents, in_middle)
        self._show_prompt(contents)
        self._show_hand(contents, style)

    def _in_middle(self, contents: TableContents, style: Style, plan: Layout) -> Style:
        """Return how cards above the prompt are drawn: as large as there is room for."""
        width, height = self.outer_size
        rows = height - HEADING - PROMPT - plan.plates - plan.hand
        room = width - plan.left - plan.right
        sizes = [size for size in SIZES if stock_width(size) <= plan.left]
        return replace(style, size=size_for(contents.view.seats, room, rows, sizes))

    def _show_race(self, contents: TableContents) -> None:
        others = len(contents.view.counts) - (contents.view.seat is not None)
        width = self.outer_size.width - self.plates_width(others)
        self._race.display = width > 0
        self._race.styles.width = width
        self._race.contents = race_contents(contents.view, contents.reader)

    def _show_heading(self, contents: TableContents) -> None:
        view, tr = contents.view, contents.reader.tr
        rounds = tr.gettext("round {number} of {rounds}")
        rounds = rounds.format(number=view.round_no, rounds=view.options.max_rounds)
        number = tr.gettext("round {number}").format(number=view.round_no)
        trick = tr.gettext("trick {number} of {tricks}")
        trick = trick.format(number=view.trick_no, tricks=view.hand_size)
        target = tr.gettext("to {target}").format(target=view.options.target)
        self.show_title(contents, (rounds, trick, target), (number, trick), (number,), ())

    def _show_sides(self, contents: TableContents, style: Style) -> None:
        view = contents.view
        self._prediction.text = prediction_text(view, contents.reader, style)
        self._deck.stock = Stock(view.deck, view.trump_card, view.destroyed, style)

    def _show_middle(self, contents: TableContents, style: Style) -> None:
        middle = middle_contents(contents.view, contents.intent, contents.reader, style)
        if middle != self._trick.contents:
            self._trick.show(middle, self._sliding(contents, middle))

    def _sliding(self, contents: TableContents, middle: MiddleContents) -> Sliding | None:
        """Return how the newest card slides in, if the player has not seen it yet."""
        view = contents.view
        seen, self._turns_seen = self._turns_seen, view.turns_dropped + len(view.history)
        laid = view.last_trick.laid if middle.over and view.last_trick is not None else view.laid
        newer = seen is not None and seen < self._turns_seen
        if not newer or not laid or middle.cards in ((), self._trick.contents.cards):
            return None
        return Sliding.of(contents.table, laid[-1][0], contents.animations)

    def _show_prompt(self, contents: TableContents) -> None:
        view, intent, tr = contents.view, contents.intent, contents.reader.tr
        play, skip = self.actions["play"], self.actions["skip"]
        play.display = view.seat is not None and contents.table.covered is None
        skip.display = view.seat is not None and intent.may_skip
        play.possible = intent.move is not None
        stage = MESSAGES.stages[view.stage if intent.my_turn else Stage.PLAY]
        play.say(tr.gettext(stage["action"]).center(7))
        skip.say(tr.gettext("Skip"))
        asked = task(view, contents.reader, intent, contents.marks, self.task_width)
        shown = preview(view, intent, tr, contents.marks, self.outer_size.width - 2)
        self.show_prompt(contents, asked, shown)

    def _show_hand(self, contents: TableContents, style: Style) -> None:
        view, intent = contents.view, contents.intent
        cards, drawn = intent.cards, view.drawn if intent.with_card else None
        self.hand.mine = intent.my_turn
        self.hand.contents = HandContents(
            cards,
            printed,
            style,
            chosen=frozenset(() if intent.chosen is None else (intent.chosen,)),
            idle=frozenset(place for place, card in enumerate(cards) if not intent.fits(card)),
            deal=view.round_no if view.stage == Stage.PREDICT else None,
            cursor=intent.cursor if intent.may_choose else None,
            new=cards.index(drawn) if drawn in cards and drawn else None,
        )
