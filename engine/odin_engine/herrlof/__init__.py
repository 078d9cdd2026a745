"""Herrlof: say in secret how many tricks will be yours, and then win neither more nor fewer."""

from odin_engine.herrlof.bot import candidates, instinct, worlds
from odin_engine.herrlof.moves import feat, format_move, parse_move
from odin_engine.herrlof.options import CHOICES, SEATS, read_options, write_options
from odin_engine.herrlof.rules import (
    lapse,
    legal_moves,
    play,
    possessions,
    setup,
    to_move,
)
from odin_engine.herrlof.sampling import imagine
from odin_engine.herrlof.scoring import outcome
from odin_engine.herrlof.view import view

NAME = "herrlof"
TITLE = "Herrlof"
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
