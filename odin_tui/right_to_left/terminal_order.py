"""The order in which a terminal wants the letters of a row that is to look like this.

Terminals disagree. Most show cells as they come. Some turn the letters of each Arabic word round
while they draw it. Some do so with whole rows, as the Unicode Bidi Algorithm says.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar
from unicodedata import mirrored as has_mirror

from odin_tui.right_to_left.bidi import LEFT, NUMBER, RIGHT, unicode_kind
from odin_tui.right_to_left.glyphs import MIRRORED, separates
from odin_tui.right_to_left.rows import BLANK
from odin_tui.terminal_letters import ROWS, WORDS

SOLID_BLANK = "\u2800"
"""Braille without dots: it looks like a blank, and counts as a letter from left to right."""
DIGITS = re.compile(r"\d+(?:[.,:/]\d+)*")
"""What the algorithm keeps together as one number among Arabic words."""

StyleT = TypeVar("StyleT")
Turned: TypeAlias = tuple[tuple[str, int], ...]
"""Letters in the order they are sent, each with the cell of the row whose style it has."""


def sent_row(row: Sequence[tuple[str, StyleT]], order: str) -> Sequence[tuple[str, StyleT]]:
    """Return the cells to send for a row that is to be seen like this; itself if it is the same."""
    if order not in (WORDS, ROWS):
        return row
    letters = tuple(letter for letter, _ in row)
    turned = turned_words(letters) if order == WORDS else turned_row(letters)
    return [(letter, row[cell][1]) for letter, cell in turned]


@lru_cache(maxsize=2048)
def turned_words(row: tuple[str, ...]) -> Turned:
    """Return a row with every Arabic word turned round, and the signs and digits at its ends."""
    sent: list[tuple[str, int]] = []
    word: list[int] = []
    for at, letter in enumerate([*row, BLANK]):
        if letter and letter != BLANK and not separates(letter) and unicode_kind(letter) != LEFT:
            word.append(at)
            continue
        if any(unicode_kind(row[each]) == RIGHT for each in word):
            sent += [(_in_mirror(row[each]), each) for each in reversed(word)]
        else:
            sent += [(row[each], each) for each in word]
        sent.append((letter, at))
        word = []
    return tuple(sent[:-1])


@lru_cache(maxsize=2048)
def turned_row(row: tuple[str, ...]) -> Turned:
    """Return what the Bidi Algorithm, in a row from left to right, shows like this row.

    A blank becomes solid where it has to keep a number from the Arabic word at its left, and where
    the algorithm would take the row for one from right to left.
    """
    # The second half of a wide letter counts as what the first half is.
    what = [unicode_kind(letter) if letter else LEFT for letter in row]
    sent = [(letter, at) for at, letter in enumerate(row)]
    for first, last in _stretches(what):
        sent[first:last] = _reversed(row, first, last)
        for at in _walls(row, what, last):
            sent[at] = (SOLID_BLANK, at)
    strong = next((at for at, each in enumerate(what) if each in (LEFT, RIGHT)), None)
    if strong is not None and what[strong] == RIGHT and BLANK in row[:strong]:
        at = row.index(BLANK)
        sent[at] = (SOLID_BLANK, at)
    return tuple(sent)


def _stretches(what: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where Arabic begins and ends between two letters from left to right."""
    first = last = -1
    for at, each in enumerate([*what, LEFT]):
        if each == RIGHT:
            first, last = at if first < 0 else first, at + 1
        elif each == LEFT and first >= 0:
            yield first, last
            first = -1


def _reversed(row: Sequence[str], first: int, last: int) -> list[tuple[str, int]]:
    """Return a stretch from its right end; numbers in it stay as they are."""
    turned: list[tuple[str, int]] = []
    end = last
    for found in reversed(list(DIGITS.finditer("".join(row[first:last])))):
        start, after = first + found.start(), first + found.end()
        turned += [(_in_mirror(row[at]), at) for at in range(end - 1, after - 1, -1)]
        turned += [(row[at], at) for at in range(start, after)]
        end = start
    return turned + [(_in_mirror(row[at]), at) for at in range(end - 1, first - 1, -1)]


def _in_mirror(letter: str) -> str:
    return MIRRORED.get(letter, letter) if has_mirror(letter) else letter


def _walls(row: Sequence[str], what: Sequence[str], last: int) -> Iterator[int]:
    """Yield the blank that keeps the next number from the Arabic word before it, if any must."""
    blank = -1
    for at in range(last, len(row)):
        if row[at] == BLANK and blank < 0:
            blank = at
        if what[at] in (LEFT, RIGHT, NUMBER):
            if what[at] == NUMBER and blank >= 0:
                yield blank
            return
