"""How a round of Herrlof goes: the deal, the abilities, what is remembered, and the end."""

from random import Random

import pytest

from odin_engine.chance import seed_from, shuffled
from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, CARD_CALLED, DECK, Cards, singles
from odin_engine.herrlof.moves import Predict
from odin_engine.herrlof.options import Options, read_options
from odin_engine.herrlof.rules import legal_moves, play, setup, timeout_move, to_move
from odin_engine.herrlof.scoring import EndReason, TieBreak, outcome
from odin_engine.herrlof.state import HAND_SIZE, Stage, State
from tests.engine.herrlof.positions import SEED, after, cards, hand, may, position


def random_round(state: State, rng: Random) -> list[State]:
    """Play at random to the end of the round, and give every state of it."""
    states, rounds = [state], len(state.results)
    while to_move(state) and len(state.results) == rounds:
        seat = to_move(state)[0]
        moves = legal_moves(state, seat)
        state = play(state, seat, moves[rng.randrange(len(moves))])
        states.append(state)
    return states


@pytest.mark.parametrize(("seats", "size", "deck"), [(2, 15, 11), (3, 11, 8)])
def test_the_deal(seats: int, size: int, deck: int) -> None:
    state = setup(read_options({}, seats), seats, SEED)
    assert [len(Cards(held)) for held in state.hands] == [size] * seats
    assert len(state.deck) == deck
    assert state.leader == (state.dealer + 1) % seats
    assert to_move(state) == tuple(range(seats))
    order = shuffled(singles(DECK), SEED, "round 1")
    assert sum(order[:size]) == state.hands[0]
    assert order[seats * size] == state.trump_card


def test_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = {setup(read_options({}, 3), 3, seed_from(str(n))).dealer for n in range(30)}
    assert dealers == {0, 1, 2}


@pytest.mark.parametrize("seats", [2, 3])
def test_the_deal_goes_round_and_every_round_is_shuffled_anew(seats: int) -> None:
    state, rng = setup(read_options({"target": "500"}, seats), seats, SEED), Random(1)
    first = state
    for _ in range(4):
        following = random_round(state, rng)[-1]
        assert following.dealer == (state.dealer + 1) % seats
        assert following.leader == (following.dealer + 1) % seats
        assert following.hands != state.hands
        state = following
    assert state.round_no == 5
    assert first.hands == setup(first.match.options, seats, SEED).hands


@pytest.mark.parametrize(("seats", "fewest"), [(2, 10), (3, 7)])
def test_every_trick_is_somebodys_or_destroyed_and_the_deck_never_runs_out(
    seats: int, fewest: int
) -> None:
    rng, low = Random(seats), 99
    for number in range(150):
        state = setup(read_options({}, seats), seats, seed_from(str(number)))
        states = random_round(state, rng)
        result = states[-1].results[0]
        assert sum(result.tricks) + result.destroyed == HAND_SIZE[seats]
        low = min(low, *(len(step.deck) + (step.stage == Stage.BURY) for step in states))
        for step in states:
            assert sum(step.tricks) + step.destroyed <= HAND_SIZE[seats]
    assert low == fewest


def test_predictions_come_in_any_order_and_then_the_leader_plays() -> None:
    state = setup(read_options({}, 3), 3, SEED)
    for seat in (2, 0, 1):
        assert seat in to_move(state)
        assert state.turn is None
        state = play(state, Seat(seat), Predict(seat))
    assert (state.predictions, to_move(state)) == ((0, 1, 2), (state.leader,))


def test_a_swap_may_put_the_drawn_card_back_under_the_deck() -> None:
    state = position("R3 G4 | R5 B6", deck="Y9 Y8")
    state = after(state, "R3", "draw")
    assert may(state) == {"bury G4", "bury Y9"}
    state = after(state, "bury Y9")
    assert hand(state, 0) == cards("G4")
    assert state.deck == tuple(BIT[CARD_CALLED[name]] for name in ("Y8", "Y9"))


def test_with_an_empty_deck_a_three_does_not_swap() -> None:
    state = after(position("R3 G4 | R5 B6", deck=""), "R3")
    assert (state.stage, state.turn) == (Stage.PLAY, 1)


def test_a_skipped_theft_changes_nothing() -> None:
    state = after(position("R6 G4 | R5 B6"), "R6", "R5")
    assert may(state) == {"skip", "steal 1"}
    left = after(state, "skip")
    assert (left.hands, left.stage, left.turn) == (state.hands, Stage.PLAY, 0)


def test_the_very_card_that_was_stolen_may_be_returned() -> None:
    state = after(position("R6 G4 | R5 B6"), "R6", "R5", "steal 1")
    assert may(state) == {"return G4", "return B6"}
    state = after(state, "return B6")
    assert (hand(state, 0), hand(state, 1)) == (cards("G4"), cards("B6"))


