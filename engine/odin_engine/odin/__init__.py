"""Odin: beat the set in the middle, take one of its cards, and be the first without cards."""

from odin_engine.odin.bot import candidates, heuristic_move, standing, worlds
from odin_engine.odin.moves import feat, format_move, parse_move
from odin_engine.odin.options import CHOICES, read_options, write_options
from odin_engine.odin.rules import (
    SEATS,
    deal,
    legal_moves,
    outcome,
    pieces,
    play,
    setup,
    timeout_move,
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
    "deal",
    "feat",
    "format_move",
    "heuristic_move",
    "imagine",
    "legal_moves",
    "outcome",
    "parse_move",
    "pieces",
    "play",
    "read_options",
    "setup",
    "standing",
    "timeout_move",
    "to_move",
    "view",
    "worlds",
    "write_options",
]
