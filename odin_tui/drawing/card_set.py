"""The cards of a game in text, in rows and as an emblem, derived from how the game draws one."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rich.cells import cell_len
from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_faces import (
    RISE,
    SMALL,
    TINY,
    Look,
    Printed,
    Size,
    draw_cards,
    draw_face,
)
from odin_tui.drawing.labels import chip, spoken_of
from odin_tui.drawing.painted import painted_text
from odin_tui.languages import ENGLISH, Translations

CardT = TypeVar("CardT")
PUNCTUATION = ",;:.!?"
"""What may follow the name of a card in a text."""


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How the cards of one session are drawn."""

    size: Size
    marks: Mapping[Any, str]
    """What stands beside the letter of each colour."""
    tr: Translations = ENGLISH
    """The language of the words on the cards."""


@dataclass(frozen=True, kw_only=True)
class CardSet(Generic[CardT]):
    """How the cards of a game are named, written and drawn."""

    named: Mapping[str, CardT]
    """Every card by its name in the game's notation."""
    marks: Mapping[str, Mapping[Any, str]]
    """What stands beside the letter of each colour, by the word of the settings."""
    colour: Callable[[CardT], str]
    """Returns the colour of a card in the palette; `bone` for a card without one."""
    mark: Callable[[CardT, Mapping[Any, str]], str]
    """Returns what stands beside the letter of a card, given the marks of the colours."""
    printed: Callable[[CardT, CardStyle], Printed]
    """Returns what is printed on a card."""
    emblem_names: Sequence[str]
    """The cards that stand for the game in the settings."""

    def style(
        self, size: Size = SMALL, card_style: str = "shapes", tr: Translations = ENGLISH
    ) -> CardStyle:
        """Return how cards are drawn in a size, a style of the settings and a language."""
        return CardStyle(size, self.marks[card_style], tr)

    def chip(self, card: CardT, style: str = "", marks: Mapping[Any, str] | None = None) -> Content:
        """Return a card that is spoken of, with its mark, as in B9■."""
        mark = self.mark(card, self.marks["shapes"] if marks is None else marks)
        return spoken_of(f"{card}{mark}", self.colour(card), style)

    def chips(
        self, cards: Iterable[CardT], style: str = "", marks: Mapping[Any, str] | None = None
    ) -> Content:
        """Return several cards that are spoken of, with their marks."""
        return Content(" ").join(self.chip(card, style, marks) for card in cards)

    def short_chips(self, cards: Iterable[CardT]) -> Content:
        """Return several cards that are spoken of, without their marks, as in B9 B5."""
        return Content(" ").join(spoken_of(str(card), self.colour(card)) for card in cards)

    def laid_chips(self, cards: Iterable[CardT], marks: Mapping[Any, str] | None = None) -> Content:
        """Return cards that were laid down, as filled faces; with marks if these are given."""
        return Content(" ").join(
            chip(f"{card}{self.mark(card, marks) if marks else ''}", self.colour(card))
            for card in cards
        )

    def face(self, card: CardT, style: CardStyle, look: Look = Look.PLAYABLE) -> Canvas:
        """Return the front of a card. It is shared: paste it, never draw on it."""
        return draw_face(self.printed(card, style), style.size, look)

    def row(
        self,
        cards: Sequence[CardT],
        style: CardStyle,
        width: int,
        looks: Mapping[CardT, Look] | None = None,
        *,
        shadows: bool = True,
    ) -> Canvas:
        """Return cards as `draw_cards` does, in their looks; those without one can be played."""
        looks = looks or {}
        shown = ((self.printed(card, style), looks.get(card, Look.PLAYABLE)) for card in cards)
        return draw_cards(tuple(shown), style.size, width, shadows=shadows)

    def painted(self, text: str, card_style: str = "shapes", style: str = "") -> Content:
        """Return the text with every card it names painted."""
        marks = self.marks[card_style]
        return painted_text(
            text, self._names, lambda name: self.chip(self.named[name], style, marks), style
        )

    def drawn(self, text: str, card_style: str, width: int, _tr: Translations = ENGLISH) -> Content:
        """Return the text with every card it names as a face, and words beside their middle.

        It is empty if the text names no card, or needs more than the width.
        """
        style = CardStyle(TINY, self.marks[card_style])
        canvas, x, faces, beside_face = Canvas(width, TINY.height), 0, 0, False
        for word in text.split():
            name = word.rstrip(PUNCTUATION)
            card, rest = self.named.get(name), word[len(name) :]
            if card is not None:
                canvas.paste(x, 0, self.face(card, style))
                x, faces = x + TINY.width, faces + 1
            else:
                rest = f" {word}" if beside_face else word
            canvas.put(x, TINY.height // 2, rest, "bold")
            x += cell_len(rest) + bool(rest)
            beside_face = card is not None and not rest
        if not faces or x > width:
            return Content("")
        return canvas.cut(0, 0, x, TINY.height).content()

    def emblem(self, card_style: str) -> Canvas:
        """Return the cards that stand for the game."""
        style = CardStyle(SMALL, self.marks[card_style])
        cards = [self.named[name] for name in self.emblem_names]
        drawn = self.row(cards, style, SMALL.row(len(cards)), shadows=False)
        return drawn.cut(0, RISE, drawn.width, SMALL.height)

    def hand(self, view: Any, width: int, card_style: str) -> Canvas:
        """Return the hand of a view as a row of the smallest faces."""
        style = CardStyle(TINY, self.marks[card_style])
        if not view.hand:
            return Canvas(0, 0)
        drawn = self.row(list(view.hand), style, width, shadows=False)
        return drawn.cut(0, RISE, drawn.width, TINY.height)

    @property
    def _names(self) -> re.Pattern[str]:
        """The names of cards as words of a text; longer ones first, or V would hide V2."""
        names = sorted(map(re.escape, self.named), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(names)})\b")
