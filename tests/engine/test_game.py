"""The values that all games share."""

from odin_engine.game import BadOption, IllegalMove, NotAMove, Outcome, Refusal, rank


def test_fewer_points_are_a_better_place() -> None:
    assert rank((7, 3, 12)) == (2, 1, 3)


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    assert rank((7, 3, 7, 12, 3)) == (3, 1, 3, 5, 1)


def test_everyone_in_first_place_has_won() -> None:
    assert Outcome((2, 1, 1), (9, 4, 4), "Fifteen.").winners == (1, 2)


def test_refusals_can_be_told_apart_and_caught_together() -> None:
    kinds = (NotAMove, IllegalMove, BadOption)
    assert all(issubclass(kind, Refusal) for kind in kinds)
    assert not any(issubclass(one, other) for one in kinds for other in kinds if one is not other)
