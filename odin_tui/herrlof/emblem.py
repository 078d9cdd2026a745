"""The cards that stand for Herrlof on the home screen: those that do something."""

from textual.content import Content

from odin_engine.herrlof.cards import CARD_CALLED
from odin_tui.herrlof.card_face import BIG, MARKS, SMALL, Style, chips, row

CARDS = tuple(CARD_CALLED[name] for name in ("R1", "B3", "G6", "Y9", "V", "H"))
SIZES = {"-medium": SMALL, "-large": BIG}


def emblem(size_class: str, card_style: str) -> Content:
    """Draw the six cards as large as the layout allows; in the small one, in a line of text."""
    marks = MARKS[card_style]
    size = SIZES.get(size_class)
    if size is None:
        return Content("   ").join(chips([card], marks=marks) for card in CARDS)
    return row(CARDS, Style(size, marks), size.row(len(CARDS))).content()
