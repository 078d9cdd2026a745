"""The worked examples of the rulebooks (O) and the cases derived from them (D), by number."""

import pytest

from odin_engine.game import IllegalMove, Seat
from odin_engine.odin.cards import BIT, DECK, Cards, each_bit
from odin_engine.odin.moves import Play
from odin_engine.odin.options import EDITIONS, ONE_HAND, read_options
from odin_engine.odin.rules import deal_in_order, outcome, setup, to_move
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Match, State, Turn
from tests.engine.odin.positions import SEED, after, cards, hand, may, plays, position


def value(text: str) -> int:
    return VALUE[cards(text).bits]


def final(state: State, *moves: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    result = outcome(after(state, *moves))
    assert result is not None
    return result.points, result.winners


def test_o1_a_single_must_be_beaten_by_a_higher_one() -> None:
    state = position("R2 G3 B4 B5 | P1", table="Y3")
    assert not may(state, "R2+Y3")
    assert not may(state, "G3+Y3")
    assert may(state, "B4+Y3")


def test_o2_two_cards_are_answered_by_two_or_three() -> None:
    state = position("B9 B8 B7 B6 G1 | P1", table="Y3 Y2")
    assert may(state, "B9B8+Y3")
    assert may(state, "B9B8B7+Y3")
    assert not may(state, "B9B8B7B6+Y3")
    assert not may(state, "B9+Y3")


def test_o3_two_and_eight_are_worth_eighty_two() -> None:
    assert value("G2 G8") == 82


def test_o4_two_four_and_nine_are_worth_nine_hundred_and_forty_two() -> None:
    assert value("P2 P4 P9") == 942


def test_o5_a_lone_card_must_be_picked_up() -> None:
    state = position("B5 B7 G1 | P1", table="Y4")
    assert not may(state, "B5")
    assert hand(after(state, "B5+Y4"), 0) == cards("B7 G1 Y4")


@pytest.mark.parametrize(("taken", "left"), [("Y4", "Y1"), ("Y1", "Y4")])
def test_o6_one_card_of_a_set_is_picked_up_and_the_rest_discarded(taken: str, left: str) -> None:
    state = after(position("B5 B7 G1 | P1", table="Y4 Y1"), f"B7B5+{taken}")
    assert hand(state, 0) == cards(f"G1 {taken}")
    assert Cards(state.discard) == cards(left)


def test_d1_a_round_ends_when_all_others_passed_since_the_last_play() -> None:
    state = position("Y2 R1 R2 | B1 B2 | G5 G1 O1 | P1 P2")
    state = after(state, "Y2", "pass", "G5+Y2", "pass", "pass")
    assert (state.passes, to_move(state), state.round_no) == (2, (1,), 1)
    state = after(state, "pass")
    assert (state.passes, to_move(state), state.round_no) == (0, (2,), 2)
    assert state.table == 0
    assert Cards(state.discard) == cards("G5")
    assert hand(state, 2) == cards("G1 O1 Y2")


def test_d2_of_two_players_one_pass_ends_the_round() -> None:
    state = after(position("Y2 R1 | B1 B2"), "Y2", "pass")
    assert to_move(state) == (0,)
    assert (state.table, state.round_no) == (0, 2)
    assert Cards(state.discard) == cards("Y2")


def test_d3_three_nines_beat_eighty_two_and_take_the_eight() -> None:
    state = after(position("G9 B9 P9 Y1 | O1", table="R8 R2"), "G9B9P9+R8")
    assert Cards(state.table) == cards("G9 B9 P9")
    assert VALUE[state.table] == 999
    assert Cards(state.discard) == cards("R2")
    assert hand(state, 0) == cards("Y1 R8")


def test_d4_an_equal_value_does_not_beat() -> None:
    assert not may(position("B8 B2 G1 | P1", table="R8 R2"), "B8B2+R8")


@pytest.mark.parametrize(
    ("play", "legal"),
    [
        ("B8G8", True),
        ("B8B3", True),
        ("B7B6", False),
        ("B3B2B1", True),
        ("G1B1P1", True),
        ("B9", False),
        ("B4B3B2B1", False),
    ],
)
def test_d5_what_beats_eighty_two(play: str, *, legal: bool) -> None:
    held = "B1 B2 B3 B4 B6 B7 B8 B9 G8 G1 P1 | O1"
    assert may(position(held, table="R8 R2"), f"{play}+R2") is legal


def test_d5_two_cards_of_different_colour_and_number_are_no_set() -> None:
    assert not may(position("G8 B2 Y1 | O1", table="R7 R2"), "G8B2+R2")
    # The spec's own mixture, R8 and B2, with the eight in the hand instead of on the table.
    assert not may(position("R8 B2 Y1 | O1", table="R7 R2"), "R8B2+R2")


def test_d6_five_plays_on_a_four() -> None:
    state = position("R3 R5 G5 B9 | P1", table="Y4")
    assert plays(state) == {"R5", "G5", "B9", "R5 R3", "R5 G5"}
    assert may(state, "pass")


def test_d7_five_plays_on_forty_one() -> None:
    state = position("R3 R5 G5 B5 | P1", table="Y4 Y1")
    assert plays(state) == {"R5 R3", "R5 G5", "R5 B5", "G5 B5", "R5 G5 B5"}
    assert may(state, "pass")


def test_d8_without_a_play_only_passing_is_left() -> None:
    state = position("R1 G2 | P1", table="Y9")
    assert plays(state) == set()
    assert may(state, "pass")


def test_d9_the_only_play_goes_out_and_takes_nothing() -> None:
    state = position("R1 R2 | P1", table="Y9")
    assert plays(state) == {"R2 R1"}
    assert may(state, "R2R1")
    assert not may(state, "R2R1+Y9")
    assert may(state, "pass")


def test_d10_the_last_card_ends_the_hand_and_nothing_is_taken() -> None:
    options = read_options({"target": ONE_HAND}, 3)
    state = after(position("B5 | P1 | O1 O2", table="Y4", options=options), "B5")
    assert state.results[-1].winner == 0
    assert [str(left) for left in state.results[-1].left] == ["", "P1", "O2 O1"]
    assert state.hands[0] == 0
    assert Cards(state.discard) == cards("Y4")
    assert Cards(state.table) == cards("B5")


def test_d11_the_last_two_cards_together_end_the_hand() -> None:
    state = after(position("B5 B7 | P1", table="Y4"), "B7B5")
    assert state.results[-1].winner == 0
    assert state.points == (0, 1)


def test_d12_playing_one_of_two_takes_the_card_that_lay_there() -> None:
    state = after(position("B5 B7 | P1", table="Y4"), "B5+Y4")
    assert hand(state, 0) == cards("B7 Y4")


def test_d13_a_one_coloured_hand_is_led_card_by_card_or_whole() -> None:
    state = position("B2 B5 B9 | P1")
    assert plays(state) == {"B2", "B5", "B9", "B9 B5 B2"}
    assert value("B9 B5 B2") == 952
    assert not may(state, "pass")
    assert after(state, "B9B5B2").results[-1].winner == 0


def test_d14_part_of_a_hand_is_led_one_card_at_a_time() -> None:
    state = position("B2 B5 G9 | P1")
    assert plays(state) == {"B2", "B5", "G9"}
    assert not may(state, "B5B2")


def test_d15_a_hand_of_one_number_is_led_card_by_card_or_whole() -> None:
    state = position("R4 G4 B4 | P1")
    assert plays(state) == {"R4", "G4", "B4", "R4 G4 B4"}
    assert value("R4 G4 B4") == 444


def test_d16_the_last_card_is_led_and_ends_the_hand() -> None:
    state = position("R4 | P1")
    assert plays(state) == {"R4"}
    assert after(state, "R4").results[-1].winner == 0


@pytest.mark.parametrize(
    ("held", "play"),
    [
        ("B5 B7 G1", "B7+B7"),
        ("B5 B7 G1", "B7B5+B5"),
        ("B5 B7 G1", "B7"),
        ("B5 B7 G1", "B7+G1"),
        ("B5 B7", "B7B5+Y4"),
    ],
)
def test_d17_a_wrong_or_missing_or_needless_take_is_refused(held: str, play: str) -> None:
    with pytest.raises(IllegalMove):
        after(position(f"{held} | P1", table="Y4"), play)


def test_d18_the_target_ends_the_match_and_the_fewest_points_win() -> None:
    state = position("R1 | B5 | G1 G2 G3 G4", table="Y4", turn=1, points=(14, 3, 9))
    assert final(state, "B5") == ((15, 3, 13), (1,))


def test_d19_equal_lowest_points_share_the_win() -> None:
    state = position("R1 | B5 | G1", table="Y4", turn=1, points=(14, 7, 6))
    assert final(state, "B5") == ((15, 7, 7), (1, 2))


def test_d20_fourteen_points_do_not_end_a_match_to_fifteen() -> None:
    state = position("R1 | G1 | B5", table="Y4", turn=2, points=(13, 13, 0))
    state = after(state, "B5")
    assert state.points == (14, 14, 0)
    assert outcome(state) is None
    assert [held.bit_count() for held in state.hands] == [9, 9, 9]


def test_d21_a_match_of_one_hand_ends_with_it() -> None:
    options = read_options({"target": ONE_HAND}, 4)
    state = position("R1 R2 R3 | B5 | G1 G2 G3 G4 G5 | P1", table="Y4", turn=1, options=options)
    assert final(state, "B5") == ((3, 0, 5, 1), (1,))


@pytest.mark.parametrize(("rule", "starter"), [("rotate", 3), ("winner", 0)])
def test_d22_who_starts_the_next_hand(rule: str, starter: int) -> None:
    options = read_options({"next-starter": rule}, 4)
    state = position("B5 | R1 | G1 | P1", table="Y4", starter=2, options=options)
    state = after(state, "B5")
    assert state.starter == starter
    assert to_move(state) == (starter,)


@pytest.mark.parametrize(
    ("seats", "words", "deck", "undealt"),
    [
        (2, {}, 36, 18),
        (2, {"two-player-deck": "full"}, 54, 36),
        (3, {}, 54, 27),
        (4, {}, 54, 18),
        (5, {}, 54, 9),
        (6, {}, 54, 0),
    ],
)
def test_d23_how_many_cards_are_in_the_deck_and_how_many_stay_out(
    seats: int, words: dict[str, str], deck: int, undealt: int
) -> None:
    state = setup(read_options(words, seats), seats, SEED)
    assert state.match.deck.bit_count() == deck
    assert state.undealt.bit_count() == undealt
    assert [held.bit_count() for held in state.hands] == [9] * seats


def test_d24_a_whole_colour_is_worth_most_and_six_nines_less_than_any_seven_cards() -> None:
    assert value("R9 R8 R7 R6 R5 R4 R3 R2 R1") == max(VALUE.values()) == 987_654_321
    nines = value("R9 O9 Y9 G9 B9 P9")
    assert nines == 999_999
    assert nines < min(worth for bits, worth in VALUE.items() if bits.bit_count() == 7)


GREEN = cards("G9 G8 G7 G6 G5 G4 G3 G2 G1")


def dealt_green_to(seat: int, edition: str, results: tuple[HandResult, ...] = ()) -> State:
    """Deal all of green to one seat and mixed colours to the others; seat 1 starts."""
    match = Match(EDITIONS[edition], 3, SEED, DECK)
    others = [BIT[card] for card in Cards(DECK & ~GREEN.bits)]
    order = others[: 9 * seat] + each_bit(GREEN.bits) + others[9 * seat :]
    return deal_in_order(match, (0, 0, 0), results, Seat(1), order)


def test_d25_a_first_deal_of_one_colour_ends_the_hand_at_once_in_german() -> None:
    state = dealt_green_to(1, "deutsch")
    assert state.points == (9, 0, 9)
    assert state.results[0].winner == 1
    assert state.results[0].history == (Turn(Seat(1), Play(GREEN)),)
    assert to_move(state) == (1,)
    assert [held.bit_count() for held in state.hands] == [9, 9, 9]


def test_d25_elsewhere_such_a_deal_may_be_led_whole_or_not() -> None:
    state = dealt_green_to(1, "international")
    assert state.results == ()
    assert plays(state) == {str(GREEN), *map(str, GREEN)}


def test_d25_nobody_but_the_starter_is_forced() -> None:
    assert dealt_green_to(2, "deutsch").results == ()


def test_d25_no_hand_but_the_first_is_forced() -> None:
    first = dealt_green_to(1, "deutsch").results
    assert dealt_green_to(1, "deutsch", first).results == first
