"""What can be agreed before a match of Odin, and how everything else is turned down."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import BadOption
from odin_engine.odin.cards import COLOURS, Cards, Colour
from odin_engine.odin.options import CHOICES, EDITIONS, Options, read_options, write_options
from odin_engine.odin.rules import setup
from tests.engine.odin.positions import SEED

SEATS = range(2, 7)


def complaint(words: Mapping[str, str], seats: int) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BadOption) as refused:
        read_options(words, seats)
    return refused.value.code, refused.value.facts


@pytest.mark.parametrize("seats", range(3, 7))
def test_without_a_word_the_international_edition_is_played_to_fifteen(seats: int) -> None:
    assert read_options({}, seats) == Options(15, "rotate", "optional", "full", ())


def test_two_play_with_the_reduced_deck_unless_they_say_otherwise() -> None:
    assert read_options({}, 2) == Options(15, "rotate", "optional", "reduced", ())
    assert read_options({"two-player-deck": "full"}, 2).two_player_deck == "full"


@pytest.mark.parametrize("seats", SEATS)
def test_the_german_edition_throws_both_of_its_switches(seats: int) -> None:
    options = read_options({"edition": "deutsch"}, seats)
    assert (options.target, options.next_starter) == (15, "winner")
    assert options.whole_hand_lead == "forced-first-deal"


def test_the_international_edition_is_the_usual_one() -> None:
    assert read_options({"edition": "international"}, 4) == read_options({}, 4)


def test_each_switch_of_the_german_edition_can_be_thrown_alone() -> None:
    usual = read_options({}, 4)
    winner = read_options({"next-starter": "winner"}, 4)
    forced = read_options({"whole-hand-lead": "forced-first-deal"}, 4)
    assert winner == replace(usual, next_starter="winner")
    assert forced == replace(usual, whole_hand_lead="forced-first-deal")


def test_a_word_of_its_own_counts_more_than_the_edition() -> None:
    words = {"edition": "deutsch", "next-starter": "rotate", "target": "20"}
    options = read_options(words, 4)
    assert options == Options(20, "rotate", "forced-first-deal")
    words = {"edition": "deutsch", "whole-hand-lead": "optional"}
    assert read_options(words, 4) == Options(15, "winner", "optional")


@pytest.mark.parametrize("target", range(1, 101))
def test_any_target_from_one_to_a_hundred_can_be_agreed_on(target: int) -> None:
    options = read_options({"target": str(target)}, 3)
    assert options.target == target
    assert not options.is_over((target - 1, 0, 0))
    assert options.is_over((0, target, 0))
    assert options.is_over((0, 0, target + 1))


def test_a_match_of_one_hand_is_over_whatever_the_points() -> None:
    options = read_options({"target": "one-hand"}, 3)
    assert options.target is None
    assert options.is_over((0, 1, 1))


@pytest.mark.parametrize(
    "word",
    ["0", "101", "-1", "1.5", "", " 15", "fifteen", "١٥", "1e1", "+9", "²", "015", "9" * 5000],
)
def test_any_other_target_is_refused(word: str) -> None:
    facts = {"value": word[:40], "least": 1, "most": 100, "or_else": "one-hand"}
    assert complaint({"target": word}, 3) == ("bad-target", facts)


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("edition", ["international", "deutsch"]),
        ("next-starter", ["rotate", "winner"]),
        ("whole-hand-lead", ["optional", "forced-first-deal"]),
        ("two-player-deck", ["reduced", "full"]),
    ],
)
def test_a_word_an_option_does_not_know_is_refused(name: str, allowed: list[str]) -> None:
    facts = {"option": name, "value": "Rotate", "values": allowed}
    assert complaint({name: "Rotate"}, 2) == ("bad-value", facts)


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    options = [choice.name for choice in CHOICES]
    facts = {"game": "odin", "option": "joker", "options": options}
    assert complaint({"joker": "yes"}, 3) == ("no-such-option", facts)


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_reduced_deck_is_refused_to_more_than_two(seats: int) -> None:
    refused = complaint({"two-player-deck": "reduced"}, seats)
    assert refused == ("reduced-deck-is-for-two", {"players": seats})


@pytest.mark.parametrize(("seats", "words"), [(2, {"two-player-deck": "full"}), (3, {}), (6, {})])
def test_no_colour_is_taken_out_of_a_full_deck(seats: int, words: dict[str, str]) -> None:
    refused = complaint({**words, "removed-colours": "RO"}, seats)
    assert refused == ("full-deck-keeps-colours", {})


@pytest.mark.parametrize("pair", list(combinations(COLOURS, 2)), ids="".join)
def test_any_two_colours_can_be_taken_out(pair: tuple[Colour, Colour]) -> None:
    options = read_options({"removed-colours": "".join(pair)}, 2)
    assert options == read_options({"removed-colours": "".join(reversed(pair)).lower()}, 2)
    deck = Cards(setup(options, 2, SEED).match.deck)
    assert len(deck) == 36
    assert {card.colour for card in deck} == set(COLOURS) - set(pair)


@pytest.mark.parametrize("word", ["", "R", "RR", "ROY", "RX", "red", "R O", "ß"])
def test_any_other_choice_of_colours_is_refused(word: str) -> None:
    refused = complaint({"removed-colours": word}, 2)
    assert refused == ("bad-colours", {"value": word, "letters": "ROYGBP"})


def test_colours_drawn_by_lot_come_from_the_seed_and_differ() -> None:
    options = read_options({"removed-colours": "drawn"}, 2)
    decks = [setup(options, 2, seed_from(str(number))).match.deck for number in range(200)]
    assert len(set(decks)) == 15
    assert all(len(Cards(deck)) == 36 for deck in decks)
    assert decks == [setup(options, 2, seed_from(str(n))).match.deck for n in range(200)]


def all_options(seats: int) -> list[Options]:
    decks: list[dict[str, str]] = [{}]
    if seats == 2:
        decks = [{"two-player-deck": "full"}, {}, {"removed-colours": "YB"}]
    return [
        read_options({"edition": edition, "target": target, "next-starter": starter, **deck}, seats)
        for edition in EDITIONS
        for target in ("1", "15", "one-hand")
        for starter in ("rotate", "winner")
        for deck in decks
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_all_options_survive_being_written_down(seats: int) -> None:
    for options in all_options(seats):
        assert read_options(write_options(options), seats) == options


def test_options_are_written_in_the_words_of_the_form() -> None:
    names = [choice.name for choice in CHOICES]
    for seats in SEATS:
        for options in all_options(seats):
            assert set(write_options(options)) <= set(names)
    assert write_options(read_options({"target": "one-hand"}, 2)) == {
        "target": "one-hand",
        "next-starter": "rotate",
        "whole-hand-lead": "optional",
        "two-player-deck": "reduced",
        "removed-colours": "drawn",
    }


@pytest.mark.parametrize("seats", [0, 1, 7, -2])
def test_a_match_needs_two_to_six_players(seats: int) -> None:
    with pytest.raises(BadOption) as refused:
        setup(Options(), seats, SEED)
    assert refused.value.code == "wrong-number-of-players"
    assert refused.value.facts == {"game": "odin", "players": seats, "fewest": 2, "most": 6}


def test_options_for_two_cannot_be_dealt_to_five() -> None:
    with pytest.raises(BadOption) as refused:
        setup(read_options({}, 2), 5, SEED)
    assert refused.value.code == "reduced-deck-is-for-two"


def test_the_first_starter_is_drawn_by_lot() -> None:
    starters = [setup(read_options({}, 6), 6, seed_from(str(n))).starter for n in range(60)]
    assert set(starters) == set(range(6))
