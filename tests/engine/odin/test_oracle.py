"""The engine's lists of moves against an oracle that knows only the sentences of the rules."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_engine.odin import sets
from odin_engine.odin.cards import CARD_CALLED, CARDS, Cards
from odin_engine.odin.moves import PASS, LegalMoves, Move, Play
from odin_engine.odin.sets import VALUE
from tests.engine.odin import oracle
from tests.engine.odin.bounds import as_laid
from tests.engine.odin.oracle import PASSED, Laid, Names

NAMES = tuple(map(str, CARDS))
SETS = (
    *(frozenset(c + n for n in "123456789") for c in "ROYGBP"),
    *(frozenset(c + n for c in "ROYGBP") for n in "123456789"),
)
BATCHES, BATCH = 10, 500


def bits(names: Names) -> int:
    return Cards.of(CARD_CALLED[name] for name in names).bits


def engine_moves(hand: Names, table: Names) -> LegalMoves:
    return LegalMoves(bits(hand), bits(table))


def as_move(laid: Laid) -> Move:
    if laid == PASSED:
        return PASS
    return Play(Cards(bits(laid.cards)), CARD_CALLED[laid.take] if laid.take else None)


def agree(hand: Names, table: Names) -> set[Laid]:
    """Hold the engine to the oracle, and give what both allow."""
    expected = oracle.moves(hand, table)
    moves = engine_moves(hand, table)
    assert len(moves) == len(expected)
    assert {as_laid(move) for move in moves} == expected
    return expected


def random_table(rng: Random) -> Names:
    size = rng.randint(0, 6)
    group = rng.choice([group for group in SETS if len(group) >= size])
    return frozenset(rng.sample(sorted(group), size))


def random_hand(rng: Random, table: Names) -> Names:
    """Draw a hand from one to three groups, so that large sets are common in it."""
    groups = [group - table for group in SETS if group != table]
    pool = frozenset().union(*rng.sample(groups, rng.choice((1, 1, 2, 3))))
    size = rng.randint(max(1, len(table) - 1), 9)
    return frozenset(rng.sample(sorted(pool), min(len(pool), size)))


def near_miss(rng: Random, hand: Names, table: Names) -> Laid:
    """Lay cards that are mostly held and mostly fit, and take one that mostly lies there."""
    source = hand | frozenset(rng.sample(NAMES, rng.choice((0, 0, 0, 1))))
    size = min(len(source), max(1, len(table) + rng.randint(-1, 2)))
    if rng.random() < 0.1:
        return Laid(hand, rng.choice([None, *sorted(table)]))
    laid = frozenset(rng.sample(sorted(source), size))
    return Laid(laid, rng.choice([None, *sorted(table), *rng.sample(NAMES, 1)]))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_engine_allows_what_the_rules_allow(batch: int) -> None:
    rng = Random(batch)
    answered: Counter[int] = Counter()
    for _ in range(BATCH):
        table = random_table(rng)
        answered[len(table)] += len(agree(random_hand(rng, table), table)) > 1
    assert all(answered[size] >= 5 for size in range(7)), answered


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_engine_refuses_what_the_rules_do_not_allow(batch: int) -> None:
    rng = Random(batch)
    verdicts: Counter[bool] = Counter()
    for _ in range(BATCH):
        table = random_table(rng)
        hand = random_hand(rng, table)
        expected, moves = oracle.moves(hand, table), engine_moves(hand, table)
        for laid in (PASSED, *(near_miss(rng, hand, table) for _ in range(10))):
            legal = laid in expected
            assert (as_move(laid) in moves) == legal, (sorted(hand), sorted(table), laid)
            verdicts[legal] += 1
    assert min(verdicts[True], verdicts[False]) > BATCH / 5, verdicts


@given(
    st.frozensets(st.sampled_from(NAMES), max_size=9),
    st.sampled_from(SETS).flatmap(lambda group: st.frozensets(st.sampled_from(sorted(group)))),
)
def test_any_hand_on_any_table(hand: Names, table: Names) -> None:
    agree(hand - table, table)


def test_the_engine_knows_the_sets_of_the_rules_and_their_values() -> None:
    rules = {bits(cards): oracle.value(cards) for group in SETS for cards in oracle.subsets(group)}
    assert rules == VALUE
    singles = 54
    assert len(VALUE) == 6 * (2**9 - 1) + 9 * (2**6 - 1) - singles


def test_no_other_pair_of_cards_is_a_set() -> None:
    pairs = [pair for pair in oracle.subsets(frozenset(NAMES[::5])) if len(pair) == 2]
    assert {oracle.is_set(pair) for pair in pairs} == {True, False}
    assert all(oracle.is_set(pair) == (bits(pair) in VALUE) for pair in pairs)


def test_a_small_cache_gives_the_same_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "CACHE_SIZE", 3)
    rng = Random("forgetful")
    for _ in range(200):
        table = random_table(rng)
        agree(random_hand(rng, table), table)
    assert sum(map(len, sets._BEATING_SETS.values())) <= 3
