"""What the plates of the others say in Odin: points, and what they did last."""

from dataclasses import dataclass

from textual.content import Content

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.plate_frame import apart
from odin_tui.odin.card_face import words
from odin_tui.odin.intent import NONE
from odin_tui.odin.story import deed
from odin_tui.widgets import seat_plate


@dataclass(frozen=True, slots=True)
class Sitting(seat_plate.Sitting):
    """What a plate says about its seat."""

    last: Move | None = None
    """What this seat did last in the round being played."""
    owner: bool = False
    """True if the set in the middle is theirs."""
    known: Cards = NONE
    """The cards everyone saw them take and has not seen them play."""

    def lines(self, room: int, rows: int) -> list[Content]:
        """Say how they stand and what they did last, on one line or on several."""
        points = f"{self.pts} {self.clock}" if self.clock else self.pts
        note = Content.styled(self.note, "bold")
        if rows >= 3:
            known = Content("")
            if self.known:
                known = Content.assemble(("holds ", "$quiet"), words(self.known))
            last = deed(self.last, room) if self.last else Content("")
            return [apart(Content(points), note, room), last, known][:rows]
        if self.note or not self.last:
            return [apart(Content(points), note, room)]
        if len(points) + len(_brief(self.last)) >= room:
            points = f"{self.points}p"
        return [apart(Content(points), deed(self.last, room - len(points) - 1), room)]


def _brief(move: Move) -> str:
    return "pass" if isinstance(move, Pass) else str(VALUE[move.cards.bits])
