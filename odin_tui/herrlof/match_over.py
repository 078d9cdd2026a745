"""The end of a match of Herrlof: places, points, exact predictions, and the rounds in bars."""

from odin_engine.herrlof.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import names_of, points_word, shortened
from odin_tui.widgets.match_end import MatchEnd

STEPS = 1, 2, 4
"""How many rows a seat may have; where it has most, its bar is high and its rounds are counted."""
WIDEST_BAR = 110


class MatchOver(MatchEnd):
    """The last page of a match."""

    def draw_standings(self, table: TableView, width: int, height: int) -> Canvas:
        """Draw the places."""
        assert table.match is not None  # noqa: S101 - a match that is over has been played
        return draw_places(table.match, names_of(table), width, height)


def draw_places(view: View, names: tuple[str, ...], width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points, its hits and the bar of its rounds."""
    canvas = Canvas(width, height)
    if view.outcome is None:
        return canvas
    places = view.outcome.places
    step = max(step for step in STEPS if step == 1 or height >= step * view.seats)
    name_width = min(max(map(len, names)), 16)
    bar_width = max(min(width - name_width - 34, WIDEST_BAR), 0)
    scale = max(view.options.target, *view.points)
    order = sorted(range(view.seats), key=lambda seat: (places[seat], seat))
    for row, seat in enumerate(order):
        y, ink = row * step, "bold" if places[seat] == 1 else ""
        canvas.put(0, y, f"{places[seat]}.", ink)
        canvas.put(4, y, shortened(names[seat], name_width), ink)
        canvas.put(6 + name_width, y, f"{points_word(view.points[seat]):>10}", ink)
        canvas.put(18 + name_width, y, f"{view.exact[seat]:>2} exact", "$quiet")
        points = [result.points[seat] for result in view.results]
        drawn = bar(points, scale, bar_width)
        canvas.put_content(30 + name_width, y, drawn)
        if step == STEPS[-1]:
            canvas.put_content(30 + name_width, y + 1, drawn)
            told = " + ".join(map(str, points)) if len(points) > 1 else ""
            canvas.put(30 + name_width, y + 2, shortened(told, bar_width), "$quiet")
    return canvas
