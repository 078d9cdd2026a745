"""How bots judge the start of a raid and the end of a match."""

from collections.abc import Sequence

import pytest

from odin_engine.walhalla.position import KINDS, OVER, Position
from odin_engine.walhalla.raid_values import BY_RAID, win_share
from tests.engine.walhalla.positions import position


def shares(judged: Position) -> list[float]:
    return [win_share(judged, seat) for seat in range(judged.seats)]


def over(points: Sequence[int]) -> Position:
    judged = position(raid=3, points=points).position.copy()
    judged.stage = OVER
    return judged


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("raid", [2, 3])
def test_there_is_a_weight_for_every_card_and_turn(seats: int, raid: int) -> None:
    weights = BY_RAID[seats, raid]
    assert (len(weights.order), len(weights.cards)) == (seats, KINDS)


def test_shares_add_up_to_one() -> None:
    assert sum(shares(position(raid=2, points=(3, 9, 5, 0)).position)) == pytest.approx(1)


def test_equal_points_at_the_end_are_equal_shares() -> None:
    assert shares(over((7, 7, 7, 7))) == [0.25] * 4


def test_a_point_at_the_end_counts_more_than_one_before() -> None:
    ahead, level = (8, 7, 7, 7), (7, 7, 7, 7)
    at_the_end = shares(over(ahead))[0] - shares(over(level))[0]
    before = [shares(position(raid=3, points=points).position)[0] for points in (ahead, level)]
    assert 0 < before[0] - before[1] < at_the_end < 0.75


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"points": (5, 4, 4, 4)}, {"points": 4}),
        ({"land": "a1=W", "vikings": "a1=R"}, {}),
        ({"midgard": (6, 5, 5, 5)}, {}),
        ({"walhalla": (2, 1, 1, 1)}, {}),
        ({"hands": {"R": "tongue8"}}, {}),
        ({"hands": {"R": "attack"}}, {}),
    ],
)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("raid", [2, 3])
def test_whoever_has_more_has_a_better_chance(
    seats: int, raid: int, better: dict[str, object], worse: dict[str, object]
) -> None:
    def share(facts: dict[str, object]) -> float:
        cut = {name: v[:seats] if isinstance(v, tuple) else v for name, v in facts.items()}
        return win_share(position(seats=seats, raid=raid, **cut).position, 0)  # type: ignore[arg-type]

    assert share(better) > share(worse)
