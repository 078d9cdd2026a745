"""What things lie on: oak with light in its middle, plates with soft corners, an oval table."""

from functools import lru_cache
from math import hypot

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.cells import pixel_cell
from odin_tui.drawing.palette import LIGHT_STEPS

PLANK_ROWS = 3
"""The rows of a plank."""
OVAL_RIM = 4
"""The columns, and the pixels of a column, that the rim of an oval table takes."""


def draw_slab(  # noqa: PLR0913 - a place, a size and how it is drawn
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    colour: str,
    *,
    filled: bool = True,
    soft: bool = True,
) -> None:
    """Draw a filled shape with soft corners, whose last column is half a cell wide.

    With `filled` false only the corners and the last column are drawn.
    """
    if filled:
        canvas.fill(x, y, width - 1, height, colour)
    right, low = x + width - 1, y + height - 1
    for row in range(y, low + 1):
        _soften(canvas, right, row, "▌", colour)
    if not soft:
        return
    for corner, column, row in (
        ("▟", x, y),
        ("▜", x, low),
        ("▖", right, y),
        ("▘", right, low),
    ):
        _soften(canvas, column, row, corner, colour)


def _soften(canvas: Canvas, x: int, y: int, letter: str, colour: str) -> None:
    """Draw a cell that the shape covers in part; the rest shows what lies below."""
    if 0 <= x < canvas.width and 0 <= y < canvas.height:
        canvas.rows[y][x] = (letter, colour, "")


@lru_cache(maxsize=64)
def draw_oak(width: int, height: int, centre: float = 0.42) -> Canvas:
    """Return a table of planks with a rim at the top. It is shared: cut pieces out of it.

    The light is strongest at half the width and at this share of the height.
    """
    canvas = Canvas(width, height)
    for y in range(height):
        row = canvas.rows[y]
        plank = ("oak", "plank")[y // PLANK_ROWS % 2]
        for x in range(width):
            row[x] = (" ", "", f"${plank}-{_light(x / width, y / height, centre)}")
        if y and y % PLANK_ROWS == 0:
            _draw_seam(canvas, y)
    canvas.put(0, 0, "▀" * width, "$rim")
    return canvas


def _draw_seam(canvas: Canvas, y: int) -> None:
    """Draw the line between two planks, broken at a few places as planks are."""
    for x in range(canvas.width):
        if (x * 7 + y * 13) % 31 > 1:
            canvas.put(x, y, "▔", "$seam")


def _light(x: float, y: float, centre: float) -> int:
    """Return how much light falls on a place, in a few steps, so that a row is a few runs."""
    distance = hypot((x - 0.5) * 1.55, (y - centre) * 1.75)
    return max(0, min(LIGHT_STEPS - 1, int((1 - distance) * 9.5 - 1.2)))


@lru_cache(maxsize=16)
def draw_oval(width: int, height: int) -> Canvas:
    """Return a long table seen from above: a carved rim around planks, and its shadow.

    The last column holds the shadow; there is none below the table.
    """
    canvas = Canvas(width, height)
    wide, high = width - 1, 2 * height
    tones = [[_oval_tone(x, y, wide, high) for x in range(width)] for y in range(2 * height)]
    for y in range(height):
        for x in range(width):
            canvas.rows[y][x] = pixel_cell(tones[2 * y][x], tones[2 * y + 1][x])
    return canvas


def _oval_tone(x: int, y: int, width: int, height: int) -> str:
    """Return the colour of a pixel of the oval table; empty outside it."""

    def outside(margin: int, shift: int = 0) -> bool:
        across = (x - shift - (width - 1) / 2) / (width / 2 - margin)
        down = (y - shift - (height - 1) / 2) / (height / 2 - margin)
        return bool(abs(across) ** 3.4 + abs(down) ** 3.4 > 1)

    if outside(0):
        return "" if outside(0, 1) else "$shadow"
    if outside(1):
        return "$rim"
    if outside(OVAL_RIM - 1):
        return "$carving" if (x + y) % 4 < 2 else "$rim-low"
    if outside(OVAL_RIM):
        return "$rim"
    if y % 8 == 0:
        return "$seam"
    return f"${('oak', 'plank')[y // 8 % 2]}-{_light(x / width, y / height, 0.52)}"
