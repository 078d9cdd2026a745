"""What can be agreed before a match of Odin, and how everything else is turned down."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from odin.positions import SEED

from odin_engine.chance import seed_from
from odin_engine.game import BadOption
from odin_engine.odin.cards import COLOURS, Cards, Colour
from odin_engine.odin.options import CHOICES, EDITIONS, Options, read_options, write_options
from odin_engine.odin.rules import setup

SEATS = range(2, 7)


def complaint(words: Mapping[str, str], seats: int) -> str:
    with pytest.raises(BadOption) as refused:
        read_options(words, seats)
    return str(refused.value)


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
    assert complaint({"target": word}, 3) == (
        f"target cannot be {word[:40]!r}; it is a whole number from 1 to 100, or one-hand."
    )


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("edition", "international or deutsch"),
        ("next-starter", "rotate or winner"),
        ("whole-hand-lead", "optional or forced-first-deal"),
        ("two-player-deck", "reduced or full"),
    ],
)
def test_a_word_an_option_does_not_know_is_refused(name: str, allowed: str) -> None:
    assert complaint({name: "Rotate"}, 2) == f"{name} cannot be 'Rotate'; it is {allowed}."


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    assert complaint({"joker": "yes"}, 3) == (
        "Odin has no option 'joker'; it has edition, target, next-starter, whole-hand-lead, "
        "two-player-deck, removed-colours."
    )


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_reduced_deck_is_refused_to_more_than_two(seats: int) -> None:
    assert complaint({"two-player-deck": "reduced"}, seats) == (
        f"two-player-deck reduced is for two, and this match has {seats} players."
    )


@pytest.mark.parametrize(("seats", "words"), [(2, {"two-player-deck": "full"}), (3, {}), (6, {})])
def test_no_colour_is_taken_out_of_a_full_deck(seats: int, words: dict[str, str]) -> None:
    assert complaint({**words, "removed-colours": "RO"}, seats) == (
        "removed-colours needs two-player-deck reduced: a full deck keeps all."
    )


@pytest.mark.parametrize("pair", list(combinations(COLOURS, 2)), ids="".join)
def test_any_two_colours_can_be_taken_out(pair: tuple[Colour, Colour]) -> None:
    options = read_options({"removed-colours": "".join(pair)}, 2)
    assert options == read_options({"removed-colours": "".join(reversed(pair)).lower()}, 2)
    deck = Cards(setup(options, 2, SEED).match.deck)
    assert len(deck) == 36
    assert {card.colour for card in deck} == set(COLOURS) - set(pair)


@pytest.mark.parametrize("word", ["", "R", "RR", "ROY", "RX", "red", "R O", "ß"])
def test_any_other_choice_of_colours_is_refused(word: str) -> None:
    assert complaint({"removed-colours": word}, 2) == (
        f"removed-colours cannot be {word!r}; it is two different letters of ROYGBP, or drawn."
    )


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
    with pytest.raises(BadOption, match=f"^Odin is for 2 to 6 players, not {seats}\\.$"):
        setup(Options(), seats, SEED)


def test_options_for_two_cannot_be_dealt_to_five() -> None:
    with pytest.raises(BadOption, match=r"^A reduced deck is for two .* has 5\.$"):
        setup(read_options({}, 2), 5, SEED)


def test_the_first_starter_is_drawn_by_lot() -> None:
    starters = [setup(read_options({}, 6), 6, seed_from(str(n))).starter for n in range(60)]
    assert set(starters) == set(range(6))
