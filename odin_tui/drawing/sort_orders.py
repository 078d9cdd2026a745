"""The orders in which a player may hold cards that have a colour and a number."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

CardT = TypeVar("CardT")


def sort_orders(
    colour_place: Callable[[CardT], int],
    number: Callable[[CardT], int],
    by_groups: Callable[[Any], list[CardT]],
) -> Mapping[str, Callable[[Iterable[CardT]], list[CardT]]]:
    """Return the orders by the words of the settings; what goes together is the game's own matter.

    A card without a colour has a `colour_place` behind all colours, and stays last.
    """
    return {
        "colour": lambda hand: sorted(hand, key=lambda card: (colour_place(card), -number(card))),
        "number": lambda hand: sorted(hand, key=lambda card: (-number(card), colour_place(card))),
        "groups": by_groups,
    }


def in_own_order(cards: Sequence[CardT], order: Sequence[CardT]) -> tuple[CardT, ...]:
    """Return cards in the order a player has put them in; those that are not in it come last."""
    left = list(cards)
    first = []
    for card in order:
        if card in left:
            left.remove(card)
            first.append(card)
    return (*first, *left)


def card_moved(cards: Sequence[CardT], start: int, end: int) -> tuple[CardT, ...]:
    """Return cards with the one at a place moved to another, which is at an end if it is beyond."""
    moved = list(cards)
    card = moved.pop(start)
    moved.insert(max(0, min(end, len(moved))), card)
    return tuple(moved)
