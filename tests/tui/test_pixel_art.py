"""Pixels on a canvas, and the pictures that are made of them."""

import pytest

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.pixel_art import draw_number, number_width, pictures

INK = {"#": "$quiet"}


def test_two_pixels_share_a_cell() -> None:
    canvas = Canvas(4, 1, "$plate")
    canvas.draw_pixels(0, 0, ("##..", "#.#."), INK)
    assert canvas.rows[0] == [
        ("█", "$quiet", "$plate"),
        ("▀", "$quiet", "$plate"),
        ("▄", "$quiet", "$plate"),
        (" ", "", "$plate"),
    ]
    canvas.draw_pixels(0, 0, ("#",), {"#": "$tag"})
    assert canvas.rows[0][0] == ("▀", "$tag", "$quiet")


def test_pixels_stand_on_the_ground_that_is_there() -> None:
    canvas = Canvas(1, 1, "$plate")
    canvas.draw_pixels(0, 1, ("#",), INK)
    assert canvas.rows[0] == [("▄", "$quiet", "$plate")]


def test_a_pixel_beside_another_in_a_cell_leaves_it_as_it_was() -> None:
    canvas = Canvas(2, 1)
    canvas.draw_pixels(0, 0, ("#",), INK)
    canvas.draw_pixels(0, 1, ("#",), {"#": "$tag"})
    canvas.draw_pixels(1, 1, ("#",), INK)
    canvas.draw_pixels(1, 0, ("#",), INK)
    assert canvas.rows[0] == [("▀", "$quiet", "$tag"), (" ", "", "$quiet")]


def test_pixels_outside_the_canvas_are_cut_off() -> None:
    canvas = Canvas(1, 1, "$plate")
    canvas.draw_pixels(-1, -2, ("###", "###", "###", "###", "###"), INK)
    assert canvas.content().plain == "█"


@pytest.mark.parametrize("size", ["3x5", "5x7", "7x10"])
def test_all_numerals_of_a_size_are_equally_large(size: str) -> None:
    width, height = map(int, size.split("x"))
    for figure in "0123456789VH":
        rows = pictures("numerals")[f"{size} {figure}"]
        assert {len(row) for row in rows} == {width}
        assert len(rows) == height


def test_a_number_is_as_wide_as_it_says() -> None:
    canvas = Canvas(40, 4)
    draw_number(canvas, 0, 0, 942, "5x7", "$tag")
    drawn = {x for row in canvas.rows for x, cell in enumerate(row) if cell[0] != " "}
    assert max(drawn) + 1 == number_width(942, "5x7") == 17


@pytest.mark.parametrize(("size", "width", "height"), [("small", 11, 8), ("large", 14, 12)])
def test_every_emblem_has_both_sizes(size: str, width: int, height: int) -> None:
    emblems = pictures("emblems")
    names = {name.partition(" ")[0] for name in emblems}
    assert len(names) == 19
    for name in names:
        rows = emblems[f"{name} {size}"]
        assert {len(row) for row in rows} == {width}, name
        assert len(rows) == height, name
        assert set("".join(rows)) <= set(".#+o"), name
