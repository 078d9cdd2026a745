"""Herrlof's bots: heuristics, candidate moves and sampled rounds."""

from itertools import islice
from random import Random

import pytest

from odin_engine import bots, herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.bot import candidates, heuristic_move, win_chances, worlds
from odin_engine.herrlof.card_play import (
    choose_discard,
    choose_follow,
    choose_lead,
    discard_low,
    highest,
    lowest,
)
from odin_engine.herrlof.cards import BIT, CARD_CALLED, CARD_OF_BIT
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.playout import PlayoutState, best_so_far, indices
from odin_engine.herrlof.prediction import (
    VALUE_STEPS,
    best_prediction,
    expected_points,
    predict_tricks,
)
from odin_engine.herrlof.rules import legal_moves, play, setup, to_move
from odin_engine.herrlof.state import HAND_SIZE, Stage, State
from odin_engine.herrlof.tricks import winning_place
from odin_engine.herrlof.view import view
from odin_engine.search import Budget, search_moves
from tests.engine.herrlof.positions import SEED, after, cards, may, position, seen

RED, BLUE, GREEN = 0, 9, 18
RNG = Random(0)


def index(name: str) -> int:
    return BIT[CARD_CALLED[name]].bit_length() - 1


def name(card: int) -> str:
    return str(CARD_OF_BIT[1 << card])


def led(held: str, *, wanted: bool) -> str:
    return name(choose_lead(cards(held).bits, RED, wanted=wanted))


def followed(held: str, lead: str, best: str, *, wanted: bool, last: bool = True) -> str:
    colour = index(lead) - index(lead) % 9 if lead not in "VH" else -1
    beat = index(best) if best else -1
    return name(choose_follow(cards(held).bits, colour, beat, RED, wanted=wanted, last=last))


@pytest.mark.parametrize(
    ("held", "wanted", "card"),
    [
        ("G9 G2 B7 R3", True, "G9"),
        ("G2 R9", True, "R9"),
        ("V H", True, "H"),
        ("V", True, "V"),
        ("G9 G2 B7 R3", False, "G2"),
        ("G9 B8 H V", False, "H"),
        ("G9 B8 V", False, "V"),
        ("G9 B8", False, "B8"),
        ("H V", False, "H"),
    ],
)
def test_a_wanted_trick_is_led_high_and_an_unwanted_one_low(
    held: str, card: str, *, wanted: bool
) -> None:
    assert led(held, wanted=wanted) == card


@pytest.mark.parametrize(
    ("held", "trick", "wanted", "last", "card"),
    [
        ("G9 G8 G2", "G7", True, True, "G8"),
        ("G9 G8 G2", "G7", True, False, "G9"),
        ("G5 G2", "G7", True, True, "G2"),
        ("G9 G5 G2", "G7", False, True, "G5"),
        ("G9 G8", "G7", False, True, "G9"),
        ("G9 G8", "G7", False, False, "G8"),
        ("G9 G8 V H", "G7", False, True, "V"),
        ("G9 G8 H", "G7", False, True, "H"),
        ("G9 G8", "G7 R1", False, True, "G9"),
        ("G9 G8", "G7 V", True, True, "G8"),
        ("R4 R2 B9", "G7", True, True, "R2"),
        ("R4 R2 B9", "G7 R3", True, True, "R4"),
        ("R2 B9 B1", "G7 R3", True, True, "B1"),
        ("R4 B9 B1", "G7", False, True, "B9"),
        ("R4 R6", "G7", False, True, "R6"),
        ("R4 R6", "G7", False, False, "R4"),
        ("R4 R6 V", "G7", False, True, "V"),
        ("R4 R6 H", "G7", False, True, "H"),
        ("R4 R6 B2", "G7 V", True, True, "B2"),
        ("B4 Y2 H", "H", True, True, "Y2"),
        ("B4 Y2 H", "H", False, True, "H"),
        ("B4 B9 Y8", "H B5", True, True, "B9"),
        ("V H", "G7 R3", True, True, "H"),
        ("V", "G7 R3", True, True, "V"),
    ],
)
def test_the_card_to_follow_with(
    held: str, trick: str, card: str, *, wanted: bool, last: bool
) -> None:
    laid = trick.split()
    coloured = [word for word in laid if word not in "VH"]
    best = "V" if "V" in laid else (coloured[-1] if coloured else "")
    assert followed(held, laid[0], best, wanted=wanted, last=last) == card


