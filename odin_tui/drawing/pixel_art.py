"""Pixel art from the files in `art/`: pictures as rows of characters, each below its name.

    [healer small]
    ....+++....
    .++.+++.++.

A dot is no pixel; what the other characters mean is said where a picture is drawn.
"""

from collections.abc import Mapping
from functools import cache

from odin_tui.data_files import read_data
from odin_tui.drawing.canvas import Canvas

Sprite = tuple[str, ...]
"""Rows of pixels."""


@cache
def pictures(name: str) -> Mapping[str, Sprite]:
    """Return the pictures of a file by their names."""
    text = read_data("odin_tui.drawing", f"art/{name}.txt")
    found: dict[str, Sprite] = {}
    for section in text.split("\n["):
        title, _, rows = section.lstrip("[").partition("]\n")
        found[title] = tuple(rows.strip("\n").split("\n"))
    return found


def numeral(size: str, figure: str) -> Sprite:
    """Return a digit, or the sign of a card without one; `size` is 3x5, 5x7 or 7x10."""
    return pictures("numerals")[f"{size} {figure}"]


def number_width(number: int, size: str) -> int:
    """Return how many columns a number takes."""
    digits = str(number)
    return sum(len(numeral(size, digit)[0]) + 1 for digit in digits) - 1


def draw_number(canvas: Canvas, x: int, y: int, number: int, size: str, ink: str) -> None:
    """Draw a number in pixels; `y` counts pixels."""
    rows = len(numeral(size, "0"))
    canvas.mark_picture(x, y // 2, number_width(number, size), (y % 2 + rows + 1) // 2)
    for digit in str(number):
        sprite = numeral(size, digit)
        canvas.draw_pixels(x, y, sprite, {"#": ink})
        x += len(sprite[0]) + 1
