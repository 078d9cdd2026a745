"""The pictures in the rules of Walhalla: fields, a dragon, and moments of the lesson on its map."""

from collections.abc import Callable
from functools import lru_cache

from textual.content import Content

from odin_engine.walhalla.box import Terrain
from odin_engine.walhalla.land import FIELD_CALLED
from odin_engine.walhalla.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.languages import ENGLISH, Translations
from odin_tui.lesson_table import LessonTable
from odin_tui.walhalla.lesson import LESSON
from odin_tui.walhalla.map_drawing import MapMarks, draw_map, ship_on_map
from odin_tui.walhalla.map_layout import HEIGHTS, MARGINS, map_layout, map_rows
from odin_tui.walhalla.pieces import draw_field, draw_ship

FIELD = 6, 3
"""The columns and the rows of a field alone."""
SEAT, HULL = 7, 3
"""The columns of a seat and the rows of a dragon alone."""
MAP_ROWS = map_rows(*HEIGHTS[3])


@lru_cache(maxsize=8)
def _before(move: str) -> View:
    """Return what the learner sees when the lesson asks for a move the first time."""
    table = LessonTable(LESSON)
    while table.wanted is None or table.step.move != move:
        if table.others_to_move:
            table.let_others_move()
        elif table.wanted is not None:
            table.play(table.wanted)
        else:
            table.read_on()
    view = table.view.match
    assert isinstance(view, View)  # noqa: S101 - it is a lesson of Walhalla
    return view


def _sailing() -> tuple[View, MapMarks]:
    """Return a dragon where the learner sends it, with the fields beside its Vikings lit."""
    view = _before("sail 2 turned")
    ship = ship_on_map(view, fjord=1, place=0, turned=True)
    lit = frozenset(FIELD_CALLED[name] for name in ("a1", "b1", "a2", "b2", "a3", "b3"))
    return view, MapMarks(ship=ship, lit=lit, fjord=1)


MAPS: dict[str, Callable[[], tuple[View, MapMarks]]] = {
    "[map]": lambda: (_before("board 1 2"), MapMarks()),
    "[sail]": _sailing,
    "[fight]": lambda: (_before("lose"), MapMarks(cursor=FIELD_CALLED["a2"])),
    "[score]": lambda: (_before("commit tongue8"), MapMarks()),
}


def drawn(text: str, _card_style: str, width: int, tr: Translations = ENGLISH) -> Content:
    """Return the picture of this name, or the field; empty if there is none, or it is too wide."""
    canvas = _picture(text, width, tr)
    if canvas is None or canvas.width > width:
        return Content("")
    canvas.mark_picture()
    return canvas.content()


def _picture(text: str, width: int, tr: Translations) -> Canvas | None:
    if text in set(Terrain):
        return draw_field(Terrain(text), None, *FIELD)
    if text == "[dragon]":
        view = _before("sail 2 turned")
        return draw_ship(view.dragon, view.aboard, SEAT, HULL)
    if text in MAPS:
        view, marks = MAPS[text]()
        return draw_map(view, _map_width(view, width), MAP_ROWS, marks, tr)
    return None


def _map_width(view: View, most: int) -> int:
    """Return how many columns the map needs if it may have so many, or the fewest there can be."""
    lengths = tuple(map(len, view.terrains))
    least = MARGINS[-1]
    fewest = least.coast + max(lengths) * least.least + 2 * least.cape + least.side
    layout = map_layout(lengths, max(most, fewest), MAP_ROWS)
    return layout.right + layout.margins.side
