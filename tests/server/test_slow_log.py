"""A log that takes long to answer: whoever plays is told, and what they did still counts."""

import asyncio
from typing import Any

import pytest

from odin_server.hall import Chair, NewTable, Phase, chair
from odin_server.hall.refusals import NotYourTurn, StillSaving
from odin_server.log import LogUnwritable
from odin_server.log.memory import MemoryLog


class SlowLog(MemoryLog):
    """A log that answers when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()
        self.answers.set()
        self.is_lost = False

    async def append(self, stream: str, version: int, payload: str) -> None:
        # What was sent is written also if nobody waits for it any more.
        await asyncio.shield(self._write(stream, version, payload))

    async def _write(self, stream: str, version: int, payload: str) -> None:
        await self.answers.wait()
        if self.is_lost:
            raise LogUnwritable("log-away")
        await super().append(stream, version, payload)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> SlowLog:
    monkeypatch.setattr(chair, "SAVED_WITHIN", 0.01)
    return SlowLog()


async def two_at_a_table(env: Any, log: SlowLog) -> tuple[Chair, Chair]:
    """Return the chair whose turn it is, and the other one."""
    hall = await env.hall(log)
    anna = await hall.open_table(env.anna, NewTable("odin", seats=2))
    bo = await hall.sit(env.bjarni, anna.view.code)
    await anna.start()
    await env.settle()
    return (anna, bo) if anna.view.my_turn else (bo, anna)


async def test_a_move_that_is_not_saved_in_time_counts_when_it_is(env: Any, log: SlowLog) -> None:
    mover, other = await two_at_a_table(env, log)
    turn = mover.view.turn
    log.answers.clear()
    with pytest.raises(StillSaving):
        await mover.play(mover.view.match.moves[0])
    assert mover.view.my_turn
    log.answers.set()
    await env.settle()
    assert mover.view.turn == other.view.turn == turn + 1


async def test_the_same_move_twice_is_made_once(env: Any, log: SlowLog) -> None:
    mover, _ = await two_at_a_table(env, log)
    turn = mover.view.turn
    move = mover.view.match.moves[0]
    log.answers.clear()
    for _ in range(2):
        with pytest.raises(StillSaving):
            await mover.play(move, turn=turn)
    log.answers.set()
    await env.settle()
    assert mover.view.turn == turn + 1


async def test_a_move_that_is_lost_later_is_not_made(env: Any, log: SlowLog) -> None:
    mover, _ = await two_at_a_table(env, log)
    turn = mover.view.turn
    log.answers.clear()
    with pytest.raises(StillSaving):
        await mover.play(mover.view.match.moves[0])
    log.is_lost = True
    log.answers.set()
    await env.settle()
    log.is_lost = False
    assert mover.view.turn == turn
    await mover.play(mover.view.match.moves[0])
    assert mover.view.turn == turn + 1


async def test_a_move_counts_though_its_player_has_gone(env: Any, log: SlowLog) -> None:
    mover, other = await two_at_a_table(env, log)
    turn = mover.view.turn
    log.answers.clear()
    playing = asyncio.create_task(mover.play(mover.view.match.moves[0]))
    await asyncio.sleep(0)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    log.answers.set()
    await env.settle()
    assert other.view.turn == turn + 1


async def test_a_refusal_comes_at_once(env: Any, log: SlowLog) -> None:
    _, other = await two_at_a_table(env, log)
    log.answers.clear()
    with pytest.raises(NotYourTurn):
        await other.play("pass")
    assert other.view.phase is Phase.PLAYING
    log.answers.set()
