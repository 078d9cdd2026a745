"""The end of a match of Odin: places, points, and the story of the hands in bars."""

from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import names_of, points_word, shortened
from odin_tui.odin.points_chart import hands_of, scale_of
from odin_tui.widgets.match_end import MatchEnd


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
    step = 2 if height >= 2 * view.seats else 1
    name_width = min(max(map(len, names)), 16)
    bar_width = max(min(width - name_width - 22, 80), 0)
    for place, seat in enumerate(order):
        y, ink = place * step, "bold" if view.outcome.places[seat] == 1 else ""
        canvas.put(0, y, f"{view.outcome.places[seat]}.", ink)
        canvas.put(4, y, shortened(names[seat], name_width), ink)
        canvas.put(6 + name_width, y, f"{points_word(view.points[seat]):>10}", ink)
        canvas.put_content(18 + name_width, y, bar(hands_of(view, seat), scale_of(view), bar_width))
    return canvas
