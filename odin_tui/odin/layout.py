"""How the table is divided at each size of terminal, so that nothing is ever cut."""

from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.odin.card_face import SIZES, SMALL, TINY

MOST_CARDS = 9


def plan_for(width: int, height: int) -> Layout:
    """Choose the largest cards with which everything fits."""
    size = next((size for size in SIZES[:-1] if _fits(size, width, height)), TINY)
    spare = height - HEADING - PROMPT - (size.rise + 2 * size.height + 2)
    plates = 3 if spare < 5 else 4 if spare < 9 else 6 if spare < 15 else 8
    if width < 80 or size is TINY:
        return Layout(size, plates, left=22, right=13)
    if size is SMALL:
        return Layout(size, plates, left=28, right=14)
    return Layout(size, plates, left=min(width // 3, 44), right=23)


def top(plan: Layout, rows: int) -> int:
    """Say how far below the plates the set lies, in a middle of so many rows."""
    return max((rows - plan.size.height - 1) // 2, 0)


def _fits(size: Size, width: int, height: int) -> bool:
    rows = HEADING + PROMPT + 4 + size.rise + 2 * size.height + 2
    return size.row(MOST_CARDS) <= width and rows <= height
