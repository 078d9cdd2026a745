"""The pieces of Walhalla in cells: shields, fields, capes, dragons, sea and coast."""

from functools import lru_cache
from zlib import crc32

from odin_engine.game import Seat
from odin_engine.walhalla.box import COLOURS, DRAGON_SEATS, Dragon, Terrain
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.cells import pixel_cell
from odin_tui.drawing.land_palette import SHIELDS
from odin_tui.drawing.pixel_art import draw_number, number_width, pictures

SHAPES = "●◆▼■"
"""The shapes of the shields, by seat."""
LIT = "bold $on-turn on $your-turn"
HULLS = {
    1: ("#", "##"),
    2: ("#.", "##", ".##", ""),
    3: ("##", "#", "##", ".##", "..###", ""),
    4: (".##", "##", "#", "##", ".###", "..###", "....###", ""),
}
"""The ends of a dragon by its rows, in rows of pixels from the outside in."""
SNOW, RIDGE = 255, 150
"""The heights from which rock is snow, and from which it is lit."""


def mark(seat: int) -> str:
    """Return the letter and the shape of a seat's shields."""
    return COLOURS[seat] + SHAPES[seat]


def shield_style(seat: int) -> str:
    """Return how the mark of a seat is written where its shield lies."""
    hue = SHIELDS[COLOURS[seat]]
    return f"bold $shield-{hue}-ink on $shield-{hue}"


def text_style(seat: int) -> str:
    """Return how a seat's mark is written where it is only spoken of."""
    hue = SHIELDS[COLOURS[seat]]
    return "$foreground" if hue == "black" else f"$card-{hue}"


def _noise(x: int, y: int, salt: str) -> int:
    """Return a number below 256 that depends on a place alone."""
    return crc32(f"{salt} {x} {y}".encode()) & 255


# -- shields and fields --------------------------------------------------------------------------


