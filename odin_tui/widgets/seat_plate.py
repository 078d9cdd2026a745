"""The plates of the others in any game: who they are and how they stand, and cards they hold."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Self

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_server.hall import TableView
from odin_tui.bots_text import bot_strength
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import draw_fan
from odin_tui.drawing.names import clock_of, note_of, shortened
from odin_tui.drawing.plate_frame import (
    PLATE_EDGES,
    apart,
    backs_line,
    cards_words,
    draw_backs,
    draw_empty_plate,
    plate_title,
)
from odin_tui.languages import ENGLISH, Translations
from odin_tui.widgets.motion import Motion, MovingWidget

TALL, BACK_ROWS = 4, 2
"""The rows from which cards are drawn as cards, and the rows of those."""
WIDE_FANS, FAN_ROWS, BESIDE_FAN = ((3, 5), (2, 4)), 3, 16
"""Step and last card of a fan on a wide plate, its rows, and the fewest columns beside it."""
BAR_TONES = ("$foreground", "$quiet", "$line", "$quiet")
"""The tones of the bar of whose turn it is, one after the other."""
THINKING = Motion(20, 0.5)
"""How often the bar changes its tone before it stays as it was."""
SHORTEST_NAME = 6
"""The letters of a name that are worth more than a whole word for points."""


class Wording(Enum):
    """How much the plates of a table say; all of them say it the same way."""

    FULL = "12 pts"
    BRIEF = "12p"


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
    lively: bool = False
    """True if the bar of the plate may change its tone while the seat is to move."""
    clock: str = ""
    wording: Wording | None = None
    """How it is said; None if this is the only plate."""
    tr: Translations = ENGLISH
    """The language it is said in."""
    mine: bool = False
    """True for the reader's own seat, in games that have a plate for it."""

    @classmethod
    def at(cls, table: TableView, seat: Seat, name: str, now: float, **more: Any) -> Self:
        """Return what can be said of a seat in any game, and what the game adds."""
        person, view, tr = table.seats[seat], table.match, more.get("tr", ENGLISH)
        assert view is not None  # noqa: S101 - before a match there are no plates
        return cls(
            seat=seat,
            name=name,
            rank=bot_strength(person.bot, tr) if person.bot else "",
            note=note_of(person, tr),
            to_move=seat in view.to_move,
            clock=clock_of(person, now),
            mine=seat == table.seat,
            **more,
        )

    @property
    def badge(self) -> Content:
        """What stands before the name; empty in games without pieces of the player's colour."""
        return Content("")

    @property
    def short_clock(self) -> str:
        """The minutes of the clock, or what a long one shows; empty without one."""
        minutes, colon, _seconds = self.clock.partition(":")
        return f"{minutes}m" if colon else minutes

    def head(self, wording: Wording) -> str:  # noqa: ARG002 - games with points say them here
        """Return what stands beside the name."""
        return ""

    def title_width(self, wording: Wording) -> int:
        """Return how many columns the name needs, and what stands beside it."""
        name = self.badge.cell_length + min(cell_len(self.name), SHORTEST_NAME)
        return name + 1 + cell_len(self.head(wording))

    def wording_in(self, room: int) -> Wording:
        """Return the wording that was chosen for all plates, or the one this plate has room for."""
        return self.wording or wording_for([self], room)

    @abstractmethod
    def lines(self, room: int, rows: int) -> list[Content]:
        """Return how the seat stands, in so many rows or fewer."""

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
    on_table: bool = False
    """True if the cards lie on the table before the plate."""
    status: tuple[Content, ...] = ()
    """How the seat stands, or what it did last: wordings, the longest first."""
    known: Content = Content("")  # noqa: RUF009 - nobody changes it
    """What is known of the cards held here."""
    most: int = 0
    """The most cards a hand may have; 0 if a wide plate shows them as any other."""
    beside: tuple[Content, ...] = ()
    """What stands beside the cards on a wide plate, from the status on."""

    @classmethod
    def at(cls, table: TableView, seat: Seat, name: str, now: float, **more: Any) -> Self:
        """Return what can be said of a seat in any card game, and what the game adds."""
        view: Any = table.match
        more = {"count": view.counts[seat], "points": view.points[seat], **more}
        return super(PlateContents, cls).at(table, seat, name, now, **more)

    def head(self, wording: Wording) -> str:
        """Return the points, as briefly as is wanted."""
        return points_text(self.points, wording, self.tr)

    def lines(self, room: int, rows: int) -> list[Content]:
        """Return the status and a note, known cards and the clock, in at most so many rows."""
        clock = Content.styled(self.clock, "$quiet")
        if rows < 2:
            return [self._status(clock if self.clock and not self.note else self._note(room), room)]
        known = self.known.truncate(room - clock.cell_length - bool(clock), ellipsis=True)
        first = self._status(self._note(room), room)
        return [first, *[Content("")] * (rows - 2), apart(known, clock, room)]

    def _note(self, room: int) -> Content:
        return Content.styled(shortened(self.note, room), "$foreground bold")

    def _status(self, right: Content, room: int) -> Content:
        """Return the longest status that fits beside something, or else only that."""
        left = room - right.cell_length - bool(right)
        ways = (way for way in (*self.status, Content("")) if way.cell_length <= left)
        return apart(next(ways, Content("")), right, room)

    def _fan(self, canvas: Canvas) -> Canvas | None:
        """Return the cards as a wide fan, if what stands beside it has room too."""
        widest = max((line.cell_length for line in self.beside), default=0)
        for step, last in WIDE_FANS if self.most and canvas.height > FAN_ROWS else ():
            if (self.most - 1) * step + last + 2 + max(widest, BESIDE_FAN) <= canvas.width:
                return draw_fan(self.count, step, last, FAN_ROWS)
        return None

    def _fill_wide(self, canvas: Canvas, fan: Canvas) -> None:
        """Draw a wide fan, beside it how the seat stands, and below it the known cards."""
        canvas.paste(0, 0, fan)
        x = fan.width + 1
        cards = Content.styled(cards_words(self.count, self.tr), "$foreground")
        right = self._note(canvas.width) if self.note else Content.styled(self.clock, "$quiet")
        for y, line in enumerate((apart(cards, right, canvas.width - x), *self.beside)):
            canvas.put_content(x, y, line)
        canvas.put_content(0, FAN_ROWS, self.known.truncate(canvas.width, ellipsis=True))

    def fill(self, canvas: Canvas) -> None:
        """Draw the cards from behind, and below them how the seat stands."""
        fan = None if self.on_table else self._fan(canvas)
        if fan is not None:
            self._fill_wide(canvas, fan)
            return
        below = 1
        if self.on_table:
            canvas.put(0, 0, cards_words(self.count, self.tr), "$foreground")
        elif canvas.height >= TALL and canvas.width >= self.WIDE:
            draw_backs(canvas, self.count)
            below = BACK_ROWS
        else:
            canvas.put_content(0, 0, backs_line(self.count, canvas.width, self.tr))
        for y, line in enumerate(self.lines(canvas.width, canvas.height - below), below):
            canvas.put_content(0, y, line)


