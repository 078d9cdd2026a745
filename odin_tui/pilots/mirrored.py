"""Rows of a terminal that are read from right to left, put back into the order they are drawn in.

A row that is mirrored twice is as it was. Pictures were only moved, so they have to be known.
"""

from collections.abc import Callable, Sequence

from odin_tui.drawing.canvas import Area
from odin_tui.languages import Translations
from odin_tui.languages.reading import is_right_to_left
from odin_tui.right_to_left.rows import mirrored

FindPictures = Callable[[Sequence[str]], Sequence[Area]]
"""Finds the areas of a screen that were moved and not mirrored."""
ReadRows = Callable[[Sequence[str]], list[str]]
"""Reads whole rows of a terminal, and gives them without blanks at their ends."""


def as_shown(rows: Sequence[str]) -> list[str]:
    """Return rows as they are."""
    return [row.rstrip() for row in rows]


def reading_rows(tr: Translations, pictures: FindPictures) -> ReadRows:
    """Return how to read the rows of a terminal in a language."""
    if not is_right_to_left(tr):
        return as_shown
    return lambda rows: unmirrored(rows, pictures(rows))


def unmirrored(rows: Sequence[str], pictures: Sequence[Area]) -> list[str]:
    """Return rows as they were before they were mirrored around these pictures."""
    lines = []
    for y, row in enumerate(rows):
        spans = sorted(
            (area.x, area.x + area.width) for area in pictures if area.y <= y < area.y + area.height
        )
        letters = (placed.letter for placed in mirrored(tuple(row), tuple(spans)))
        lines.append("".join(letters).rstrip())
    return lines
