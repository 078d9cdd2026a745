"""The paintings: they fill their place at every size, and cost little where colours are few."""

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.inks import adapter
from odin_tui.drawing.paintings import LETTER_HEIGHTS, draw_hall, draw_home, word_width
from odin_tui.drawing.palette import Depth
from odin_tui.drawing.pixel_art import pictures
from odin_tui.drawing.tones import ANSI, palette_of

WORDS = ("ODIN", "HERRLOF", "WALHALLA")
SIZES = [(60, 10), (80, 15), (100, 18), (120, 23), (160, 30), (300, 40)]


def pixels(canvas: Canvas) -> Iterator[str]:
    """Return the colours of the two pixels of every cell."""
    for row in canvas.rows:
        for letter, style, ground in row:
            yield style if letter in "▀█" else ground
            yield style if letter in "▄█" else ground


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("word", WORDS)
def test_the_painting_fills_its_place_and_the_word_is_whole(
    size: tuple[int, int], word: str
) -> None:
    painted = list(pixels(draw_home(*size, word)))
    assert len(painted) == 2 * size[0] * size[1]
    assert all(painted)
    letters = pictures("letters")
    whole = [
        sum("".join(letters[f"{letter} {height}"]).count("#") for letter in word)
        for height in LETTER_HEIGHTS
    ]
    assert painted.count("$foreground") in whole


@pytest.mark.parametrize("size", [(60, 6), (100, 8), (160, 9), (300, 9)], ids=str)
def test_the_hall_has_light_in_its_windows(size: tuple[int, int]) -> None:
    painting = draw_hall(*size)
    assert {"#f0b24a", "#ffe29a"} <= set(pixels(painting))
    assert (painting.width, painting.height) == size


def test_without_enough_colours_there_are_silhouettes_alone() -> None:
    for painting in (draw_home(80, 15, "ODIN", full=False), draw_hall(80, 8, full=False)):
        assert not any(colour.startswith("#") for colour in pixels(painting))


@pytest.mark.parametrize("depth", [Depth.ANSI, Depth.MONO])
def test_the_word_can_be_read_on_any_terminal(depth: Depth) -> None:
    palette = palette_of(ANSI, depth)
    adapt = adapter(palette)
    assert adapt is not None
    shown = draw_home(80, 15, "ODIN", full=False).adapted(adapt)
    dots = {
        (x, y)
        for y, row in enumerate(shown.rows)
        for x, (letter, style, _ground) in enumerate(row[:40])
        if letter in "█▀▄" or "reverse" in style
    }
    assert len(dots) > 50


def test_a_name_in_letters_without_a_picture_is_left_out() -> None:
    assert "$foreground" not in pixels(draw_home(80, 15, "BRANDUBH"))
    assert word_width("BRANDUBH", 13) == 0


def test_a_ship_that_has_no_room_beside_the_name_is_left_out() -> None:
    assert "$face-red" in pixels(draw_home(120, 15, "WALHALLA"))
    assert "$face-red" not in pixels(draw_home(60, 11, "WALHALLA"))


def test_larger_letters_are_wider() -> None:
    for word, (large, small) in product(WORDS, pairwise(LETTER_HEIGHTS)):
        assert word_width(word, large) > word_width(word, small)


def test_by_day_everything_is_lighter() -> None:
    assert draw_home(80, 15, "ODIN").rows != draw_home(80, 15, "ODIN", day=True).rows
    assert draw_hall(80, 8).rows != draw_hall(80, 8, day=True).rows
