"""Who thinks for the searching bots: worker processes, so that a search never stops a table."""

import asyncio
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from odin_engine import bots
from odin_engine.game import AnyGame, Refusal
from odin_server.clock import Clock
from odin_server.hall.settings import Settings

INSTINCT = "karl"
WORKER = (sys.executable, "-m", "odin_server.mind")


class Minds(Protocol):
    """Chooses moves by search, elsewhere."""

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        """Give a move for the seat that sees this view; never fails, and never takes for ever."""
        ...

    async def close(self) -> None: ...


class WorkerMinds:
    """A few worker processes, begun when first needed; one that dies or hangs is replaced.

    Each is `python -m odin_server.mind`: it imports the engine and nothing of the program around
    it, ends when this process does, and hears no Ctrl-C that was meant for the terminal. When a
    worker fails, or too many searches wait, the move is chosen by instinct in this process.
    """

    def __init__(self, settings: Settings, clock: Clock, command: Sequence[str] = WORKER) -> None:
        self._settings = settings
        self._clock = clock
        self._command = command
        self._free: list[Process] = []
        self._all: set[Process] = set()
        self._places = asyncio.Semaphore(settings.minds)
        self._waiting = 0
        self._closed = False

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers there are now."""
        return tuple(worker.pid for worker in self._all)

    async def choose(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        move = None
        if not self._closed and self._waiting < self._settings.waiting_thoughts:
            move = await self._wait_and_ask(game, level, view, seed)
        if move is None:
            return bots.choose(game, INSTINCT, view, Random(seed))
        return move

    async def close(self) -> None:
        """End all workers; whoever still waits for one is answered by instinct."""
        self._closed = True
        for worker in self._all:
            _kill(worker)
        for _ in range(self._settings.minds):
            await self._places.acquire()
        await asyncio.gather(*(self._end(worker) for worker in tuple(self._all)))

    async def _wait_and_ask(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            return None if self._closed else await self._ask(game, level, view, seed)
        finally:
            self._places.release()

    async def _ask(self, game: AnyGame, level: str, view: Any, seed: int) -> Any:
        """Ask a worker; None if it died, hung or did not understand."""
        seconds = bots.LEVELS[level].seconds
        question = pickle.dumps((game.NAME, level, view, seed, seconds))
        limit = seconds * self._settings.mind_limit + self._settings.mind_grace
        move = None
        worker = self._free.pop() if self._free else await self._begin()
        alarm = self._clock.call_at(self._clock.now() + limit, lambda: _kill(worker))
        try:
            move = game.parse_move(await _exchange(worker, question))
        except (OSError, Refusal, UnicodeDecodeError):
            pass
        finally:
            alarm.cancel()
            if move is None or self._closed:
                await asyncio.shield(self._end(worker))
            else:
                self._free.append(worker)
        return move

    async def _begin(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: Process) -> None:
        _kill(worker)
        self._all.discard(worker)
        if worker in self._free:
            self._free.remove(worker)
        if worker.stdin is not None:
            worker.stdin.close()
        await worker.communicate()


def _kill(worker: Process) -> None:
    if worker.returncode is None:
        worker.kill()


async def _exchange(worker: Process, question: bytes) -> str:
    if worker.stdin is None or worker.stdout is None:
        raise BrokenPipeError("The worker has no pipes.")
    worker.stdin.write(len(question).to_bytes(4, "big") + question)
    await worker.stdin.drain()
    return (await worker.stdout.readline()).decode().strip()
