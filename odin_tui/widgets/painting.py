"""The paintings above the first screen and above the hall."""

from textual.reactive import reactive

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.paintings import draw_hall, draw_home
from odin_tui.drawing.palette import Depth


class Painting(CanvasWidget):
    """A painting that fills its room; where there are too few colours, its silhouettes."""

    @property
    def full(self) -> bool:
        """Whether the terminal has colours enough for a painting."""
        return self.palette.depth in (Depth.TRUE, Depth.INDEXED)

    @property
    def day(self) -> bool:
        """Whether it is seen by day."""
        return not self.app.current_theme.dark


class HomePainting(Painting):
    """The ship at sea, with a word."""

    DEFAULT_CSS = "HomePainting { width: 100%; height: 1fr; }"

    word: reactive[str] = reactive("")
    """What is written in the sky."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.set_reactive(HomePainting.word, word)

    def draw(self) -> Canvas:
        """Return the painting with the word."""
        return draw_home(*self.size, self.word, day=self.day, full=self.full)


class HallPainting(Painting):
    """The longhouse, below a heading."""

    DEFAULT_CSS = "HallPainting { width: 100%; height: 1; }"

    heading: reactive[str] = reactive("")
    """What is written in the sky."""

    from_right: reactive[bool] = reactive(default=False)
    """Whether the heading is read from right to left."""

    def draw(self) -> Canvas:
        """Return the painting with the heading."""
        width, height = self.size
        canvas = Canvas(width, height)
        # The house is not mirrored: a heading that reaches it would be torn in two.
        sky = 1 if self.from_right else 0
        if height > 1 + sky:
            below = draw_hall(width, height - sky, day=self.day, full=self.full)
            canvas.paste(0, sky, below)
        # On a painting, letters would not stand out everywhere.
        canvas.put(1, 0, f" {self.heading} ", "bold $foreground on $page")
        return canvas
