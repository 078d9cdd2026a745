"""The engine and the oracle play the same matches, and agree at every decision."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from odin_engine.chance import seed_from
from odin_engine.walhalla.options import CHOICES, SEATS
from tests.engine.walhalla.comparison import Comparison
from tests.engine.walhalla.play_styles import STYLES


def matches() -> Iterator[tuple[int, dict[str, str]]]:
    """Give every number of players with every set of options."""
    for words in product(*(choice.values for choice in CHOICES)):
        for seats in SEATS:
            yield seats, dict(zip((choice.name for choice in CHOICES), words, strict=True))


@pytest.mark.parametrize("number", range(len(STYLES)), ids=list(STYLES))
def test_the_engine_and_the_oracle_agree_at_every_decision(number: int) -> None:
    style, played, reshuffled, ended_early = list(STYLES)[number], 0, 0, 0
    for place, (seats, words) in enumerate(matches()):
        # Every style skips another third, to save time, but no set of options is left out.
        if place % 3 == number % 3:
            continue
        name = f"{style} {seats} {words}"
        comparison = Comparison(words, seats, seed_from(name))
        comparison.run(style, Random(name))
        played += 1
        reshuffled += comparison.match.reshuffles
        ended_early += sum(used < 12 for used in comparison.match.dragons_used)
    assert played >= 53
    assert (ended_early > 0) == (style != "uniform")
    assert reshuffled > 0 or style != "seeking"