def draw_shield(seat: int, width: int, height: int) -> Canvas:
    """Draw a Viking: a flat shield in little room, one with a rim in more."""
    hue = SHIELDS[COLOURS[seat]]
    canvas, style = Canvas(width, height), shield_style(seat)
    letter, shape = COLOURS[seat], SHAPES[seat]
    if height == 1 or width < 3:
        canvas.fill(0, 0, width, height, f"$shield-{hue}")
        canvas.put((width - 1) // 2, (height - 1) // 2, letter + shape, style)
    elif height == 2:
        canvas.fill(0, 0, width, height, f"$shield-{hue}")
        canvas.put((width - 1) // 2, 0, letter, style)
        canvas.put((width - 1) // 2, 1, shape, style)
    else:
        edge = "." + "#" * (width - 2) + "."
        side = "#" + "o" * (width - 2) + "#"
        rows = (edge, *[side] * (2 * height - 2), edge)
        canvas.draw_pixels(0, 0, rows, {"#": f"$shield-{hue}-rim", "o": f"$shield-{hue}"})
        canvas.put((width - 1) // 2, height // 2, letter + shape, style)
    return canvas


def _shield_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a shield on a field."""
    if height == 2:
        return {3: (3, 1), 4: (2, 2)}.get(width, (3, 2))
    if height == 3:
        return min(width - 2, 4), 2
    return (6 if width >= 8 else 4), 3


@lru_cache(maxsize=2048)
def draw_field(
    terrain: Terrain,
    owner: Seat | None,
    width: int,
    height: int,
    *,
    lit: bool = False,
    seam: bool = False,
) -> Canvas:
    """Draw a field with who stands there; it is shared. Lit is one that somebody may land on."""
    kind = terrain[0]
    canvas = Canvas(width, height, f"$land-{kind}")
    if height > 2:
        light, dark = f"$land-{kind}-light", f"$land-{kind}-dark"
        canvas.draw_pixels(0, 0, ("#" * width,), {"#": light})
        canvas.draw_pixels(0, 2 * height - 1, ("#" * width,), {"#": dark})
        if seam:
            canvas.fill(0, 0, 1, height, dark)
    inks = {"#": f"$land-{kind}-0", "+": f"$land-{kind}-1", "o": f"$land-{kind}-2"}
    size = _picture_size(width, height, free=owner is None)
    sprite = pictures("walhalla")[f"{kind} {size}"]
    across = width - len(sprite[0])
    if owner is None:
        x = across if height == 2 else across // 2
        canvas.draw_pixels(x, 0 if height == 2 else 2 * height - 1 - len(sprite), sprite, inks)
    else:
        if height > 2:
            canvas.draw_pixels(0, 2 if height == 3 else 3, sprite, inks)
        shield = draw_shield(owner, *_shield_size(width, height))
        canvas.paste(width - shield.width, min(height - shield.height, 1), shield)
    label = f" {terrain:<2} " if height > 3 else f"{terrain:<2}"
    canvas.put(0, 0, label, LIT if lit else f"bold $land-ink on $land-{kind}-label")
    return canvas


def _picture_size(width: int, height: int, *, free: bool) -> str:
    if height <= 3:
        return "small"
    if height == 4:
        return "middle" if free else "small"
    return "large" if free and width >= 8 else "middle"


def draw_cape(value: int, place: str, width: int, height: int, *, outer: bool) -> Canvas:
    """Draw half a cape: the points of a place, and below them which place that is."""
    canvas = Canvas(width, height, f"$cape-{int(outer)}")
    ink = f"$cape-ink on $cape-{int(outer)}"
    if height > 3:
        font = "5x7" if height > 4 else "3x5"
        at = (width - number_width(value, font)) // 2
        canvas.draw_pixels(0, 2 * height - 1, ("#" * width,), {"#": "$cape-edge"})
        draw_number(canvas, at, 1, value, font, "$cape-ink")
    else:
        canvas.put((width - 1) // 2, 0, str(value), f"bold {ink}")
    canvas.put(max(width - len(place), 0) // 2, height - 1, place[:width], ink)
    if outer and width > len(place):
        canvas.draw_pixels(width - 1, 0, ("#",), {"#": "$sea"})
        canvas.draw_pixels(width - 1, 2 * height - 1, ("#",), {"#": "$sea"})
    return canvas


# -- dragons -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _hull(width: int, height: int) -> tuple[str, ...]:
    """Return the pixels of a dragon: wood, dark and light wood."""
    rows = []
    for y, ends in enumerate(HULLS[height]):
        inside = ends.rfind("#")
        row = ""
        for x in range(width):
            end = min(x, width - 1 - x)
            on = (end < len(ends) and ends[end] == "#") or (y >= height and 0 <= inside <= end)
            tone = "+" if y == height and end > 2 else "-" if y > height + 1 else "#"
            row += tone if on else "."
        rows.append(row)
    return tuple(rows)


@lru_cache(maxsize=512)
def draw_ship(
    dragon: Dragon | None,
    aboard: tuple[Seat | None, ...],
    field_width: int,
    height: int,
) -> Canvas:
    """Draw a dragon three fields long, and who sits in it from the coast outwards; it is shared.

    A dragon lies empty where `dragon` is None; otherwise its reserved seat is marked below.
    """
    live = dragon is not None
    width = DRAGON_SEATS * field_width - (not live)
    canvas = Canvas(width, height)
    wood = "ship" if live else "hull"
    inks = {"#": f"${wood}", "-": f"${wood}-dark", "+": f"${wood}-light"}
    canvas.draw_pixels(0, 0, _hull(width, height), inks)
    if dragon is None:
        return canvas
    for place, who in enumerate(aboard):
        middle = place * field_width + field_width // 2
        _draw_seat(canvas, middle, dragon.colour if place == dragon.reserved else None)
        if who is not None:
            size = (3, 1) if height <= 2 else (5, height - 2)
            canvas.paste(middle - size[0] // 2, 0, draw_shield(who, *size))
    return canvas


def _draw_seat(canvas: Canvas, middle: int, reserved: int | None) -> None:
    """Mark a seat on the hull: a dot, or for whom it is reserved."""
    if canvas.height == 1:
        return
    low = canvas.height - 1
    canvas.put(middle - 1, low, " · ", "$ship-ink on $ship")
    if reserved is not None:
        canvas.put(middle - 1, low, mark(reserved), shield_style(reserved))


# -- sea and coast -------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def draw_sea(width: int, height: int, coast: int) -> Canvas:
    """Return the sea with a few waves, and rock at its left. It is shared: cut pieces of it."""
    canvas = Canvas(width, height, "$sea")
    for y in range(height):
        x = coast + _noise(0, y, "start") % 12
        while x < width - 4:
            long = 2 + _noise(x, y, "long") % 3
            if _noise(x, y, "wave") > 150:
                canvas.put(x, y, "~" * long, "$wave")
            x += long + 4 + _noise(x, y, "gap") % 8
    for y in range(height):
        for x in range(coast):
            canvas.rows[y][x] = pixel_cell(_rock(x, 2 * y, coast), _rock(x, 2 * y + 1, coast))
    return canvas


def _rock(x: int, y: int, coast: int) -> str:
    """Return the tone of a pixel of the coast, which falls towards the sea."""
    height = _noise(0, (y + x) // 5, "ridge") + _noise(x, y // 3, "rock") // 4 - 24 * x
    if height > SNOW and x < coast - 1:
        return "$rock-3"
    return "$rock-2" if height > RIDGE else "$rock-1" if height > RIDGE - 80 else "$rock-0"
