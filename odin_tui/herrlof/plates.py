"""The plates of the others, and beside them how far everybody is on the way to the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card, Cards
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.card_faces import draw_fan
from odin_tui.drawing.names import shortened
from odin_tui.drawing.plate_frame import PLATE_EDGES, apart, draw_empty_plate
from odin_tui.herrlof.cards import SHAPES, Marks, chip, chips
from odin_tui.herrlof.text import MESSAGES
from odin_tui.languages import ENGLISH, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader
from odin_tui.widgets import seat_plate
from odin_tui.widgets.seat_plate import Wording

NO_CARDS = Cards()
FANS = (3, 5), (2, 4)
"""The step and the last card's columns of a fan on a wide plate."""
FAN_ROWS = 3
FACTS = 18
"""The columns beside such a fan."""


@dataclass(frozen=True, slots=True)
class PlateContents(seat_plate.PlateContents):
    """What a plate says about its seat."""

    WIDE: ClassVar[int] = 20

    tricks: int = 0
    hand_size: int = 0
    """How many cards were dealt."""
    predicting: bool | None = None
    """While predictions are made: whether this seat still thinks about its own."""
    known: Cards = NO_CARDS
    """The cards the reader knows to be there: those that went from hand to hand."""
    laid: Card | None = None
    """What this seat has laid into the trick."""
    marks: Marks | None = None
    tr: Translations = ENGLISH

    def fill(self, canvas: Canvas) -> None:
        """Draw a wide fan and what there is to say beside it, where there is room for both."""
        fits = (
            fan for fan in FANS if (self.hand_size - 1) * fan[0] + fan[1] + FACTS <= canvas.width
        )
        way = next(fits, None)
        if way is None or canvas.height <= FAN_ROWS:
            seat_plate.PlateContents.fill(self, canvas)
            return
        fan = draw_fan(self.count, *way, FAN_ROWS)
        canvas.paste(0, 0, fan)
        x = fan.width + 1
        room = canvas.width - x
        words = self.tr.ngettext("{count} card", "{count} cards", self.count)
        cards = Content.styled(words.format(count=self.count), "$foreground")
        for y, line in enumerate((apart(cards, Content(self._right), room), *self._facts(room))):
            canvas.put_content(x, y, line)
        canvas.put_content(0, FAN_ROWS, self._seen(canvas.width))

    def _facts(self, room: int) -> Sequence[Content]:
        """Return tricks and what is known of the prediction, in a line each."""
        if self.predicting is not None:
            return (self._achieved(Wording.FULL),)
        secret = Content.styled(self.tr.gettext("prediction secret"), "$quiet")
        return self._achieved(Wording.FULL), secret if secret.cell_length <= room else Content("")

    def lines(self, width: int, rows: int) -> list[Content]:
        """Return tricks and clock or note, and known cards, on one line or on two."""
        first = apart(self._achieved(self.wording_in(width)), Content(self._right), width)
        return [first] if rows < 2 else [first, self._seen(width)]

    def _seen(self, width: int) -> Content:
        """Return the cards of this seat that are known to the reader."""
        known, marks = Content(""), self.marks or SHAPES
        if self.laid is not None:
            card = chip(self.laid, "", marks)
            known = fill(self.tr.gettext("laid {card}"), "$quiet", card=card)
        if self.known:
            cards = chips(self.known, "", marks)
            known = fill(self.tr.gettext("holds {cards}"), "$quiet", cards=cards)
        return known.truncate(width, ellipsis=True)

    @property
    def _right(self) -> str:
        """The clock of a player who is to move, else the note if there is one."""
        return self.clock if self.to_move and self.clock else self.note or self.clock

    def _achieved(self, wording: Wording) -> Content:
        full = wording is Wording.FULL
        if self.predicting is not None:
            return Content.styled(self._prediction(full=full), "$quiet")
        if full:
            return Content.styled(MESSAGES.say("tricks", self.tr, count=self.tricks), "bold")
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
        hand_size=view.hand_size,
        predicting=seat in view.to_move if view.stage == Stage.PREDICT else None,
        known=view.known[seat],
        laid=dict(view.laid).get(seat),
        marks=marks,
        tr=reader.tr,
    )


# -- the way to the target ------------------------------------------------------------------

WIDEST_NAME = 10
DOT_EVERY = 4


@dataclass(frozen=True, slots=True)
class RaceContents:
    """The points of everybody, and the tricks of this round."""

    names: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    target: int = 1
    mine: Seat | None = None
    tricks: tuple[int, ...] = ()
    destroyed: int = 0
    most: int = 0
    """How many tricks there are in a round."""
    tr: Translations = ENGLISH


def race_contents(view: View, reader: Reader) -> RaceContents:
    """Return how far everybody is."""
    return RaceContents(
        reader.names,
        view.points,
        view.options.target,
        view.seat,
        view.tricks,
        view.destroyed,
        view.hand_size,
        reader.tr,
    )


class Race(CanvasWidget):
    """A bar for each seat, from nothing to the target, and the tricks of the round."""

    contents: reactive[RaceContents] = reactive(RaceContents())
    """What is shown."""

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        return draw_race(self.contents, self.size.width, self.size.height)


def draw_race(race: RaceContents, width: int, height: int) -> Canvas:
    """Draw the bars; what they run to and the tricks are told where there are rows for it."""
    canvas = draw_empty_plate(width, height)
    room, seats = max(width - PLATE_EDGES, 0), len(race.names)
    y = 0
    if height > seats + 1:
        canvas.put(1, 0, race.tr.gettext("to {target}").format(target=race.target), "$quiet")
        y = 1
    for seat in range(seats):
        canvas.paste(1, y + seat, _bar(race, seat, room))
    if height > seats:
        canvas.put_content(1, height - 1 if height < 6 else y + seats, _tricks(race, room))
    return canvas


def _bar(race: RaceContents, seat: int, width: int) -> Canvas:
    canvas = Canvas(width, 1)
    names = min(max(map(cell_len, race.names)), WIDEST_NAME)
    ink = "$your-turn" if seat == race.mine else "$foreground"
    name = set_cell_size(shortened(race.names[seat], names), names)
    canvas.put(0, 0, name, f"bold {ink}")
    points = str(race.points[seat])
    room = max(width - names - 6, 0)
    halves = min(round(race.points[seat] * 2 * room / race.target), 2 * room)
    for x in range(DOT_EVERY - 1, room, DOT_EVERY):
        canvas.put(names + 1 + x, 0, "·", "$line")
    canvas.put(names + 1, 0, "█" * (halves // 2) + "▌" * (halves % 2), ink)
    canvas.put(width - cell_len(points), 0, points, f"bold {ink}")
    return canvas


def _tricks(race: RaceContents, width: int) -> Content:
    """Return a sign for each trick of the round: the reader's, the others', destroyed, to come."""
    own = 0 if race.mine is None else race.tricks[race.mine]
    others = sum(race.tricks) - own
    left = max(race.most - own - others - race.destroyed, 0)
    word = race.tr.pgettext("of a round", "tricks")
    gap = " " if cell_len(word) + 1 + 2 * race.most <= width else ""
    if cell_len(word) + 1 + race.most > width:
        return Content("")
    signs = [("■", "$your-turn")] * own + [("□", "$foreground")] * others
    signs += [("×", "$foreground")] * race.destroyed + [("·", "$line")] * left
    drawn = Content(gap).join(Content.styled(*sign) for sign in signs)
    return Content.assemble((f"{word} ", "$quiet"), drawn)
