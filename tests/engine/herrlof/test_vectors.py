"""The worked examples of the rulebook (H1 to H6) and the cases derived from them, by number."""

import pytest

from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, CARD_CALLED, DECK, singles
from odin_engine.herrlof.options import Options, read_options
from odin_engine.herrlof.rules import to_move
from odin_engine.herrlof.scoring import outcome
from odin_engine.herrlof.state import Match, Stage, State
from odin_engine.herrlof.transitions import deal_in_order
from tests.engine.herrlof.positions import SEED, after, cards, hand, may, position

A, B, C = 0, 1, 2


def two(a: str, b: str, trump: str, *, tricks: tuple[int, int] = (0, 0)) -> State:
    """Let A and B hold these cards and some more, which do not matter."""
    return position(f"{a} Y1 | {b} Y5", trump, tricks=tricks)


def ended(state: State) -> tuple[tuple[int, ...], int | None]:
    """Give the tricks of all, and who leads the next."""
    assert state.trick == ()
    return state.tricks, state.turn


def test_h1_another_colour_does_not_beat_the_lead() -> None:
    assert ended(after(two("G7", "R8", "B2"), "G7", "R8")) == ((1, 0), A)


def test_h2_a_trump_beats_the_lead_and_a_three_may_swap() -> None:
    state = after(two("G7", "B3", "B2"), "G7", "B3")
    assert (state.turn, may(state)) == (B, {"skip", "draw"})
    assert ended(after(state, "skip")) == ((0, 1), B)


def test_h3_a_valknut_destroys_the_trick_and_may_be_played_while_holding_the_colour() -> None:
    state = after(two("R5", "V R7", "R2"), "R5")
    assert "V" in may(state)
    state = after(state, "V")
    assert ended(state) == ((0, 0), A)
    assert state.destroyed == 1


def test_h4_a_one_steals_a_trick_and_the_loser_of_a_hagalaz_leads() -> None:
    state = after(two("B1", "H B4", "R2", tricks=(0, 1)), "B1")
    assert "H" in may(state)
    state = after(state, "H")
    assert (state.tricks, may(state)) == ((1, 1), {"skip", "steal 1"})
    assert ended(after(state, "steal 1")) == ((2, 0), B)


def test_h5_a_three_swaps_before_the_next_card_and_a_six_steals() -> None:
    state = position("R3 G1 G4 | R6 B8 B9", "R2", deck="Y9 Y8 Y7")
    state = after(state, "R3")
    assert (state.stage, state.turn) == (Stage.SWAP, A)
    state = after(state, "draw", "bury G1")
    assert hand(state, A) == cards("G4 Y9")
    assert state.deck == tuple(BIT[CARD_CALLED[name]] for name in ("Y8", "Y7", "G1"))
    state = after(state, "R6", "steal 0")
    stolen = CARD_CALLED["G4"] if CARD_CALLED["G4"] in hand(state, B) else CARD_CALLED["Y9"]
    state = after(state, "return B8")
    assert hand(state, B) == cards(f"B9 {stolen}")
    assert CARD_CALLED["B8"] in hand(state, A)
    assert [len(hand(state, seat)) for seat in (A, B)] == [2, 2]
    assert ended(state) == ((0, 1), B)


def test_h6_after_a_winning_nine_the_opponent_leads() -> None:
    assert ended(after(two("G9", "Y4", "R2"), "G9", "Y4")) == ((1, 0), B)


@pytest.mark.parametrize(
    ("a", "b", "tricks", "leads"),
    [
        pytest.param("H", "H", (1, 0), B, id="h7 of two hagalaz the first wins"),
        pytest.param("H", "Y2", (0, 1), A, id="h8 any colour beats a hagalaz"),
        pytest.param("H", "Y9", (0, 1), A, id="h9 a nine beats it and its player leads"),
        pytest.param("Y9", "H", (1, 0), B, id="h10 nine and hagalaz do not cancel out"),
        pytest.param("H", "V", (0, 0), A, id="h12 a valknut takes a hagalaz with it"),
        pytest.param("B1", "B4", (0, 1), B, id="h14 a beaten one steals nothing"),
    ],
)
def test_h7_to_h14_who_wins_and_who_leads(
    a: str, b: str, tricks: tuple[int, int], leads: int
) -> None:
    state = after(position(f"{a} G1 | {b} G5", "R2"), a, b)
    assert ended(state) == (tricks, leads)
    assert state.stage == Stage.PLAY


