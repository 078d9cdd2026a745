"""Puzzles: positions of matches with a best move, as values that go to JSON and back."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from odin_engine.analysis import CLEAR_LEAD, Verdict, difficulty, judge_moves
from odin_engine.daily import daily_seats, daily_seed
from odin_engine.games import GAMES
from odin_engine.puzzles import FIRST_RATING, RATINGS, Puzzle, is_puzzle, puzzle_of, rating_after
from odin_engine.record import parse_record, replay
from tests.engine.matches import played

ODIN = GAMES["odin"]
RECORD = played(ODIN, 3, target="one-hand")
VERDICT = Verdict(4, RECORD.moves[4][1], "pass", 0.2, 0.5, 0.01, difficulty=3)


def test_a_puzzle_is_the_position_before_a_move() -> None:
    puzzle = puzzle_of(RECORD, VERDICT)
    states = list(replay(RECORD, GAMES))
    assert puzzle.position(ODIN) == states[4]
    assert puzzle.seat == RECORD.moves[4][0]
    assert (puzzle.answer, puzzle.difficulty) == ("pass", 3)
    assert puzzle.with_move("pass").moves[-1] == (puzzle.seat, "pass")
    assert len(puzzle.with_move("pass").moves) == 5


def test_the_same_position_has_the_same_id_and_others_have_others() -> None:
    ids = {
        puzzle_of(record, replace(VERDICT, number=number, better=better)).id
        for record in (RECORD, played(ODIN, 3, seed="y", target="one-hand"))
        for number in (4, 5)
        for better in ("pass", "R1")
    }
    assert len(ids) == 4


def test_a_puzzle_goes_to_json_and_back() -> None:
    puzzle = puzzle_of(RECORD, VERDICT)
    words: dict[str, Any] = json.loads(json.dumps(puzzle.data()))
    again = Puzzle(parse_record(words["record"]).record, Verdict(**words["verdict"]))
    assert again == puzzle


@pytest.mark.parametrize(
    ("lead", "error", "clear"),
    [(0.2, 0.01, True), (0.2, 0.06, False), (CLEAR_LEAD - 0.01, 0.0, False)],
)
def test_one_move_is_clearly_best_if_its_lead_is_large_and_no_noise(
    lead: float, error: float, *, clear: bool
) -> None:
    verdict = Verdict(0, "a", "a", 0.5, 0.5, second="b", lead=lead, lead_error=error)
    assert verdict.is_clear is clear


def test_only_clear_positions_are_rated_and_every_rating_is_one_of_four() -> None:
    found = list(judge_moves(RECORD, ODIN, range(len(RECORD.moves)), 300))
    assert all(verdict.difficulty in range(1, 5) for verdict in found if verdict.is_clear)
    assert not any(is_puzzle(verdict) for verdict in found if not verdict.is_clear)
    assert any(map(is_puzzle, found))


def test_what_good_habits_find_is_easy_and_what_no_quick_search_finds_is_very_hard() -> None:
    state = next(iter(replay(RECORD, GAMES)))
    view = ODIN.view(state, ODIN.to_move(state)[0])
    easy = ODIN.heuristic_move(view, Random(0))
    assert difficulty(ODIN, view, easy, Random(0)) == 1
    levels = {difficulty(ODIN, view, move, Random(0)) for move in view.moves if move != easy}
    assert 4 in levels
    assert levels <= {2, 3, 4}


def test_a_rating_moves_more_for_a_surprise() -> None:
    hard = rating_after(FIRST_RATING, 4, solved=True) - FIRST_RATING
    easy = rating_after(FIRST_RATING, 1, solved=True) - FIRST_RATING
    assert hard > easy > 0
    assert rating_after(FIRST_RATING, 1, solved=False) < FIRST_RATING - easy
    assert sorted(RATINGS.values()) == list(RATINGS.values())


def test_daily_seeds_differ_by_day_game_and_secret() -> None:
    seeds = {
        daily_seed(day, game, secret)
        for day in ("2026-11-18", "2026-11-19")
        for game in ("odin", "herrlof")
        for secret in (b"", b"a", b"b")
    }
    assert len(seeds) == 12
    assert all(len(seed) == 16 for seed in seeds)
    assert [daily_seats(game) for game in GAMES.values()] == [4, 3, 4]
