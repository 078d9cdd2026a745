"""How far everybody is on the way to the target of a match, and what a deal has brought so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.reactive import reactive

from odin_engine.game import Seat
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import shortened
from odin_tui.drawing.plate_frame import PLATE_EDGES, draw_empty_plate
from odin_tui.languages import ENGLISH, Translations

WIDEST_NAME = 10
DOT_EVERY = 4


@dataclass(frozen=True, slots=True)
class RaceContents:
    """The points of everybody, and a row of signs with a word before it."""

    names: Sequence[str] = ()
    points: Sequence[int] = ()
    target: int = 1
    mine: Seat | None = None
    signs: Sequence[tuple[str, str]] = ()
    """Letters with their inks, as for each trick who has won it."""
    word: str = ""
    """What the signs stand for."""
    tr: Translations = ENGLISH

    def draw(self, width: int, height: int) -> Canvas:
        """Draw the bars; what they run to and the signs are told where there are rows for it."""
        canvas = draw_empty_plate(width, height)
        room, seats = max(width - PLATE_EDGES, 0), len(self.names)
        y = 0
        if height > seats + 1:
            canvas.put(1, 0, self.tr.gettext("to {target}").format(target=self.target), "$quiet")
            y = 1
        for seat in range(seats):
            canvas.paste(1, y + seat, self._bar(seat, room))
        if height > seats:
            canvas.put_content(1, height - 1 if height < 6 else y + seats, self._signs(room))
        return canvas

    def _bar(self, seat: int, width: int) -> Canvas:
        canvas = Canvas(width, 1)
        names = min(max(map(cell_len, self.names)), WIDEST_NAME)
        ink = "$your-turn" if seat == self.mine else "$foreground"
        name = set_cell_size(shortened(self.names[seat], names), names)
        canvas.put(0, 0, name, f"bold {ink}")
        points = str(self.points[seat])
        room = max(width - names - 6, 0)
        halves = min(round(self.points[seat] * 2 * room / self.target), 2 * room)
        for x in range(DOT_EVERY - 1, room, DOT_EVERY):
            canvas.put(names + 1 + x, 0, "·", "$line")
        canvas.put(names + 1, 0, "█" * (halves // 2) + "▌" * (halves % 2), ink)
        canvas.put(width - cell_len(points), 0, points, f"bold {ink}")
        return canvas

    def _signs(self, width: int) -> Content:
        """Return the signs as far apart as there is room, without their word if there is none."""
        count, words = len(self.signs), cell_len(self.word) + 1
        if count > width:
            return Content("")
        gap = " " if words + 2 * count <= width else ""
        drawn = Content(gap).join(Content.styled(*sign) for sign in self.signs)
        said = f"{self.word} " if words + count <= width else ""
        return Content.assemble((said, "$quiet"), drawn)


class Race(CanvasWidget):
    """A bar for each seat, from nothing to the target."""

    contents: reactive[RaceContents] = reactive(RaceContents())
    """What is shown."""

    def draw(self) -> Canvas:
        """Draw the plate in whatever room it has."""
        return self.contents.draw(*self.size)
