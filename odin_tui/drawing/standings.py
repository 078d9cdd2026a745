"""The standings after a match of any game: places, points, and the deals they came from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rich.cells import cell_len

from odin_tui.drawing.bars import Bar, draw_bar, draw_target
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import points_word, shortened
from odin_tui.drawing.pixel_art import draw_number, number_width
from odin_tui.languages import ENGLISH, Translations

STEPS = 1, 2, 4, 5
"""How many rows a seat may have."""
HIGH = 4
"""The rows from which the points are drawn in pixels and the bars are high."""
FONTS = {4: ("3x5", 5), 5: ("5x7", 7)}
"""The size of the points in pixels, and the height of the bars."""
WIDEST_NAME, WIDEST_BAR = 16, 120
PLACE = 4
"""The columns of a place."""


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
    mine: bool = False


def draw_places(
    seats: Sequence[StandingRow],
    scale: int,
    width: int,
    height: int,
    tr: Translations = ENGLISH,
    target: int | None = None,
) -> Canvas:
    """Draw the seats by their place, each with its points and the bar of its deals."""
    room = height - (target is not None)
    step = max(step for step in STEPS if step == 1 or room >= step * len(seats))
    names = min(max(cell_len(seat.name) for seat in seats), WIDEST_NAME)
    notes = max(cell_len(seat.note) for seat in seats)
    points = max(cell_len(_points(seat, step, tr)) for seat in seats)
    if step >= HIGH:
        points = max(number_width(seat.points, FONTS[step][0]) for seat in seats)
    x = PLACE + names + points + (notes + 3 if notes else 0) + 5
    bar_width = max(min(width - x - 3, WIDEST_BAR), 0)
    top = int(target is not None)
    # No wider than it is drawn, so that it can stand in the middle of a wide table.
    canvas = Canvas(min(x + bar_width + 3, width), top + step * len(seats))
    if target is not None and bar_width:
        column = x + round(target * bar_width / scale)
        draw_target(canvas, column, top, canvas.height - top - (step > 1))
        canvas.put(column + 1 - len(str(target)), 0, str(target), "bold")
    for row, seat in enumerate(sorted(seats, key=lambda seat: seat.place)):
        y = top + row * step
        bar = Bar(seat.deals, scale, bar_width, mine=seat.mine)
        middle = y + (step - 1) // 3
        ink = _ink(seat)
        canvas.put(0, middle, f"{seat.place}.", ink)
        canvas.put(PLACE, middle, shortened(seat.name, names), ink)
        right = PLACE + names + 2 + points
        if step >= HIGH:
            font, pixels = FONTS[step]
            at = right - number_width(seat.points, font)
            bright = "$your-turn" if seat.mine else "$foreground"
            draw_number(canvas, at, 2 * y, seat.points, font, bright)
            draw_bar(canvas, x, y, bar, pixels)
        else:
            said = _points(seat, step, tr)
            canvas.put(right - cell_len(said), middle, said, ink)
            draw_bar(canvas, x, y, bar)
        canvas.put(right + 3, middle, seat.note, "$quiet")
    return canvas


def _points(seat: StandingRow, step: int, tr: Translations) -> str:
    return "" if step >= HIGH else points_word(seat.points, tr)


def _ink(seat: StandingRow) -> str:
    if seat.mine:
        return "bold $your-turn"
    return "bold" if seat.place == 1 else "none"


def target_of(view: Any) -> int:
    """Return how many points the full width of a bar stands for: the target, if there is one."""
    return int(max(end_of(view) or 1, *view.outcome.points))


def end_of(view: Any) -> int | None:
    """Return at how many points a match ends; None in games without such an end."""
    target: int | None = getattr(getattr(view, "options", None), "target", None)
    return target


def deals_of(view: Any, seat: int) -> list[int]:
    """Return the points of a seat from one deal's end to the next.

    A game that gives points during a deal, too, has the totals in its results.
    """
    results = getattr(view, "results", ())
    if results and hasattr(results[0], "totals"):
        totals = [0, *(result.totals[seat] for result in results)]
        return [after - before for before, after in pairwise(totals)]
    return [result.points[seat] for result in results]


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
                deals=deals_of(view, seat),
                note=self.note(view, seat, tr),
                mine=seat == getattr(view, "seat", None),
            )
            for seat, name in enumerate(names)
        ]
        return draw_places(rows, self.scale(view), width, height, tr, end_of(view))
