"""Widgets that are drawn cell by cell: a canvas straight to the screen, the quickest way there."""

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from odin_tui.drawing.canvas import Canvas


class Drawn(Widget):
    """A widget that is a drawing; it draws itself once for each time it is painted."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._drawing: Canvas | None = None
        self._inks: dict[str, Style] = {}

    def draw(self) -> Canvas:
        """Draw what is to be seen in the room there is."""
        raise NotImplementedError

    def notify_style_update(self) -> None:
        """Forget the inks of the theme before."""
        super().notify_style_update()
        self._inks.clear()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw anew whenever something is to be painted."""
        self._drawing = None
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Give one row of the drawing."""
        if self._drawing is None:
            self._drawing = self.draw()
        width, blank = self.size.width, self._ink("")
        if y >= self._drawing.height:
            return Strip.blank(width, blank)
        segments = [Segment(text, self._ink(style)) for text, style in self._drawing.runs(y)]
        return Strip(segments).adjust_cell_length(width, blank)

    def _ink(self, style: str) -> Style:
        """Resolve a style, theme variables included, on the widget's own ground."""
        ink = self._inks.get(style)
        if ink is None:
            ground = self.visual_style
            parsed = self.app.stylesheet.parse_style(style) if style else ground
            ink = self._inks[style] = (ground + parsed).rich_style
        return ink


class Line(Drawn):
    """One line of styled text; it is painted again only when it says something else."""

    DEFAULT_CSS = "Line { height: 1; }"

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
