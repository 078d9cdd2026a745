"""Boards of fields are drawn in any space, as a grid or as a map of fields with lines between."""

import pytest

from odin_tui.drawing.map_picture import MapPicture, MapShape, Piece

GRID = MapShape({f"{x}{y}": (x, y) for x in range(3) for y in range(2)})
ISLANDS = MapShape(
    {"north": (1, 0), "west": (0, 1), "east": (2, 1), "south": (1, 2)},
    links=(("north", "west"), ("north", "south"), ("west", "east")),
    widest=2,
)
SPACES = (200, 60), (40, 12), (20, 7), (13, 5), (3, 1)


def text(picture: MapPicture, width: int, height: int) -> str:
    return picture.draw(width, height).content().plain


def test_a_grid_has_lines_where_there_is_room() -> None:
    drawn = text(MapPicture(GRID, {"11": Piece("K")}), 13, 5)
    assert drawn.split("\n") == [
        "┌───┬───┬───┐",
        "│ · │ · │ · │",
        "├───┼───┼───┤",
        "│ · │ K │ · │",
        "└───┴───┴───┘",
    ]
    assert text(MapPicture(GRID, {"11": Piece("K")}), 9, 2) == " ·  ·  · \n ·  K  · "


def test_cursor_choice_and_choices_are_told_without_colour() -> None:
    picture = MapPicture(
        GRID,
        {"00": Piece("K"), "20": Piece("x")},
        cursor="10",
        chosen=("00",),
        choices=("20", "01"),
    )
    lines = text(picture, 19, 5).split("\n")
    assert lines[1] == "│ «K» │ [·] │ ‹x›1│"
    assert lines[3] == "│  ∘ 2│  ·  │  ·  │"


def test_fields_of_a_map_are_linked_by_lines() -> None:
    drawn = text(MapPicture(ISLANDS, {"west": Piece("12")}), 60, 14)
    assert all(line in drawn for line in "─│╱")
    assert "12" in drawn


@pytest.mark.parametrize("shape", [GRID, ISLANDS])
@pytest.mark.parametrize("space", SPACES)
def test_every_field_that_is_drawn_is_found_by_the_mouse(
    shape: MapShape, space: tuple[int, int]
) -> None:
    for name, x, y in shape.corners(*space):
        if x < space[0] and y < space[1]:
            assert shape.field_at(x, y, *space) == name
    assert shape.field_at(-1, -1, *space) is None


def test_the_cursor_goes_to_the_nearest_field_in_its_direction_and_stays_at_the_edge() -> None:
    assert GRID.neighbour("00", 1, 0) == "10"
    assert GRID.neighbour("00", 0, 1) == "01"
    assert GRID.neighbour("00", -1, 0) == "00"
    assert ISLANDS.neighbour("west", 1, 0) == "east"
    assert ISLANDS.neighbour("west", 0, -1) == "north"
    assert ISLANDS.neighbour("north", 0, 1) == "south"
    every = set()
    here = ["north"]
    while here:
        name = here.pop()
        if name not in every:
            every.add(name)
            here += [ISLANDS.neighbour(name, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    assert every == set(ISLANDS.places)
