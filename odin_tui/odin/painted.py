"""Cards in running text: wherever a sentence names one, it is shown with its hue and mark."""

import re
from collections.abc import Mapping

from textual.content import Content

from odin_engine.odin.cards import CARD_CALLED, Colour
from odin_tui.odin.card_face import SHAPES, chip

CARD = re.compile(r"\b[ROYGBP][1-9]\b")


def painted(text: str, style: str = "", marks: Mapping[Colour, str] = SHAPES) -> Content:
    """Give the text with every card in it painted."""
    parts: list[Content] = []
    end = 0
    for found in CARD.finditer(text):
        parts.append(Content.styled(text[end : found.start()], style))
        parts.append(chip(CARD_CALLED[found[0]], style, marks))
        end = found.end()
    parts.append(Content.styled(text[end:], style))
    return Content("").join(parts)
