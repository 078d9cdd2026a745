import asyncio
import io
import os
import pickle
import signal
import subprocess
import sys
from typing import Any

import pytest

from odin_engine import bots
from odin_engine.games import GAMES
from odin_server.bot_worker import serve
from odin_server.clock import LoopClock
from odin_server.hall import HallSettings, NewTable
from odin_server.hall.bot_pool import Fallback, ProcessBotPool

ODIN = GAMES["odin"]
SLEEPER = (sys.executable, "-c", "import signal; signal.pause()")
NONSENSE = (sys.executable, "-c", "print('knock knock', flush=True); import signal; signal.pause()")


def a_view() -> Any:
    state = ODIN.setup(ODIN.read_options({}, 3), 3, bytes(16))
    return ODIN.view(state, ODIN.to_move(state)[0])


@pytest.fixture
async def bot_pool() -> Any:
    made = ProcessBotPool(HallSettings(), LoopClock())
    yield made
    await made.close()


async def test_a_worker_searches_and_is_used_again(bot_pool: Any) -> None:
    view = a_view()
    assert await bot_pool.choose(ODIN, "jarl", view, 1) in view.moves
    (worker,) = bot_pool.workers
    assert await bot_pool.choose(ODIN, "jarl", view, 2) in view.moves
    assert bot_pool.workers == (worker,)


async def test_a_worker_that_was_killed_is_replaced_and_the_heuristic_move_is_made(
    bot_pool: Any,
) -> None:
    view = a_view()
    await bot_pool.choose(ODIN, "jarl", view, 1)
    (worker,) = bot_pool.workers
    os.kill(worker, signal.SIGKILL)
    assert await bot_pool.choose(ODIN, "konung", view, 2) in view.moves
    assert worker not in bot_pool.workers
    assert await bot_pool.choose(ODIN, "jarl", view, 3) in view.moves
    assert len(bot_pool.workers) == 1


async def test_a_worker_that_hangs_is_killed_at_its_limit(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(), env.clock, SLEEPER)
    view, chosen = a_view(), []

    async def choose() -> None:
        chosen.append(await bot_pool.choose(ODIN, "jarl", view, 1))

    thinking = asyncio.create_task(choose())
    await env.until(lambda: env.clock.next_alarm is not None, rounds=1_000_000)
    assert not chosen
    env.clock.advance(bots.LEVELS["jarl"].seconds * 2.5 + 3.1)
    await thinking
    assert chosen[0] in view.moves
    assert bot_pool.workers == ()
    await bot_pool.close()


async def test_an_answer_that_is_no_move_is_ignored(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(), env.clock, NONSENSE)
    view = a_view()
    assert await bot_pool.choose(ODIN, "jarl", view, 1) in view.moves
    assert bot_pool.workers == ()
    await bot_pool.close()


async def test_when_too_many_wait_the_heuristic_move_is_made_at_once(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(bot_queue=0), env.clock, SLEEPER)
    view = a_view()
    assert await bot_pool.choose(ODIN, "konung", view, 1) in view.moves
    assert bot_pool.workers == ()
    await bot_pool.close()
    assert await bot_pool.choose(ODIN, "konung", view, 1) in view.moves


QUITTER = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(4)")


@pytest.mark.parametrize(
    ("command", "settings", "reason"),
    [
        (("/nonexistent/python",), HallSettings(), Fallback.NOT_STARTED),
        (QUITTER, HallSettings(), Fallback.NOT_STARTED),
        (NONSENSE, HallSettings(), Fallback.BAD_ANSWER),
        (SLEEPER, HallSettings(bot_time_factor=0.0, bot_time_grace=0.0), Fallback.HUNG),
        (SLEEPER, HallSettings(bot_queue=0), Fallback.BUSY),
    ],
)
async def test_a_search_that_fails_falls_back_to_the_heuristic_move_and_its_reason_is_told(
    command: tuple[str, ...], settings: HallSettings, reason: Fallback
) -> None:
    told: list[Fallback] = []
    bot_pool = ProcessBotPool(settings, LoopClock(), command, told.append)
    view = a_view()
    for _ in range(2):
        assert await bot_pool.choose(ODIN, "konung", view, 1) in view.moves
    assert told == [reason] * 2
    assert bot_pool.workers == ()
    await bot_pool.close()


async def test_a_worker_that_died_after_an_answer_is_told_as_such() -> None:
    told: list[Fallback] = []
    bot_pool = ProcessBotPool(HallSettings(), LoopClock(), on_fallback=told.append)
    view = a_view()
    await bot_pool.choose(ODIN, "jarl", view, 1)
    os.kill(bot_pool.workers[0], signal.SIGKILL)
    await bot_pool.choose(ODIN, "jarl", view, 2)
    assert told == [Fallback.DIED]
    await bot_pool.close()


async def test_a_konung_whose_worker_cannot_start_plays_on(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(), env.clock, ("/nonexistent/python",))
    hall = await env.hall(bot_pool=bot_pool)
    wanted = NewTable("odin", seats=2, bots=("konung", "konung"), host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.until(lambda: chair.view.turn >= 4)


async def test_closing_ends_searches_that_run_and_those_that_wait(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(bot_workers=1), env.clock, SLEEPER)
    view = a_view()
    thoughts = [asyncio.create_task(bot_pool.choose(ODIN, "jarl", view, n)) for n in range(3)]
    await env.until(lambda: bot_pool.workers, rounds=1_000_000)
    await bot_pool.close()
    assert all(move in view.moves for move in await asyncio.gather(*thoughts))
    assert bot_pool.workers == ()


async def test_a_search_that_is_cancelled_ends_its_worker(env: Any) -> None:
    bot_pool = ProcessBotPool(HallSettings(), env.clock, SLEEPER)
    thinking = asyncio.create_task(bot_pool.choose(ODIN, "jarl", a_view(), 1))
    await env.until(lambda: env.clock.next_alarm is not None, rounds=1_000_000)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert bot_pool.workers == ()
    await bot_pool.close()


def test_a_worker_knows_the_engine_and_nothing_of_the_program() -> None:
    code = (
        "import sys, odin_server.bot_worker; print(*(m for m in sys.modules "
        "if m.split('.')[0] in ('asyncio', 'textual', 'asyncssh', 'sqlite3') "
        "or m.startswith('odin_server.hall')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


class IllegalMoves:
    """A bot pool that always names a card nobody holds."""

    async def choose(self, game: Any, *_: Any) -> Any:
        return game.parse_move("R1R2R3R4R5R6R7R8R9")

    async def close(self) -> None:
        pass


async def test_a_bot_that_names_an_impossible_move_does_what_a_lapse_does(env: Any) -> None:
    hall = await env.hall(bot_pool=IllegalMoves())
    wanted = NewTable("odin", seats=2, bots=("jarl", "jarl"), host_sits=False)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.until(lambda: chair.view.turn >= 4)
    assert chair.view.match.history


def test_hall_and_log_are_imported_without_the_rating_library() -> None:
    code = "import sys, odin_server.hall; print('openskill' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_a_worker_answers_question_after_question_until_there_are_no_more() -> None:
    view = a_view()
    question = pickle.dumps(("odin", "jarl", view, 1, 0.01))
    framed = len(question).to_bytes(4, "big") + question
    answers = io.BytesIO()
    serve(io.BytesIO(framed * 2 + b"\0"), answers)
    moves = [ODIN.parse_move(line) for line in answers.getvalue().decode().splitlines()]
    assert len(moves) == 2
    assert all(move in view.moves for move in moves)