def test_a_card_to_part_with_is_one_that_would_do_the_wrong_thing() -> None:
    assert name(choose_discard(cards("G9 B2 R5").bits, RED, wanted=True)) == "B2"
    assert name(choose_discard(cards("G9 B2 V").bits, RED, wanted=True)) == "V"
    assert name(choose_discard(cards("G9 B2 R5 V").bits, RED, wanted=False)) == "R5"
    assert name(choose_discard(cards("H V").bits, RED, wanted=False)) == "H"
    assert name(discard_low(cards("V V").bits, RED)) == "V"
    assert name(highest(cards("G9 B8").bits, RED)) == "G9"
    assert name(lowest(cards("G9 R1").bits, RED)) == "G9"


def test_the_fast_table_knows_who_wins() -> None:
    rng = Random("tricks")
    for _ in range(5_000):
        trick = rng.sample(range(36), rng.choice((1, 2, 3)))
        trick = [38 if rng.random() < 0.15 else card for card in trick]
        trump = rng.choice((-1, RED, BLUE, GREEN, 27))
        best = best_so_far(trick, trump)
        place = winning_place([1 << card for card in trick], 0x1FF << trump if trump >= 0 else 0)
        assert place == (0 if best < 0 else trick.index(best))


def test_a_better_hand_predicts_more() -> None:
    weak = cards("R1 B1 B2 G1 G2 G3 Y1 Y2 Y3 Y4 V H B3 G4 B4").bits
    strong = cards("R9 R8 R7 R6 R5 R4 B9 B8 G9 G8 Y9 Y8 B7 G7 Y7").bits
    red = cards("R1").bits * 511
    assert predict_tricks(weak, red, 2, bonus=True) < 5 < predict_tricks(strong, red, 2, bonus=True)


