"""What a pilot reads off the screen of any card table: the hand, cards on the table, the points."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from odin_tui.drawing.canvas import Area
from odin_tui.drawing.card_faces import TINY
from odin_tui.drawing.card_set import CardSet
from odin_tui.drawing.layout import SIZES
from odin_tui.pilots.faces import CardFinder, CardOnScreen, areas_of

CardT = TypeVar("CardT")
_POINTS = re.compile(r"(\d+) ?p(?:ts?)?\b")


@dataclass(frozen=True, slots=True)
class CardScreen(Generic[CardT]):
    """The table as it stands on the screen."""

    hand: tuple[CardOnScreen[CardT], ...]
    """The own cards, from left to right."""
    lying: tuple[CardOnScreen[CardT], ...]
    """The cards above the prompt, from left to right."""
    prompt: str
    above: str
    """Everything above the prompt."""
    own_points: int
    plates: tuple[int, ...]
    """The points on the plates, in turn order."""

    def wrong_points(self, match: Mapping[str, Any], seat: int | None) -> str | None:
        """Return where the points shown differ from those of the table; None if they do not."""
        points = match["points"]
        if seat is not None and self.own_points != points[seat]:
            return f"{self.own_points} points are shown, and the table says {points[seat]}"
        first = 0 if seat is None else seat + 1
        count = len(points) - (seat is not None)
        told = tuple(points[(first + step) % len(points)] for step in range(count))
        if self.plates != told:
            return f"the plates show the points {self.plates}, and the table says {told}"
        return None


@dataclass(frozen=True)
class CardScreenReader(Generic[CardT]):
    """Knows the cards of a game and how its prompt begins."""

    title: str
    cards: CardSet[CardT]
    is_prompt: Callable[[str], bool]

    @cached_property
    def _finder(self) -> CardFinder[CardT]:
        styles = tuple(self.cards.marks)
        finder = CardFinder[CardT](
            lambda card, size: [
                self.cards.printed(card, self.cards.style(size, style)) for style in styles
            ]
        )
        finder.learn(self.cards.named.values(), (*SIZES, TINY))
        return finder

    @cached_property
    def _names(self) -> re.Pattern[str]:
        """The names of two letters; a sign of one letter may be anything."""
        names = "|".join(name for name in self.cards.named if len(name) > 1)
        return re.compile(rf"(?<![A-Za-z0-9])({names})(?![0-9A-Za-z])")

    def read(self, lines: Sequence[str]) -> CardScreen[CardT] | None:
        """Return what the screen shows of the table; None if it shows something else."""
        title = re.compile(rf"^ {self.title} · .*\S · (\d+) points?\b")
        heading = next((found for line in lines[:2] if (found := title.match(line))), None)
        prompt = next((y for y, line in enumerate(lines) if self.is_prompt(line)), None)
        if heading is None or prompt is None:
            return None
        cards = sorted(self._finder.find(lines), key=lambda one: one.x)
        return CardScreen(
            hand=tuple(one for one in cards if one.y > prompt),
            lying=tuple(one for one in cards if one.y < prompt),
            prompt=lines[prompt],
            above="\n".join(lines[:prompt]),
            own_points=int(heading[1]),
            plates=_plates(lines[1:prompt]),
        )

    def pictures(self, rows: Sequence[str]) -> list[Area]:
        """Return where cards are in rows that are read from right to left."""
        return areas_of(self._finder.find(rows))

    def shown(self, lines: Sequence[str]) -> set[CardT]:
        """Return every card that is drawn or named anywhere on a screen."""
        written = {self.cards.named[name] for line in lines for name in self._names.findall(line)}
        return written | {one.card for one in self._finder.find(lines)}


def _plates(lines: Sequence[str]) -> tuple[int, ...]:
    """Return the points on the plates above the table, and on those at the ends of an oval one."""
    found = ([int(points[1]) for points in _POINTS.finditer(line)] for line in lines)
    match list(filter(None, found)):
        case [above, [left, right]]:
            return left, *above, right
        case [above, *_]:
            return tuple(above)
    return ()
