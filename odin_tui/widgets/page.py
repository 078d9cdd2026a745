"""What every page is made of: a row with its title, and plates that hold what can be read."""

from textual.containers import Vertical
from textual.content import Content

from odin_tui.drawing.canvas_widget import TextLine

WIDEST = {"-small": 84, "-medium": 98, "-large": 124}
"""The columns of a page at most, by the layout, as the styles of screens have them."""
FRAME = 8
"""The columns of a dialog beside its text: the edge and the padding at both sides."""


class Page(Vertical):
    """The column of a screen: as wide on every screen, in its middle, from the top down."""

    DEFAULT_CSS = "Page { width: 100%; max-width: 84; height: 100%; }"


class Title(TextLine):
    """The first row of a page: what it is, and a few quiet words."""

    DEFAULT_CSS = "Title { width: 100%; padding: 0 4; }"

    def __init__(self, title: str = "", note: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.name_page(title, note)

    def name_page(self, title: str, note: str = "") -> None:
        """Show another title; both texts come translated."""
        self.say(Content.assemble((title, "bold"), (f"  {note}" if note else "", "$quiet")))


class Plate(Vertical):
    """A surface with soft edges, one tone above the page; a frame where tones look alike."""

    DEFAULT_CSS = """
    Plate {
        width: 100%; height: auto; max-height: 1fr;
        background: $plate; border: inner $plate; scrollbar-background: $plate;
        Rows { background: $plate; }
    }
    Plate:ansi, Plate:nocolor { border: round $line; }
    """


class Dialog(Plate):
    """The plate of a small window: a question in bold, what it means, and the answers."""

    DEFAULT_CSS = """
    Dialog {
        width: 56; max-width: 100%; max-height: 100%; padding: 1 3;
        .question { width: 100%; height: auto; text-style: bold; }
        .details { width: 100%; height: auto; margin-top: 1; color: $quiet; }
        Rows { margin-top: 1; }
    }
    """
