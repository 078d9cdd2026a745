"""The map of Walhalla in every layout and size: nothing is cut, and every field is seen."""

from itertools import product

import pytest

from odin_engine.walhalla.land import FJORDS, Field
from odin_engine.walhalla.options import TILES
from odin_engine.walhalla.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.walhalla.map_drawing import MapMarks, draw_map, layout_of, ship_on_map
from odin_tui.walhalla.pieces import mark
from tests.engine.walhalla.positions import after, position
from tests.tui.walhalla.views import start, view

SPACES = (60, 10), (80, 14), (100, 17), (120, 24), (160, 31)
"""The room for the map at 60×20, 80×24, 100×30, 120×36 and 160×48."""


def text_of(canvas: Canvas) -> list[str]:
    return ["".join(letter for letter, _, _ in row) for row in canvas.rows]


def in_field(canvas: Canvas, shown: View, field: Field) -> str:
    layout = layout_of(shown, canvas.width, canvas.height)
    x, y = layout.field(field)
    rows = text_of(canvas)[y : y + layout.field_height]
    return "\n".join(row[x : x + layout.field_width] for row in rows)


@pytest.mark.parametrize(("tiles", "space"), [*product(TILES, SPACES)])
def test_every_field_shows_its_terrain_and_every_cape_its_points(
    tiles: str, space: tuple[int, int]
) -> None:
    shown = view(start(4, tiles=tiles))
    canvas, layout = draw_map(shown, *space), layout_of(shown, *space)
    assert layout.right + layout.margins.side <= space[0]
    for field in layout.fields():
        label = in_field(canvas, shown, field).split("\n")[0]
        assert label.replace("▀", " ").split()[0][:2] == shown.terrains[field.peninsula][field.row]
    for fjord in range(FJORDS):
        ship = layout.ship(fjord, shown.capacities[fjord])
        assert ship[0] <= layout.right
    lines = text_of(canvas)
    assert sum(line.count("1st") for line in lines) == 3
    assert sum(line.count("2nd") for line in lines) == 3


@pytest.mark.parametrize("space", SPACES)
def test_a_viking_is_shown_by_letter_and_shape(space: tuple[int, int]) -> None:
    shown = view(position(vikings="a1=R a2=K b12=Y c3=B"))
    canvas = draw_map(shown, *space)
    for field, seat in ((Field(0, 0), 0), (Field(0, 1), 1), (Field(1, 11), 2), (Field(2, 2), 3)):
        assert set(mark(seat)) <= set(in_field(canvas, shown, field))


@pytest.mark.parametrize("space", SPACES)
def test_who_would_take_a_cape_stands_beside_it(space: tuple[int, int]) -> None:
    shown = view(position(vikings="a1=R a2=R a3=K b1=Y b2=B"))
    canvas, layout = draw_map(shown, *space), layout_of(shown, *space)
    beside = [row[layout.right :] for row in text_of(canvas)]

    def said(peninsula: int) -> str:
        first = layout.land_y(peninsula)
        return " ".join(
            " ".join(beside[first : first + layout.field_height]).replace("~", " ").split()
        )

    assert "R● 4" in said(0).replace("R●4", "R● 4")
    assert "K◆ 2" in said(0).replace("K◆2", "K◆ 2")
    assert {"Y", "B"} <= set(said(1))
    assert not set("RKYB") & set(said(2))
    if layout.rich:
        assert said(0) == "R● 4 takes 6 K◆ 2 takes 3"
        assert said(1) == "Y▼ 2 takes 6 B■ 2 takes 6"


@pytest.mark.parametrize("space", SPACES)
def test_fjords_say_how_many_dragons_find_room(space: tuple[int, int]) -> None:
    shown = view(position(moored=(4, 1, 0, 2)))
    canvas, layout = draw_map(shown, *space), layout_of(shown, *space)
    for fjord, free in enumerate((0, 3, 4, 2)):
        first = layout.fjord_y(fjord)
        beside = " ".join(row[layout.right :] for row in text_of(canvas)[first:][:2])
        assert str(fjord + 1) in beside
        assert (str(free) if free else "") in beside
        assert "full" in beside or "+0" in beside or free


@pytest.mark.parametrize("space", SPACES)
def test_a_dragon_that_would_sail_in_is_shown_with_its_crew(space: tuple[int, int]) -> None:
    shown = view(after(position(dragon="R1", moored=(0, 1, 0, 0)), "board 1 2"))
    layout = layout_of(shown, *space)
    ship = ship_on_map(shown, 1, 1, turned=True)
    assert ship is not None
    canvas = draw_map(shown, *space, MapMarks(ship=ship, fjord=1, lit=frozenset({Field(0, 3)})))
    x, y = layout.ship(1, 1)
    row = text_of(canvas)[y][x : x + 3 * layout.field_width]
    assert row.count("R") == 2
    assert "R" not in row[: layout.field_width]
    label = canvas.rows[layout.land_y(0)][layout.row_x(3)]
    assert label[2] == "$your-turn"


def test_cells_and_fields_belong_to_each_other() -> None:
    shown = view(start(4, tiles="5-5-8"))
    for space in SPACES:
        layout = layout_of(shown, *space)
        for field in layout.fields():
            x, y = layout.field(field)
            assert layout.field_at(x, y) == field
            last = x + layout.field_width - 1, y + layout.field_height - 1
            assert layout.field_at(*last) == field
        for fjord in range(FJORDS):
            assert layout.fjord_at(layout.fjord_y(fjord)) == fjord
        assert layout.field_at(0, layout.land_y(0)) is None
        assert layout.field_at(layout.row_x(10), layout.land_y(0)) is None
        assert layout.fjord_at(layout.land_y(1)) is None
