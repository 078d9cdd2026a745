"""The fast path must play the same game as the rules."""

from random import Random

import pytest

from odin_engine import odin
from odin_engine.chance import seed_from
from odin_engine.odin import heuristics
from odin_engine.odin.cards import DECK
from odin_engine.odin.moves import PASS, play_of
from odin_engine.odin.playout import playout, random_hand
from odin_engine.odin.view import View
from tests.engine.odin.positions import cards, position


def deal(seats: int, seed: int) -> odin.rules.State:
    words = {"target": "one-hand", **({"two-player-deck": "full"} if seats == 2 else {})}
    return odin.setup(odin.read_options(words, seats), seats, seed_from(str(seed)))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_random_hand_ends_with_one_empty_hand(seats: int) -> None:
    for seed in range(60):
        state = deal(seats, seed)
        hands = list(state.hands)
        decisions, winner = random_hand(hands, state.starter, Random(seed))
        assert [seat for seat, hand in enumerate(hands) if not hand] == [winner]
        assert decisions >= 5
        assert all(hand.bit_count() <= 9 for hand in hands)


def test_random_hands_are_as_long_as_those_played_by_the_rules() -> None:
    fast = slow = 0
    rng = Random(1)
    for seed in range(300):
        state = deal(2, seed)
        fast += random_hand(list(state.hands), state.starter, rng)[0]
        while state.turn is not None:
            moves = odin.legal_moves(state, state.turn)
            state = odin.play(state, state.turn, moves[rng.randrange(len(moves))])
            slow += 1
    assert abs(fast - slow) / 300 < 3


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_playout_goes_on_exactly_as_heuristic_moves_by_the_rules(seats: int) -> None:
    for seed in range(40):
        state = deal(seats, seed)
        starter, hands = state.starter, list(state.hands)
        while state.turn is not None:
            move = odin.heuristic_move(odin.view(state, state.turn), Random(0))
            state = odin.play(state, state.turn, move)
        karl = heuristics.heuristics_for(seats, state.match.deck)
        won = playout(karl, hands, (0, starter, 0, starter), 0, 1000)
        assert won == (state.results[-1].winner == 0)
        assert tuple(hands) == state.hands


def test_beyond_the_depth_the_heuristic_estimate_stands_for_the_rest() -> None:
    state = deal(2, 1)
    chance = playout(heuristics.TWO, list(state.hands), (0, 0, 0, 0), 0, 0)
    assert 0 < chance < 1


@pytest.mark.parametrize("depth", range(5))
def test_the_estimate_is_made_at_the_move_after_so_many_of_the_seat(depth: int) -> None:
    for seed in range(12):
        state, moved = deal(2, seed), 0
        start = state
        while state.turn is not None and (state.turn != 0 or moved < depth):
            moved += state.turn == 0
            view = odin.view(state, state.turn)
            state = odin.play(state, state.turn, odin.heuristic_move(view, Random(0)))
        played = (0, start.starter, 0, start.starter)
        chance = playout(heuristics.TWO, list(start.hands), played, 0, depth)
        if state.turn is None:
            assert chance == (state.results[-1].winner == 0)
            continue
        here = odin.view(state, odin.rules.Seat(0))
        seen = heuristics.situation(here.counts, here.table.bits, here.owner, here.passes, 0)
        score = heuristics.TWO.choose(here.hand.bits, *seen)[2]
        assert chance == (1 if score == heuristics.GOING_OUT else heuristics.probability(score))


def test_karl_goes_out_when_he_can() -> None:
    for hands, table, want in [
        ("R3 R5 | Y1 B2", "", "R3 R5"),
        ("R3 R5 | Y1 B2", "Y4", "R3 R5"),
        ("R5 | Y1 B2", "", "R5"),
    ]:
        view = odin.view(position(hands, table), odin.rules.Seat(0))
        assert odin.heuristic_move(view, Random(1)) == play_of(cards(want).bits, 0)


def test_karl_passes_when_nothing_beats_the_table() -> None:
    view = odin.view(position("R1 G2 | Y1 B2", "Y9"), odin.rules.Seat(0))
    assert odin.heuristic_move(view, Random(1)) == PASS


def test_every_way_of_scoring_moves_agrees() -> None:
    for seats in (2, 4):
        for seed in range(10):
            state = deal(seats, seed)
            karl = heuristics.heuristics_for(seats, state.match.deck)
            while state.turn is not None:
                view = odin.view(state, state.turn)
                seen = heuristics.situation(
                    view.counts, view.table.bits, view.owner, view.passes, view.turn
                )
                scored = karl.score_moves(view.hand.bits, *seen)
                assert {(bits, take) for bits, take, _ in scored} == moves_as_bits(view)
                best = karl.choose(view.hand.bits, *seen)
                assert best[2] == max(score for _, _, score in scored)
                for bits, take, score in scored:
                    regret = karl.regret(view.hand.bits, seen, bits, take, heuristics.GOING_OUT)
                    assert regret == pytest.approx(best[2] - score)
                    in_short = karl.regret(view.hand.bits, seen, bits, take, 0.5)
                    assert in_short == regret or 0.5 < in_short < regret
                state = odin.play(state, state.turn, odin.heuristic_move(view, Random(0)))


def moves_as_bits(view: View) -> set[tuple[int, int]]:
    found = set()
    for move in view.moves:
        take = getattr(move, "take", None)
        found.add((0 if move == PASS else move.cards.bits, cards(str(take)).bits if take else 0))
    return found


def test_only_the_shape_of_a_hand_counts() -> None:
    hands = heuristics.MANY.hands
    assert hands[cards("R3 R5 G5 B9").bits] == hands[cards("P3 P5 Y5 O9").bits]
    assert hands[cards("R3 R5 G5 B9").bits] != hands[cards("R3 R5 G6 B9").bits]


def test_the_distance_counts_the_cards_outside_the_largest_set() -> None:
    for hand, near in [("R1 R2 R3", 0), ("R1 G1 B1 Y7", 1), ("R1 R2 G3 B4 Y5 P6", 3)]:
        assert heuristics.TWO.hands[cards(hand).bits][1] == near


def test_caches_are_emptied_rather_than_growing_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heuristics, "CACHE_SIZE", 50)
    karl = heuristics.Heuristics(heuristics.weights.TWO)
    for seed in range(20):
        state = deal(2, seed)
        playout(karl, list(state.hands), (0, 0, 0, 0), 0, 1000)
    assert len(karl.hands) <= 50
    assert len(karl._chosen) <= 50


def test_there_are_weights_for_every_number_of_players_and_deck() -> None:
    assert heuristics.heuristics_for(2, DECK) is heuristics.TWO
    assert heuristics.heuristics_for(2, DECK >> 18) is heuristics.TWO_REDUCED
    assert heuristics.heuristics_for(5, DECK) is heuristics.MANY
