"""Cards in running text: wherever a sentence names one, it is shown with its hue and mark."""

import re

from textual.content import Content

from odin_engine.odin.cards import CARD_CALLED
from odin_tui.drawing.painted import painted_text
from odin_tui.odin.card_face import MARKS, chip

CARD = re.compile(r"\b[ROYGBP][1-9]\b")


def painted(text: str, card_style: str = "shapes", style: str = "") -> Content:
    """Give the text with every card in it painted."""
    marks = MARKS[card_style]
    return painted_text(text, CARD, lambda name: chip(CARD_CALLED[name], style, marks), style)
