"""The cards that stand for Odin on the home screen: one of each colour."""

from textual.content import Content

from odin_engine.odin.cards import Card, Colour
from odin_tui.odin.card_face import LARGE, MARKS, SMALL, Style, chips, row

CARDS = (
    Card(Colour.RED, 7),
    Card(Colour.ORANGE, 2),
    Card(Colour.YELLOW, 5),
    Card(Colour.GREEN, 4),
    Card(Colour.BLUE, 9),
    Card(Colour.PURPLE, 8),
)
SIZES = {"-medium": SMALL, "-large": LARGE}


def emblem(size_class: str, card_style: str) -> Content:
    """Draw the six cards as large as the layout allows; in the small one, in a line of text."""
    marks = MARKS[card_style]
    size = SIZES.get(size_class)
    if size is None:
        return Content("   ").join(chips([card], marks=marks) for card in CARDS)
    return row(CARDS, Style(size, marks), LARGE.row(len(CARDS))).content()
