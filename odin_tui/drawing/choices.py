"""Things to choose from in the middle of a table: numbers as tiles, or names below each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.labels import OWN_TAG
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.drawing.surfaces import draw_slab

TILE_SIZES = (10, 5), (6, 3), (4, 1)
"""The columns and rows of a tile, from large to small; the largest has its number in pixels."""
PIXELS = "3x5"
EDGES = 2
"""The columns at both sides of the tiles, so that they touch nothing."""
CAPTION = 2
"""The rows for what is asked, and below it."""
BESIDE_NAMES = 9
"""The columns of what else stands in the row of a name."""


class Tile(NamedTuple):
    """Where a choice is drawn, and how large; the last column and row are the gap to the next."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Choices:
    """Numbers or names to choose from; empty if there is nothing to choose."""

    numbers: tuple[int, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    """Each name with what there is to say of it."""
    chosen: int | None = None
    """The place of the one that is looked at."""

    def __bool__(self) -> bool:
        return bool(self.numbers or self.names)

    def draw(self, canvas: Canvas) -> int:
        """Draw all choices in the centre, and return the row above them for a caption."""
        tiles = list(self._tiles(canvas.width, canvas.height))
        for place, tile in enumerate(tiles):
            self._draw_tile(canvas, place, tile)
        above = tiles[0].y
        return above - (2 if above > CAPTION else 1)

    def place_at(self, x: int, y: int, width: int, height: int) -> int | None:
        """Return the place of the choice that is drawn at a cell; None if there is none."""
        tiles = self._tiles(width, height) if self else ()
        return next(
            (
                place
                for place, tile in enumerate(tiles)
                if 0 <= x - tile.x < tile.width and 0 <= y - tile.y < tile.height
            ),
            None,
        )

    def _draw_tile(self, canvas: Canvas, place: int, tile: Tile) -> None:
        here = place == self.chosen
        ink = OWN_TAG if here else "$foreground on $plate"
        if tile.height == 1:
            canvas.put(tile.x, tile.y, self._text(place, tile.width), ink)
            return
        ground = "$your-turn" if here else "$plate"
        draw_slab(canvas, tile.x, tile.y, tile.width, tile.height, ground)
        middle = tile.y + tile.height // 2
        if not self.numbers or tile.width < TILE_SIZES[0][0]:
            canvas.put(tile.x, middle, self._text(place, tile.width - 1), ink)
            return
        number = self.numbers[place]
        x = tile.x + (tile.width - 1 - number_width(number, PIXELS)) // 2
        draw_number(
            canvas, x, 2 * tile.y + 3, number, PIXELS, "$on-turn" if here else "$foreground"
        )
        if here:
            # The tone alone would be lost where there are no colours.
            canvas.put(tile.x, middle, "[", ink)
            canvas.put(tile.x + tile.width - 2, middle, "]", ink)

    def _text(self, place: int, width: int) -> str:
        here = place == self.chosen
        if self.numbers:
            number = f"{self.numbers[place]}"
            text = f"[{number}]" if here else number
            return text.center(width - (width == TILE_SIZES[-1][0] and len(text) < width))
        mark = f"[{place + 1}]" if here else f" {place + 1} "
        name, said = self.names[place]
        return f" {mark} {shortened(name, width - cell_len(said) - BESIDE_NAMES)} · {said} "

    def _tiles(self, width: int, height: int) -> Iterator[Tile]:
        """Return the tiles in the order of the choices."""
        if self.names:
            yield from self._rows_of_names(width, height)
            return
        for wide, high in TILE_SIZES:
            lines = -(-len(self.numbers) // max((width - EDGES) // wide, 1))
            pitch = high + (high > 1 or height >= CAPTION + 2 * lines)
            if CAPTION + lines * pitch <= height:
                break
        beside = -(-len(self.numbers) // lines)
        left = max((width - beside * wide + 1) // 2, 0)
        top = max((height - lines * pitch + CAPTION) // 2, 1)
        for place in range(len(self.numbers)):
            line, column = divmod(place, beside)
            yield Tile(left + column * wide, top + line * pitch, wide, high)

    def _rows_of_names(self, width: int, height: int) -> Iterator[Tile]:
        count = len(self.names)
        high = 3 if height >= CAPTION + 3 * count + 2 else 1
        pitch = high + (height >= CAPTION + (high + 1) * count)
        wide = max(cell_len(self._text(place, width)) for place in range(count)) + (high > 1)
        left, top = max((width - wide) // 2, 0), max((height - count * pitch + CAPTION) // 2, 1)
        for place in range(count):
            yield Tile(left, top + place * pitch, wide, high)
