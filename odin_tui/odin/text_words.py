"""Odin in plain lines: the hand, the table, the points, and moves as people type them."""

from collections.abc import Sequence

from odin_engine.odin.moves import Move
from odin_engine.odin.sight import View


def hand(view: View) -> list[str]:
    """Say what one holds."""
    raise NotImplementedError


def table(names: Sequence[str], view: View) -> list[str]:
    """Say what lies there and how many cards everyone holds."""
    raise NotImplementedError


def scores(names: Sequence[str], view: View) -> list[str]:
    """Say how many points everyone has."""
    raise NotImplementedError


def prompt(view: View) -> str:
    """Say what one can do now."""
    raise NotImplementedError


def read_move(view: View, text: str) -> Move:
    """Read a typed move; a take that can only be one card need not be typed."""
    raise NotImplementedError
