"""Cards on a screen: finding them by the letters they are drawn with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from odin_tui.drawing.canvas import Area, Canvas
from odin_tui.drawing.card_faces import (
    ALL,
    NARROW,
    NARROWEST,
    NO_MARK,
    RISE,
    Look,
    Printed,
    Size,
    draw_face,
)

CardT = TypeVar("CardT")
Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardOnScreen(Generic[CardT]):
    """A card on the screen, and where its first letters are."""

    x: int
    y: int
    card: CardT
    look: Look
    """Chosen, idle or playable; a card that lies over another never looks idle."""
    size: Size


class Drawn(NamedTuple, Generic[CardT]):
    """What is drawn in some way."""

    card: CardT
    has_mark: bool


class CardFinder(Generic[CardT]):
    """Knows how every card is drawn, whole or covered in part.

    Where a player likes cards without marks, a card may look like its name with nothing below it,
    and so does the name at the end of a text. But all cards of a screen are drawn in one style: if
    some have marks, what has none is no card.
    """

    def __init__(self, printed: Callable[[CardT, Size], Iterable[Printed]]) -> None:
        self._printed = printed
        self._shapes: dict[tuple[int, Size], dict[tuple[str, ...], Drawn[CardT]]] = {}

    def learn(self, cards: Iterable[CardT], sizes: Iterable[Size]) -> None:
        """Remember cards in these sizes."""
        kinds = [(card, size) for size in sizes for card in cards]
        for card, size in kinds:
            for face in self._printed(card, size):
                for seen in (ALL, size.tight, NARROW, NARROWEST):
                    columns = min(seen, size.step)
                    shapes = self._shapes.setdefault((columns - 1, size), {})
                    # The corners differ, which are seen of cards that do not overlap.
                    for look in (Look.PLAYABLE, Look.IDLE):
                        rows = _letters(draw_face(face, size, look, seen), columns)
                        shapes[rows] = Drawn(card, face.mark != NO_MARK)

    def find(self, lines: Sequence[str]) -> list[CardOnScreen[CardT]]:
        """Return every card on a screen."""
        width = max(map(len, lines), default=0)
        screen = [line.ljust(width) for line in lines]
        marked, unmarked = dict[Place, CardOnScreen[CardT]](), dict[Place, CardOnScreen[CardT]]()
        for (columns, size), shapes in self._shapes.items():
            heads = {rows[0] for rows in shapes}
            for y in range(len(screen) - size.height + 1):
                for x in range(1, width - columns):
                    if screen[y][x : x + columns] in heads:
                        drawn = _at(screen, x, y, columns, size, shapes)
                        if drawn is not None:
                            found = marked if drawn.has_mark else unmarked
                            look = _look(screen, x, y, size)
                            found.setdefault((x, y), CardOnScreen(x, y, drawn.card, look, size))
        return sorted((marked or unmarked).values(), key=lambda one: (one.y, one.x))


def areas_of(cards: Iterable[CardOnScreen[CardT]]) -> list[Area]:
    """Return what is seen of each card in a mirror, where each may cover the one at its right.

    The light or the shadow below a card is a part of it.
    """
    areas: list[Area] = []
    for one in sorted(cards, key=lambda card: card.x):
        start, width = one.x - 1, one.size.width
        before = areas.pop() if areas and abs(areas[-1].y - one.y) <= RISE else None
        if before is not None:
            apart = start - before.x
            areas.append(before._replace(width=min(before.width, apart)))
            # As much is seen of the last one as of those between it and the first.
            width = min(width, apart)
        areas.append(Area(start, one.y, width, one.size.height + 1))
    return areas


def _letters(face: Canvas, columns: int) -> tuple[str, ...]:
    """Return the letters of a face without its left edge."""
    return tuple("".join(cell[0] for cell in row[1:columns]) for row in face.rows)


def _at(
    screen: Sequence[str],
    x: int,
    y: int,
    columns: int,
    size: Size,
    shapes: Mapping[tuple[str, ...], Drawn[CardT]],
) -> Drawn[CardT] | None:
    return shapes.get(tuple(line[x : x + columns] for line in screen[y : y + size.height]))


def _look(screen: Sequence[str], x: int, y: int, size: Size) -> Look:
    below = screen[y + size.height][x - 1 : x + 1] if y + size.height < len(screen) else ""
    if below == "▀▀":
        return Look.CHOSEN
    return Look.IDLE if screen[y][x - 1] == " " else Look.PLAYABLE
