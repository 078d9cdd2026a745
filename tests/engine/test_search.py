"""Search, tried on a game so small that its best move is known."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from odin_engine.game import Evaluator, Outcome, Seat
from odin_engine.search import Budget, MoveEstimate, sampled_worlds, search_moves

EVALUATORS: tuple[Evaluator, ...] = ("heuristic", "network")


class Nim(NamedTuple):
    """Two players take one or two stones in turn; whoever takes the last one wins."""

    stones: int
    turn: int = 0


class Clock:
    """A clock that goes on by a hundredth of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def outcome(state: Nim) -> Outcome | None:
    if state.stones:
        return None
    winner = 1 - state.turn
    return Outcome((1 + winner, 2 - winner), (0, 0), "no stones are left")


def nim_moves(view: Nim) -> list[int]:
    return [take for take in (1, 2) if take <= view.stones]


def perfect(view: Any, rng: Random) -> int:
    return view.state.stones % 3 or rng.choice(nim_moves(view.state))


def nim(**hooks: Any) -> Any:
    game = SimpleNamespace(
        imagine=lambda view, _: view.state,
        play=lambda state, _, take: Nim(state.stones - take, 1 - state.turn),
        outcome=outcome,
        to_move=lambda state: (Seat(state.turn),),
        view=lambda state, seat: SimpleNamespace(state=state, seat=seat),
        heuristic_move=perfect,
        candidates=lambda view, **_: nim_moves(view.state),
    )
    game.worlds = lambda view, rng, **_: sampled_worlds(game, view, rng)
    vars(game).update(hooks)
    return game


def look(stones: int) -> Any:
    return SimpleNamespace(state=Nim(stones), seat=Seat(0))


class Weather:
    """A world in which a move is worth its own value plus noise that all moves share."""

    def __init__(self, luck: float, cost: int = 1) -> None:
        self.luck, self.cost = luck, cost

    def trial(self, move: float, rng: Random) -> float:
        return self.luck * rng.uniform(0.9, 1) * move


def days(_: Any, rng: Random, *, evaluator: Evaluator) -> Iterator[Weather]:
    while True:
        yield Weather(rng.random(), cost=3 if evaluator == "network" else 1)


def test_the_best_move_of_a_small_game_comes_first() -> None:
    for stones, best in ((4, 1), (5, 2), (7, 1)):
        estimates = search_moves(nim(), look(stones), Random(1), Budget(trials=100))
        assert estimates[0].move == best
        assert estimates[0].value == 1.0
        assert estimates[1].value < 1


def test_a_shared_victory_counts_in_shares() -> None:
    draw = Outcome((1, 1), (0, 0), "both")
    game = nim(outcome=lambda state: None if state.stones else draw)
    assert search_moves(game, look(2), Random(1), Budget(trials=4))[0].value == 0.5


def test_the_same_seed_and_trials_give_the_same_estimates() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.2, 0.5, 0.49])
    first, second = (search_moves(game, look(4), Random(3), Budget(trials=200)) for _ in range(2))
    assert first == second
    assert first != search_moves(game, look(4), Random(4), Budget(trials=200))


def test_a_move_far_behind_leaves_the_race_and_the_others_get_its_trials() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.1, 0.91, 0.9])
    estimates = search_moves(game, look(4), Random(3), Budget(trials=300))
    assert [estimate.move for estimate in estimates] == [0.91, 0.9, 0.1]
    assert estimates[2].trials < estimates[1].trials
    assert sum(estimate.trials for estimate in estimates) <= 302


def test_the_race_is_over_when_one_move_is_left() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.1, 0.9])
    assert search_moves(game, look(4), Random(3), Budget(trials=10_000))[0].trials < 100


def test_a_single_candidate_needs_one_trial() -> None:
    estimates = search_moves(nim(), look(1), Random(1), Budget(trials=50))
    assert estimates == [MoveEstimate(1, 1.0, 0.0, 1)]


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_the_game_is_asked_for_the_evaluator_of_the_search(*, evaluator: Evaluator) -> None:
    asked: list[Evaluator] = []

    def moves(_: Any, *, evaluator: Evaluator) -> list[float]:
        asked.append(evaluator)
        return [0.5, 0.6]

    def worlds(_: Any, rng: Random, *, evaluator: Evaluator) -> Iterator[Weather]:
        asked.append(evaluator)
        return days(_, rng, evaluator=evaluator)

    game = nim(worlds=worlds, candidates=moves)
    search_moves(game, look(4), Random(1), Budget(trials=20), evaluator=evaluator)
    assert asked == [evaluator, evaluator]


def test_dearer_trials_are_fewer() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.5, 0.501])
    cheap, dear = (
        search_moves(game, look(4), Random(1), Budget(trials=120), evaluator=evaluator)
        for evaluator in EVALUATORS
    )
    assert [estimate.trials for estimate in cheap] == [60, 60]
    assert [estimate.trials for estimate in dear] == [20, 20]


def test_worlds_that_come_to_an_end_end_the_search() -> None:
    game = nim(
        worlds=lambda *_, **__: iter([Weather(1.0), Weather(0.5)]),
        candidates=lambda _, **__: [0.2, 0.4],
    )
    estimates = search_moves(game, look(4), Random(1), Budget(trials=1000))
    assert [(estimate.move, estimate.trials) for estimate in estimates] == [(0.4, 2), (0.2, 2)]
    assert estimates[0].error > 0


def test_seconds_are_kept_on_the_clock_that_is_handed_in() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.5, 0.501])
    clock = Clock()
    estimates = search_moves(game, look(4), Random(1), Budget(seconds=1.0, clock=clock))
    assert 0.8 <= clock.now <= 1.2
    assert estimates[0].trials > 50


def test_with_both_limits_the_first_one_met_counts() -> None:
    game = nim(worlds=days, candidates=lambda _, **__: [0.5, 0.501])
    clock = Clock()
    search_moves(game, look(4), Random(1), Budget(trials=20, seconds=1.0, clock=clock))
    assert clock.now < 0.2


@pytest.mark.parametrize("limits", [{}, {"seconds": 1.0}, {"clock": Clock()}])
def test_a_budget_without_a_limit_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a budget needs"):
        Budget(**limits)