def test_a_stolen_card_is_drawn_by_lot() -> None:
    stolen = set()
    for number in range(40):
        state = position("R6 G4 | R5 B6 B7 B8")
        state = state._replace(match=state.match._replace(seed=seed_from(str(number))))
        stolen.add(str(Cards(after(state, "R6", "R5", "steal 1").drawn)))
    assert stolen == {"B6", "B7", "B8"}


def test_three_may_choose_whom_to_steal_from() -> None:
    state = position("R1 R4 | B5 B6 | B3 B8", "R2", tricks=(0, 1, 2))
    state = after(state, "R1", "B5", "B3", "skip")
    assert may(state) == {"skip", "steal 1", "steal 2"}
    assert after(state, "steal 2").tricks == (2, 1, 1)


def test_a_one_may_steal_in_the_last_trick() -> None:
    options = read_options({"max-rounds": "1"}, 2)
    state = after(position("R1 | B5", tricks=(0, 1), options=options), "R1", "B5", "steal 1")
    assert state.results[0].tricks == (2, 0)


def test_only_the_last_trick_is_kept() -> None:
    state = position("G7 G8 G9 | G1 G2 G4")
    state = after(state, "G7", "G1")
    assert state.last_trick is not None
    assert [str(card) for _, card in state.last_trick.laid] == ["G7", "G1"]
    state = after(state, "G8")
    assert [str(turn.move) for turn in state.history] == ["G7", "G1", "G8"]
    state = after(state, "G2")
    assert [str(turn.move) for turn in state.history] == ["G8", "G2"]
    assert state.turns_dropped == 2


def test_the_last_trick_of_a_round_is_kept_until_the_next_is_over() -> None:
    state = after(position("G7 | G1"), "G7", "G1", "predict 1", "predict 2")
    assert state.last_trick is not None
    assert (state.last_trick.winner, state.last_trick.round_no, state.round_no) == (0, 1, 2)


def test_a_tie_in_everything_is_a_draw() -> None:
    options = Options(target=9, max_rounds=10, small_bonus=False)
    state = after(position("V | G1", points=(9, 9), said=(3, 3), options=options), "V", "G1")
    result = outcome(state)
    assert result is not None
    assert (result.places, result.winners) == ((1, 1), (0, 1))
    assert result.reason == EndReason.TARGET
    assert result.facts == {"points": 9, "target": 9, "tie_break": TieBreak.NOTHING}


@pytest.mark.parametrize(
    ("exact", "tricks", "places", "why"),
    [
        ((1, 0, 1), (2, 2, 3), (2, 3, 1), TieBreak.LAST_ROUND_TRICKS),
        ((2, 1, 1), (0, 0, 0), (1, 2, 2), TieBreak.EXACT_PREDICTIONS),
    ],
)
def test_three_tied_players_are_told_apart(
    exact: tuple[int, ...], tricks: tuple[int, ...], places: tuple[int, ...], why: TieBreak
) -> None:
    options = Options(target=500, max_rounds=1, small_bonus=False)
    before = [20 - won for won in tricks]
    state = position(
        "V | G1 | G2", points=before, exact=exact, tricks=tricks, said=(9, 9, 9), options=options
    )
    result = outcome(after(state, "V", "G1", "G2"))
    assert result is not None
    assert (result.places, result.points) == (places, (20, 20, 20))
    assert (result.reason, result.facts) == (EndReason.LAST_ROUND, {"rounds": 1, "tie_break": why})


def test_more_points_are_a_better_place() -> None:
    options = Options(target=30, max_rounds=10, small_bonus=False)
    state = position("V | G1 | G2", points=(12, 31, 20), said=(9, 9, 9), options=options)
    result = outcome(after(state, "V", "G1", "G2"))
    assert result is not None
    assert (result.places, result.winners) == ((3, 1, 2), (1,))


def lapsed(state: State) -> str:
    return str(timeout_move(state, to_move(state)[0]))


def test_a_clock_that_runs_out_predicts_a_third_of_the_tricks() -> None:
    assert lapsed(setup(read_options({}, 2), 2, SEED)) == "predict 5"
    assert lapsed(setup(read_options({}, 3), 3, SEED)) == "predict 4"


def test_a_clock_that_runs_out_lays_the_lowest_card_it_may() -> None:
    assert lapsed(position("R1 G4 V H | Y1 Y2 Y3 Y4", "R2")) == "G4"
    assert lapsed(after(position("G7 Y1 | G9 G8 B1 V", "R2"), "G7")) == "G8"
    assert lapsed(position("R1 V | Y1 Y2", "R2")) == "R1"
    assert lapsed(position("H V | Y1 Y2", "R2")) in {"H", "V"}


def test_a_clock_that_runs_out_leaves_what_is_offered_and_hands_back_what_was_taken() -> None:
    state = after(position("R3 G4 G5 | R6 B6 B7", deck="Y9 Y8"), "R3")
    assert lapsed(state) == "skip"
    state = after(state, "draw")
    assert lapsed(state) == "bury Y9"
    state = after(state, "bury Y9", "R6")
    assert lapsed(state) == "skip"
    state = after(state, "steal 0")
    assert lapsed(state) == f"return {Cards(state.drawn)}"
