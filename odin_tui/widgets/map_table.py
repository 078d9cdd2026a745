"""The table of any game on fields: what the game declares, and how it is laid out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.layout import HEADING, PROMPT, plate_rows
from odin_tui.drawing.map_picture import MapPicture, MapShape, Piece
from odin_tui.drawing.names import names_of
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.seat_plate import NotePlate
from odin_tui.widgets.table_frame import FrameContents, TableFrame


@dataclass(frozen=True, kw_only=True)
class MapUI:
    """What a game says about its board of fields."""

    shape: MapShape
    pieces: Callable[[Any], Mapping[str, Piece]]
    """Returns what stands on the fields in a view."""
    fields_of: Callable[[Any], tuple[str, ...]]
    """Returns the fields of a move in the order they are chosen, as in from and to."""
    task: Callable[[Any, Reader], str]
    """Says what is asked of whom."""
    seat_note: Callable[[Any, int, Reader], str] = lambda _view, _seat, _reader: ""
    """Says something about a seat on its plate, such as the side it plays."""
    grounds: Mapping[str, Piece] = field(default_factory=dict)
    """What special fields show while nothing stands on them."""
    last_move: Callable[[Any], Any | None] = lambda _view: None
    """Returns the last move of a view, to mark its fields."""

    def picture(self, view: Any) -> MapPicture:
        """Return the position of a view."""
        last = self.last_move(view)
        fields = frozenset(() if last is None else self.fields_of(last))
        return MapPicture(self.shape, self.pieces(view), self.grounds, fields)


class MapView(CanvasWidget):
    """The fields and what stands on them."""

    DEFAULT_CSS = "MapView { width: 1fr; }"

    picture: reactive[MapPicture | None] = reactive(None)
    """What is shown."""

    class Picked(Message):
        """A field was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def draw(self) -> Canvas:
        """Draw the board as large as there is room for; it is the same for every reader."""
        canvas = Canvas(*self.size) if self.picture is None else self.picture.draw(*self.size)
        canvas.mark_picture()
        return canvas

    def on_click(self, event: Click) -> None:
        if self.picture is not None:
            name = self.picture.shape.field_at(event.x, event.y, *self.size)
            if name is not None:
                event.stop()
                self.post_message(self.Picked(name))


class MapPlan(NamedTuple):
    """The rows of the plates; the map has what is left."""

    plates: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MapContents(FrameContents):
    """A moment of a game on fields."""

    picture: MapPicture
    reader: Reader
    title: str


class MapTable(TableFrame):
    """A table frame with a map in the middle."""

    def __init__(self, ui: MapUI) -> None:
        super().__init__()
        self._ui = ui
        self.map = MapView()

    def middle_parts(self) -> Iterator[Widget]:
        yield self.map

    def own_score(self, contents: FrameContents) -> str:
        """Return what the game notes about the reader's own seat."""
        seat, tr = contents.table.seat, translations_of(self)
        reader = Reader(names_of(contents.table, tr), seat, tr)
        return "" if seat is None else self._ui.seat_note(contents.table.match, seat, reader)

    def plan(self, contents: MapContents, width: int, height: int) -> MapPlan:  # noqa: ARG002
        """Return the plates what the largest map that fits leaves them."""
        rows = height - HEADING - PROMPT
        cells = self._ui.shape.cells_in(width, rows - 3)
        _, needed = self._ui.shape.needs(cells)
        return MapPlan(plate_rows(rows - needed - 3, (1, height, height)))

    def show_parts(self, contents: MapContents, before: MapContents | None, plan: MapPlan) -> None:  # noqa: ARG002
        """Show every part."""
        self.map.picture = contents.picture
        if before is not None and before == replace(contents, picture=before.picture):
            return  # Only the cursor has moved, which is what most keys do.
        table, reader = contents.table, contents.reader
        view, names = table.match, names_of(table, reader.tr)
        self.show_heading(contents, Content.styled(contents.title, "bold"))
        self.show_plates(
            contents,
            lambda seat: NotePlate.at(
                table,
                seat,
                names[seat],
                contents.now,
                said=self._ui.seat_note(view, seat, reader),
                tr=reader.tr,
            ),
        )
        self.show_prompt(contents, Content(self._ui.task(view, reader)), Content(""))
