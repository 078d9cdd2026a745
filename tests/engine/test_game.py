"""The values that all games share."""

from copy import copy

from odin_engine.game import (
    BadOption,
    IllegalMove,
    NoSuchSeat,
    NotAMove,
    Outcome,
    Refusal,
    rank,
)


def test_fewer_points_are_a_better_place() -> None:
    assert rank((7, 3, 12)) == (2, 1, 3)


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    assert rank((7, 3, 7, 12, 3)) == (3, 1, 3, 5, 1)


def test_everyone_in_first_place_has_won() -> None:
    assert Outcome((2, 1, 1), (9, 4, 4), "Fifteen.").winners == (1, 2)


def test_a_refusal_carries_a_code_and_facts_and_shows_both_in_a_log() -> None:
    refusal = IllegalMove("too-low", value=42, table=71)
    assert (refusal.code, refusal.facts) == ("too-low", {"value": 42, "table": 71})
    assert str(refusal) == "too-low value=42 table=71"


def test_a_class_with_one_meaning_has_a_code_of_its_own() -> None:
    assert str(NoSuchSeat(last=3)) == "no-such-seat last=3"


def test_a_refusal_survives_being_sent_to_another_process() -> None:
    for refusal in (IllegalMove("too-low", value=42), NoSuchSeat(last=3)):
        sent = copy(refusal)  # by what pickle would send
        assert (type(sent), sent.code, sent.facts) == (type(refusal), refusal.code, refusal.facts)


def test_refusals_can_be_told_apart_and_caught_together() -> None:
    kinds = (NotAMove, IllegalMove, BadOption)
    assert all(issubclass(kind, Refusal) for kind in kinds)
    assert not any(issubclass(one, other) for one in kinds for other in kinds if one is not other)
