"""Analyses of recorded matches: worker processes judge the moves, and the log keeps the verdicts.

The verdicts on a record are a stream of their own, named by the version of the analysis and by the
record, so a match is analysed once, whoever asks, and one that was stopped goes on where it was.
"""

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import asdict
from hashlib import sha256
from typing import Protocol

from odin_engine.analysis import VERSION, Verdict
from odin_engine.record import Record
from odin_server.log import Log, LogEntry, LogRefusal, VersionTaken

WORKER = (sys.executable, "-P", "-m", "odin_server.analysis_worker")


class Analyst(Protocol):
    """Judges the moves of records."""

    async def known(self, record: Record) -> dict[int, Verdict]:
        """Return the verdicts on a record that there are already, by the number of the move."""
        ...

    def judged(self, record: Record, first: int = 0) -> AsyncGenerator[Verdict, None]:
        """Yield a verdict on every move: known ones, then new ones from the move `first` on.

        Closing the generator ends the analysis. It ends early if the analysis cannot go on.
        """
        ...

    async def judge_last(self, record: Record) -> Verdict | None:
        """Return a verdict on the last move of a record; None if it cannot be judged."""
        ...


class LogAnalyst:
    """Judges in worker processes, at most so many at once, and keeps every verdict in a log."""

    def __init__(self, log: Log, command: Sequence[str] = WORKER, places: int = 1) -> None:
        self._log = log
        self._command = command
        self._places = asyncio.Semaphore(places)
        self._quick = asyncio.Semaphore(places)
        """For single moves, which need not wait for whole matches."""

    async def known(self, record: Record) -> dict[int, Verdict]:
        return (await self._read(record))[0]

    async def judged(self, record: Record, first: int = 0) -> AsyncGenerator[Verdict, None]:
        told: set[int] = set()
        for verdict in (await self.known(record)).values():
            told.add(verdict.number)
            yield verdict
        count = len(record.moves)
        if len(told) == count:
            return
        async with self._places:
            # Somebody else may have asked for the same while this one waited for a place.
            for verdict in (await self.known(record)).values():
                if verdict.number not in told:
                    told.add(verdict.number)
                    yield verdict
            order = [*range(first, count), *range(min(first, count))]
            missing = [number for number in order if number not in told]
            async with aclosing(_judge(record, missing, self._command)) as found:
                async for verdict in found:
                    await self._keep(record, verdict)
                    yield verdict

    async def judge_last(self, record: Record) -> Verdict | None:
        async with (
            self._quick,
            aclosing(_judge(record, [len(record.moves) - 1], self._command)) as found,
        ):
            return await anext(found, None)

    async def _read(self, record: Record) -> tuple[dict[int, Verdict], int]:
        """Return the verdicts in the log, and the version after the last."""
        found: dict[int, Verdict] = {}
        version = 0

        def on_entry(entry: LogEntry) -> None:
            nonlocal version
            version = entry.version + 1
            verdict = Verdict(**json.loads(entry.payload))
            found[verdict.number] = verdict

        (await self._log.follow(stream_of(record), 0, on_entry)).stop()
        return found, version

    async def _keep(self, record: Record, verdict: Verdict) -> None:
        payload = json.dumps(asdict(verdict), separators=(",", ":"))
        known, version = await self._read(record)
        # One that cannot be kept is shown all the same.
        with suppress(LogRefusal):
            while verdict.number not in known:
                with suppress(VersionTaken):
                    await self._log.append(stream_of(record), version, payload)
                known, version = await self._read(record)


def stream_of(record: Record) -> str:
    """Return the name of the stream with the verdicts on a record."""
    return f"analysis-{VERSION}-{sha256(record.to_text().encode()).hexdigest()}"


async def _judge(
    record: Record, numbers: Sequence[int], command: Sequence[str]
) -> AsyncGenerator[Verdict, None]:
    """Have a worker process judge moves; closing the generator ends the worker."""
    if not numbers:
        return
    try:
        worker = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
    except (OSError, NotImplementedError):
        return
    if worker.stdin is None or worker.stdout is None:
        return
    try:
        with suppress(ConnectionError):  # a worker that has died already reads nothing
            worker.stdin.write(f"{' '.join(map(str, numbers))}\n{record.to_text()}".encode())
            worker.stdin.write_eof()
        async for line in worker.stdout:
            yield Verdict(**json.loads(line))
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.communicate()
