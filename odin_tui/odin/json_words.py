"""A view of Odin in words and numbers, for players written in any language."""

from typing import Any

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import format_move
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult
from odin_engine.odin.view import View


def match_words(view: View) -> dict[str, Any]:
    """Give what a seat sees of its match."""
    return {
        "hand_no": view.hand_no,
        "round_no": view.round_no,
        "points": list(view.points),
        "turn": view.turn,
        "starter": view.starter,
        "hand": _cards(view.hand),
        "counts": list(view.counts),
        "known": [_cards(cards) for cards in view.known],
        "table": _cards(view.table),
        "value": VALUE.get(view.table.bits, 0),
        "owner": view.owner if view.table else None,
        "passes": view.passes,
        "discard": _cards(view.discard),
        "undealt": view.undealt,
        "deck": _cards(view.deck),
        "history": [[seat, format_move(move)] for seat, move in view.history],
        "results": [_result(result) for result in view.results],
    }


def _result(result: HandResult) -> dict[str, Any]:
    return {
        "starter": result.starter,
        "winner": result.winner,
        "left": [_cards(cards) for cards in result.left],
        "points": list(result.points),
    }


def _cards(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
