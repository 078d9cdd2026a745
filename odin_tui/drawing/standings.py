"""The standings after a match of any game: places, points, and the deals they came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from odin_tui.drawing.bars import bar
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import points_word, shortened
from odin_tui.languages import ENGLISH, Translations

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


def draw_places(
    seats: Sequence[StandingRow],
    scale: int,
    width: int,
    height: int,
    tr: Translations = ENGLISH,
) -> Canvas:
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
        canvas.put(6 + names, y, f"{points_word(seat.points, tr):>10}", ink)
        canvas.put(18 + names, y, seat.note, "$quiet")
        drawn = bar(seat.deals, scale, bar_width)
        canvas.put_content(x, y, drawn)
        if step == STEPS[-1]:
            canvas.put_content(x, y + 1, drawn)
            told = " + ".join(map(str, seat.deals)) if len(seat.deals) > 1 else ""
            canvas.put(x, y + 2, shortened(told, bar_width), "$quiet")
    return canvas


def target_of(view: Any) -> int:
    """Return how many points the full width of a bar stands for: the target, if there is one."""
    target = getattr(getattr(view, "options", None), "target", None) or 1
    return int(max(target, *view.outcome.points))


@dataclass(frozen=True)
class Standings:
    """Draws the standings of a match that is over, from its view and its outcome."""

    scale: Callable[[Any], int] = target_of
    """Returns how many points the full width of a bar stands for."""
    note: Callable[[Any, int, Translations], str] = lambda _view, _seat, _tr: ""
    """Returns what else counts in this game for a seat."""

    def __call__(
        self,
        view: Any,
        names: Sequence[str],
        width: int,
        height: int,
        tr: Translations = ENGLISH,
    ) -> Canvas:
        """Draw a row for each seat; a match that is not over has none."""
        if view.outcome is None:
            return Canvas(width, height)
        rows = [
            StandingRow(
                place=view.outcome.places[seat],
                name=name,
                points=view.outcome.points[seat],
                deals=[result.points[seat] for result in getattr(view, "results", ())],
                note=self.note(view, seat, tr),
            )
            for seat, name in enumerate(names)
        ]
        return draw_places(rows, self.scale(view), width, height, tr)
