"""Judging the moves of a record, here and in a worker process."""

import asyncio
import sys
from contextlib import aclosing

import pytest

from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_tui.analysis import Verdict, judge, judged, verdicts
from tests.tui.matches import played

RECORD = played(2, "one-hand")


def test_the_same_record_is_judged_the_same_way_again() -> None:
    state = next(iter(replay(RECORD, GAMES)))
    assert judge(RECORD, state, 0, trials=60) == judge(RECORD, state, 0, trials=60)


def test_every_move_is_judged_once_from_the_one_asked_for_on() -> None:
    found = [verdict.number for verdict in verdicts(RECORD, 3, trials=8)]
    count = len(RECORD.moves)
    assert found == [*range(3, count), 0, 1, 2]


def test_passing_up_a_win_is_found_and_is_worth_the_whole_hand() -> None:
    *moves, (winner, last) = RECORD.moves
    worse = Record(
        RECORD.game,
        RECORD.rules,
        RECORD.names,
        RECORD.options,
        RECORD.seed,
        (*moves, (winner, _anything_but(last, moves))),
    )
    states = list(replay(worse, GAMES))
    verdict = judge(worse, states[len(moves)], len(moves), trials=400)
    assert verdict.better_worth == pytest.approx(1.0)
    assert verdict.matters


def _anything_but(best: str, moves: list[tuple[object, str]]) -> str:
    game = GAMES["odin"]
    state = list(replay(RECORD, GAMES))[len(moves)]
    options = game.legal_moves(state, game.to_move(state)[0])
    return next(word for move in options if (word := game.format_move(move)) != best)


@pytest.mark.parametrize(
    ("loss", "error", "matters"), [(0.3, 0.05, True), (0.3, 0.2, False), (0.01, 0.0, False)]
)
def test_a_difference_matters_when_chance_cannot_explain_it(
    loss: float, error: float, *, matters: bool
) -> None:
    assert Verdict(0, "Y4", "pass", 0.5, 0.5 + loss, error).matters is matters
    assert not Verdict(0, "Y4", "Y4", 0.5, 0.5 + loss, error).matters


async def test_a_worker_process_gives_one_verdict_after_another() -> None:
    short = Record(
        RECORD.game, RECORD.rules, RECORD.names, RECORD.options, RECORD.seed, RECORD.moves[:2]
    )
    async with asyncio.timeout(60):
        found = [verdict async for verdict in judged(short, 1)]
    assert [verdict.number for verdict in found] == [1, 0]
    assert found[0].played == RECORD.moves[1][1]


async def test_a_worker_that_nobody_listens_to_any_more_is_ended() -> None:
    endless = "import json,time\nprint(json.dumps(dict(number=0,played='a',better='a')),flush=True)"
    command = (sys.executable, "-c", f"{endless}\nwhile True: time.sleep(1)")
    async with asyncio.timeout(20), aclosing(judged(RECORD, 0, command)) as found:
        assert (await anext(found)).played == "a"


async def test_a_worker_that_dies_is_the_end_of_the_verdicts() -> None:
    async with asyncio.timeout(20):
        command = (sys.executable, "-c", "raise SystemExit(3)")
        assert [verdict async for verdict in judged(RECORD, 0, command)] == []
