"""The orders in which a player may hold cards that have a colour and a number."""

from collections.abc import Callable, Iterable, Mapping
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
