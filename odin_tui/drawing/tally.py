"""The page after a deal: what was laid last, and for each seat its columns, points and deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.bars import Bar, draw_bar, draw_target
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.card_faces import RISE, SMALL, TINY, Look, Printed, Size, draw_cards, step_of
from odin_tui.drawing.card_frames import Frame, draw_frame, draw_moving
from odin_tui.drawing.labels import chip
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import draw_number, number_width

BAND = SMALL.height + 2
"""The rows of cards above the seats, and of the gap below them."""
WIDE = 90
"""The columns from which there is room for long names and titles."""
LEAST_BAR, WANTED_BAR, WIDEST_BAR = 8, 16, 75
"""The columns below which a bar says nothing, which cards leave it, and the most that it has."""
NARROWEST = 6
"""The columns of a number in letters, with a gap before it."""
CHIP, SHORT_CHIP, BACK = 4, 3, "▚▞▚"
"""The columns of a card in a line, with its mark and without; and such a card from behind."""
FIGURE = "5x7"
HIDING = (Frame.BACK, Frame.NARROW_BACK, Frame.EDGE)
"""The frames in which a number that is turned over cannot be read yet."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A way to divide the page."""

    step: int
    """The rows of a seat."""
    head: int
    """The rows above the seats: `BAND`, or less where all of it is said in a line."""
    font: str = ""
    """The size of large numbers; empty if they are text."""
    pixels: int = 2
    """The height of a bar in pixels."""
    size: Size | None = None
    """The size of the cards of a seat; None if they stand in a line."""

    @property
    def top(self) -> int:
        """The row of a seat in which numbers and bars begin."""
        return 0 if self.size is None else (self.size.height - (self.pixels + 1) // 2 + 1) // 2

    @property
    def middle(self) -> int:
        """The row of a seat in which texts stand."""
        return self.top + (self.pixels - 1) // 4


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the seats."""

    said: tuple[Content, ...]
    """What is said beside the cards."""
    lines: tuple[Content, ...]
    """What is said without them: wordings, the longest first."""
    cards: tuple[Printed, ...] = ()
    figure: int | None = None
    """What the cards are worth."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column for a seat: a text, or cards in their frames."""

    text: str = ""
    quiet: bool = False
    hidden: Frame = Frame.FACE
    """How far the text is turned over."""
    cards: tuple[tuple[Printed, Frame], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One cell for each seat, below a title."""

    cells: tuple[Cell, ...]
    title: str = ""
    long_title: str = ""
    large: bool = False
    """True for numbers that are drawn in pixels where there is room."""

    @property
    def held(self) -> int:
        """The most cards of a seat; 0 if this is no column of cards."""
        return max(len(cell.cards) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of the page."""

    name: str
    deals: tuple[int, ...]
    """The points of each deal."""
    counted: float
    """How many points of the last deal are counted so far."""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A deal that is over, as far as it is counted."""

    head: Head
    seats: tuple[Seated, ...]
    columns: tuple[Column, ...]
    ways: tuple[Rows, ...]
    """The ways to draw the page, the best first."""
    scale: int
    """How many points the whole width of a bar stands for."""
    target: int | None = None
    notes: tuple[Content, ...] = ()
    """What is said below the seats."""
    noted: bool = True
    """False while the notes are not to be seen yet; their rows stay free for them."""

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the page in this room."""
        canvas, notes = Canvas(width, height), wrapped(self.notes, width)
        way = next((way for way in self.ways if self._fits(way, width, height)), self.ways[-1])
        top = max((height - self._rows(way, len(notes))) // 2, 0)
        self._draw_head(canvas, top, as_cards=way.head >= BAND)
        y, plan = top + way.head + self._titled, self._columns(way, width)
        self._draw_titles(canvas, y - 1, way, plan)
        for place in range(len(self.seats)):
            self._draw_seat(canvas, y + place * way.step, place, way, plan)
        below = y + way.step * len(self.seats) + (way.step < TINY.height)
        for line, note in enumerate(notes if self.noted else (), below):
            canvas.put_content(0, line, note)
        return canvas

    # -- how the page is divided ------------------------------------------------------------

    @property
    def _titled(self) -> int:
        return int(any(column.title for column in self.columns))

    def _rows(self, way: Rows, notes: int) -> int:
        gap = notes and way.step < TINY.height
        return way.head + self._titled + way.step * len(self.seats) + notes + gap

    def _fits(self, way: Rows, width: int, height: int) -> bool:
        least = self._names(width) + sum(self._least(column, way) for column in self.columns)
        roomy = least + (LEAST_BAR + 3) * bool(way.size) <= width
        return roomy and self._rows(way, len(wrapped(self.notes, width))) <= height

    def _names(self, width: int) -> int:
        longest = max(cell_len(seat.name) for seat in self.seats)
        return min(longest, 16 if width >= WIDE else 8) + 2

    def _least(self, column: Column, way: Rows) -> int:
        """Return the columns that a column needs, with a gap before it."""
        if column.held:
            texts = max(cell_len(cell.text) for cell in column.cells)
            cards = SHORT_CHIP * column.held
            if way.size is not None:
                cards = way.size.row(column.held) if way.size is SMALL else way.size.fan(4)
            return max(cards, texts) + 1
        return number_width(88, way.font) + 3 if way.font and column.large else NARROWEST

    def _columns(self, way: Rows, width: int) -> list[tuple[int, int]]:
        """Return where each column begins and ends; then the bars, if there is room for them."""
        least = [self._least(column, way) for column in self.columns]
        wanted = [self._wanted(column, way, width) for column in self.columns]
        names = self._names(width)
        bars = WANTED_BAR + 5 if way.size is not None else 0
        room = max(width - names - sum(least) - bars, 0)
        order = sorted(range(len(least)), key=lambda at: wanted[at] - least[at])
        for done, at in enumerate(order):
            more = max(min(wanted[at] - least[at], room // (len(order) - done)), 0)
            least[at] += more
            room -= more
        places, x = [], names
        for columns in least:
            places.append((x, x + columns))
            x += columns
        bar = min(width - x - 5, WIDEST_BAR)
        return [*places, (x + 3, x + 3 + bar if bar >= LEAST_BAR else 0)]

    def _wanted(self, column: Column, way: Rows, width: int) -> int:
        if column.held:
            each = CHIP if way.size is None else way.size.width
            return each * column.held + 1
        return cell_len(column.long_title if width >= WIDE else column.title) + 2

    # -- drawing ----------------------------------------------------------------------------

    def _draw_head(self, canvas: Canvas, y: int, *, as_cards: bool) -> None:
        head, width = self.head, canvas.width
        if not as_cards or not head.cards:
            line = next((way for way in head.lines if way.cell_length <= width), head.lines[-1])
            canvas.put_content(0, y, line.truncate(width, ellipsis=True))
            return
        value = 0 if head.figure is None else number_width(head.figure, FIGURE) + 4
        room = max(width * 2 // 3 - value, SMALL.width)
        cards = tuple((card, Look.PLAYABLE) for card in head.cards)
        picture = draw_cards(cards, SMALL, room)
        x = (width - picture.width - value) // 2
        for line_no, line in enumerate(wrapped(head.said, x - 2), y + 1):
            canvas.put_content(0, line_no, line)
        canvas.paste(x, y - RISE, picture)
        if head.figure is not None:
            number = head.figure
            draw_number(canvas, x + picture.width + 4, 2 * y + 2, number, FIGURE, "$foreground")

    def _draw_titles(
        self, canvas: Canvas, y: int, way: Rows, plan: Sequence[tuple[int, int]]
    ) -> None:
        for column, (start, end) in zip(self.columns, plan, strict=False):
            title = column.long_title if canvas.width >= WIDE else column.title
            title = shortened(title, end - start - 1)
            canvas.put(end - cell_len(title), y, title, "$quiet")
        x, end = plan[-1]
        if self.target is not None and end:
            x += round(self.target * (end - x) / self.scale)
            draw_target(canvas, x, y + 1, way.step * len(self.seats) - (way.step > 1))
            canvas.put(x + 1 - len(str(self.target)), y, str(self.target), "bold")

    def _draw_seat(
        self, canvas: Canvas, y: int, place: int, way: Rows, plan: Sequence[tuple[int, int]]
    ) -> None:
        seat = self.seats[place]
        ink = "$your-turn" if seat.mine else "$foreground"
        name = shortened(seat.name, self._names(canvas.width) - 2)
        canvas.put(0, y + way.middle, name, f"bold {ink}")
        for column, (start, end) in zip(self.columns, plan, strict=False):
            cell = column.cells[place]
            if column.held:
                canvas.put(start, y + way.middle, cell.text, f"bold {ink}")
                _draw_held(canvas, start, y, cell.cards, way.size, end - start - 1)
            elif cell.hidden in HIDING:
                _draw_hidden(canvas, end, y + way.top, way, cell.hidden)
            elif column.large and way.font and cell.text:
                x = end - number_width(int(cell.text), way.font)
                draw_number(canvas, x, 2 * (y + way.top), int(cell.text), way.font, ink)
            else:
                style = "$quiet" if cell.quiet else f"bold {ink}"
                canvas.put(end - cell_len(cell.text), y + way.middle, cell.text, style)
        x, end = plan[-1]
        if end:
            bar = Bar(seat.deals, self.scale, end - x, newest=seat.counted, mine=seat.mine)
            draw_bar(canvas, x, y + way.top, bar, way.pixels)


def _draw_held(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[tuple[Printed, Frame]],
    size: Size | None,
    room: int,
) -> None:
    """Draw the cards of a seat as far as they are turned over, in a line where there is no size."""
    if size is not None:
        moving = [(card, Look.PLAYABLE, frame) for card, frame in cards]
        canvas.paste(x, y - RISE, draw_moving(moving, size, step_of(size, len(cards), room)))
        return
    roomy = CHIP * len(cards) <= room + 1
    for place, (card, frame) in enumerate(cards):
        at = x + place * (CHIP if roomy else SHORT_CHIP)
        if frame is Frame.FACE:
            canvas.put_content(at, y, chip(_named(card, marked=roomy), card.colour))
        else:
            canvas.put(at, y, BACK[: 2 + roomy], "$knot on $back")


def _named(card: Printed, *, marked: bool) -> str:
    return f"{card.letter}{card.figure}{card.mark if marked else ''}"


def _draw_hidden(canvas: Canvas, end: int, y: int, way: Rows, frame: Frame) -> None:
    """Draw a number that is being turned over as a small card."""
    width = number_width(8, way.font) + 2 if way.font else 3
    size = Size(width, (way.pixels + 1) // 2, width, width)
    canvas.paste(end - width + 1, y, draw_frame(Printed("bone", "", "", ""), size, frame))


def joined_ways(said: Sequence[Content]) -> Iterator[Content]:
    """Yield sentences as one line, then without the first, and so on."""
    for first in range(len(said)):
        yield Content("  ").join(said[first:])