def test_h11_two_valknuts_turn_up_a_new_trump() -> None:
    state = position("V G1 | V G5", "R2")
    assert len(state.deck) == 11
    top = state.deck[0]
    state = after(state, "V", "V")
    assert (len(state.deck), state.trump_card) == (10, top)
    assert ended(state) == ((0, 0), A)


def test_h13_without_trump_an_off_colour_nine_wins_nothing() -> None:
    assert ended(after(two("G2", "R9", "V"), "G2", "R9")) == ((1, 0), A)


def test_h15_a_one_that_wins_by_trump_steals() -> None:
    state = after(two("B1", "R1", "R2", tricks=(1, 0)), "B1", "R1")
    assert (state.turn, may(state)) == (B, {"skip", "steal 0"})
    assert after(state, "steal 0").tricks == (0, 2)


def test_h16_without_a_trick_to_steal_none_is_offered() -> None:
    state = after(two("B1", "H", "R2"), "B1", "H")
    assert (state.stage, state.tricks) == (Stage.PLAY, (1, 0))


def test_h17_a_six_in_a_destroyed_trick_steals_nothing() -> None:
    state = after(two("R6", "V", "R2"), "R6", "V")
    assert (state.stage, state.destroyed) == (Stage.PLAY, 1)


def test_h18_a_three_in_a_destroyed_trick_still_swaps() -> None:
    state = after(two("V", "R3", "R2"), "V", "R3")
    assert (state.turn, may(state)) == (B, {"skip", "draw"})
    assert ended(after(state, "skip")) == ((0, 0), A)


def test_h19_a_six_in_the_last_trick_steals_nothing() -> None:
    state = after(position("R6 | R4", "R2"), "R6", "R4")
    assert state.results[0].tricks == (1, 0)


def test_h20_a_three_in_the_last_trick_does_not_swap() -> None:
    state = after(position("R3 | R4", "R2"), "R3")
    assert (state.stage, state.turn) == (Stage.PLAY, B)


def test_h21_a_colour_is_followed_and_marks_are_always_allowed() -> None:
    state = after(position("G7 R4 R5 R6 | G2 V H B9", "R2"), "G7")
    assert may(state) == {"G2", "V", "H"}


@pytest.mark.parametrize("lead", ["V", "H"])
def test_h22_nothing_is_to_be_followed_after_a_mark(lead: str) -> None:
    state = after(position(f"{lead} R4 R5 R6 | G2 V H B9", "R2"), lead)
    assert may(state) == {"G2", "V", "H", "B9"}


def test_h23_without_the_colour_everything_may_be_played() -> None:
    state = after(position("G7 R4 | V B9", "R2"), "G7")
    assert may(state) == {"V", "B9"}


@pytest.mark.parametrize("turned", ["V", "H"])
def test_h24_a_mark_turned_up_means_no_trump(turned: str) -> None:
    order = singles(DECK - BIT[CARD_CALLED[turned]])
    order.insert(30, BIT[CARD_CALLED[turned]])
    state = deal_in_order(Match(read_options({}, 2), 2, SEED), Seat(0), order)
    assert state.trump == 0
    for colour in "RBY":
        assert ended(after(two("G2", f"{colour}9", turned), "G2", f"{colour}9")) == ((1, 0), A)


