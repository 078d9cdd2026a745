"""Chance: fair, repeatable, independent of Python's own, and promised beforehand."""

from collections import Counter
from hashlib import sha256, shake_256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_engine.chance import (
    Seed,
    SeedCheck,
    check_seed,
    commitment,
    pick,
    seed_from,
    shuffled,
)

ZERO = Seed(bytes(16))
seeds = st.binary(min_size=16, max_size=16).map(Seed)


def shuffled_by_hand(count: int, seed: bytes, purpose: str) -> list[int]:
    """Shuffle as the module's first page tells a stranger to."""
    stream = shake_256(seed + purpose.encode("utf-8")).digest(8 * count)
    order = list(range(count))
    at = 0
    for last in reversed(range(1, count)):
        word = int.from_bytes(stream[at : at + 8], "big")
        chosen = word * (last + 1) // 2**64
        order[last], order[chosen] = order[chosen], order[last]
        at += 8
    return order


@given(st.integers(0, 60), seeds, st.text(max_size=20))
def test_anyone_can_shuffle_again_from_the_description(
    count: int, seed: Seed, purpose: str
) -> None:
    assert shuffled(range(count), seed, purpose) == shuffled_by_hand(count, seed, purpose)


def test_a_seed_shuffles_alike_for_ever() -> None:
    assert shuffled(range(10), ZERO, "hand 1") == [7, 8, 2, 1, 6, 3, 5, 0, 9, 4]
    assert pick("ROYGBP", ZERO, "starter") == "B"


@given(seeds, st.text(max_size=20))
def test_a_shuffle_keeps_every_item(seed: Seed, purpose: str) -> None:
    assert sorted(shuffled(range(54), seed, purpose)) == list(range(54))


def test_another_purpose_or_seed_is_another_shuffle() -> None:
    seeds_and_purposes = [
        (seed_from(str(n)), f"hand {hand}") for n in range(9) for hand in range(9)
    ]
    orders = {tuple(shuffled(range(54), *chance)) for chance in seeds_and_purposes}
    assert len(orders) == 81


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


def test_every_order_of_four_is_as_likely_as_any_other() -> None:
    orders: Counter[object] = Counter(
        tuple(shuffled(range(4), seed_from(str(number)), "fair")) for number in range(12_000)
    )
    assert set(orders) == set(permutations(range(4)))
    # With 23 degrees of freedom a fair shuffle stays below 50 in 999 of 1000 choices of seeds.
    assert chi_square(orders, 24) < 50


def test_every_card_comes_to_every_place() -> None:
    places: Counter[object] = Counter(
        place
        for number in range(3_000)
        for place in enumerate(shuffled(range(9), seed_from(str(number)), "fair"))
    )
    # 64 degrees of freedom: 999 of 1000 fair shufflers stay below 105.
    assert chi_square(places, 81) < 105


def test_every_item_is_picked_alike() -> None:
    picks: Counter[object] = Counter(
        pick(range(6), seed_from(str(number)), "starter") for number in range(6_000)
    )
    # Five degrees of freedom: 999 of 1000 fair dice stay below 20.5.
    assert chi_square(picks, 6) < 20.5


def test_thirty_two_digits_are_a_seed_as_they_are() -> None:
    assert seed_from("000102030405060708090a0b0c0d0e0f") == bytes(range(16))
    assert seed_from("000102030405060708090A0B0C0D0E0F") == bytes(range(16))


@pytest.mark.parametrize(
    "text",
    ["", "valhalla", "ᚢᚨᛚ", "00" * 15, "00" * 17, "00 " * 10 + "00", "zz" * 16, "٣" * 32],
)
def test_any_other_text_is_a_seed_by_its_digest(text: str) -> None:
    assert seed_from(text) == sha256(text.encode()).digest()[:16]


def test_text_that_is_no_text_is_a_seed_too() -> None:
    undecodable = b"\xff".decode(errors="surrogateescape")
    assert len(seed_from(undecodable)) == 16


def test_what_is_published_is_the_digest_of_the_sixteen_bytes() -> None:
    assert commitment(ZERO) == sha256(bytes(16)).hexdigest()
    assert commitment(ZERO).startswith("374708fff7719dd5979ec875d56cd228")


@given(seeds)
def test_only_the_seed_itself_fits_what_was_published(seed: Seed) -> None:
    published = commitment(seed)
    assert check_seed(seed, published) is SeedCheck.FITS
    assert check_seed(seed, published.upper()) is SeedCheck.FITS
    for bit in range(128):
        other = int.from_bytes(seed, "big") ^ 1 << bit
        assert check_seed(Seed(other.to_bytes(16, "big")), published) is SeedCheck.DIFFERS


@pytest.mark.parametrize("published", ["", "0" * 64, "kept", "ᚠᚢᚦ", "0" * 63])
def test_no_seed_fits_what_is_not_its_digest(published: str) -> None:
    assert check_seed(ZERO, published) is SeedCheck.DIFFERS


def test_where_nothing_was_published_nothing_is_claimed() -> None:
    assert check_seed(ZERO, None) is SeedCheck.NOT_PUBLISHED
