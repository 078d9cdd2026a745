from odin.positions import cards

from odin_tui.odin.cards import ORDERS
from odin_tui.settings import next_word

HAND = cards("R3 B9 B5 G5 P5 Y9")


def held(order: str) -> str:
    return " ".join(map(str, ORDERS[order](HAND)))


def test_by_colour_each_colour_stands_together_highest_first() -> None:
    assert held("colour") == "R3 Y9 G5 B9 B5 P5"


def test_by_number_the_highest_stand_first() -> None:
    assert held("number") == "Y9 B9 G5 B5 P5 R3"


def test_by_groups_the_most_valuable_set_stands_first() -> None:
    assert held("groups") == "G5 B5 P5 Y9 B9 R3"


def test_every_order_holds_every_card_once() -> None:
    for order in ORDERS.values():
        assert sorted(order(HAND)) == sorted(HAND)
        assert order(cards("")) == []


def test_the_orders_follow_each_other_round_and_round() -> None:
    assert [next_word("sort", order) for order in ORDERS] == ["number", "groups", "colour"]
