"""A plate that shows the match a player left: with whom, the cards in hand, and what is to do."""

from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from odin_server.hall import TableView
from odin_tui.drawing.canvas import Canvas, wrapped
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.labels import key_cap
from odin_tui.drawing.names import names_of
from odin_tui.drawing.surfaces import draw_slab
from odin_tui.game_ui import game_ui
from odin_tui.languages import ENGLISH, Translations
from odin_tui.narrator import Reader

LEFT, RIGHT = 2, 3
"""The columns of the plate beside what it says."""


@dataclass(frozen=True, slots=True)
class LeftTable:
    """What the plate shows; texts come translated."""

    view: TableView
    title: str
    left: str
    """When the player left."""
    key: str
    card_style: str = "shapes"
    tr: Translations = ENGLISH


class LeftMatch(CanvasWidget):
    """The plate; a click on it continues the match."""

    DEFAULT_CSS = "LeftMatch { width: 1fr; height: 100%; }"

    table: reactive[LeftTable | None] = reactive(None)
    """The match; None shows nothing."""

    class Chosen(Message):
        """The plate was clicked."""

    def draw(self) -> Canvas:
        """Draw the plate in the room there is."""
        width, height = self.size
        canvas = Canvas(width, height)
        if self.table is None:
            return canvas
        draw_slab(canvas, 0, 0, width, height, "$plate")
        room = width - LEFT - RIGHT
        cap = key_cap(self.table.key)
        canvas.put_content(LEFT, 0, _heading(self.table))
        canvas.put_content(width - RIGHT - cap.cell_length, 0, cap)
        title = Content.styled(self.table.title, "$foreground")
        canvas.put_content(LEFT, 1, title.truncate(room, ellipsis=True))
        y = 3 + self._draw_hand(canvas, 3, room)
        left = Content.styled(self.table.left, "$quiet")
        said = _whole(_lines(self.table), room, height - 1 - y)
        for row, line in enumerate([*said, left], y):
            canvas.put_content(LEFT, row, line)
        return canvas

    def _draw_hand(self, canvas: Canvas, y: int, room: int) -> int:
        """Draw the cards in hand if the game has any, and return the rows they take."""
        table = self.table
        assert table is not None  # noqa: S101 - asked only for a match
        draw_hand = game_ui(table.view.game).hand
        if draw_hand is None or table.view.match is None or canvas.height < y + 5:
            return 0
        drawn = draw_hand(table.view.match, room, table.card_style)
        canvas.paste(LEFT, y, drawn)
        return drawn.height

    def on_click(self, event: Click) -> None:
        """Continue the match."""
        event.stop()
        if self.table is not None:
            self.post_message(self.Chosen())


def _heading(table: LeftTable) -> Content:
    seat, match = table.view.seat, table.view.match
    if match is not None and seat in match.to_move:
        return Content.styled(table.tr.gettext("Your turn at a table you left"), "bold $your-turn")
    return Content.styled(table.tr.gettext("A match you left"), "bold $foreground")


def _lines(table: LeftTable) -> list[Content]:
    """Return what the game says about the table."""
    ui, view = game_ui(table.view.game), table.view
    reader = Reader(names_of(view, table.tr), view.seat, table.tr)
    said = [] if view.match is None else ui.text.table(view.match, reader)
    return [ui.painted(line, table.card_style, "$quiet") for line in said]


def _whole(lines: list[Content], room: int, most: int) -> list[Content]:
    """Return lines broken into rows, as many as have room for all of their rows."""
    rows: list[Content] = []
    for line in lines:
        broken = wrapped([line], room)
        if len(rows) + len(broken) > most:
            break
        rows += broken
    return rows
