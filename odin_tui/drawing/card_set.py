"""The cards of a game in text and as an emblem, derived from how the game names and draws them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textual.content import Content

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.painted import painted_text

CardT = TypeVar("CardT")


@dataclass(frozen=True, kw_only=True)
class CardSet(Generic[CardT]):
    """How the cards of a game are named, written and drawn.

    `marks` are what stands beside a card's letter, by the word of the settings; what they are is
    the game's own matter.
    """

    named: Mapping[str, CardT]
    """Every card by its name in the game's notation."""
    marks: Mapping[str, Any]
    chip: Callable[[CardT, str, Any], Content]
    """Writes a card into a line of text, in a style and with the marks."""
    row: Callable[[Sequence[CardT], Size, Any], Canvas]
    """Draws cards of a size beside each other, with the marks."""
    emblem_names: Sequence[str]
    """The cards that stand for the game on the home screen."""
    emblem_sizes: Mapping[str, Size]
    """How large they are, by the class of the layout; in any other they are a line of text."""

    def painted(self, text: str, card_style: str = "shapes", style: str = "") -> Content:
        """Return the text with every card it names painted."""
        marks = self.marks[card_style]
        return painted_text(text, self._names, lambda name: self._chip(name, style, marks), style)

    def emblem(self, size_class: str, card_style: str) -> Content:
        """Return the cards that stand for the game, as large as the layout allows."""
        marks, size = self.marks[card_style], self.emblem_sizes.get(size_class)
        if size is None:
            return Content("   ").join(self._chip(name, "", marks) for name in self.emblem_names)
        return self.row([self.named[name] for name in self.emblem_names], size, marks).content()

    @property
    def _names(self) -> re.Pattern[str]:
        """The names of cards as words of a text; longer ones first, or V would hide V2."""
        names = sorted(map(re.escape, self.named), key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(names)})\b")

    def _chip(self, name: str, style: str, marks: Any) -> Content:
        return self.chip(self.named[name], style, marks)
