"""The table of Odin: its layout, the plates of the others, and the player's hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards, Colour
from odin_engine.odin.moves import PASS, Pass
from odin_engine.odin.view import View
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Look, Size
from odin_tui.drawing.layout import HEADING, PROMPT, Layout, largest_that_fits, plate_rows
from odin_tui.drawing.names import names_of
from odin_tui.drawing.plate_frame import apart
from odin_tui.languages import N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SIZES, SMALL, TINY, Style, face, short_chips
from odin_tui.odin.events import Passed, Played
from odin_tui.odin.intent import NONE, Intent
from odin_tui.odin.middle import Middle, MiddleContents
from odin_tui.odin.prompt import preview, task
from odin_tui.odin.side_panels import (
    Discards,
    Story,
    Valhalla,
    last_turns,
    story_contents,
    turn_summary,
)
from odin_tui.widgets import seat_plate
from odin_tui.widgets.card_animation import Sliding
from odin_tui.widgets.card_hand import HandCard
from odin_tui.widgets.card_table import CardTable
from odin_tui.widgets.seat_plate import ROWS_FOR_CLOCK, Wording
from odin_tui.widgets.table_frame import FrameContents

MOST_CARDS = 9
PANEL_ROWS = 8
"""The rows the story and Valhalla want."""
SHORTEST_TURN = 4
"""The columns of the shortest summary of a turn, and of a note."""


# -- layout ----------------------------------------------------------------


def plan_for(width: int, height: int) -> Layout:
    """Return the layout with the largest cards with which everything fits."""
    size = largest_that_fits(SIZES, lambda size: _fits(size, width, height))
    spare = height - HEADING - PROMPT - (size.rise + 2 * size.height + 2)
    plates = plate_rows(spare, (5, 9, 15))
    if width < 80 or size is TINY:
        return Layout(size, plates, left=22, right=13)
    if size is SMALL:
        return Layout(size, plates, left=28, right=14)
    return Layout(size, plates, left=min(width // 3, 44), right=23)


def _fits(size: Size, width: int, height: int) -> bool:
    rows = HEADING + PROMPT + 4 + size.rise + 2 * size.height + 2
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
        """Return points, clock, the last turn and known cards, in so many rows or fewer."""
        wording = self.wording_in(width)
        points = self._points_and_clock(wording)
        note = Content.styled(self.note, "bold")
        if rows < ROWS_FOR_CLOCK:
            return [self._one_line(wording, width)]
        known = Content("")
        if self.known:
            known = fill(self.tr.gettext("holds {cards}"), "$quiet", cards=short_chips(self.known))
        last = self._last(width)
        if wording is not Wording.LEAST:
            return [apart(Content(points), note, width), last, known][:rows]
        heads = [points] if len(points) <= width else [self.pts(wording), self.clock]
        return [*map(Content, heads), note if self.note else last, known][:rows]

    def line_width(self, wording: Wording) -> int:
        """Return the columns of points, clock, and a short summary of a turn or a note."""
        return len(self._points_and_clock(wording)) + 1 + SHORTEST_TURN

    def _points_and_clock(self, wording: Wording) -> str:
        return f"{self.pts(wording)} {self.clock}" if self.clock else self.pts(wording)

    def _last(self, width: int) -> Content:
        return turn_summary(self.last, width, self.tr) if self.last else Content("")

    def _one_line(self, wording: Wording, width: int) -> Content:
        """Return points and clock, and beside them a note or the last turn.

        In the least wording the clock stands beside the cards.
        """
        least = wording is Wording.LEAST
        points = self.pts(wording) if least else self._points_and_clock(wording)
        note = Content.styled(self.note, "bold")
        last = self._last(width - len(points) - 1)
        return apart(Content(points), note if self.note else last, width)


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


# -- the hand -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandContents:
    """What the player's hand shows."""

    cards: tuple[Card, ...] = ()
    chosen: Cards = NONE
    playable: Cards = NONE
    """The cards that belong to some set that can be played now; the others stand back."""
    cursor: Card | None = None
    new: Card | None = None
    """The card that was taken last, or would be."""
    style: Style = Style()  # noqa: RUF009 - a frozen value

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> Size:
        """How large the cards are."""
        return self.style.size

    def shown(self, place: int) -> HandCard:
        """Return how the card at a place looks."""
        card = self.cards[place]
        here, playable = card == self.cursor, card in self.playable
        if card in self.chosen:
            look = Look.CHOSEN
        elif here:
            look = Look.MARKED if playable else Look.MARKED_IDLE
        else:
            look = Look.PLAIN if playable else Look.IDLE
        mark = f" {self.style.tr.pgettext('a card', 'new')}" if card == self.new else ""
        return HandCard(look, here, mark)

    def face(self, place: int, look: Look) -> Canvas:
        """Return the picture of the card at a place."""
        return face(self.cards[place], self.style, look)


