"""The paintings of the home screen and of the hall, and the names of games in large letters.

They are made of pixel art in true colours, so they look the same in every dark theme; by day
they are seen through mist. Where there are too few colours for them, only silhouettes remain.
"""

from collections.abc import Mapping
from functools import lru_cache

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.colour import mixed
from odin_tui.drawing.pixel_art import Sprite, pictures

SKIES = ("small", "medium", "large")
"""The skies from low to high, with mountains and water below them."""
WATER = {"large": 13, "medium": 7, "small": 6}
"""The rows of pixels below the horizon."""
MIST, MIST_SHARE = "#e4eef2", 0.6
WOOD = {
    "w": "#6b4a2c",
    "d": "#3b2717",
    "m": "#2a1c10",
    "s": "#ece5d3",
    "r": "#b23a3f",
    "o": "$face-ink",
}
"""The ship: hull, keel, mast and yard, the stripes of the sail, and the bosses of its shields."""
SHIELDS = dict(zip("ROYGBP", ("red", "orange", "yellow", "green", "blue", "purple"), strict=True))
HOUSE = {
    "d": "#1c140d",
    "s": "#3a2a1b",
    "S": "#4a3623",
    "b": "#5b442c",
    "w": "#2a1d12",
    "f": "#f0b24a",
    "F": "#f7c65a",
    "G": "#ffe29a",
}
"""The longhouse: walls, shingles, ridge, and the light of its windows and its door."""
LETTER_HEIGHTS = (19, 13, 10, 7)
GAPS = {19: 3, 13: 2, 10: 1, 7: 1}
"""The pixels between two letters, by their height."""


@lru_cache(maxsize=32)
def draw_home(
    width: int, height: int, word: str, *, day: bool = False, full: bool = True
) -> Canvas:
    """Return the home screen's painting with the name of a game. It is shared: paste it.

    Without `full` there are only the ship's silhouette and the name. The ship is left out where
    there is no room for it beside the name, and so is a name in letters that have no picture.
    """
    canvas = Canvas(width, height)
    horizon = _draw_sky(canvas, day=day) if full else 2 * height - 4
    margin = width // 20
    ships = [ship for size in reversed(SKIES) if horizon >= len(ship := _ship(size)) + 2]
    least = margin + word_width(word, LETTER_HEIGHTS[-1]) + 1
    left = width
    for ship in ships:
        if least + len(ship[0]) + 3 <= width:
            left = width - len(ship[0]) - 3
            _draw_ship(canvas, left, horizon - len(ship) + 2, ship, full=full)
            break
    draw_word(canvas, margin, max(horizon // 6, 2), word, left - margin - 1, horizon)
    return canvas


@lru_cache(maxsize=32)
def draw_hall(width: int, height: int, *, day: bool = False, full: bool = True) -> Canvas:
    """Return the painting above the hall: a longhouse with light in its windows."""
    canvas = Canvas(width, height)
    house = pictures("longhouse")["longhouse"]
    ground = 2 * height - 1
    if full:
        _draw_pixels(canvas, "hall", (240 - width) // 2, len(pictures("sky")["hall"]) - ground, day)
    inks = _seen(HOUSE, day=day) if full else {"b": "$line", "f": "$your-turn", "F": "$your-turn"}
    canvas.draw_pixels((width - len(house[0])) // 2, ground - len(house), house, inks)
    return canvas


def draw_word(canvas: Canvas, x: int, y: int, word: str, room: int, low: int) -> None:
    """Draw a word in the largest letters that fit above a row of pixels, with a shadow."""
    if not _has_letters(word):
        return
    fitting = (h for h in LETTER_HEIGHTS if word_width(word, h) <= room and y + h <= low)
    height = next(fitting, LETTER_HEIGHTS[-1])
    canvas.mark_picture(x, y // 2, word_width(word, height) + 1, (y % 2 + height + 2) // 2)
    for shift, ink in ((1, "$page"), (0, "$foreground")):
        at = x
        for letter in word:
            sprite = pictures("letters")[f"{letter} {height}"]
            canvas.draw_pixels(at + shift, y + shift, sprite, {"#": ink})
            at += len(sprite[0]) + GAPS[height]


def _has_letters(word: str) -> bool:
    return all(f"{letter} {LETTER_HEIGHTS[0]}" in pictures("letters") for letter in word)


def word_width(word: str, height: int) -> int:
    """Return how wide a word is in letters of a height; those without a picture take no room."""
    if not _has_letters(word):
        return 0
    letters = (pictures("letters")[f"{letter} {height}"] for letter in word)
    return sum(len(sprite[0]) + GAPS[height] for sprite in letters) - GAPS[height]


def _draw_sky(canvas: Canvas, *, day: bool) -> int:
    """Draw the lowest sky that fills the canvas, its top cut off, and return its horizon."""
    rows = 2 * canvas.height
    name = next((name for name in SKIES if len(pictures("sky")[name]) >= rows), SKIES[-1])
    sky = pictures("sky")[name]
    top = len(sky) - rows
    _draw_pixels(canvas, name, (len(sky[0]) - canvas.width) // 2, top, day)
    return rows - WATER[name]


def _draw_pixels(canvas: Canvas, name: str, left: int, top: int, day: bool) -> None:  # noqa: FBT001 - one of the places and the light
    """Draw a part of a sky and its stars; beyond the sky its edges are repeated."""
    sky = pictures("sky")[name]
    rows = [_cut(sky[max(y, 0)], left, canvas.width) for y in range(top, len(sky))]
    canvas.draw_pixels(0, 0, rows, _seen(_sky_colours(), day=day))
    # A sky can be mirrored, and then what is written on it is too.
    canvas.pictures.clear()
    if not day:
        for star in pictures("sky")[f"{name} stars"]:
            x, y, letter = star.split(" ")
            canvas.put(int(x) - left, int(y) - top // 2, letter, "#b9c6d2")


def _cut(row: str, left: int, width: int) -> str:
    padded = row if left >= 0 else row[0] * -left + row
    return padded[max(left, 0) :][:width].ljust(width, row[-1])


@lru_cache(maxsize=1)
def _sky_colours() -> Mapping[str, str]:
    return dict(line.split(" ") for line in pictures("sky")["colours"])


def _seen(colours: Mapping[str, str], *, day: bool) -> dict[str, str]:
    """Return colours as they are at night, or by day through mist."""
    return {
        key: mixed(colour, MIST, MIST_SHARE) if day and colour[0] == "#" else colour
        for key, colour in colours.items()
    }


def _ship(size: str) -> Sprite:
    return pictures("ship")[size]


def _draw_ship(canvas: Canvas, x: int, y: int, ship: Sprite, *, full: bool) -> None:
    faces = {letter: f"$face-{colour}" for letter, colour in SHIELDS.items()}
    canvas.draw_pixels(x, y, ship, faces | (WOOD if full else dict.fromkeys(WOOD, "$line")))
