"""The four levels, at a real table."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from odin_engine import odin
from odin_engine.bots import LEVELS, choose
from odin_engine.chance import seed_from
from odin_engine.game import Evaluator, Seat
from odin_engine.search import Budget

EVALUATORS: tuple[Evaluator, ...] = ("heuristic", "network")


BRIEF = Budget(trials=60)


def one_hand(seats: int, seed: str) -> odin.rules.State:
    return odin.setup(odin.read_options({"target": "one-hand"}, seats), seats, seed_from(seed))


def winner(levels: tuple[str, ...], seed: str) -> str:
    state, rng = one_hand(len(levels), seed), Random(seed)
    while state.turn is not None:
        view = odin.view(state, state.turn)
        state = odin.play(state, state.turn, choose(odin, levels[state.turn], view, rng, BRIEF))
    return levels[state.results[-1].winner]


def test_the_levels_stand_in_order_and_each_thinks_longer() -> None:
    assert list(LEVELS) == ["thrall", "karl", "jarl", "konung"]
    thinking = [(level.trials, level.seconds) for level in LEVELS.values()]
    assert thinking == sorted(thinking)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_level_plays_a_hand_to_its_end(level: str, seats: int) -> None:
    assert winner((level, *["karl"] * (seats - 1)), f"{level} {seats}") in (level, "karl")


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_seed_give_the_same_move(level: str) -> None:
    state = one_hand(4, "again")
    state = odin.play(
        state, state.turn, odin.heuristic_move(odin.view(state, state.turn), Random(0))
    )
    view = odin.view(state, state.turn)
    assert len({choose(odin, level, view, Random(7), BRIEF) for _ in range(3)}) == 1


@pytest.mark.parametrize(("level", "expected"), [("jarl", "heuristic"), ("konung", "network")])
def test_without_a_budget_the_trials_of_the_level_count(
    level: str, *, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Budget, str]] = []

    def remember(
        game: Any, view: Any, rng: Random, budget: Budget, *, evaluator: Evaluator
    ) -> list[Any]:
        asked.append((budget, evaluator))
        return original(game, view, rng, BRIEF, evaluator=evaluator)

    original = choose.__globals__["search_moves"]
    monkeypatch.setitem(choose.__globals__, "search_moves", remember)
    state = one_hand(2, "budget")
    choose(odin, level, odin.view(state, state.turn), Random(1))
    assert asked == [(Budget(trials=LEVELS[level].trials), expected)]


def test_a_single_legal_move_is_made_at_once() -> None:
    class Unasked(Random):
        def random(self) -> float:
            raise AssertionError("there was nothing to think about")

    state = one_hand(2, "single")
    view = odin.view(state, state.turn)
    lone = type(view)(**{**vars(view), "moves": view.moves[:1]})
    for level in LEVELS:
        assert choose(odin, level, lone, Unasked(1)) == view.moves[0]


def test_karl_beats_thrall_nearly_always() -> None:
    won = Counter(
        winner(seats, str(n))
        for n in range(60)
        for seats in (("thrall", "karl"), ("karl", "thrall"))
    )
    assert won["karl"] > 105


def test_jarl_beats_karl() -> None:
    won = Counter(
        winner(seats, str(n)) for n in range(6) for seats in (("jarl", "karl"), ("karl", "jarl"))
    )
    assert won["jarl"] > 7


def test_konung_beats_jarl() -> None:
    won = Counter(
        winner(seats, str(n))
        for n in range(12)
        for seats in (("konung", "jarl"), ("jarl", "konung"))
    )
    assert won["konung"] > 13


def test_only_the_seat_to_move_can_be_asked() -> None:
    state = one_hand(3, "turn")
    assert state.turn is not None
    waiting = Seat((state.turn + 1) % 3)
    with pytest.raises(ValueError, match="only the seat to move"):
        odin.heuristic_move(odin.view(state, waiting), Random(1))
    for evaluator in EVALUATORS:
        with pytest.raises(ValueError, match="only the seat to move"):
            odin.candidates(odin.view(state, waiting), evaluator=evaluator)
