"""Widgets that are drawn cell by cell: a canvas straight to the screen, the quickest way there."""

from abc import abstractmethod
from collections.abc import Collection
from functools import lru_cache
from typing import ClassVar, Self, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import TRANSPARENT
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from odin_tui.drawing.canvas import Canvas, Laid
from odin_tui.drawing.inks import adapter, ink
from odin_tui.drawing.palette import Depth, Palette
from odin_tui.drawing.tones import ANSI, palette_of
from odin_tui.textual_internals import CroppedWidget


def session_palette(app: App[object]) -> Palette:
    """Return the colours of a session: those of its theme, as its terminal can show them."""
    if app.no_color:
        return palette_of(ANSI, Depth.MONO)
    return palette_of(app.theme, getattr(app, "depth", Depth.TRUE))


def session_content(drawing: Canvas, app: App[object]) -> Content:
    """Return a drawing as text that looks as it does in a widget of this session."""
    adapt = adapter(session_palette(app))
    return (drawing.adapted(adapt) if adapt else drawing).content()


Surface: TypeAlias = tuple[Canvas, int, int]
"""What a drawing lies on, from a cell of it on."""


def _part_of(surface: Surface, size: Size) -> Canvas:
    """Return the part of a surface that a widget of this size covers."""
    ground, x, y = surface
    return ground.cut(x, y, *size)


@lru_cache(maxsize=256)
def _laid_once(drawing: Canvas, surface: Surface, size: Size) -> Canvas:
    """Return a drawing that sessions share on what is below; canvases are told apart as objects."""
    return drawing.laid_on(_part_of(surface, size)).result


