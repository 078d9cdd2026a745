"""Rows of cells as a reader from right to left sees them.

A row comes as it is drawn for everybody else, its texts in the order in which they are read. It is
mirrored as a whole, and what is written from left to right is turned back within it. Pictures are
moved and never mirrored.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from odin_tui.right_to_left.bidi import RIGHT, kind, kinds, levels, visual_order
from odin_tui.right_to_left.glyphs import MIRRORED, separates
from odin_tui.right_to_left.shaping import MAYBE_UNSHAPED, shaped_letters

BLANK = " "

Pictures: TypeAlias = tuple[tuple[int, int], ...]
"""Where pictures begin and end in a row, from left to right; none overlaps another."""


class Placed(NamedTuple):
    """A letter, and the cell of the row whose style it has."""

    letter: str
    cell: int


def mirrored(row: tuple[str, ...], pictures: Pictures = ()) -> tuple[Placed, ...]:
    """Return a row, from left to right, as it is seen from right to left.

    The row has one entry for each cell; the second half of a wide letter is empty, and stays
    behind its first half.
    """
    seen: list[Placed] = []
    end = len(row)
    for first, last in reversed(pictures):
        seen += _mirrored_text(row, last, end)
        seen += _picture(row, first, last)
        end = first
    return tuple(seen + _mirrored_text(row, 0, end))


def _mirrored_text(row: Sequence[str], first: int, last: int) -> list[Placed]:
    seen: list[Placed] = []
    for start, end, is_text in reversed(_parts(row, first, last)):
        if is_text:
            seen += _text(row, start, end)
        else:
            seen += [
                Placed(MIRRORED.get(row[at], row[at]), at) for at in _reversed(row, start, end)
            ]
    return seen


def _picture(row: Sequence[str], first: int, last: int) -> list[Placed]:
    """Return a picture as it is; words on it stand where they are, in their own direction."""
    seen: list[Placed] = []
    for start, end, is_text in _parts(row, first, last):
        if is_text and any(kind(letter) == RIGHT for letter in row[start:end] if letter):
            seen += _text(row, start, end)
        else:
            seen += [Placed(row[at], at) for at in range(start, end)]
    return seen


def _parts(row: Sequence[str], first: int, last: int) -> list[tuple[int, int, bool]]:
    """Divide a row into texts and what is between them: frames, surfaces, more than one blank."""
    parts: list[tuple[int, int, bool]] = []
    start = at = first
    while at < last:
        end = _gap(row, at, last)
        if end > at:
            if at > start:
                parts.append((start, at, True))
            parts.append((at, end, False))
            start = at = end
        else:
            at += 1
    if last > start:
        parts.append((start, last, True))
    return parts


def _gap(row: Sequence[str], at: int, last: int) -> int:
    """Return the end of a gap between texts that begins here; the same place if none does."""
    end = at
    while end < last and (row[end] == BLANK or (row[end] and separates(row[end]))):
        end += 1
    return at if end - at == 1 and row[at] == BLANK and at > 0 and end < last else end


def _reversed(row: Sequence[str], start: int, end: int) -> list[int]:
    """Return cells from right to left; the halves of a wide letter stay in their order."""
    return [at for whole in reversed(_whole_letters(row, start, end)) for at in whole]


def _whole_letters(row: Sequence[str], start: int, end: int) -> list[range]:
    letters: list[range] = []
    for at in range(start, end):
        if row[at] or not letters:
            letters.append(range(at, at + 1))
        else:
            letters[-1] = range(letters[-1].start, at + 1)
    return letters


def _text(row: Sequence[str], start: int, end: int) -> list[Placed]:
    """Return a text in the order in which its letters stand in a row from right to left."""
    letters, spare = _letters(row, start, end)
    what = kinds([letter for letter, _ in letters])
    embedding = levels(what, 1)
    seen: list[Placed] = []
    for at in visual_order(embedding):
        letter, cells = letters[at]
        shown = MIRRORED.get(letter, letter) if embedding[at] % 2 else letter
        seen += [Placed(shown if cell == cells[0] else "", cell) for cell in cells]
    return [*(Placed(BLANK, cell) for cell in spare), *seen]


def _letters(
    row: Sequence[str], start: int, end: int
) -> tuple[list[tuple[str, range | list[int]]], list[int]]:
    """Return the shaped letters with their cells, and the cells for which no letter is left."""
    whole = _whole_letters(row, start, end)
    if not MAYBE_UNSHAPED.search("".join(row[start:end])):
        return [(row[cells[0]], cells) for cells in whole], []
    # Marks stand with their letters, and were not given cells.
    bare = [row[cells[0]][:1] for cells in whole]
    forms = shaped_letters("".join(bare))
    used = [(form, whole[first]) for form, first, _ in forms]
    kept = {first for _, first, _ in forms}
    spare = [cell for at, cells in enumerate(whole) if at not in kept for cell in cells]
    return list(used), spare
