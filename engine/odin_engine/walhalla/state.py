"""The full state of a match of Walhalla, which only the rules see."""

from enum import StrEnum
from typing import NamedTuple

from odin_engine.chance import Seed
from odin_engine.walhalla.events import Event
from odin_engine.walhalla.options import Options
from odin_engine.walhalla.position import Position
from odin_engine.walhalla.results import RaidResult


class Stage(StrEnum):
    """What the match waits for."""

    BOARD = "board"
    GUEST = "guest"
    SELL = "sell"
    SAIL = "sail"
    LAND = "land"
    ATTACK = "attack"
    DEFEND = "defend"
    HUNT = "hunt"
    COMMIT = "commit"
    OVER = "over"


STAGES = tuple(Stage)
"""By the numbers that positions use."""


class Match(NamedTuple):
    """What stays the same for the whole match."""

    options: Options
    seats: int
    seed: Seed


class State(NamedTuple):
    """A match of Walhalla. Nothing may change its position: `play` works on a copy."""

    match: Match
    position: Position
    results: tuple[RaidResult, ...]
    history: tuple[Event, ...]

    @property
    def stage(self) -> Stage:
        return STAGES[self.position.stage]
