"""Sampling of hidden hands, and what a match is worth."""

from itertools import islice
from math import log
from random import Random

import pytest

from odin_engine import odin
from odin_engine.chance import seed_from
from odin_engine.game import Evaluator, Seat
from odin_engine.odin.beliefs import RANDOM_MOVE_LIKELIHOOD, HandSampler, gather_evidence
from odin_engine.odin.bot import NetworkSampledHands, SampledHands, match_share
from odin_engine.odin.heuristics import heuristics_for
from odin_engine.odin.moves import PASS, parse_move
from odin_engine.odin.network_search import InformationState
from odin_engine.odin.options import Options
from odin_engine.odin.view import View
from tests.engine.odin.positions import after, cards, position

EVALUATORS: tuple[Evaluator, ...] = ("heuristic", "network")


ONE_HAND = Options(target=None)


def midway(seats: int, seed: int, turns: int) -> tuple[odin.rules.State, View]:
    words = {"target": "one-hand", **({"two-player-deck": "full"} if seats == 2 else {})}
    state = odin.setup(odin.read_options(words, seats), seats, seed_from(str(seed)))
    for _ in range(turns):
        assert state.turn is not None
        state = odin.play(
            state, state.turn, odin.heuristic_move(odin.view(state, state.turn), Random(0))
        )
    assert state.turn is not None
    return state, odin.view(state, state.turn)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_sample_fits_the_view(seats: int) -> None:
    for seed in range(5):
        _, view = midway(seats, seed, 2 * seats)
        for hands in islice(HandSampler(view, Random(seed)).samples(), 40):
            assert [hand.bit_count() for hand in hands] == list(view.counts)
            assert hands[view.seat] == view.hand.bits
            assert all(
                hand & known.bits == known.bits
                for hand, known in zip(hands, view.known, strict=True)
                if known != view.known[view.seat]
            )
            union = 0
            for hand in hands:
                assert not union & hand
                union |= hand
            assert not union & (view.table.bits | view.discard.bits)


def test_a_sample_does_not_change_when_others_are_made() -> None:
    _, view = midway(4, 3, 4)
    worlds = list(islice(odin.worlds(view, Random(1)), 40))
    assert len({tuple(world.hands) for world in worlds}) > 20


def test_the_likelihood_of_a_sample_is_kept_up_to_date() -> None:
    _, view = midway(4, 3, 10)
    sampler = HandSampler(view, Random(1))
    for _ in range(300):
        sampler.swap()
    for seat, hand in enumerate(sampler.hands):
        if seat != view.seat:
            likelihood = sum(each.log_likelihood(hand) for each in sampler.evidence[seat])
            assert sampler.likelihoods[seat] == pytest.approx(likelihood)


@pytest.mark.parametrize("seats", [2, 4])
def test_sampled_hands_are_nearer_to_the_truth_than_random_ones(seats: int) -> None:
    believed = chance = 0
    for seed in range(6):
        state, view = midway(seats, seed, 3 * seats)
        for hands, sampled in zip(
            islice(HandSampler(view, Random(seed)).samples(), 60),
            (odin.imagine(view, Random(n)).hands for n in range(60)),
            strict=True,
        ):
            for seat, truth in enumerate(state.hands):
                if seat != view.seat:
                    believed += (hands[seat] & truth).bit_count()
                    chance += (sampled[seat] & truth).bit_count()
    assert believed > chance


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_heuristic_moves_are_likely_for_the_hand_that_made_them(seats: int) -> None:
    for seed in range(6):
        state, view = midway(seats, seed, 3 * seats)
        for hand, told in zip(
            state.hands, gather_evidence(view, heuristics_for(seats, view.deck.bits)), strict=True
        ):
            assert [each.log_likelihood(hand) for each in told] == [
                pytest.approx(log(1 + RANDOM_MOVE_LIKELIHOOD))
            ] * len(told)


def test_nothing_is_sampled_when_everything_is_known() -> None:
    state = after(position("R5 R6 G9 | R8 B7", "R4", turn=1, options=ONE_HAND), "B7+R4")
    view = odin.view(state, Seat(0))
    known = View(**{**vars(view), "known": (cards(""), cards("R8 R4"))})
    samples = list(islice(HandSampler(known, Random(1)).samples(), 3))
    assert samples == [[cards("R5 R6 G9").bits, cards("R8 R4").bits]] * 3


def test_candidates_are_legal_few_and_the_heuristic_move_comes_first() -> None:
    for seed in range(20):
        _, view = midway(6, seed, 9)
        moves = odin.candidates(view)
        assert 0 < len(moves) <= 12
        assert all(move in view.moves for move in moves)
        assert moves[0] == odin.heuristic_move(view, Random(1))


def test_going_out_is_the_only_candidate_in_a_match_of_one_hand() -> None:
    state = position("R3 R5 | Y1 B2", "Y4", options=ONE_HAND)
    assert odin.candidates(odin.view(state, Seat(0))) == [parse_move("R5R3")]
    state = position("R3 R5 | Y1 B2", "Y4")
    assert len(odin.candidates(odin.view(state, Seat(0)))) > 1


def value_of(state: odin.rules.State, move: str, *, evaluator: Evaluator = "heuristic") -> float:
    assert state.turn is not None
    view, hands = odin.view(state, state.turn), list(state.hands)
    sample = (
        NetworkSampledHands(view, InformationState(view, state.turn), hands)
        if evaluator == "network"
        else SampledHands(view, hands)
    )
    return sample.trial(parse_move(move), Random(1))


def test_a_trial_is_worth_all_or_nothing_when_the_hand_ends_in_it() -> None:
    state = position("R3 R5 | Y9", "Y4", options=ONE_HAND)
    assert value_of(state, "R5R3") == 1.0
    assert value_of(state, "pass") == 0.0
    assert value_of(state, "R5+Y4") == 0.0


def test_a_pass_that_leaves_the_round_open_gives_the_turn_to_the_next() -> None:
    state = position("R3 G5 | Y9 | B1 O2 P3", "Y4", turn=0, owner=2, options=ONE_HAND)
    assert value_of(state, "pass") == 0.0
    assert PASS in odin.view(state, Seat(0)).moves


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_in_a_longer_match_it_can_be_wrong_to_go_out(*, evaluator: Evaluator) -> None:
    state = position("R3 R5 | Y9 Y8 | B1", "Y4", points=(14, 13, 0), options=Options(target=15))
    assert value_of(state, "R5R3", evaluator=evaluator) == 0.0


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_in_a_longer_match_a_hand_lost_by_less_is_worth_more(*, evaluator: Evaluator) -> None:
    few = position("R1 R3 | Y9", "Y4", points=(3, 3))
    many = position("R1 G3 B2 P4 O1 | Y9", "Y4", points=(3, 3))
    assert (
        0
        < value_of(many, "pass", evaluator=evaluator)
        < value_of(few, "pass", evaluator=evaluator)
        < 0.5
    )


def test_standing_shares_a_finished_match_and_estimates_an_open_one() -> None:
    assert match_share(Options(target=15), (15, 7, 7), Seat(1)) == 0.5
    assert match_share(Options(target=15), (15, 7, 7), Seat(0)) == 0
    shares = [match_share(Options(target=15), (3, 9, 9), Seat(seat)) for seat in range(3)]
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1] == shares[2]
    late = match_share(Options(target=10), (3, 9, 9), Seat(0))
    assert late > shares[0]
