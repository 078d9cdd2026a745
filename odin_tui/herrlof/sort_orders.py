"""The orders in which a player may hold their cards."""

from collections.abc import Callable, Mapping

from odin_engine.herrlof.cards import CARDS, COLOURS, NUMBERS, Card, Cards, Colour

Order = Callable[[Cards, Colour | None], list[Card]]


def by_colour(hand: Cards, _trump: Colour | None = None) -> list[Card]:
    """Put each colour together, its highest card first, and the cards without colour last."""
    return sorted(hand, key=lambda card: (_place(card), -card.number))


def by_number(hand: Cards, _trump: Colour | None = None) -> list[Card]:
    """Put the highest cards first, and the cards without colour last."""
    return sorted(hand, key=lambda card: (card.colour is None, -card.number, _place(card)))


def by_groups(hand: Cards, trump: Colour | None = None) -> list[Card]:
    """Put the trumps first, then the other colours, the longest before the shorter ones."""
    length = {colour: sum(card.colour == colour for card in hand) for colour in COLOURS}
    return sorted(
        hand,
        key=lambda card: (
            card.colour is None,
            card.colour != trump,
            0 if card.colour is None else -length[card.colour],
            _place(card),
            -card.number,
        ),
    )


def _place(card: Card) -> int:
    """Order colours as the rules name them, then Valknut and Hagalaz."""
    return CARDS.index(card) // len(NUMBERS) if card.colour else CARDS.index(card)


ORDERS: Mapping[str, Order] = {"colour": by_colour, "number": by_number, "groups": by_groups}
"""By the word of the settings."""
