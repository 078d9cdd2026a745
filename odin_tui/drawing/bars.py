"""Points over the hands of a match: one bar for each seat, one piece for each hand."""

from collections.abc import Sequence

from textual.content import Content

PIECES = "█▒"


def bar(points: Sequence[int], scale: int, width: int, newest: int | None = None) -> Content:
    """Draw the points of each hand end to end, dark and light in turn.

    `newest` is how many points of the last hand have been counted so far.
    """
    drawn, total, start = Content(""), 0, 0
    for hand, got in enumerate(points):
        last = hand == len(points) - 1
        total += got if newest is None or not last else min(got, newest)
        end = round(total * width / scale)
        style = "bold" if last else "$quiet"
        drawn += Content.styled(PIECES[hand % 2] * (end - start), style)
        start = end
    return drawn + Content.styled("·" * (width - start), "$line")
