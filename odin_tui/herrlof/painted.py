"""Cards in running text: wherever a sentence names one, it is shown with its hue and mark."""

import re

from textual.content import Content

from odin_engine.herrlof.cards import CARD_CALLED
from odin_tui.herrlof.card_face import MARKS, chip

CARD = re.compile(r"\b(?:[RBGY][1-9]|V|H)\b")


def painted(text: str, card_style: str = "shapes", style: str = "") -> Content:
    """Give the text with every card in it painted."""
    marks = MARKS[card_style]
    parts: list[Content] = []
    end = 0
    for found in CARD.finditer(text):
        parts.append(Content.styled(text[end : found.start()], style))
        parts.append(chip(CARD_CALLED[found[0]], style, marks))
        end = found.end()
    parts.append(Content.styled(text[end:], style))
    return Content("").join(parts)
