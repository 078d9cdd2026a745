"""Odin: climb over what lies in the middle, take a card of it, and be the first to hold none."""

from odin_engine.odin.bot import candidates, instinct, worlds
from odin_engine.odin.moves import feat, format_move, parse_move
from odin_engine.odin.options import CHOICES, read_options, write_options
from odin_engine.odin.rules import (
    SEATS,
    lapse,
    legal_moves,
    outcome,
    play,
    possessions,
    setup,
    to_move,
)
from odin_engine.odin.view import imagine, view

NAME = "odin"
TITLE = "Odin"
RULES_VERSION = 1

__all__ = [
    "CHOICES",
    "NAME",
    "RULES_VERSION",
    "SEATS",
    "TITLE",
    "candidates",
    "feat",
    "format_move",
    "imagine",
    "instinct",
    "lapse",
    "legal_moves",
    "outcome",
    "parse_move",
    "play",
    "possessions",
    "read_options",
    "setup",
    "to_move",
    "view",
    "worlds",
    "write_options",
]
