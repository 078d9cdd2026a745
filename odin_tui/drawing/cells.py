"""Cells of a terminal: a letter, a style and a ground each.

Equal cells are one object wherever that is cheap: drawings of hundreds of sessions consist of the
same few thousand cells, and the garbage collector would otherwise visit millions of them.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from sys import intern
from typing import TypeAlias

Cell: TypeAlias = tuple[str, str, str]
"""Letter, style and ground."""
BLANK: Cell = (" ", "", "")
"""Nothing: where it is pasted, what lies below stays as it is."""
GROUND_OF, LOOK_OF = itemgetter(2), itemgetter(1, 2)


@lru_cache(maxsize=65536)
def shared_cell(letter: str, style: str, ground: str) -> Cell:
    """Return the one object for a cell."""
    return letter, style, ground


@lru_cache(maxsize=8192)
def written(text: str, style: str, ground: str) -> tuple[Cell, ...]:
    """Return the cells of a text whose letters take one cell each."""
    return tuple(shared_cell(intern(letter), style, ground) for letter in text)


def written_on(text: str, style: str, below: list[Cell]) -> Iterable[Cell]:
    """Return the cells of a text on the grounds of other cells, as many as there are letters."""
    grounds = set(map(GROUND_OF, below))
    if len(grounds) == 1:
        return written(text, style, *grounds)
    return [
        shared_cell(intern(letter), style, ground)
        for letter, (_, _, ground) in zip(text, below, strict=True)
    ]


def letters_of(cells: Iterable[Cell]) -> str:
    """Return the text of some cells."""
    return "".join([letter for letter, _, _ in cells])


def laid(covered: list[Cell], cells: list[Cell]) -> list[Cell]:
    """Return cells of a row on those they cover; one of the two rows, if only that is seen."""
    if not cells or _is_blank(covered) or all(map(GROUND_OF, cells)):
        return cells
    if _is_blank(cells):
        return covered
    return [
        below
        if cell is BLANK
        else cell
        if cell[2]
        else below
        if cell == BLANK
        else shared_cell(cell[0], cell[1], below[2])
        for cell, below in zip(cells, covered, strict=True)
    ]


def _is_blank(cells: list[Cell]) -> bool:
    """Return whether nothing is drawn in any of these cells, of which there is at least one."""
    # The first cell mostly answers it: oak and plates cover whole rows.
    return cells[0] == BLANK and cells.count(BLANK) == len(cells)


# -- pixels ---------------------------------------------------------------------------------------


def pixel_cell(top: str, bottom: str) -> Cell:
    """Return a cell of two pixels of a picture; an empty colour is no pixel."""
    if top == bottom:
        return shared_cell(" ", "", top)
    return shared_cell("▀", top, bottom) if top else shared_cell("▄", bottom, "")


@lru_cache(maxsize=16384)
def two_pixels(top: str | None, bottom: str | None, below: Cell) -> Cell:
    """Return a cell of two pixels; where one is missing, what was there stays.

    On a ground pixels are letters, so that a number can be read without colours too, and a row
    of it is one run.
    """
    letter, style, ground = below
    if letter == "▀":
        top, bottom = top or style, bottom or ground
    elif letter == "▄":
        top, bottom = top or ground, bottom or style
    elif letter == "█":
        top, bottom = top or style, bottom or style
    elif top and bottom:
        return (
            shared_cell("█", top, ground) if top == bottom and ground else pixel_cell(top, bottom)
        )
    else:
        return shared_cell(*(("▀", top) if top else ("▄", bottom or "")), ground)
    return pixel_cell(top, bottom)
