"""The plates of the others: who they are, what they hold, how they stand, what they did last."""

from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.sets import VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.drawn import Drawn
from odin_tui.drawing.plate_frame import apart, backs_line, draw_backs, framed_plate
from odin_tui.odin.card_face import words
from odin_tui.odin.intent import NONE
from odin_tui.odin.story import deed

TALL, WIDE = 6, 14
"""The room from which cards are drawn as cards."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a plate says about its seat."""

    name: str = ""
    rank: str = ""
    """The level of the bot that plays here; empty for a person."""
    note: str = ""
    """Something about the person: away, gone, wants to pause; empty if all is well."""
    count: int = 0
    points: int = 0
    last: Move | None = None
    """What this seat did last in the round being played."""
    to_move: bool = False
    owner: bool = False
    """True if the set in the middle is theirs."""
    known: Cards = NONE
    """The cards everyone saw them take and has not seen them play."""
    clock: str = ""


class SeatPlate(Drawn):
    """One opponent. Whose turn it is has a heavy frame and an arrow, and needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    sitting: reactive[Sitting] = reactive(Sitting())
    """Who sits there."""

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        return draw_plate(self.sitting, self.size.width, self.size.height)


def draw_plate(sitting: Sitting, width: int, height: int) -> Canvas:
    """Draw a plate; the more rows it has, the more it tells."""
    canvas = framed_plate(width, height, sitting.name, sitting.rank, to_move=sitting.to_move)
    inside = Canvas(max(width - 4, 0), height - (2 if height > 3 else 1))
    _fill(inside, sitting)
    canvas.paste(2, 1, inside)
    return canvas


def _fill(canvas: Canvas, sitting: Sitting) -> None:
    below = 1
    if canvas.height >= TALL and canvas.width >= WIDE:
        draw_backs(canvas, sitting.count)
        below = 3
    else:
        canvas.put_content(0, 0, backs_line(sitting.count, canvas.width))
    for y, line in enumerate(_lines(sitting, canvas.width, canvas.height - below), below):
        canvas.put_content(0, y, line)


def _lines(sitting: Sitting, room: int, rows: int) -> list[Content]:
    """Say how they stand and what they did last, on one line or on several."""
    points = f"{sitting.points} pt" if sitting.points == 1 else f"{sitting.points} pts"
    if sitting.clock:
        points = f"{points} {sitting.clock}"
    note = Content.styled(sitting.note, "bold")
    if rows >= 3:
        known = Content("")
        if sitting.known:
            known = Content.assemble(("holds ", "$quiet"), words(sitting.known))
        last = deed(sitting.last, room) if sitting.last else Content("")
        return [apart(Content(points), note, room), last, known][:rows]
    if sitting.note or not sitting.last:
        return [apart(Content(points), note, room)]
    if len(points) + len(_brief(sitting.last)) >= room:
        points = f"{sitting.points}p"
    return [apart(Content(points), deed(sitting.last, room - len(points) - 1), room)]


def _brief(move: Move) -> str:
    return "pass" if isinstance(move, Pass) else str(VALUE[move.cards.bits])
