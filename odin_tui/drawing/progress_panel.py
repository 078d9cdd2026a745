"""How far something has come in large numbers, as in 1 of 4, and the story of what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from odin_tui.drawing.canvas import Canvas, broken, in_lines
from odin_tui.drawing.card_faces import LARGE, MEDIUM, SMALL, Size
from odin_tui.drawing.middle import top_of
from odin_tui.drawing.pixel_art import draw_number, number_width

FONTS = {LARGE: "7x10", MEDIUM: "5x7", SMALL: "3x5"}
"""How large the numbers are, by the size of the cards beside them."""
STORY_ROWS = 3
"""The rows that large numbers must leave for the story."""


@dataclass(frozen=True, slots=True)
class ProgressPanel:
    """What is told beside the middle of a table."""

    size: Size
    heading: tuple[Content, ...] = ()
    """What stands above the numbers and, from its second line on, below them."""
    numbers: tuple[int, int] | None = None
    """How much there is of how much."""
    between: str = ""
    """The word between the numbers."""
    notes: tuple[Content, ...] = ()
    """What is told only where there is room."""
    story: tuple[Content, ...] = ()
    """What has happened, the newest last."""

    def draw(self, width: int, height: int) -> Canvas:
        """Draw it at the height of the cards beside it."""
        canvas, top = Canvas(width, height), max(top_of(self.size, height), 1)
        canvas.paste(0, top, self._draw(width - 1, height - top))
        return canvas

    def _draw(self, width: int, height: int) -> Canvas:
        first = [part for line in self.heading[:1] for part in _wrapped(line, width)]
        rest = [part for line in self.heading[1:] for part in _wrapped(line, width)]
        numbers = self._draw_numbers(width)
        rows = numbers.height if numbers.height + len(first + rest) + STORY_ROWS <= height else 0
        notes = [part for line in self.notes for part in _wrapped(line, width)]
        told = sum(len(_wrapped(line, width)) for line in self.story)
        spare = height - len(first) - rows - len(rest) - min(told, STORY_ROWS)
        if len(notes) < spare or not self.story:
            rest += notes
        if self.heading and height > len(first) + rows + len(rest) + STORY_ROWS:
            rest.append(Content(""))
        lines = [*rest, *_newest(self.story, width, height - len(first) - rows - len(rest))]
        canvas = in_lines(first, width, height)
        canvas.paste(0, len(first), numbers.cut(0, 0, numbers.width, rows))
        below = len(first) + rows
        canvas.paste(0, below, in_lines(lines, width, max(height - below, 0)))
        return canvas

    def _draw_numbers(self, width: int) -> Canvas:
        """Draw both numbers; an empty drawing where there is no room."""
        font = FONTS.get(self.size, "")
        if self.numbers is None or not font:
            return Canvas(0, 0)
        first, second = (number_width(number, font) for number in self.numbers)
        x = first + len(self.between) + 2
        if x + second > width:
            return Canvas(0, 0)
        pixels = int(font.partition("x")[2])
        canvas = Canvas(width, pixels // 2 + 1)
        draw_number(canvas, 0, 1, self.numbers[0], font, "$your-turn")
        canvas.put(first + 1, pixels // 2, self.between, "$quiet")
        draw_number(canvas, x, 1, self.numbers[1], font, "$your-turn")
        return canvas


def _newest(story: Sequence[Content], width: int, rows: int) -> list[Content]:
    """Return the newest lines of a story that fit, each of them whole."""
    lines: list[Content] = []
    for line in reversed(story):
        parts = _wrapped(line, width)
        if len(parts) + len(lines) > rows:
            break
        lines = [*parts, *lines]
    return lines


def _wrapped(line: Content, width: int) -> list[Content]:
    """Write a line that is too long on two, the second set in."""
    if line.cell_length <= width:
        return [line]
    first, second = broken(line, width)
    return [first, Content.assemble("  ", second).truncate(width, ellipsis=True)]
