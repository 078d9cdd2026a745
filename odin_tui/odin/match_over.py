"""The end of a match of Odin: places, points, and the story of the hands in bars."""

from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import names_of, points_word, shortened
from odin_tui.odin.points_chart import hands_of, scale_of
from odin_tui.widgets.match_end import MatchEnd

STEPS = 1, 2, 4
"""How many rows a seat may have; where it has most, its bar is high and its hands are counted."""
WIDEST_BAR = 120


class MatchOver(MatchEnd):
    """The last page of a match."""

    def draw_standings(self, table: TableView, width: int, height: int) -> Canvas:
        """Draw the places."""
        assert table.match is not None  # noqa: S101 - a match that is over has been played
        return draw_places(table.match, names_of(table), width, height)


def draw_places(view: View, names: tuple[str, ...], width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points and the bar of its hands."""
    canvas = Canvas(width, height)
    if view.outcome is None:
        return canvas
    order = sorted(range(view.seats), key=lambda seat: (view.outcome.places[seat], seat))  # type: ignore[union-attr]
    step = max(step for step in STEPS if step == 1 or height >= step * view.seats)
    name_width = min(max(map(len, names)), 16)
    x = 18 + name_width
    bar_width = max(min(width - x - 4, WIDEST_BAR), 0)
    for place, seat in enumerate(order):
        y, ink = place * step, "bold" if view.outcome.places[seat] == 1 else ""
        canvas.put(0, y, f"{view.outcome.places[seat]}.", ink)
        canvas.put(4, y, shortened(names[seat], name_width), ink)
        canvas.put(6 + name_width, y, f"{points_word(view.points[seat]):>10}", ink)
        hands = hands_of(view, seat)
        drawn = bar(hands, scale_of(view), bar_width)
        canvas.put_content(x, y, drawn)
        if step == STEPS[-1]:
            canvas.put_content(x, y + 1, drawn)
            told = " + ".join(map(str, hands)) if len(hands) > 1 else ""
            canvas.put(x, y + 2, shortened(told, bar_width), "$quiet")
    return canvas
