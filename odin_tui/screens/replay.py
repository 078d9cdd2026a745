"""A finished match, step by step, with all hands open."""

from collections.abc import Awaitable, Callable

from textual.screen import Screen

from odin_engine.record import Record
from odin_tui.analysis import Verdict

Judge = Callable[[Record, int], Awaitable[Verdict]]
"""Judges the move with this number in a record, in another process."""


class ReplayScreen(Screen[None]):
    """A recorded match; `judge`, if there is one, says where bots would have played otherwise."""

    def __init__(self, record: Record, judge: Judge | None = None) -> None:
        super().__init__()
        self.record = record
        self.judge = judge
