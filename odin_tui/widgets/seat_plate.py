"""The plates of the others in any card game: who they are, what they hold, how they stand."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.drawn import Drawn
from odin_tui.drawing.names import clock_of, note_of
from odin_tui.drawing.plate_frame import backs_line, draw_backs, framed_plate

TALL = 6
"""The rows from which cards are drawn as cards."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a plate says about its seat; each room adds what its game is about."""

    WIDE: ClassVar[int] = 14
    """The columns from which cards are drawn as cards."""

    seat: Seat | None = None
    name: str = ""
    rank: str = ""
    """The level of the bot that plays here; empty for a person."""
    note: str = ""
    """Something about the person: away, left; empty if all is well."""
    count: int = 0
    """How many cards are held here."""
    points: int = 0
    to_move: bool = False
    clock: str = ""

    @classmethod
    def at(cls, table: TableView, seat: Seat, name: str, now: float, **more: Any) -> Self:
        """Say what can be said of a seat in any game, and what the room adds."""
        person, view = table.seats[seat], table.match
        assert view is not None  # noqa: S101 - before a match there are no plates
        return cls(
            seat=seat,
            name=name,
            rank=person.bot or "",
            note=note_of(person),
            count=view.counts[seat],
            points=view.points[seat],
            to_move=seat in view.to_move,
            clock=clock_of(person, now),
            **more,
        )

    @property
    def pts(self) -> str:
        """The points, briefly."""
        return f"{self.points} pt" if self.points == 1 else f"{self.points} pts"

    def lines(self, room: int, rows: int) -> list[Content]:
        """Say how they stand, in so many rows or fewer."""
        raise NotImplementedError


class SeatPlate(Drawn):
    """One opponent. Whose turn it is has a heavy frame and an arrow, and needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    sitting: reactive[Sitting | None] = reactive(None)
    """Who sits there."""

    class Picked(Message):
        """A plate was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        if self.sitting is None:
            return Canvas(*self.size)
        return draw_plate(self.sitting, self.size.width, self.size.height)

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.sitting is not None and self.sitting.seat is not None:
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
    if canvas.height >= TALL and canvas.width >= sitting.WIDE:
        draw_backs(canvas, sitting.count)
        below = 3
    else:
        canvas.put_content(0, 0, backs_line(sitting.count, canvas.width))
    for y, line in enumerate(sitting.lines(canvas.width, canvas.height - below), below):
        canvas.put_content(0, y, line)
