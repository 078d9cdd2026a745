"""Herrlof: predict in secret how many tricks you will win, then win exactly that many."""

from odin_engine.herrlof.bot import candidates, heuristic_move, standing, worlds
from odin_engine.herrlof.moves import feat, format_move, parse_move
from odin_engine.herrlof.options import CHOICES, SEATS, read_options, write_options
from odin_engine.herrlof.rules import (
    deal,
    legal_moves,
    pieces,
    play,
    setup,
    timeout_move,
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
