"""The plates of the others: who they are, what they hold, their tricks and their points."""

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card, Cards
from odin_engine.herrlof.sight import View
from odin_engine.herrlof.state import Stage
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.drawn import Drawn
from odin_tui.drawing.names import clock_of, note_of
from odin_tui.drawing.plate_frame import apart, backs_line, draw_backs, framed_plate
from odin_tui.herrlof.card_face import SHAPES, Marks, chip, chips
from odin_tui.herrlof.lore import tricks_word

TALL, WIDE = 6, 20
"""The room from which cards are drawn as cards."""
NOTHING = Cards()


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a plate says about its seat."""

    seat: Seat | None = None
    name: str = ""
    rank: str = ""
    """The level of the bot that plays here; empty for a person."""
    note: str = ""
    """Something about the person: away, left; empty if all is well."""
    count: int = 0
    tricks: int = 0
    points: int = 0
    predicting: bool | None = None
    """While predictions are made: whether this seat still thinks about its own."""
    to_move: bool = False
    known: Cards = NOTHING
    """The cards the reader knows to be there: those that went from hand to hand."""
    laid: Card | None = None
    """What this seat has laid into the trick."""
    clock: str = ""
    marks: Marks | None = None


def sitting_of(
    table: TableView, view: View, seat: Seat, name: str, now: float, marks: Marks = SHAPES
) -> Sitting:
    """Say what the plate of a seat shows."""
    person = table.seats[seat]
    return Sitting(
        seat=seat,
        name=name,
        rank=person.bot or "",
        note=note_of(person),
        count=view.counts[seat],
        tricks=view.tricks[seat],
        points=view.points[seat],
        predicting=seat in view.to_move if view.stage == Stage.PREDICT else None,
        to_move=seat in view.to_move,
        known=view.known[seat],
        laid=dict(view.laid).get(seat),
        clock=clock_of(person, now),
        marks=marks,
    )


class SeatPlate(Drawn):
    """One opponent. Whose turn it is has a heavy frame and an arrow, and needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    sitting: reactive[Sitting] = reactive(Sitting())
    """Who sits there."""

    class Picked(Message):
        """A plate was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        return draw_plate(self.sitting, self.size.width, self.size.height)

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.sitting.seat is not None:
            self.post_message(self.Picked(self.sitting.seat))


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
    """Say how they stand, on one line or on several."""
    points = Content(f"{sitting.points} pt" if sitting.points == 1 else f"{sitting.points} pts")
    right = sitting.note or sitting.clock
    if rows < 2:
        beside = Content.assemble(points, f" {right}" if right else "")
        return [apart(_achieved(sitting), beside, room)]
    known = Content("")
    marks = sitting.marks or SHAPES
    if sitting.laid is not None:
        known = Content.assemble(("laid ", "$quiet"), chip(sitting.laid, "", marks))
    if sitting.known:
        known = Content.assemble(("holds ", "$quiet"), chips(sitting.known, "", marks))
    beside = Content.styled(right, "bold")
    return [apart(_achieved(sitting), points, room), apart(known, beside, room)]


def _achieved(sitting: Sitting) -> Content:
    if sitting.predicting is not None:
        return Content.styled("predicts …" if sitting.predicting else "has predicted", "$quiet")
    return Content.styled(tricks_word(sitting.tricks), "bold")