@dataclass(frozen=True, slots=True)
class NotePlate(SeatContents):
    """What a plate says in a game without cards: points or a note, and the clock."""

    said: str = ""
    """What the game notes about the seat."""
    points: int | None = None
    """The points of the seat; None in a game without any."""

    def head(self, wording: Wording) -> str:
        """Return the points, as briefly as is wanted."""
        return "" if self.points is None else points_text(self.points, wording, self.tr)

    def lines(self, room: int, rows: int) -> list[Content]:
        """Return notes and the clock, in one row if there is only one."""
        noted = [part for part in (self.said, self.note) if part]
        ways = [[*noted, clock] if clock else noted for clock in (self.clock, self.short_clock)]
        if rows >= len(ways[0]):
            return [Content(part[:room]) for part in ways[0]]
        lines = [" · ".join(way) for way in ways]
        return [Content(next((line for line in lines if cell_len(line) <= room), lines[-1])[:room])]


def points_text(points: int, wording: Wording, tr: Translations) -> str:
    """Return points, as briefly as is wanted."""
    if wording is Wording.FULL:
        text = tr.ngettext("{points} pt", "{points} pts", points)
    else:
        text = tr.pgettext("points, as briefly as can be", "{points}p")
    return text.format(points=points)


def wording_for(seats: Sequence[SeatContents], room: int) -> Wording:
    """Choose the fullest wording with which the title of every plate of a table has room."""
    fits = all(seat.title_width(Wording.FULL) <= room for seat in seats)
    return Wording.FULL if fits else Wording.BRIEF


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a plate is within its widget, and where cards lie on the table before it."""

    x: int
    y: int
    width: int
    height: int
    fan: tuple[int, int]
    """A column of the fan of cards, and its first row."""
    align: float
    """Which column of the fan that is, from 0 for the first to 1 for the last."""
    back: tuple[int, int, int]
    """How far apart the cards lie, how wide the last one is, and how high all are."""


class SeatPlate(MovingWidget):
    """One opponent. Whose turn it is has a bar at the left, which needs no colour."""

    DEFAULT_CSS = "SeatPlate { width: 1fr; height: 100%; }"

    contents: reactive[SeatContents | None] = reactive(None)
    """Who sits there."""
    spot: reactive[Spot | None] = reactive(None)
    """Where the plate is, and the cards before it; None if it fills the widget."""

    class Picked(Message):
        """A plate was clicked."""

        def __init__(self, seat: Seat) -> None:
            super().__init__()
            self.seat = seat

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        if self.contents is None:
            return Canvas(*self.size)
        if self.spot is not None and isinstance(self.contents, PlateContents):
            return draw_seat(self.contents, self.spot, *self.size, tone=self.step or 0)
        return draw_plate(self.contents, *self.size, tone=self.step or 0)

    def watch_contents(self, before: SeatContents | None, now: SeatContents | None) -> None:
        """Let the bar live for a while from when somebody begins to think."""
        if _lives(now) and not _lives(before):
            self.move(THINKING, "full")
        elif not _lives(now):
            self.finish()

    def on_click(self, event: Click) -> None:
        event.stop()
        if self.contents is not None and self.contents.seat is not None:
            self.post_message(self.Picked(self.contents.seat))


def _lives(contents: SeatContents | None) -> bool:
    return contents is not None and contents.to_move and contents.lively


def draw_plate(contents: SeatContents, width: int, height: int, *, tone: int = 0) -> Canvas:
    """Draw a plate; the more rows it has, the more it tells."""
    bar = BAR_TONES[tone % len(BAR_TONES)] if contents.to_move else ""
    ink = "$your-turn" if contents.mine else "$foreground"
    ground = "$plate-lit" if contents.mine else "$plate"
    canvas = draw_empty_plate(width, height, ink if bar and contents.mine else bar, ground)
    room = max(width - PLATE_EDGES, 0)
    head = contents.head(contents.wording_in(room))
    badge = contents.badge
    title = plate_title(room - badge.cell_length, contents.name, contents.rank, head, ink)
    canvas.put_content(1, 0, Content.assemble(badge, title))
    below = Canvas(room, height - 1)
    contents.fill(below)
    canvas.paste(1, 1, below)
    return canvas


def draw_seat(
    contents: PlateContents, spot: Spot, width: int, height: int, *, tone: int = 0
) -> Canvas:
    """Draw a plate at its spot, and its cards on the table before it."""
    canvas = Canvas(width, height)
    fan = draw_fan(contents.count, *spot.back)
    x, y = spot.fan
    canvas.paste(x - round(spot.align * fan.width), y, fan)
    plate = draw_plate(replace(contents, on_table=True), spot.width, spot.height, tone=tone)
    canvas.paste(spot.x, spot.y, plate)
    return canvas
