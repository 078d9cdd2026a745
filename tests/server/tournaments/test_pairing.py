"""Who sits with whom."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from odin_server.tournaments.pairing import (
    Pairing,
    bracket_order,
    going_on,
    knock_out_first,
    knock_out_next,
    meetings,
    swiss_first,
    swiss_next,
    table_sizes,
)

TABLES = st.sampled_from([(seats, fewest) for fewest in (2, 3) for seats in range(fewest, 7)])
"""Seats at a table and the fewest players of the game, as in Odin, Herrlof and Walhalla."""


def players(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def check(pairing: Pairing, wanted: list[str], seats: int, fewest: int) -> None:
    """Everybody sits at exactly one table or has a bye, and every table can be played at."""
    seated = [player for table in pairing.tables for player in table]
    assert sorted([*seated, *pairing.byes]) == sorted(wanted)
    assert all(fewest <= len(table) <= seats for table in pairing.tables)


@given(st.integers(0, 200), TABLES)
def test_tables_have_nearly_the_same_size_and_byes_are_few(
    count: int, table: tuple[int, int]
) -> None:
    seats, fewest = table
    sizes, byes = table_sizes(count, seats, fewest)
    assert sum(sizes) + byes == count
    assert all(fewest <= size <= seats for size in sizes)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    assert byes < fewest or not sizes
    if seats >= 2 * fewest - 1 and count >= fewest:
        assert byes == 0


@given(st.integers(2, 24), TABLES, st.integers(1, 4), st.randoms(use_true_random=False))
def test_every_round_of_a_swiss_tournament_seats_everybody_once(
    count: int, table: tuple[int, int], rounds: int, rng: Random
) -> None:
    seats, fewest = table
    ranking = players(max(count, fewest))
    met, byes = Counter[frozenset[str]](), Counter[str]()
    pairing = swiss_first(ranking, seats, fewest)
    for _ in range(rounds):
        check(pairing, ranking, seats, fewest)
        met.update(meetings(pairing.tables))
        byes.update(pairing.byes)
        assert max(byes.values(), default=0) - min(byes[each] for each in ranking) <= 1
        rng.shuffle(ranking)
        pairing = swiss_next(ranking, met, byes, seats, fewest)


@given(st.sampled_from([4, 6, 8]), st.integers(1, 4), st.randoms(use_true_random=False))
def test_nobody_meets_the_same_person_again_if_that_can_be_avoided(
    count: int, rounds: int, rng: Random
) -> None:
    ranking, met = players(count), Counter[frozenset[str]]()
    met.update(meetings(swiss_first(ranking, 2, 2).tables))
    for _ in range(rounds):
        rng.shuffle(ranking)
        pairing = swiss_next(ranking, met, {}, 2, 2)
        repeated = sum(met[pair] for pair in meetings(pairing.tables))
        assert repeated == fewest_repeats(tuple(ranking), met)
        met.update(meetings(pairing.tables))


def fewest_repeats(waiting: tuple[str, ...], met: Counter[frozenset[str]]) -> int:
    """Try every way to make pairs."""
    if not waiting:
        return 0
    first, *others = waiting
    return min(
        met[frozenset((first, other))]
        + fewest_repeats(tuple(each for each in others if each != other), met)
        for other in others
    )


def test_neighbours_in_the_ranking_meet_after_the_first_round() -> None:
    assert swiss_first(players(8), 4, 2).tables == (
        ("p0", "p2", "p4", "p6"),
        ("p1", "p3", "p5", "p7"),
    )
    assert swiss_next(players(8), {}, {}, 4, 2).tables == (
        ("p0", "p1", "p2", "p3"),
        ("p4", "p5", "p6", "p7"),
    )


def test_where_everybody_has_met_the_same_people_meet_again() -> None:
    met = dict.fromkeys((frozenset(pair) for pair in combinations(players(24), 2)), 9)
    check(swiss_next(players(24), met, {}, 6, 2), players(24), 6, 2)


def test_a_bye_goes_to_the_lowest_who_has_had_none() -> None:
    assert swiss_first(players(5), 2, 2).byes == ("p4",)
    assert swiss_next(players(5), {}, {"p4": 1}, 2, 2).byes == ("p3",)


def test_the_first_two_seeds_can_meet_in_the_last_round_only() -> None:
    assert bracket_order(8) == (0, 7, 3, 4, 1, 6, 2, 5)
    assert knock_out_first(players(6), 2, 2) == Pairing((("p3", "p4"), ("p2", "p5")), ("p0", "p1"))
    assert knock_out_next({"p0", "p1", "p3", "p2"}, players(6), {"p0": 1, "p1": 1}, 2, 2) == (
        Pairing((("p0", "p3"), ("p1", "p2")))
    )


@given(st.integers(2, 70), TABLES, st.randoms(use_true_random=False))
def test_a_knock_out_seats_all_who_are_left_and_ends_with_one(
    count: int, table: tuple[int, int], rng: Random
) -> None:
    seats, fewest = table
    seeds = players(max(count, fewest))
    left, byes = list(seeds), Counter[str]()
    pairing = knock_out_first(seeds, seats, fewest)
    for _round in range(20):
        check(pairing, left, seats, fewest)
        byes.update(pairing.byes)
        most = going_on([len(one) for one in pairing.tables], len(pairing.byes), fewest)
        left = list(pairing.byes)
        for one, count_on in zip(pairing.tables, most, strict=True):
            left += rng.sample(one, count_on)
        if len(left) == 1:
            return
        assert len(left) >= fewest
        pairing = knock_out_next(left, seeds, byes, seats, fewest)
    raise AssertionError("it never ended")
