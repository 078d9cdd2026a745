"""How a card of Odin looks: a large number, and its colour as hue, letter and shape.

Everything here is a pure function of the card; hues are theme variables, so a drawing follows
whatever theme it is shown in.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from odin_engine.odin.cards import ARCHETYPES, Card, Colour
from odin_tui.odin.canvas import Canvas

SHAPES = {
    Colour.RED: "●",
    Colour.ORANGE: "★",
    Colour.YELLOW: "▼",
    Colour.GREEN: "▲",
    Colour.BLUE: "■",
    Colour.PURPLE: "◆",
}
"""One shape for each colour; all are one cell wide and none is an emoji."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""


def chip(card: Card, style: str = "") -> Content:
    """Write a card into a line of text, as in B9■."""
    return Content.styled(f"{card}{SHAPES[card.colour]}", f"{HUES[card.colour]} {style}".strip())


def chips(cards: Iterable[Card], style: str = "") -> Content:
    """Write several cards into a line of text."""
    return Content(" ").join(chip(card, style) for card in cards)


@dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn."""

    width: int
    height: int


TINY, SMALL, MEDIUM, LARGE = Size(6, 5), Size(7, 5), Size(11, 7), Size(16, 12)


def face(card: Card, size: Size = SMALL) -> Canvas:
    """Draw the front of a card."""
    canvas = Canvas(size.width, size.height)
    canvas.put(1, 1, f"{card}{SHAPES[card.colour]}", HUES[card.colour])
    canvas.put(1, 2, ARCHETYPES[card.number][: size.width - 2], HUES[card.colour])
    return canvas
