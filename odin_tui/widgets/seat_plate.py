"""The plates of the others in any game: who they are and how they stand, and cards they hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Self

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import clock_of, note_of
from odin_tui.drawing.plate_frame import apart, backs_line, draw_backs, framed_plate
from odin_tui.languages import ENGLISH, Translations

TALL = 6
"""The rows from which cards are drawn as cards."""
ROWS_FOR_CLOCK = 3
"""The rows of words from which the clock has a line of its own, where it has no room."""
NARROWEST = 2
"""The columns of a number of cards and a gap."""


class Wording(Enum):
    """How much the plates of a table say; all of them say it the same way."""

    FULL = "12 pts"
    BRIEF = "12p"
    LEAST = "12p, and nothing that has no room beside the clock"


@dataclass(frozen=True, slots=True)
class SeatContents:
    """What a plate says about its seat in any game; each game adds its own."""

    seat: Seat | None = None
    name: str = ""
    rank: str = ""
    """The level of the bot that plays here; empty for a person."""
    note: str = ""
    """Something about the person: away, left; empty if all is well."""
    to_move: bool = False
    clock: str = ""
    wording: Wording | None = None
    """How it is said; None if this is the only plate."""
    tr: Translations = ENGLISH
    """The language it is said in."""

    @classmethod
    def at(cls, table: TableView, seat: Seat, name: str, now: float, **more: Any) -> Self:
        """Return what can be said of a seat in any game, and what the game adds."""
        person, view = table.seats[seat], table.match
        assert view is not None  # noqa: S101 - before a match there are no plates
        return cls(
            seat=seat,
            name=name,
            rank=person.bot or "",
            note=note_of(person, more.get("tr", ENGLISH)),
            to_move=seat in view.to_move,
            clock=clock_of(person, now),
            **more,
        )

    def line_width(self, wording: Wording) -> int:
        """Return how many columns the plate's longest line needs."""
        raise NotImplementedError

    def wording_in(self, room: int) -> Wording:
        """Return the wording that was chosen for all plates, or the one this plate has room for."""
        return self.wording or wording_for([self], room)

    def lines(self, room: int, rows: int) -> list[Content]:
        """Return how the seat stands, in so many rows or fewer."""
        raise NotImplementedError

    def fill(self, canvas: Canvas) -> None:
        """Draw what the plate says into the space inside its frame."""
        for y, line in enumerate(self.lines(canvas.width, canvas.height)):
            canvas.put_content(0, y, line)


@dataclass(frozen=True, slots=True)
class PlateContents(SeatContents):
    """What a plate says about its seat in a game of cards and points."""

    WIDE: ClassVar[int] = 14
    """The columns from which cards are drawn as cards."""

    count: int = 0
    """How many cards are held here."""
    points: int = 0

    @classmethod
    def at(cls, table: TableView, seat: Seat, name: str, now: float, **more: Any) -> Self:
        """Return what can be said of a seat in any card game, and what the game adds."""
        view: Any = table.match
        more = {"count": view.counts[seat], "points": view.points[seat], **more}
        return super(PlateContents, cls).at(table, seat, name, now, **more)

    def pts(self, wording: Wording) -> str:
        """Return the points, as briefly as is wanted."""
        if wording is Wording.FULL:
            text = self.tr.ngettext("{points} pt", "{points} pts", self.points)
        else:
            text = self.tr.pgettext("points, as briefly as can be", "{points}p")
        return text.format(points=self.points)

    def beside_cards(self, room: int, rows: int) -> str:
        """Return what stands beside the number of cards: the clock, where the lines lack room."""
        if self.wording_in(room) is not Wording.LEAST or rows >= ROWS_FOR_CLOCK:
            return ""
        minutes = self.clock.partition(":")[0]
        return self.clock if len(self.clock) + NARROWEST <= room else f"{minutes}m"

    def fill(self, canvas: Canvas) -> None:
        """Draw the cards from behind, and below them how the seat stands."""
        below = 1
        if canvas.height >= TALL and canvas.width >= self.WIDE:
            draw_backs(canvas, self.count)
            below = 3
        else:
            beside = self.beside_cards(canvas.width, canvas.height - below)
            room = canvas.width - len(beside) - 1 if beside else canvas.width
            held = backs_line(self.count, room, self.tr)
            canvas.put_content(0, 0, apart(held, Content(beside), canvas.width) if beside else held)
        for y, line in enumerate(self.lines(canvas.width, canvas.height - below), below):
            canvas.put_content(0, y, line)


def wording_for(seats: Sequence[SeatContents], room: int) -> Wording:
    """Choose the fullest wording with which every plate of a table has room enough."""
    for wording in (Wording.FULL, Wording.BRIEF):
        if all(seat.line_width(wording) <= room for seat in seats):
            return wording
    return Wording.LEAST


class SeatPlate(CanvasWidget):
    """One opponent. Whose turn it is has a heavy frame and an arrow, and needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    contents: reactive[SeatContents | None] = reactive(None)
    """Who sits there."""

    class Picked(Message):
        """A plate was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        if self.contents is None:
            return Canvas(*self.size)
        return draw_plate(self.contents, self.size.width, self.size.height)

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.contents is not None and self.contents.seat is not None:
            self.post_message(self.Picked(self.contents.seat))


def draw_plate(contents: SeatContents, width: int, height: int) -> Canvas:
    """Draw a plate; the more rows it has, the more it tells."""
    canvas = framed_plate(width, height, contents.name, contents.rank, to_move=contents.to_move)
    inside = Canvas(max(width - 4, 0), height - (2 if height > 3 else 1))
    contents.fill(inside)
    canvas.paste(2, 1, inside)
    return canvas
