"""Frames on a screen: finding them, and noticing one that something else covers or cuts."""

from collections.abc import Sequence
from dataclasses import dataclass

STYLES = ("╭─╮│╰╯", "╭┄╮┊╰╯", "┏━┓┃┗┛", "┏┅┓┇┗┛", "╔═╗║╚╝")
"""Corners and edges of every frame: top left, across, top right, down, low left, low right."""
NARROWEST = 6
"""Anything narrower is a card seen from behind."""
HEAVY = "┏"
"""Figures are drawn with heavy strokes too; only a long edge or a title makes it a frame."""


@dataclass(frozen=True, slots=True)
class Box:
    """A whole frame, and the text inside it."""

    x: int
    y: int
    width: int
    height: int
    style: str
    title: str
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A frame that begins at a cell and does not close."""

    x: int
    y: int
    why: str


def frames(lines: Sequence[str]) -> tuple[list[Box], list[Broken]]:
    """Find every frame on a screen; a card that another card covers is none."""
    width = max(map(len, lines), default=0)
    screen = [line.ljust(width) for line in lines]
    whole: list[Box] = []
    broken: list[Broken] = []
    for y, line in enumerate(screen):
        for style in STYLES:
            for x in _places(line, style[0]):
                found = _follow(screen, x, y, style)
                if isinstance(found, Box):
                    whole.append(found)
                elif found is not None:
                    broken.append(found)
    return whole, broken


def _places(line: str, letter: str) -> list[int]:
    return [x for x, found in enumerate(line) if found == letter]


def _follow(screen: list[str], x: int, y: int, style: str) -> Box | Broken | None:
    top_left, across, top_right, down, low_left, low_right = tuple(style)
    line = screen[y]
    begins = line[x + 1 : x + 4]
    titled = begins[:1] in {"▸", " "}
    if top_left == HEAVY and begins != across * 3 and not titled:
        return None
    right = next((i for i in range(x + 1, len(line)) if line[i] in {top_left, top_right}), None)
    if right is None:
        return Broken(x, y, "its top edge does not end")
    # A title may fill the whole edge; then the side tells which style the frame has.
    edge = across in line[x:right] or (titled and _down(screen, x, y, down, low_left) > 0)
    if line[right] == top_left or right - x + 1 < NARROWEST or not edge:
        return None
    left_side = _down(screen, x, y, down, low_left)
    right_side = _down(screen, right, y, down, low_right)
    if left_side != right_side:
        return Broken(x, y, "its two sides are not equally long")
    height = left_side + 1
    if screen[y + left_side][x] == low_left:
        low = screen[y + left_side][x + 1 : right]
        if set(low) != {across}:
            return Broken(x, y, "its lower edge is covered")
        height -= 1
    inside = tuple(screen[row][x + 1 : right] for row in range(y + 1, y + height))
    title = line[x + 1 : right].strip(across + " ")
    return Box(x, y, right - x + 1, left_side + 1, style, title, inside)


def _down(screen: list[str], x: int, y: int, down: str, corner: str) -> int:
    """Count the rows from the top corner to the end of a side."""
    length = 0
    while y + length + 1 < len(screen):
        letter = screen[y + length + 1][x]
        if letter not in {down, corner}:
            break
        length += 1
        if letter == corner:
            break
    return length
