"""Verdicts on moves, and what follows from them: marks, accuracy, luck and skill, moments."""

from dataclasses import replace
from math import isclose

import pytest

from odin_engine.analysis import Mark, Verdict, accuracy, judge, judge_moves
from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.match_report import deal_numbers, report
from odin_engine.record import replay
from tests import brandubh
from tests.engine.matches import played

ODIN = GAMES["odin"]
RECORD = played(ODIN, 2, target="one-hand")
SHORT = {
    "odin": {"target": "4"},
    "herrlof": {"max-rounds": "2"},
    "walhalla": {},
    "brandubh": {},
}


def test_the_same_record_is_judged_the_same_way_again() -> None:
    state = next(iter(replay(RECORD, GAMES)))
    assert judge(RECORD, ODIN, state, 0, 60) == judge(RECORD, ODIN, state, 0, 60)


def test_moves_are_judged_in_the_order_asked_for() -> None:
    assert [verdict.number for verdict in judge_moves(RECORD, ODIN, (3, 0, 1), 8)] == [3, 0, 1]


def test_passing_up_a_win_is_a_blunder_worth_the_whole_hand() -> None:
    *moves, (winner, last) = RECORD.moves
    state = list(replay(RECORD, GAMES))[len(moves)]
    legal = map(ODIN.format_move, ODIN.legal_moves(state, winner))
    worse = replace(RECORD, moves=(*moves, (winner, next(w for w in legal if w != last))))
    verdict = judge(worse, ODIN, state, len(moves), 400)
    assert verdict.better_worth == 1
    assert verdict.mark is Mark.BLUNDER


def test_a_clearly_best_move_is_compared_with_the_second_best_even_if_it_was_played() -> None:
    found = [v for v in judge_moves(RECORD, ODIN, range(len(RECORD.moves)), 600) if v.second]
    assert found
    for verdict in found:
        assert verdict.second not in ("", verdict.better)
        assert (verdict.loss == 0) >= (verdict.played == verdict.better)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.3, 0.05, Mark.BLUNDER),
        (0.12, 0.05, Mark.MISTAKE),
        (0.06, 0.01, Mark.INACCURACY),
        (0.3, 0.2, None),
        (0.04, 0.0, None),
    ],
)
def test_a_loss_gets_a_mark_when_chance_cannot_explain_it(
    loss: float, error: float, mark: Mark | None
) -> None:
    verdict = Verdict(0, "Y4", "pass", 0.5, 0.5 + loss, error)
    assert verdict.mark is mark
    assert verdict.matters == (mark is not None)
    assert Verdict(0, "Y4", "Y4", 0.5, 0.5 + loss, error).mark is None


def test_accuracy_falls_with_the_loss_as_on_chess_sites() -> None:
    def after(loss: float) -> float:
        found = accuracy([Verdict(0, "a", "b", 0.5 - loss, 0.5)])
        assert found is not None
        return found

    assert after(0) == pytest.approx(100, abs=0.01)
    assert after(0.05) == pytest.approx(79.8, abs=0.1)
    assert after(0.10) == pytest.approx(63.6, abs=0.1)
    assert after(0.30) == pytest.approx(24.8, abs=0.1)
    assert after(-0.05) == 100, "noise cannot lift anybody above 100"
    assert accuracy([Verdict(0, "a", "a", estimated=False)]) is None


@pytest.mark.parametrize("name", SHORT)
def test_cards_moves_and_the_rest_add_up_to_what_the_match_brought(name: str) -> None:
    game: AnyGame = brandubh if name == "brandubh" else GAMES[name]  # type: ignore[assignment]
    record = played(game, game.SEATS[0], **SHORT[name])
    states = list(replay(record, {name: game}))
    numbers = range(0, len(record.moves), 20)
    verdicts = {v.number: v for v in judge_moves(record, game, numbers, 4)}
    found = report(record, game, verdicts)
    outcome = game.outcome(states[-1])
    assert outcome is not None
    assert found.deals == max(deal_numbers(states, game))
    before = game.standing(states[0])
    assert isclose(sum(before), 1)
    for seat in found.seats:
        share = (seat.seat in outcome.winners) / len(outcome.winners)
        assert isclose(seat.cards + seat.moves + seat.rest, share - before[seat.seat])
        assert len(seat.by_deal) == found.deals


def test_a_match_that_was_broken_off_is_measured_by_its_standing() -> None:
    record = played(ODIN, 3, target="10")
    cut = replace(record, moves=record.moves[:-1])
    states = list(replay(cut, GAMES))
    found = report(cut, ODIN, {})
    for seat in found.seats:
        assert seat.accuracy is None
        change = ODIN.standing(states[-1])[seat.seat] - ODIN.standing(states[0])[seat.seat]
        assert isclose(seat.rest, change)
        assert seat.cards == seat.moves == 0
    assert report(replace(record, moves=()), ODIN, {}).deals == 1


def test_the_costliest_moves_are_the_moments_and_noise_is_none() -> None:
    record = played(ODIN, 2, target="10")
    own = [number for number, (seat, _) in enumerate(record.moves) if seat == 0][:6]
    losses = (0.06, 0.3, 0.02, 0.11, 0.2, 0.4)
    verdicts = {
        number: Verdict(number, "a", "b", 0.5 - loss, 0.5, 0.3 if loss == 0.4 else 0.01)
        for number, loss in zip(own, losses, strict=False)
    }
    assert len(verdicts) == len(losses)
    first, second = report(record, ODIN, verdicts).seats
    assert [round(moment.loss, 2) for moment in first.moments] == [0.3, 0.2, 0.11]
    assert second.moments == ()
    assert first.moves == pytest.approx(-sum(losses))


def test_what_the_cards_give_one_seat_they_take_from_the_others() -> None:
    first = {seat: number for number, (seat, _) in reversed(list(enumerate(RECORD.moves)))}
    verdicts = {
        number: Verdict(number, "a", "a", chance, chance)
        for number, chance in ((first[0], 0.9), (first[1], 0.3))
    }
    found = report(RECORD, ODIN, verdicts).seats
    assert [seat.cards for seat in found] == pytest.approx([0.25, -0.25])
    del verdicts[first[1]]
    assert report(RECORD, ODIN, verdicts).seats[0].cards == pytest.approx(0.4), "as far as known"


def test_every_game_tells_how_the_match_stands_by_the_score() -> None:
    for name, game in GAMES.items():
        record = played(game, game.SEATS[0], **SHORT[name])
        states = list(replay(record, GAMES))[:-1]
        deals = deal_numbers(states, game)
        for number, state in enumerate(states):
            if number == 0 or deals[number] != deals[number - 1]:
                assert isclose(sum(game.standing(state)), 1)


def test_odin_of_one_hand_promises_everyone_the_same() -> None:
    assert ODIN.standing(next(iter(replay(RECORD, GAMES)))) == (0.5, 0.5)
