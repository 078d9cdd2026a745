"""The orders in which a player may hold their cards."""

from collections.abc import Callable, Mapping

from odin_engine.odin.cards import COLOURS, Card, Cards
from odin_engine.odin.sets import COLOUR_GROUPS, NUMBER_GROUPS, VALUE


def by_colour(hand: Cards) -> list[Card]:
    """Put each colour together, its highest card first."""
    return sorted(hand, key=lambda card: (COLOURS.index(card.colour), -card.number))


def by_number(hand: Cards) -> list[Card]:
    """Put the highest cards first."""
    return sorted(hand, key=lambda card: (-card.number, COLOURS.index(card.colour)))


def by_groups(hand: Cards) -> list[Card]:
    """Put the most valuable set first, then the most valuable set of what is left, and so on."""
    rest, order = hand.bits, list[Card]()
    while rest:
        best = max(
            (rest & group for group in (*COLOUR_GROUPS, *NUMBER_GROUPS) if rest & group),
            key=VALUE.__getitem__,
        )
        order += by_number(Cards(best))
        rest &= ~best
    return order


ORDERS: Mapping[str, Callable[[Cards], list[Card]]] = {
    "colour": by_colour,
    "number": by_number,
    "groups": by_groups,
}
"""By the word of the settings."""
