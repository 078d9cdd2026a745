"""The people in the hall: what each of them does, and how strong they are."""

from dataclasses import dataclass, field

from textual.content import Content
from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget

DOT = "● "
GAP = 2
WIDEST_NAME = 14
"""The columns that names have at most where something stands beside them."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody; all texts come translated."""

    name: str
    activity: str = ""
    brief: str = ""
    """The same where there is little room."""
    rating: str = ""
    ink: str = "$foreground"
    """The colour of the dot: who could join a table stands out from who is busy."""
    own: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """What the list shows."""

    heading: Content = field(default_factory=Content)
    rows: tuple[PersonRow, ...] = ()
    others: int = 0
    """How many have no row."""
    more: str = ""
    """Says how many there are besides, with `{count}` for their number; the last row if needed."""


class PeopleList(CanvasWidget):
    """A heading, and a row for each person as far as there is room."""

    people: reactive[People] = reactive(People())
    """Who is here."""

    def draw(self) -> Canvas:
        """Write the rows in columns."""
        width, height = self.size
        canvas, shown = Canvas(width, height), self.people
        canvas.put_content(0, 0, shown.heading.truncate(width, ellipsis=True))
        rows = shown.rows
        if shown.others or len(rows) > height - 1:
            rows = rows[: max(height - 2, 0)]
            more = shown.more.format(count=len(shown.rows) - len(rows) + shown.others)
            canvas.put(len(DOT), min(len(rows) + 1, height - 1), more, "$quiet")
        names = max((Content(row.name).cell_length for row in rows), default=0)
        names = min(names, WIDEST_NAME, max(width - len(DOT), 0))
        for y, row in enumerate(rows, 1):
            _draw_row(canvas, y, row, names)
        return canvas


def _draw_row(canvas: Canvas, y: int, row: PersonRow, names: int) -> None:
    rating = Content.styled(row.rating, "$foreground")
    canvas.put(0, y, DOT, row.ink)
    name = Content.styled(row.name, f"bold {row.ink}" if row.own else "$foreground")
    canvas.put_content(len(DOT), y, name.truncate(names, ellipsis=True))
    x = len(DOT) + names + GAP
    room = canvas.width - x - (rating.cell_length + 1 if row.rating else 0)
    if room > 0:
        fits = Content(row.activity).cell_length <= room
        activity = Content.styled(row.activity if fits else row.brief, "$quiet")
        canvas.put_content(x, y, activity.truncate(room, ellipsis=True))
    canvas.put_content(canvas.width - rating.cell_length, y, rating)
