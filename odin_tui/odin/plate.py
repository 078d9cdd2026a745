"""What the plates of the others say in Odin: points, and what they did last."""

from dataclasses import dataclass

from textual.content import Content

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move
from odin_tui.drawing.plate_frame import apart
from odin_tui.odin.card_face import words
from odin_tui.odin.intent import NONE
from odin_tui.odin.story import deed
from odin_tui.widgets import seat_plate
from odin_tui.widgets.seat_plate import ROWS_FOR_CLOCK, Wording

DEED = 4
"""The columns of the shortest deed that says something, and of a note."""


@dataclass(frozen=True, slots=True)
class PlateContents(seat_plate.PlateContents):
    """What a plate says about its seat."""

    last: Move | None = None
    """What this seat did last in the round being played."""
    owner: bool = False
    """True if the set in the middle is theirs."""
    known: Cards = NONE
    """The cards everyone saw them take and has not seen them play."""

    def lines(self, room: int, rows: int) -> list[Content]:
        """Say how they stand and what they did last, on one line or on several."""
        wording = self.wording_in(room)
        stand = self._stand(wording)
        note = Content.styled(self.note, "bold")
        if rows < ROWS_FOR_CLOCK:
            return [self._one_line(wording, room)]
        known = Content("")
        if self.known:
            known = Content.assemble(("holds ", "$quiet"), words(self.known))
        last = deed(self.last, room) if self.last else Content("")
        if wording is not Wording.LEAST:
            return [apart(Content(stand), note, room), last, known][:rows]
        heads = [stand] if len(stand) <= room else [self.pts(wording), self.clock]
        return [*map(Content, heads), note if self.note else last, known][:rows]

    def line_width(self, wording: Wording) -> int:
        """Say how many columns points, clock, and a short deed or a note need."""
        return len(self._stand(wording)) + 1 + DEED

    def _stand(self, wording: Wording) -> str:
        return f"{self.pts(wording)} {self.clock}" if self.clock else self.pts(wording)

    def _one_line(self, wording: Wording, room: int) -> Content:
        """Write points and clock, and beside them a note or the last deed.

        In the least wording the clock stands beside the cards.
        """
        note = Content.styled(self.note, "bold")
        stand = self.pts(wording) if wording is Wording.LEAST else self._stand(wording)
        last = deed(self.last, room - len(stand) - 1) if self.last else Content("")
        return apart(Content(stand), note if self.note else last, room)