# -- the table ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContents(FrameContents):
    """Everything the table shows at one moment."""

    view: View
    intent: Intent
    cards: tuple[Card, ...]
    cursor: Card | None
    marks: Mapping[Colour, str]


class OdinTable(CardTable):
    """Heading, plates, story, the set in the middle, Valhalla, prompt and hand."""

    DEFAULT_CSS = """
    OdinTable Story { padding: 1 0 0 2; }
    OdinTable Valhalla { padding: 1 0 0 0; }
    """
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
        self._show_heading(contents, reader.tr)
        last = last_turns(contents.view)
        self.show_plates(
            contents,
            lambda seat: plate_of(table, seat, reader, contents.now, last.get(seat)),
        )
        self._show_centre(contents, reader, style)
        self._show_task(contents, reader)
        self._show_hand(contents, style)

    def _align_panels(self, plan: Layout) -> None:
        """Let the story and Valhalla begin at the height of the set."""
        rest = self.size.height - HEADING - PROMPT - plan.plates - plan.hand
        top = max((rest - plan.size.height - 1) // 2, 0)
        above = max(min(top, rest - PANEL_ROWS), 1)
        self._story.styles.padding = (above, 0, 0, 2)
        self._valhalla.styles.padding = (above, 0, 0, 0)

    def _show_heading(self, contents: TableContents, tr: Translations) -> None:
        view, target = contents.view, contents.view.options.target
        hand = tr.gettext("hand {number}").format(number=view.hand_no)
        round_ = tr.gettext("round {number}").format(number=view.round_no)
        until = tr.gettext("one hand")
        if target is not None:
            until = tr.gettext("to {target}").format(target=target)
        ways = (hand, round_, until), (hand, until), (hand,), ()
        game = Content.styled("ODIN", "bold")
        self.show_heading(
            contents,
            *(
                Content.assemble(game, ("".join(f" · {part}" for part in way), "$quiet"))
                for way in ways
            ),
        )

    def _show_centre(self, contents: TableContents, reader: Reader, style: Style) -> None:
        view, names = contents.view, reader.names
        self._story.contents = story_contents(view, reader)
        leader = "" if view.turn is None or reader.is_me(view.turn) else names[view.turn]
        middle = MiddleContents(
            cards=view.table,
            owner=names[view.owner],
            leader=leader,
            take=contents.intent.take,
            style=style,
        )
        if middle != self._set.coming:
            self._set.show(middle, self._sliding(contents, middle))
        self._valhalla.discards = Discards(view.discard, view.deck, contents.marks)

    def _sliding(self, contents: TableContents, middle: MiddleContents) -> Sliding | None:
        """Return how the last play slides in; None if it was shown before, or nothing moves."""
        before, self._shown = self._shown, (contents.view.hand_no, len(contents.view.history))
        newer = before is not None and before[0] == self._shown[0] and before[1] < self._shown[1]
        if not (newer and middle.cards and middle.take is None):
            return None
        return Sliding.of(contents.table, contents.view.owner, contents.animations)

    def _show_task(self, contents: TableContents, reader: Reader) -> None:
        view, intent, tr = contents.view, contents.intent, reader.tr
        play, passing = self.actions["play"], self.actions["pass"]
        play.display = passing.display = view.seat is not None and contents.table.covered is None
        play.disabled = not (intent.my_turn and (intent.taking or intent.may_play))
        passing.disabled = intent.taking or PASS not in view.moves
        play.say(tr.gettext("Take") if intent.taking else tr.gettext("Play"))
        asked = task(view, reader, intent, self.task_width)
        shown = preview(view, intent, tr, contents.marks, self.size.width - 2)
        self.show_prompt(contents, asked, shown)

    def _show_hand(self, contents: TableContents, style: Style) -> None:
        view, intent = contents.view, contents.intent
        chosen, playable = intent.chosen, view.hand
        if intent.taking:
            chosen, playable = NONE, intent.hand_after
        elif intent.my_turn:
            playable = intent.playable_cards
        self.hand.contents = HandContents(
            cards=contents.cards,
            chosen=chosen,
            playable=playable,
            cursor=intent.take or contents.cursor,
            new=intent.take or _last_taken(view),
            style=style,
        )


def _last_taken(view: View) -> Card | None:
    """Return the card the reader took with their last play of this hand."""
    for seat, move in reversed(view.history):
        if seat == view.seat and not isinstance(move, Pass):
            return move.take
    return None
