"""Names of players in large letters, where every letter of them has a picture."""

from functools import lru_cache

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.pixel_art import Sprite, pictures

LETTER, SPACE, GAP = 7, 3, 1
"""The height of letters in pixels, the width of a blank, and the pixels between two letters."""
DIGITS = "0123456789"
ROWS = LETTER // 2 + 1
"""The rows of a name; twice as many where it is drawn twice as large."""


@lru_cache(maxsize=256)
def large_name(name: str, width: int, rows: int, ink: str) -> Canvas | None:
    """Return a name as large as it fits; None if it does not, or a letter has no picture.

    It is shared: paste it, never draw on it.
    """
    letters = _pixels(name)
    if letters is None:
        return None
    for scale in (2, 1):
        canvas = Canvas(len(letters[0]) * scale, (LETTER * scale + 1) // 2)
        if canvas.width <= width and canvas.height <= rows:
            canvas.draw_pixels(0, 0, enlarged(letters, scale), {"#": ink})
            return canvas
    return None


def _pixels(name: str) -> Sprite | None:
    """Return the letters of a name beside each other; None if one of them has no picture."""
    letters, digits = pictures("letters"), pictures("numerals")
    known = dict(letters) | {f"{digit} {LETTER}": digits[f"5x7 {digit}"] for digit in DIGITS}
    sprites = [
        ("." * SPACE,) * LETTER if letter == " " else known.get(f"{letter} {LETTER}", ())
        for letter in name.upper()
    ]
    if not sprites or not all(sprites):
        return None
    return tuple(("." * GAP).join(rows) for rows in zip(*sprites, strict=True))


def enlarged(sprite: Sprite, scale: int) -> Sprite:
    """Return a picture so many times as large."""
    return tuple("".join(pixel * scale for pixel in row) for row in sprite for _ in range(scale))
