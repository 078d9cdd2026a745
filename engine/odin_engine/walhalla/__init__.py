"""Walhalla: sail longships into the fjords, and hold the land when the raid ends."""

from odin_engine.walhalla.bot import candidates, heuristic_move, standing, worlds
from odin_engine.walhalla.box import RULES_VERSION
from odin_engine.walhalla.moves import feat, format_move, parse_move
from odin_engine.walhalla.options import CHOICES, SEATS, read_options, write_options
from odin_engine.walhalla.rules import (
    deal,
    legal_moves,
    outcome,
    pieces,
    play,
    setup,
    timeout_move,
    to_move,
)
from odin_engine.walhalla.sampling import imagine
from odin_engine.walhalla.view import view

NAME = "walhalla"
TITLE = "Walhalla"

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
