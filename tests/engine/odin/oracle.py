"""The legal plays, literally from the rules and as slow as they may be.

A card is its name, as in `B9`. Nothing here comes from the engine, so that the two can disagree.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

Names = frozenset[str]


class Laid(NamedTuple):
    """Cards laid in the middle, and the card taken for them."""

    cards: Names
    take: str | None


PASSED = Laid(frozenset(), None)


def is_set(cards: Names) -> bool:
    """One card is a set; several are one if they share their colour or share their number."""
    colours = {card[0] for card in cards}
    numbers = {card[1] for card in cards}
    return len(cards) == 1 or (len(cards) > 1 and (len(colours) == 1 or len(numbers) == 1))


def value(cards: Names) -> int:
    """Write all numbers of the cards beside each other, the highest first."""
    return int("".join(sorted((card[1] for card in cards), reverse=True)))


def subsets(cards: Names) -> Iterator[Names]:
    """Give every choice of one or more cards."""
    for size in range(1, len(cards) + 1):
        yield from map(frozenset, combinations(sorted(cards), size))


def moves(hand: Names, table: Names) -> set[Laid]:
    """List all that a player with this hand may do when this lies in the middle."""
    return set(leads(hand) if not table else follows(hand, table))


def leads(hand: Names) -> Iterator[Laid]:
    """Lead one card, or the whole hand if it is a set. The leader cannot pass."""
    for laid in subsets(hand):
        if len(laid) == 1 or (laid == hand and is_set(hand)):
            yield Laid(laid, None)


def follows(hand: Names, table: Names) -> Iterator[Laid]:
    """Pass, or lay as many cards or one more, a set of higher value, and take one card for it."""
    yield PASSED
    for laid in subsets(hand):
        if len(laid) not in (len(table), len(table) + 1):
            continue
        if is_set(laid) and value(laid) > value(table):
            for take in takes(hand, laid, table):
                yield Laid(laid, take)


def takes(hand: Names, laid: Names, table: Names) -> Iterable[str | None]:
    """Whoever still holds cards takes one of those that lay there; whoever goes out takes none."""
    return [None] if laid == hand else sorted(table)
