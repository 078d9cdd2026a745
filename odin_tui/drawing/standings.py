"""The places after a match of any game: points, and the deals they came from in a bar."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import points_word, shortened

STEPS = 1, 2, 4
"""How many rows a seat may have; where it has most, its bar is high and its deals are counted."""
WIDEST_NAME, WIDEST_BAR = 16, 120


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A seat at the end of a match."""

    place: int
    name: str
    points: int
    deals: Sequence[int]
    """The points of each deal."""
    note: str = ""
    """What else counts in this game."""


def draw_places(seats: Sequence[StandingRow], scale: int, width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points and the bar of its deals."""
    canvas = Canvas(width, height)
    step = max(step for step in STEPS if step == 1 or height >= step * len(seats))
    names = min(max(len(seat.name) for seat in seats), WIDEST_NAME)
    notes = max(len(seat.note) for seat in seats)
    x = 18 + names + (notes + 4 if notes else 0)
    bar_width = max(min(width - x - 4, WIDEST_BAR), 0)
    for row, seat in enumerate(sorted(seats, key=lambda seat: seat.place)):
        y, ink = row * step, "bold" if seat.place == 1 else ""
        canvas.put(0, y, f"{seat.place}.", ink)
        canvas.put(4, y, shortened(seat.name, names), ink)
        canvas.put(6 + names, y, f"{points_word(seat.points):>10}", ink)
        canvas.put(18 + names, y, seat.note, "$quiet")
        drawn = bar(seat.deals, scale, bar_width)
        canvas.put_content(x, y, drawn)
        if step == STEPS[-1]:
            canvas.put_content(x, y + 1, drawn)
            told = " + ".join(map(str, seat.deals)) if len(seat.deals) > 1 else ""
            canvas.put(x, y + 2, shortened(told, bar_width), "$quiet")
    return canvas