class CanvasWidget(CroppedWidget):
    """A widget that is a drawing: it has no border, and only what looks different is painted.

    It is drawn once for every time it is refreshed, however many of its cells are asked for.
    """

    ALLOW_SELECT = False
    IS_SHARED: ClassVar[bool] = False
    """True if `draw` returns one drawing for all sessions in which the same is to be seen."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._drawing: Canvas | None = None
        self._drawn_in: Size | None = None
        self._painted: Canvas | None = None
        """The drawing that is on the terminal; None if all of it must be painted."""
        self._surface: Surface | None = None
        self._laid: Laid | None = None
        """The last drawing on this surface."""
        self._laid_in: Size | None = None
        self._inks: dict[tuple[str, str], Style] = {}
        self._palette: Palette | None = None
        self._own_style: Style | None = None
        self._own_ground = TRANSPARENT
        self._look: int | None = None

    @property
    def size(self) -> Size:
        """The room for the drawing.

        Textual would look at where everything is now. It is asked just before a new layout, and
        would then not notice what that changes, and tell no widget of its new size.
        """
        padding = self.styles.padding
        return self.outer_size - (padding.width, padding.height)

    @abstractmethod
    def draw(self) -> Canvas:
        """Draw what is to be seen in the room there is."""

    def lie_on(self, surface: Canvas | None, x: int = 0, y: int = 0) -> None:
        """Show a surface below the drawing, from this cell of it on; None for the page."""
        below = None if surface is None else (surface, x, y)
        if self._surface != below:
            self._surface, self._laid = below, None
            self.refresh()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw anew before the next frame, and paint what has changed by that."""
        if repaint:
            self._drawing = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Forget the inks of the theme before."""
        super().notify_style_update()
        self._inks.clear()
        self._palette = self._own_style = self._look = None
        self._drawing = self._painted = None

    def regions_to_paint(self, regions: Collection[Region]) -> Collection[Region]:
        """Return the cells that look different from what is on the terminal."""
        before, now = self._painted, self._current()
        self._painted = now
        if before is now:
            return []
        if before is None or not before.has_size_of(now):
            return regions
        top, _, _, left = self.styles.padding
        return [
            Region(left + start, top + y, end - start, 1)
            for y, start, end in now.changes_since(before)
        ]

    def _current(self) -> Canvas:
        if self._drawing is None or self._drawn_in != self.outer_size:
            drawing, self._drawn_in = self._on_surface(self.draw()), self.outer_size
            adapt = adapter(self.palette)
            self._drawing = drawing.adapted(adapt) if adapt else drawing
        return self._drawing

    def _on_surface(self, drawing: Canvas) -> Canvas:
        if self._surface is None:
            return drawing
        size = self.size
        if self.IS_SHARED:
            return _laid_once(drawing, self._surface, size)
        if self._laid is None or self._laid_in != size:
            self._laid, self._laid_in = drawing.laid_on(_part_of(self._surface, size)), size
        else:
            # Most of what a key changes is in a row or two.
            self._laid = drawing.laid_on(self._laid.below, self._laid)
        return self._laid.result

    @property
    def palette(self) -> Palette:
        """The colours of the session."""
        if self._palette is None:
            self._palette = session_palette(self.app)
        return self._palette

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some cells of the drawing."""
        drawing = self._drawing_to_show()
        top, _, _, left = self.styles.padding
        start, end = crop.x - left, crop.right - left
        return [self._strip(drawing, y - top, start, end) for y in crop.line_range]

    def _drawing_to_show(self) -> Canvas:
        drawing = self._current()
        if drawing is not self._painted:
            # A part of it comes before its time, with a whole screen or with what lay over it.
            self._painted = None
        return drawing

    def look_of(self, y: int, start: int, end: int) -> int:
        """Return a number for how some cells look, pictures included, before they are rendered.

        The same look has the same number in all sessions. Numbers have 64 bits: that two looks
        have the same one is not expected.
        """
        drawing = self._drawing_to_show()
        top, _, _, left = self.styles.padding
        row, first, last = y - top, start - left, end - left
        if not 0 <= row < drawing.height:
            return hash((self._colours, end - start))
        cells = drawing.cells(row, max(first, 0), min(last, drawing.width))
        pictures = drawing.pictures_in(row, first, last)
        # Not the columns of the drawing, which may be -1 or -2: those have the same hash.
        return hash((self._colours, left, start, end, *cells, *pictures))

    @property
    def _colours(self) -> int:
        """A number for what the colours of the cells depend on, but for the cells."""
        if self._look is None:
            filters = map(type, self.get_line_filters())
            ground = self.background_colors[1]
            style = self.visual_style.rich_style
            self._look = hash((self.palette, style, ground, *filters))
        return self._look

    def pictures_in(self, y: int, start: int, end: int) -> list[tuple[int, int]]:
        """Return where pictures begin and end in some cells, counted from the first of them."""
        top, _, _, left = self.styles.padding
        found = self._current().pictures_in(y - top, start - left, end - left)
        return [(first + left - start, last + left - start) for first, last in found]

    def _strip(self, drawing: Canvas, y: int, start: int, end: int) -> Strip:
        first, last = max(start, 0), min(end, drawing.width)
        if first >= last or not 0 <= y < drawing.height:
            return Strip.blank(end - start, self._ink())
        runs = drawing.runs(y, first, last)
        segments = [Segment(text, self._ink(style, ground)) for text, style, ground in runs]
        if start < first:
            segments.insert(0, Segment(" " * (first - start), self._ink()))
        if end > last:
            segments.append(Segment(" " * (end - last), self._ink()))
        return Strip(segments, end - start)

    def _ink(self, style: str = "", ground: str = "") -> Style:
        """Return how a style looks on the widget's own ground; alone, what is around a drawing."""
        found = self._inks.get((style, ground))
        if found is None:
            if self._own_style is None:
                self._own_style = self.visual_style.rich_style
                _, self._own_ground = self.background_colors
            dot = [Segment(".", self._own_style + ink(self.palette, style, ground))]
            for each in self.get_line_filters():
                dot = each.apply(dot, self._own_ground)
            found = self._inks[style, ground] = dot[0].style or Style.null()
        return found


class TextLine(CanvasWidget):
    """One line of styled text; it is painted again only when it says something else."""

    DEFAULT_CSS = "TextLine { height: 1; }"

    said: reactive[Content] = reactive(Content(""), always_update=True)
    """What it says."""

    def say(self, content: Content) -> None:
        """Say this from now on."""
        if not self.said.is_same(content):
            self.said = content

    def draw(self) -> Canvas:
        """Write the line, with an ellipsis where it is too long."""
        width = self.size.width
        canvas = Canvas(width, 1)
        canvas.put_content(0, 0, self.said.truncate(width, ellipsis=True))
        return canvas
