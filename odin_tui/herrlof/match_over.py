"""The end of a match of Herrlof: places, points, exact predictions, and the rounds in bars."""

from odin_engine.herrlof.view import View
from odin_tui.drawing import standings
from odin_tui.drawing.canvas import Canvas


def draw_places(view: View, names: tuple[str, ...], width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points, its hits and the bar of its rounds."""
    if view.outcome is None:
        return Canvas(width, height)
    seats = [
        standings.StandingRow(
            place=view.outcome.places[seat],
            name=name,
            points=view.points[seat],
            deals=[result.points[seat] for result in view.results],
            note=f"{view.exact[seat]:>2} exact",
        )
        for seat, name in enumerate(names)
    ]
    return standings.draw_places(seats, max(view.options.target, *view.points), width, height)