@pytest.mark.parametrize(
    ("play", "winner", "leads"),
    [
        pytest.param("H R5 B7", B, A, id="h25 the first coloured card sets the colour"),
        pytest.param("H R5 G2", C, A, id="h26 a trump beats it"),
        pytest.param("R9 B4 R2", A, B, id="h27 left of the winning nine"),
        pytest.param("R9 B4 H", A, C, id="h28 hagalaz before nine"),
        pytest.param("H H H", A, C, id="h29 the last hagalaz is the lowest"),
        pytest.param("H R4 H", B, C, id="h30 the latest hagalaz"),
        pytest.param("H H R4", C, B, id="h31 the latest hagalaz again"),
    ],
)
def test_h25_to_h31_three_players(play: str, winner: int, leads: int) -> None:
    a, b, c = play.split()
    state = after(position(f"{a} Y1 | {b} Y5 | {c} Y8", "G1"), a, b, c)
    assert ended(state) == (tuple(int(seat == winner) for seat in range(3)), leads)


def test_h32_a_destroyed_trick_is_played_out_and_followed() -> None:
    state = after(position("R5 Y1 | V Y5 | R8 Y8", "G1"), "R5", "V")
    assert may(state) == {"R8"}
    state = after(state, "R8")
    assert ended(state) == ((0, 0, 0), A)
    assert state.destroyed == 1


def test_h33_three_valknuts_turn_up_one_trump() -> None:
    state = position("V Y1 | V Y5 | V Y8", "G1")
    assert len(state.deck) == 8
    state = after(state, "V", "V", "V")
    assert (len(state.deck), state.destroyed) == (7, 1)


@pytest.mark.parametrize(
    ("players", "prediction", "tricks", "points"),
    [
        pytest.param(2, 3, 3, 18, id="h34"),
        pytest.param(2, 5, 4, 9, id="h35"),
        pytest.param(2, 4, 3, 8, id="h36"),
        pytest.param(2, 0, 0, 10, id="h37"),
        pytest.param(2, 7, 7, 17, id="h38"),
        pytest.param(2, 15, 15, 25, id="h39"),
        pytest.param(2, 6, 5, 5, id="h40"),
        pytest.param(3, 4, 4, 14, id="h41"),
        pytest.param(3, 2, 3, 3, id="h42"),
    ],
)
def test_h34_to_h42_points(players: int, prediction: int, tricks: int, points: int) -> None:
    assert read_options({}, players).points(prediction, tricks) == points
    others = [0] * (players - 1)
    state = position(
        " | ".join(["V", "Y1", "Y2"][:players]),
        tricks=(tricks, *others),
        said=(prediction, *others),
    )
    state = after(state, "V", *["Y1", "Y2"][: players - 1])
    assert state.results[0].points[A] == points


def last_trick(
    points: tuple[int, int],
    *,
    exact: tuple[int, int] = (0, 0),
    tricks: tuple[int, int] = (0, 0),
    options: Options | None = None,
) -> State:
    """Let the last trick of a round be destroyed, so that A has these points in the end."""
    options = options or Options(target=50, max_rounds=10, small_bonus=False)
    before = tuple(total - won for total, won in zip(points, tricks, strict=True))
    state = position(
        "V | Y1", points=before, exact=exact, tricks=tricks, said=(15, 15), options=options
    )
    return after(state, "V", "Y1")


def winners(state: State) -> tuple[int, ...]:
    result = outcome(state)
    assert result is not None
    return result.winners


def test_h43_beyond_the_target_most_points_win() -> None:
    state = last_trick((53, 58))
    assert (winners(state), state.points) == ((B,), (53, 58))


def test_h44_equal_points_are_decided_by_exact_predictions() -> None:
    assert winners(last_trick((52, 52), exact=(3, 2))) == (A,)


def test_h45_then_by_the_tricks_of_the_last_round() -> None:
    assert winners(last_trick((52, 52), exact=(2, 2), tricks=(6, 8))) == (B,)


def test_h46_the_last_round_ends_the_match_below_the_target() -> None:
    one_round = Options(target=50, max_rounds=1, small_bonus=False)
    state = last_trick((41, 37), options=one_round)
    assert winners(state) == (A,)
    assert to_move(state) == ()


def test_h47_before_the_last_round_and_below_the_target_the_match_goes_on() -> None:
    state = last_trick((49, 20))
    assert outcome(state) is None
    assert (state.stage, to_move(state), state.round_no) == (Stage.PREDICT, (A, B), 2)
