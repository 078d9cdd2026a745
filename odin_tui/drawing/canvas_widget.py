"""Widgets that are drawn cell by cell: a canvas straight to the screen, the quickest way there."""

from collections.abc import Collection
from typing import Self

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style as VisualStyle

from odin_tui.drawing.canvas import Canvas
from odin_tui.textual_internals import CroppedWidget

PADDING = "padding"
"""Stands for the ink around a drawing: its ground, and nothing else."""


class CanvasWidget(CroppedWidget):
    """A widget that is a drawing: it has no border, and only what looks different is painted.

    It is drawn once for every time it is refreshed, however many of its cells are asked for.
    """

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._drawing: Canvas | None = None
        self._drawn_in: Size | None = None
        self._painted: Canvas | None = None
        """The drawing that is on the terminal; None if all of it must be painted."""
        self._inks: dict[str, Style] = {}

    @property
    def size(self) -> Size:
        """The room for the drawing.

        Textual would look at where everything is now. It is asked just before a new layout, and
        would then not notice what that changes, and tell no widget of its new size.
        """
        padding = self.styles.padding
        return self.outer_size - (padding.width, padding.height)

    def draw(self) -> Canvas:
        """Draw what is to be seen in the room there is."""
        raise NotImplementedError

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
        self._painted = None

    def regions_to_paint(self, regions: Collection[Region]) -> Collection[Region]:
        """Return the cells that look different from what is on the terminal."""
        before, now = self._painted, self._current()
        self._painted = now
        if before is None or (before.width, before.height) != (now.width, now.height):
            return regions
        top, _, _, left = self.styles.padding
        return [
            Region(left + start, top + y, end - start, 1)
            for y, start, end in now.changes_since(before)
        ]

    def _current(self) -> Canvas:
        if self._drawing is None or self._drawn_in != self.size:
            self._drawing, self._drawn_in = self.draw(), self.size
        return self._drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some cells of the drawing."""
        drawing = self._current()
        if drawing is not self._painted:
            # A part of it comes before its time, with a whole screen or with what lay over it.
            self._painted = None
        top, _, _, left = self.styles.padding
        start, end = crop.x - left, crop.right - left
        return [self._strip(drawing, y - top, start, end) for y in crop.line_range]

    def _strip(self, drawing: Canvas, y: int, start: int, end: int) -> Strip:
        first, last = max(start, 0), min(end, drawing.width)
        if first >= last or y < 0:
            return Strip.blank(end - start, self._ink(PADDING))
        runs = drawing.runs(y, first, last) if y < drawing.height else [(" " * (last - first), "")]
        segments = [Segment(text, self._ink(style)) for text, style in runs]
        if start < first:
            segments.insert(0, Segment(" " * (first - start), self._ink(PADDING)))
        if end > last:
            segments.append(Segment(" " * (end - last), self._ink(PADDING)))
        return Strip(segments, end - start)

    def _ink(self, style: str) -> Style:
        """Resolve a style, theme variables included, as it looks on the widget's own ground."""
        ink = self._inks.get(style)
        if ink is None:
            dot = [Segment(".", self._resolved(style).rich_style)]
            _, background = self.background_colors
            for each in self.get_line_filters():
                dot = each.apply(dot, background)
            ink = self._inks[style] = dot[0].style or Style.null()
        return ink

    def _resolved(self, style: str) -> VisualStyle:
        ground = self.visual_style
        if style == PADDING:
            return VisualStyle(background=ground.background)
        return ground + self.app.stylesheet.parse_style(style) if style else ground


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
