"""A view of Herrlof in words and numbers, for players written in any language."""

from typing import Any

from odin_engine.herrlof.cards import Cards
from odin_engine.herrlof.state import RoundResult, Trick
from odin_engine.herrlof.view import View


def match_words(view: View) -> dict[str, Any]:
    """Give what a seat sees of its match."""
    return {
        "round_no": view.round_no,
        "trick_no": view.trick_no,
        "stage": view.stage.value,
        "points": list(view.points),
        "exact": list(view.exact),
        "turn": view.turn,
        "to_move": list(view.to_move),
        "dealer": view.dealer,
        "leader": view.leader,
        "hand": _cards(view.hand),
        "counts": list(view.counts),
        "known": [_cards(cards) for cards in view.known],
        "deck": view.deck,
        "trump_card": str(view.trump_card),
        "trump": None if view.trump is None else view.trump.value,
        "predictions": list(view.predictions),
        "tricks": list(view.tricks),
        "destroyed": view.destroyed,
        "trick": [[seat, str(card)] for seat, card in view.laid],
        "last_trick": None if view.last_trick is None else _trick(view.last_trick),
        "drawn": None if view.drawn is None else str(view.drawn),
        "victim": view.victim,
        "history": [
            [turn.seat, str(turn.move), None if turn.card is None else str(turn.card)]
            for turn in view.history
        ],
        "results": [_result(result) for result in view.results],
    }


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "round_no": trick.round_no,
        "number": trick.number,
        "laid": [[seat, str(card)] for seat, card in trick.laid],
        "winner": trick.winner,
    }


def _result(result: RoundResult) -> dict[str, Any]:
    return {
        "dealer": result.dealer,
        "predictions": list(result.predictions),
        "tricks": list(result.tricks),
        "destroyed": result.destroyed,
        "exact_bonus": list(result.exact_bonus),
        "few_bonus": list(result.few_bonus),
        "points": list(result.points),
    }


def _cards(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
