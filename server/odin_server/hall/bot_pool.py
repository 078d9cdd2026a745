"""Worker processes for bots that search, so that a search never blocks the event loop."""

import asyncio
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Protocol

from odin_engine import bots
from odin_engine.game import AnyGame, Refusal
from odin_server.clock import Clock
from odin_server.hall.settings import HallSettings

FALLBACK_LEVEL = "karl"
WORKER = (sys.executable, "-P", "-m", "odin_server.bot_worker")


class BotPool(Protocol):
    """Chooses moves by search, outside this process."""

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        """Return a move for the seat that sees this view; never raises, and returns in time."""
        ...

    async def close(self) -> None: ...


class Fallback(StrEnum):
    """Why a move was chosen by the heuristic bot instead of a search."""

    NOT_STARTED = "not-started"
    """The worker process could not be started, or ended before it ever answered."""
    DIED = "died"
    HUNG = "hung"
    BAD_ANSWER = "bad-answer"
    BUSY = "busy"
    """The queue of searches was full."""


class ProcessBotPool:
    """A few worker processes, started when first needed; one that dies or hangs is replaced.

    Each runs `odin_server.bot_worker.main`: it imports the engine and nothing of the program around
    it, ends when this process does, and hears no Ctrl-C that was meant for the terminal. When a
    worker fails, or too many searches wait, the move is chosen by heuristics in this process, and
    `on_fallback` is called with the reason.
    """

    def __init__(
        self,
        settings: HallSettings,
        clock: Clock,
        command: Sequence[str] = WORKER,
        on_fallback: Callable[[Fallback], object] = lambda _: None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._command = command
        self._on_fallback = on_fallback
        self._free: list[Process] = []
        self._all: set[Process] = set()
        self._proven: set[Process] = set()
        """The workers that have answered at least once."""
        self._places = asyncio.Semaphore(settings.bot_workers)
        self._waiting = 0
        self._closed = False

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers there are now."""
        return tuple(worker.pid for worker in self._all)

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        found: Any = Fallback.BUSY
        if not self._closed and self._waiting < self._settings.bot_queue:
            found = await self._wait_and_ask(game, level, view, seed)
        if not isinstance(found, Fallback):
            return found
        if not self._closed:
            self._on_fallback(found)
        return bots.choose(game, FALLBACK_LEVEL, view, Random(seed))

    async def close(self) -> None:
        """End all workers; searches that still wait are answered by the heuristic bot."""
        self._closed = True
        for worker in self._all:
            _kill(worker)
        for _ in range(self._settings.bot_workers):
            await self._places.acquire()
        await asyncio.gather(*(self._end(worker) for worker in tuple(self._all)))

    async def _wait_and_ask(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            return Fallback.BUSY if self._closed else await self._ask(game, level, view, seed)
        finally:
            self._places.release()

    async def _ask(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        """Return a worker's move, or the reason why there is none."""
        try:
            worker = self._free.pop() if self._free else await self._begin()
        except (OSError, ValueError, NotImplementedError):
            # No such program, no more processes, or a loop that cannot start any.
            return Fallback.NOT_STARTED
        seconds = bots.LEVELS[level].seconds
        question = pickle.dumps((game.NAME, level, view, seed, seconds))
        limit = seconds * self._settings.bot_time_factor + self._settings.bot_time_grace
        found: Any = Fallback.DIED if worker in self._proven else Fallback.NOT_STARTED
        hung: list[Process] = []

        def give_up() -> None:
            hung.append(worker)
            _kill(worker)

        alarm = self._clock.call_at(self._clock.now() + limit, give_up)
        try:
            if answer := await _exchange(worker, question):
                found = Fallback.BAD_ANSWER
                found = game.parse_move(answer.decode().strip())
                self._proven.add(worker)
        except (OSError, Refusal, UnicodeDecodeError):
            pass
        finally:
            alarm.cancel()
            if hung:
                found = Fallback.HUNG
            if isinstance(found, Fallback) or self._closed:
                await asyncio.shield(self._end(worker))
            else:
                self._free.append(worker)
        return found

    async def _begin(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: Process) -> None:
        _kill(worker)
        self._all.discard(worker)
        self._proven.discard(worker)
        if worker in self._free:
            self._free.remove(worker)
        if worker.stdin is not None:
            worker.stdin.close()
        await worker.communicate()


def _kill(worker: Process) -> None:
    if worker.returncode is None:
        worker.kill()


async def _exchange(worker: Process, question: bytes) -> bytes:
    """Return a worker's answer, or nothing if it has died."""
    if worker.stdin is None or worker.stdout is None:
        return b""
    worker.stdin.write(len(question).to_bytes(4, "big") + question)
    await worker.stdin.drain()
    return await worker.stdout.readline()
