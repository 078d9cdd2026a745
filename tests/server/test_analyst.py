"""Analyses in worker processes: every verdict is kept, stopped ones go on, none is made twice."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.analyst import LogAnalyst, stream_of
from odin_server.log import Log, LogUnwritable
from odin_server.log.memory import MemoryLog
from odin_server.log.sqlite import SqliteLog
from tests.engine.matches import played

RECORD = played(GAMES["odin"], 2, target="one-hand")
COUNT = len(RECORD.moves)

AGREEING = """
import json, sys
for number in map(int, sys.stdin.readline().split()):
    print(json.dumps(dict(number=number, played='a', better='a')), flush=True)
"""
"""A worker that finds every move right."""


def worker(program: str) -> Sequence[str]:
    return (sys.executable, "-c", program)


@pytest.fixture(autouse=True)
async def in_time() -> AsyncIterator[None]:
    async with asyncio.timeout(60):
        yield


async def numbers(analyst: LogAnalyst, record: Record = RECORD, first: int = 0) -> list[int]:
    async with aclosing(analyst.judged(record, first)) as found:
        return [verdict.number async for verdict in found]


async def test_a_real_worker_judges_from_the_move_asked_for_on() -> None:
    short = replace(RECORD, moves=RECORD.moves[:2])
    async with aclosing(LogAnalyst(MemoryLog()).judged(short, 1)) as judged:
        found = [verdict async for verdict in judged]
    assert [verdict.number for verdict in found] == [1, 0]
    assert found[0].played == RECORD.moves[1][1]
    assert 0 < found[0].worth < 1


async def test_an_analysis_is_found_again_after_a_restart(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "log.db")
    assert await numbers(LogAnalyst(log, worker(AGREEING))) == list(range(COUNT))
    await log.close()
    log = SqliteLog(tmp_path / "log.db")
    again = LogAnalyst(log, worker("raise SystemExit(3)"))
    assert list(await again.known(RECORD)) == list(range(COUNT))
    assert await numbers(again) == list(range(COUNT))
    await log.close()


async def test_one_that_was_stopped_goes_on_where_it_was() -> None:
    log = MemoryLog()
    async with aclosing(LogAnalyst(log, worker(AGREEING)).judged(RECORD, 3)) as found:
        assert [(await anext(found)).number for _ in range(2)] == [3, 4]
    analyst = LogAnalyst(log, worker(AGREEING))
    assert set(await analyst.known(RECORD)) == {3, 4}
    assert await numbers(analyst) == [3, 4, 0, 1, 2, *range(5, COUNT)]


async def test_two_who_ask_at_once_share_one_analysis(tmp_path: Path) -> None:
    counting = f"open({str(tmp_path / 'started')!r}, 'a').write('x')\n{AGREEING}"
    analyst = LogAnalyst(MemoryLog(), worker(counting))
    both = await asyncio.gather(numbers(analyst), numbers(analyst))
    assert [sorted(each) for each in both] == [list(range(COUNT))] * 2
    assert (tmp_path / "started").read_text() == "x"


async def test_a_worker_nobody_listens_to_is_ended_and_its_place_is_free() -> None:
    endless = (
        "import json,time\n"
        "print(json.dumps(dict(number=0,played='a',better='a')),flush=True)\n"
        "while True: time.sleep(1)"
    )
    log = MemoryLog()
    analyst = LogAnalyst(log, worker(endless))
    async with aclosing(analyst.judged(RECORD)) as found:
        assert (await anext(found)).number == 0
    async with aclosing(analyst.judged(replace(RECORD, moves=RECORD.moves[:2]))) as found:
        assert (await anext(found)).number == 0


@pytest.mark.parametrize("command", [worker("raise SystemExit(3)"), ("/no/such/program",)])
async def test_a_worker_that_fails_is_the_end_of_the_verdicts(command: Sequence[str]) -> None:
    assert await numbers(LogAnalyst(MemoryLog(), command)) == []


async def test_verdicts_of_another_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    log = MemoryLog()
    assert await numbers(LogAnalyst(log, worker(AGREEING)))
    monkeypatch.setattr("odin_server.analyst.VERSION", 10_000)
    assert await LogAnalyst(log).known(RECORD) == {}


async def test_a_full_disk_keeps_nobody_from_seeing_the_verdicts() -> None:
    class Full(MemoryLog):
        async def append(self, stream: str, version: int, payload: str) -> None:  # noqa: ARG002
            raise LogUnwritable("log-not-written", error="full")

    log: Log = Full()
    assert await numbers(LogAnalyst(log, worker(AGREEING))) == list(range(COUNT))


async def test_a_verdict_of_somebody_else_is_not_written_twice() -> None:
    log = MemoryLog()
    other = json.dumps({"number": 0, "played": "b", "better": "b"})

    class Racing(MemoryLog):
        async def append(self, stream: str, version: int, payload: str) -> None:
            if version == 0:
                await log.append(stream, 0, other)
            await log.append(stream, version, payload)

    racing = Racing()
    racing.follow = log.follow  # type: ignore[method-assign]
    analyst = LogAnalyst(racing, worker(AGREEING))
    assert await numbers(analyst) == list(range(COUNT))
    assert (await analyst.known(RECORD))[0] == Verdict(0, "b", "b")
    assert stream_of(RECORD).startswith("analysis-1-")
