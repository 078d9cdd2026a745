"""Whom the time of the event loop is spent on.

Everybody is served by one loop, so what one client uses of it is what all others wait for. Each
step of a task is timed, and charged to whoever is set in the task's context.
"""

import asyncio
from collections.abc import Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter, thread_time
from typing import Any, Protocol


class Spender(Protocol):
    """Somebody on whom the loop spends time."""

    def expect(self, seconds: float) -> None:
        """Count seconds that something which begins now will take."""
        ...

    def spend(self, seconds: float, cpu: float) -> None:
        """Count seconds of the loop, and the seconds of CPU that were used in them."""
        ...


SPENDER: ContextVar[Spender | None] = ContextVar("SPENDER", default=None)
"""Whom this task works for; tasks that it begins work for them, too."""


SHORT_SECONDS = 0.0002
"""Steps below this are taken to have used the CPU all the time: to ask takes long, too."""


class _Cpu:
    """How much CPU this thread has used since it was asked for the last time."""

    def __init__(self) -> None:
        self._before = 0.0

    def of(self, seconds: float) -> float:
        """Return the CPU of a step that has just ended and took so long; at most all of it."""
        if seconds < SHORT_SECONDS:
            return seconds
        before, self._before = self._before, thread_time()
        return min(seconds, self._before - before)


_CPU = _Cpu()


@contextmanager
def charged_to(spender: Spender) -> Iterator[None]:
    """Charge the time of the block, and that of all tasks that are begun in it, to somebody."""
    token, start = SPENDER.set(spender), perf_counter()
    try:
        yield
    finally:
        seconds = perf_counter() - start
        spender.spend(seconds, _CPU.of(seconds))
        SPENDER.reset(token)


class TimedCoroutine(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are charged to whoever its task works for."""

    __slots__ = ("_close", "_coroutine", "_send", "_throw")

    def __init__(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._coroutine = coroutine
        self._send, self._throw, self._close = coroutine.send, coroutine.throw, coroutine.close

    def send(self, value: Any) -> Any:
        spender = SPENDER.get()
        if spender is None:
            return self._send(value)
        start = perf_counter()
        try:
            return self._send(value)
        finally:
            seconds = perf_counter() - start
            spender.spend(seconds, _CPU.of(seconds))

    def throw(self, *trouble: Any) -> Any:
        spender = SPENDER.get()
        if spender is None:
            return self._throw(*trouble)
        with charged_to(spender):
            return self._throw(*trouble)

    def close(self) -> None:
        self._close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._coroutine.__await__()


def timed_task(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
    **options: Any,
) -> "asyncio.Task[Any]":
    """Make a task whose steps are timed; for `loop.set_task_factory`."""
    if isinstance(coroutine, Coroutine):
        coroutine = TimedCoroutine(coroutine)
    return asyncio.Task(coroutine, loop=loop, **options)
