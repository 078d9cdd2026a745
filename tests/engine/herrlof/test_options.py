"""What can be agreed before a match of Herrlof, and how everything else is turned down."""

from collections.abc import Mapping
from typing import Any

import pytest

from odin_engine.game import BadOption
from odin_engine.herrlof.options import CHOICES, Options, read_options, write_options
from odin_engine.herrlof.rules import setup
from tests.engine.herrlof.positions import SEED


def complaint(words: Mapping[str, str], seats: int) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BadOption) as refused:
        read_options(words, seats)
    return refused.value.code, refused.value.facts


def test_two_play_to_fifty_with_the_bonus_for_few_tricks() -> None:
    assert read_options({}, 2) == Options(target=50, max_rounds=10, small_bonus=True)


def test_three_play_to_forty_without_it() -> None:
    assert read_options({}, 3) == Options(target=40, max_rounds=10, small_bonus=False)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_bonus_can_be_agreed_on_or_left_out(seats: int) -> None:
    assert read_options({"small-bonus": "on"}, seats).points(9, 4) == 9
    assert read_options({"small-bonus": "off"}, seats).points(9, 4) == 4


@pytest.mark.parametrize("target", [1, 42, 500])
def test_any_whole_number_can_be_the_target(target: int) -> None:
    options = read_options({"target": str(target)}, 2)
    assert not options.is_over((target - 1, 0), 9)
    assert options.is_over((0, target), 1)


@pytest.mark.parametrize("rounds", [1, 7, 20])
def test_a_match_ends_after_the_agreed_rounds(rounds: int) -> None:
    options = read_options({"max-rounds": str(rounds)}, 3)
    assert options.is_over((0, 0, 0), rounds)
    assert not options.is_over((0, 0, 0), rounds - 1)


@pytest.mark.parametrize(
    ("name", "word", "last"),
    [
        (name, word, last)
        for name, last in (("target", 500), ("max-rounds", 20))
        for word in ("0", str(last + 1), "-1", "1.5", "", " 5", "05", "ten", "١٥", "²", "9" * 30)
    ],
)
def test_any_other_number_is_refused(name: str, word: str, last: int) -> None:
    facts = {"option": name, "value": word, "least": 1, "most": last}
    assert complaint({name: word}, 2) == ("bad-number", facts)


def test_any_other_word_for_the_bonus_is_refused() -> None:
    facts = {"option": "small-bonus", "value": "yes", "values": ["on", "off"]}
    assert complaint({"small-bonus": "yes"}, 2) == ("bad-value", facts)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    options = ["target", "max-rounds", "small-bonus"]
    facts = {"game": "herrlof", "option": "edition", "options": options}
    assert complaint({"edition": "nl"}, 3) == ("no-such-option", facts)


@pytest.mark.parametrize("seats", [0, 1, 4])
def test_herrlof_is_for_two_or_three(seats: int) -> None:
    facts = {"game": "herrlof", "players": seats, "fewest": 2, "most": 3}
    assert complaint({}, seats) == ("wrong-number-of-players", facts)
    with pytest.raises(BadOption) as refused:
        setup(read_options({}, 2), seats, SEED)
    assert (refused.value.code, refused.value.facts) == ("wrong-number-of-players", facts)


@pytest.mark.parametrize("seats", [2, 3])
def test_each_number_of_players_is_offered_every_option_once(seats: int) -> None:
    names = [choice.name for choice in CHOICES if seats in choice.seats]
    assert sorted(names) == sorted(write_options(read_options({}, seats)))


@pytest.mark.parametrize("seats", [2, 3])
def test_options_survive_being_written_down(seats: int) -> None:
    for target in ("1", "50"):
        for bonus in ("on", "off"):
            words = {"target": target, "max-rounds": "3", "small-bonus": bonus}
            assert write_options(read_options(words, seats)) == words