@pytest.mark.parametrize("bonus", [True, False])
def test_prospects_end_in_the_points_of_the_rules(*, bonus: bool) -> None:
    options = read_options({"small-bonus": "on" if bonus else "off"}, 2)
    for said in range(16):
        ends = expected_points(said, 2, bonus=bonus)[VALUE_STEPS // 2][0]
        assert ends[:16] == [options.points(said, won) for won in range(16)]


def test_few_tricks_are_predicted_for_their_bonus() -> None:
    steps = range(VALUE_STEPS // 3)
    with_bonus = [best_prediction(step, 2, bonus=True) for step in steps]
    without = [best_prediction(step, 2, bonus=False) for step in steps]
    assert sum(said in (3, 4) for said in with_bonus) > sum(said in (3, 4) for said in without)


def by_heuristics(state: State) -> tuple[list[State], bool]:
    """Play the round by heuristic moves; return its states and whether a card was stolen."""
    states, stole = [state], False
    while not state.results:
        seat = to_move(state)[0]
        state = play(state, seat, heuristic_move(view(state, seat), RNG))
        stole |= state.stage == Stage.RETURN
        states.append(state)
    return states, stole


@pytest.mark.parametrize("seats", [2, 3])
def test_the_fast_table_plays_a_round_as_the_rules_and_everyones_heuristics_do(seats: int) -> None:
    compared = 0
    for number in range(60):
        start = setup(read_options({}, seats), seats, seed_from(str(number)))
        states, stole = by_heuristics(start)
        if stole:
            continue
        compared += 1
        ready = next(state for state in states if state.stage == Stage.PLAY)
        trump = ready.trump_card.bit_length() - 1
        table = PlayoutState(
            list(ready.hands),
            [card.bit_length() - 1 for card in reversed(ready.deck)],
            trump - trump % 9 if trump < 36 else -1,
            bonus=seats == 2,
        )
        table.leader, table.tricks_left = ready.leader, HAND_SIZE[seats] - 1
        table.predict([said or 0 for said in ready.predictions])
        assert tuple(table.finish(RNG)) == states[-1].results[0].tricks
    assert compared >= 5


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_can_be_tried_in_every_world(seats: int) -> None:
    rng, stages = Random(seats), set()
    for number in range(12):
        state = setup(read_options({}, seats), seats, seed_from(f"{number}"))
        while not state.results:
            seat = to_move(state)[0]
            seen_now = view(state, seat)
            for sample in islice(worlds(seen_now, rng), 1):
                before = sample.state.hands.copy()
                for move in seen_now.moves:
                    assert 0 <= sample.trial(move, rng) <= 1
                assert sample.state.hands == before
            stages.add(state.stage)
            moves = legal_moves(state, seat)
            move = moves[-1] if str(moves[0]) == "skip" else moves[rng.randrange(len(moves))]
            state = play(state, seat, move)
    assert stages == set(Stage) - {Stage.OVER}


def test_the_most_promising_predictions_are_candidates() -> None:
    state = setup(read_options({}, 2), 2, SEED)
    searched = candidates(seen(state, 0))
    assert len(searched) == 7
    assert searched[0] == heuristic_move(seen(state, 0), RNG)


def candidate_words(state: State) -> set[str]:
    return {str(move) for move in candidates(seen(state, to_move(state)[0]))}


def test_of_equivalent_cards_only_one_is_a_candidate() -> None:
    assert candidate_words(position("R8 R7 B5 B4 V H | R5 B2 G1 G2 G4 G5")) == {
        "R7",
        "B4",
        "V",
        "H",
    }
    assert candidate_words(position("R9 R8 R7 R6 R5 | Y5 Y6 Y7 Y8 Y9")) == {"R9", "R6", "R5"}


def test_a_card_between_two_others_tells_them_apart_until_it_is_gone() -> None:
    state = position("G8 G5 G2 | G7 G4 Y1 | Y2 Y4 Y5", "R2", leader=1, deck="Y8 Y7")
    state = after(state, "G7", "Y2")
    assert candidate_words(state) == {"G8", "G5", "G2"}
    state = after(state, "G2", "Y1", "Y4")
    assert may(state) == {"G8", "G5"}
    assert candidate_words(state) == {"G5"}


def test_every_use_of_an_effect_is_a_candidate() -> None:
    state = after(position("R3 R5 | R4 B2", said=(1, 1)), "R3")
    assert candidate_words(state) == may(state)


def test_who_leads_by_far_is_likely_to_win() -> None:
    early = seen(position("R6 R5 | R4 B2", points=(0, 0)), 0)
    late = seen(position("R6 R5 | R4 B2", points=(40, 40)), 0)
    assert win_chances(early, [10, 10]) == [0.5, 0.5]
    assert 0.5 < win_chances(early, [10, 5])[0] < win_chances(late, [9, 4])[0] < 1
    assert win_chances(late, [12, 10]) == [1, 0]
    assert win_chances(late, [12, 12]) == [0.5, 0.5]


def test_the_last_round_decides() -> None:
    options = read_options({"max-rounds": "1"}, 3)
    shown = seen(position("R6 | R4 | B2", options=options), 0)
    assert win_chances(shown, [3, 5, 4]) == [0, 1, 0]


def test_only_a_seat_to_move_judges() -> None:
    state = position("R6 R5 | R4 B2")
    for seat in (None, 1):
        with pytest.raises(ValueError, match="only a seat to move"):
            heuristic_move(seen(state, seat), RNG)


def test_search_ducks_when_the_prediction_is_reached() -> None:
    options = read_options({"small-bonus": "off", "max-rounds": "1"}, 2)
    state = after(
        position("G5 Y1 | G9 G2", "R2", said=(0, 6), tricks=(0, 6), options=options), "G5"
    )
    estimates = search_moves(herrlof, seen(state, 1), Random(1), Budget(trials=200))
    assert str(estimates[0].move) == "G2"


def test_search_wins_when_a_trick_is_missing() -> None:
    options = read_options({"small-bonus": "off", "max-rounds": "1"}, 2)
    state = after(
        position("G5 Y9 | G9 G2", "R2", said=(0, 6), tricks=(0, 5), options=options), "G5"
    )
    estimates = search_moves(herrlof, seen(state, 1), Random(1), Budget(trials=200))
    assert str(estimates[0].move) == "G9"


def test_karl_steals_a_trick_he_needs_and_leaves_one_he_does_not() -> None:
    options = read_options({"small-bonus": "off"}, 2)
    for said, move in ((2, "steal 1"), (1, "skip")):
        state = position("R1 G1 | B5 G9", "R2", said=(said, 0), tricks=(0, 3), options=options)
        state = after(state, "R1", "B5")
        assert str(heuristic_move(seen(state, 0), RNG)) == move


@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_level_plays_every_stage(level: str) -> None:
    rng = Random(level)
    state = after(position("R3 G4 G5 | R6 B6 B7", said=(1, 1), deck="Y9 Y8 Y7"), "R3")
    for _ in range(6):
        seat = to_move(state)[0]
        move = bots.choose(herrlof, level, view(state, seat), rng, Budget(trials=40))
        assert move in legal_moves(state, seat)
        state = play(state, Seat(seat), move)


def test_a_hand_is_listed_card_by_card() -> None:
    assert sorted(map(name, indices(cards("V V H R3").bits))) == ["H", "R3", "V", "V"]


def test_no_single_move_is_a_feat() -> None:
    state = setup(read_options({}, 2), 2, SEED)
    assert {herrlof.feat(move) for move in legal_moves(state, Seat(0))} == {0}
