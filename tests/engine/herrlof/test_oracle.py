"""Winner, next leader and following against an oracle, over every trick there can be."""

from itertools import product
from random import Random

import pytest
from herrlof import oracle

from odin_engine.herrlof.cards import (
    BIT,
    CARD_CALLED,
    CARD_OF_BIT,
    CARDS,
    COLOUR_BITS,
    Colour,
    kinds,
)
from odin_engine.herrlof.tricks import leading_place, playable, winning_place

NAMES = tuple(map(str, CARDS))
TRUMPS = {"": 0} | {colour.value: bits for colour, bits in COLOUR_BITS.items()}


def bit(name: str) -> int:
    return BIT[CARD_CALLED[name]]


def possible(trick: tuple[str, ...]) -> bool:
    """Tell whether the deck has these cards: each coloured one once, each mark three times."""
    return len({*trick} - {"V", "H"}) == sum(name not in ("V", "H") for name in trick)


@pytest.mark.parametrize("trump", TRUMPS, ids=lambda trump: trump or "none")
@pytest.mark.parametrize("seats", [2, 3])
def test_every_trick_is_won_and_led_on_as_the_rules_say(seats: int, trump: str) -> None:
    bits, count = TRUMPS[trump], 0
    for trick in filter(possible, product(NAMES, repeat=seats)):
        cards = [BIT[CARD_CALLED[name]] for name in trick]
        won = winning_place(cards, bits)
        assert (won, leading_place(cards, won)) == oracle.judged(trick, trump), (trick, trump)
        count += 1
    assert (
        count
        == {2: 36 * 35 + 2 * 36 * 2 + 4, 3: 36 * 35 * 34 + 3 * 36 * 35 * 2 + 3 * 36 * 4 + 8}[seats]
    )


def test_any_hand_follows_as_the_rules_say() -> None:
    rng = Random("follow")
    followed = 0
    for _ in range(5_000):
        order = rng.sample([*NAMES[:36], *["V"] * 3, *["H"] * 3], 16)
        lead, hand = order[0], order[1 : 1 + rng.randint(1, 15)]
        held = sum(map(bit, hand))
        allowed = playable(held, [bit(lead)])
        assert {str(CARD_OF_BIT[card]) for card in kinds(allowed)} == oracle.followers(hand, lead)
        assert playable(held, []) == held
        followed += allowed != held
    assert followed > 1_000


def test_the_oracle_and_the_engine_name_the_colours_alike() -> None:
    assert {name[0] for name in NAMES} == {*map(str, Colour), "V", "H"}
