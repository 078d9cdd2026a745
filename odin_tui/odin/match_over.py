"""The end of a match of Odin: places, points, and the story of the hands in bars."""

from odin_engine.odin.view import View
from odin_tui.drawing import standings
from odin_tui.drawing.canvas import Canvas
from odin_tui.odin.points_chart import hands_of, scale_of


def draw_places(view: View, names: tuple[str, ...], width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points and the bar of its hands."""
    if view.outcome is None:
        return Canvas(width, height)
    seats = [
        standings.StandingRow(
            view.outcome.places[seat], name, view.points[seat], hands_of(view, seat)
        )
        for seat, name in enumerate(names)
    ]
    return standings.draw_places(seats, scale_of(view), width, height)
