"""What the bars of points stand for in Odin."""

from odin_engine.odin.view import View


def scale_of(view: View) -> int:
    """Say how many points the full width of a bar stands for."""
    return max(view.options.target or 9, *view.points)


def hands_of(view: View, seat: int) -> list[int]:
    """List the points a seat got in each hand that is over."""
    return [result.points[seat] for result in view.results]
