"""Moves applied to a position, by its stage."""

from collections.abc import Callable

from odin_engine.walhalla.boarding import answer, board, sell
from odin_engine.walhalla.landing import attack, defend, hunt, land, sail
from odin_engine.walhalla.position import Position
from odin_engine.walhalla.raids import commit_next

APPLY: tuple[Callable[[Position, int], None], ...] = (
    board,
    answer,
    sell,
    sail,
    land,
    attack,
    defend,
    hunt,
    commit_next,
)
"""By stage."""


def apply(position: Position, move: int) -> None:
    """Make a legal move of the position's player."""
    APPLY[position.stage](position, move)
