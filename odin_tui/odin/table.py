"""The table of Odin: its layout, the plates of the others, and all its parts at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards, Colour
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_server.hall import TableView
from odin_tui.drawing.card_faces import LARGE, RISE, SMALL, Size
from odin_tui.drawing.layout import (
    HEADING,
    PLATE_ROWS,
    PROMPT,
    Layout,
    hand_rows,
    largest_that_fits,
    plate_rows,
)
from odin_tui.drawing.names import names_of, shortened
from odin_tui.drawing.plate_frame import apart
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SIZES, Style, printed, short_chips
from odin_tui.odin.events import Passed, Played
from odin_tui.odin.intent import NONE, Intent, preview, task
from odin_tui.odin.middle import (
    Middle,
    MiddleContents,
    Story,
    last_turns,
    story_contents,
    turn_summary,
)
from odin_tui.odin.valhalla import Discards, Valhalla
from odin_tui.widgets import seat_plate
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_hand import HandContents
from odin_tui.widgets.oval_table import (
    FEWEST_ROWS,
    MOST_ROWS,
    PANEL,
    RIM_ROWS,
    SIDE,
    OvalTable,
    side_rows,
)
from odin_tui.widgets.table_frame import FrameContents

MOST_CARDS = 9
PANEL_ROWS = 8
"""The rows the story and Valhalla want."""


# -- layout ----------------------------------------------------------------


def plan_for(width: int, height: int) -> Layout:
    """Return the layout with the largest cards with which everything fits."""
    size = largest_that_fits(SIZES, lambda size: _fits(size, width, height))
    spare = height - HEADING - PROMPT - hand_rows(size) - size.height - 2
    around = spare - RIM_ROWS - RISE
    if size is LARGE and around >= FEWEST_ROWS:
        plates = min(around, MOST_ROWS)
        return Layout(size, plates, left=SIDE, right=SIDE, air=int(around > plates), oval=True)
    plates = plate_rows(spare, (7, 8, 14))
    air = int(spare - plates > 0)
    if width < 80:
        return Layout(size, plates, left=22, right=13, air=air)
    if size is SMALL:
        return Layout(size, plates, left=26, right=23, air=air)
    return Layout(size, plates, left=31, right=24, air=air)


def _fits(size: Size, width: int, height: int) -> bool:
    rows = HEADING + PLATE_ROWS[0] + PROMPT + size.height + 2 + hand_rows(size)
    return size.row(MOST_CARDS) <= width and rows <= height


# -- the plates of the others ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlateContents(seat_plate.PlateContents):
    """What a plate says about its seat."""

    last: Played | Passed | None = None
    """What this seat did last in the round being played."""
    owner: bool = False
    """True if the set in the middle is theirs."""
    known: Cards = NONE
    """The cards everyone saw them take and has not seen them play."""

    def lines(self, width: int, rows: int) -> list[Content]:
        """Return the last turn or a note, known cards and the clock, in at most `rows` lines."""
        clock = Content.styled(self.clock, "$quiet")
        beside = width - clock.cell_length - 1 if self.clock else width
        if rows < 2:
            return [apart(self._last(beside), clock, width)]
        known = Content("")
        if self.known:
            known = fill(self.tr.gettext("holds {cards}"), "$quiet", cards=short_chips(self.known))
            known = known.truncate(beside, ellipsis=True)
        return [self._last(width), *[Content("")] * (rows - 2), apart(known, clock, width)]

    def _last(self, width: int) -> Content:
        if self.note:
            return Content.styled(shortened(self.note, width), "$foreground bold")
        if self.last is None:
            return Content("")
        return turn_summary(self.last, width, self.tr, standing=self.owner)


def plate_of(
    table: TableView, seat: Seat, reader: Reader, now: float, last: Played | Passed | None = None
) -> PlateContents:
    """Return what the plate of a seat says; `last` is what it did last in this round."""
    view: Any = table.match
    return PlateContents.at(
        table,
        seat,
        reader.names[seat],
        now,
        last=last,
        owner=bool(view.table) and view.owner == seat,
        known=view.known[seat],
        tr=reader.tr,
    )


# -- the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """Everything the table shows at one moment."""

    view: View
    intent: Intent
    cards: tuple[Card, ...]
    cursor: Card | None
    marks: Mapping[Colour, str]


class OdinTable(OvalTable):
    """Heading, plates, story, the set in the middle, Valhalla, prompt and hand."""

    TITLE = "ODIN"
    MOST_PLATES = 6
    ACTIONS: ClassVar = {"play": (N_("Play"), "decide"), "pass": (N_("Pass"), "pass")}

    def __init__(self) -> None:
        self._story, self._set, self._valhalla = Story(), Middle(), Valhalla()
        super().__init__(self._story, self._set, self._valhalla)
        self._shown: tuple[int, int] | None = None
        """The hand and the number of its turns that were shown last."""

    def plan(self, contents: TableContents, width: int, height: int) -> Layout:  # noqa: ARG002 - any hand fits
        """Return the layout for this size."""
        return plan_for(width, height)

    def show_parts(
        self, contents: TableContents, before: TableContents | None, plan: Layout
    ) -> None:
        """Show every part; only the hand if nothing but the cursor is different from `before`."""
        style = Style(plan.size, contents.marks, translations_of(self))
        if before is None:
            self._align_panels(plan)
        elif before == replace(contents, cursor=before.cursor):
            # Most keys move the cursor, and everybody presses them all the time.
            self._show_hand(contents, style)
            return
        tr, table = translations_of(self), contents.table
        reader = Reader(names_of(table, tr), table.seat, tr)
        if before is None or (before.table, before.now) != (table, contents.now):
            # Other keys change what the player is about to do, which these parts do not tell of.
            self._show_heading(contents, tr)
            last = last_turns(contents.view)
            self.show_plates(
                contents,
                lambda seat: plate_of(table, seat, reader, contents.now, last.get(seat)),
            )
            self._story.contents = story_contents(contents.view, reader)
        self._show_centre(contents, reader, style)
        self._show_task(contents, reader)
        self._show_hand(contents, style)

    def _align_panels(self, plan: Layout) -> None:
        """Let the story and Valhalla begin at the height of the set."""
        rest = self.size.height - HEADING - PROMPT - plan.plates - plan.hand
        top = max((rest - plan.size.height - 1) // 2, 0)
        self._set.axis = self.size.width // 2 - plan.left
        self._set.below = RIM_ROWS * plan.oval
        self._story.columns, self._valhalla.left = plan.left, 0
        if plan.oval:
            self._story.columns, self._valhalla.left = PANEL - 1, SIDE - PANEL + 1
            self._story.top = self._valhalla.top = int(rest - side_rows(rest) > PANEL_ROWS)
            return
        self._story.top = self._valhalla.top = max(min(top, rest - PANEL_ROWS), 1)

    def _show_heading(self, contents: TableContents, tr: Translations) -> None:
        view, target = contents.view, contents.view.options.target
        hand = tr.gettext("hand {number}").format(number=view.hand_no)
        round_ = tr.gettext("round {number}").format(number=view.round_no)
        until = tr.gettext("one hand")
        if target is not None:
            until = tr.gettext("to {target}").format(target=target)
        self.show_title(contents, (hand, round_, until), (hand, until), (hand,), ())

    def _show_centre(self, contents: TableContents, reader: Reader, style: Style) -> None:
        view, names = contents.view, reader.names
        leader = "" if view.turn is None or reader.is_me(view.turn) else names[view.turn]
        middle = MiddleContents(
            cards=view.table,
            owner="" if reader.is_me(view.owner) else names[view.owner],
            leader=leader,
            take=contents.intent.take,
            rival=_rival(contents.intent),
            style=style,
        )
        if middle != self._set.contents:
            self._set.show(middle, self._sliding(contents, middle))
        self._valhalla.discards = Discards(view.discard, view.deck, view.table, contents.marks)

    def _sliding(self, contents: TableContents, middle: MiddleContents) -> Sliding | None:
        """Return how the last play slides in; None if it was shown before, or nothing moves."""
        before, self._shown = self._shown, (contents.view.hand_no, len(contents.view.history))
        newer = before is not None and before[0] == self._shown[0] and before[1] < self._shown[1]
        laid = bool(middle.cards) and middle.cards != self._set.contents.cards
        if not (newer and laid and middle.take is None):
            return None
        return Sliding.of(contents.table, contents.view.owner, contents.animations)

    def _show_task(self, contents: TableContents, reader: Reader) -> None:
        view, intent, tr = contents.view, contents.intent, reader.tr
        play, passing = self.actions["play"], self.actions["pass"]
        play.display = passing.display = view.seat is not None and contents.table.covered is None
        play.possible = intent.my_turn and (intent.taking or intent.may_play)
        passing.possible = not intent.taking and PASS in view.moves
        play.say(tr.gettext("Take") if intent.taking else tr.gettext("Play"))
        asked = task(view, reader, intent, self.task_width)
        shown = preview(view, intent, tr, contents.marks, self.outer_size.width - 2)
        self.show_prompt(contents, asked, shown)

    def _show_hand(self, contents: TableContents, style: Style) -> None:
        view, intent = contents.view, contents.intent
        chosen, playable = intent.chosen, view.hand
        if intent.taking:
            chosen, playable = NONE, intent.hand_after
        elif intent.my_turn:
            playable = intent.playable_cards
        places: dict[Card | None, int] = {card: place for place, card in enumerate(contents.cards)}
        self.hand.mine = intent.my_turn
        self.hand.contents = HandContents(
            contents.cards,
            printed,
            style,
            chosen=frozenset(places[card] for card in chosen),
            idle=frozenset(place for card, place in places.items() if card not in playable),
            deal=None if view.history else view.hand_no,
            cursor=places.get(intent.take or contents.cursor),
            new=places.get(intent.take or _last_taken(view)),
            new_mark=f" {style.tr.pgettext('a card', 'new')}",
        )


def _rival(intent: Intent) -> int | None:
    """Return the value of the chosen cards, if they can be played."""
    return VALUE[intent.chosen.bits] if intent.may_play and not intent.taking else None


def _last_taken(view: View) -> Card | None:
    """Return the card the reader took with their last play of this hand."""
    for seat, move in reversed(view.history):
        if seat == view.seat and not isinstance(move, Pass):
            return move.take
    return None
