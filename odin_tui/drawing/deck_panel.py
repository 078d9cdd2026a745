"""A face-down deck with a card turned up on it, and what is said about them below."""

from dataclasses import dataclass

from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import (
    RISE,
    SMALL,
    TINY,
    Look,
    Printed,
    Size,
    draw_back,
    draw_cards,
)
from odin_tui.drawing.middle import top_of

SEEN_OF_DECK = -3
"""How far the card begins before the end of the deck, which it covers."""


@dataclass(frozen=True, slots=True)
class DeckPanel:
    """The number of cards in a deck, and the card turned up on it."""

    deck: int
    card: Printed
    size: Size
    lines: tuple[tuple[Content, ...], ...]
    """What is said about them: wordings of each line, the longest first."""
    fewer: tuple[tuple[Content, ...], ...]
    """The same in fewer lines."""
    margin: int = 2
    """The columns left of the deck."""

    def draw(self, width: int, height: int) -> Canvas:
        """Draw deck and card, and below them what they are."""
        size = self.size if height >= SMALL.height + 3 else TINY
        canvas, left = Canvas(width, height), self.margin
        top, x = top_of(size, height), left + size.width + SEEN_OF_DECK
        shadows = height >= top + size.height + 3
        if self.deck:
            canvas.paste(left, top, draw_back(size.width, size.height))
            if shadows:
                canvas.put(left + 1, top + size.height, "▀" * size.width, "$shadow")
        card = ((self.card, Look.PLAYABLE),)
        canvas.paste(x, top - RISE, draw_cards(card, size, size.width, shadows=shadows))
        below, room = top + size.height + shadows, width - left
        lines = self.lines if len(self.lines) <= height - below else self.fewer
        for y, ways in enumerate(lines, below):
            fitting = (way for way in ways if way.cell_length <= room)
            canvas.put_content(left, y, next(fitting, ways[-1]).truncate(room, ellipsis=True))
        return canvas


def deck_width(size: Size) -> int:
    """Return how many columns deck and card take, with a margin."""
    return 2 + 2 * size.width + SEEN_OF_DECK
