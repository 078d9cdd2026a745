"""How the table is divided at each size of terminal, so that nothing is ever cut."""

from odin_tui.drawing.card_frame import Size
from odin_tui.drawing.layout import HEADING, PROMPT, Layout
from odin_tui.herrlof.card_face import BIG, SIZES, SLIM

FEWEST_PLATES = 3
SHORTEST_CENTRE = 6


def plan_for(width: int, height: int, cards: int = 15) -> Layout:
    """Choose the largest cards with which so many of them and everything else fit."""
    size = next((size for size in SIZES[:-1] if _fits(size, width, height, cards)), SLIM)
    rest = height - HEADING - PROMPT - (size.rise + size.height + 1)
    plates = FEWEST_PLATES if rest < 10 else 4 if rest < 16 else 6 if rest < 24 else 8
    if width < 80:
        return Layout(size, plates, left=20, right=16)
    if size is not BIG:
        return Layout(size, plates, left=min(max(width // 3, 28), 32), right=18)
    return Layout(size, plates, left=44, right=30)


def _fits(size: Size, width: int, height: int, cards: int) -> bool:
    hand = size.rise + size.height + 1
    centre = size.height + 2 if size is BIG else SHORTEST_CENTRE
    rows = HEADING + PROMPT + FEWEST_PLATES + centre + hand
    return size.row(cards) <= width and rows <= height
