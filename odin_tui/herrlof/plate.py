"""What the plates of the others say in Herrlof: tricks, points, and cards one knows to be there."""

from dataclasses import dataclass
from typing import ClassVar

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card, Cards
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_server.hall import TableView
from odin_tui.drawing.plate_frame import apart
from odin_tui.herrlof.card_face import SHAPES, Marks, chip, chips
from odin_tui.herrlof.card_hints import tricks_word
from odin_tui.widgets import seat_plate
from odin_tui.widgets.seat_plate import Wording

NOTHING = Cards()


@dataclass(frozen=True, slots=True)
class PlateContents(seat_plate.PlateContents):
    """What a plate says about its seat."""

    WIDE: ClassVar[int] = 20

    tricks: int = 0
    predicting: bool | None = None
    """While predictions are made: whether this seat still thinks about its own."""
    known: Cards = NOTHING
    """The cards the reader knows to be there: those that went from hand to hand."""
    laid: Card | None = None
    """What this seat has laid into the trick."""
    marks: Marks | None = None

    def lines(self, room: int, rows: int) -> list[Content]:
        """Say how they stand, on one line or on several."""
        wording = self.wording_in(room)
        right, pts = self._right, self.pts(wording)
        if wording is Wording.LEAST and self.beside_cards(room, rows):
            right = self.note
        if rows < 2:
            beside = Content.assemble(pts, f" {right}" if right else "")
            return [apart(self._achieved(wording), beside, room)]
        known, marks = Content(""), self.marks or SHAPES
        if self.laid is not None:
            known = Content.assemble(("laid ", "$quiet"), chip(self.laid, "", marks))
        if self.known:
            known = Content.assemble(("holds ", "$quiet"), chips(self.known, "", marks))
        beside = Content.styled(right, "bold")
        known = known.truncate(room - len(right) - 1, ellipsis=True)
        return [apart(self._achieved(wording), Content(pts), room), apart(known, beside, room)]

    @property
    def _right(self) -> str:
        """The clock of whoever is to move, else a note if there is one."""
        return self.clock if self.to_move and self.clock else self.note or self.clock

    def line_width(self, wording: Wording) -> int:
        """Say how many columns tricks, points, and clock or note need."""
        said = self._achieved(wording).cell_length + 1 + len(self.pts(wording))
        return said + 1 + len(self._right) if self._right else said

    def _achieved(self, wording: Wording) -> Content:
        full = wording is Wording.FULL
        if self.predicting is not None:
            thinks, done = ("predicts …", "has predicted") if full else ("…", "ready")
            return Content.styled(thinks if self.predicting else done, "$quiet")
        return Content.styled(tricks_word(self.tricks) if full else f"{self.tricks} won", "bold")


def sitting_of(
    table: TableView, view: View, seat: Seat, name: str, now: float, marks: Marks = SHAPES
) -> PlateContents:
    """Say what the plate of a seat shows."""
    return PlateContents.at(
        table,
        seat,
        name,
        now,
        tricks=view.tricks[seat],
        predicting=seat in view.to_move if view.stage == Stage.PREDICT else None,
        known=view.known[seat],
        laid=dict(view.laid).get(seat),
        marks=marks,
    )
