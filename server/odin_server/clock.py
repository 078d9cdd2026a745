"""Clocks: of the event loop, and one that tests advance."""

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Protocol


class Alarm(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """The time in seconds since 1970, and timers."""

    def now(self) -> float: ...
    def call_at(self, when: float, action: Callable[[], object]) -> Alarm: ...


class LoopClock:
    """The event loop's monotonic time, set once by the wall clock, so that it never jumps."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ahead = time.time() - self._loop.time()

    def now(self) -> float:
        return self._loop.time() + self._ahead

    def call_at(self, when: float, action: Callable[[], object]) -> Alarm:
        return self._loop.call_at(when - self._ahead, action)


class _ManualAlarm:
    __slots__ = ("action",)

    def __init__(self, action: Callable[[], object]) -> None:
        self.action: Callable[[], object] | None = action

    def cancel(self) -> None:
        self.action = None


class ManualClock:
    """A clock that stands still until it is advanced."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now
        self._order = count()
        self._alarms: list[tuple[float, int, _ManualAlarm]] = []

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, action: Callable[[], object]) -> Alarm:
        alarm = _ManualAlarm(action)
        heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    @property
    def next_alarm(self) -> float | None:
        """When the next timer is due; None if there is none."""
        while self._alarms and self._alarms[0][2].action is None:
            heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None

    def advance(self, seconds: float) -> None:
        """Advance the time and fire every timer that falls due, in order."""
        until = self._now + seconds
        while (due := self.next_alarm) is not None and due <= until:
            self._now = max(self._now, due)
            action = heappop(self._alarms)[2].action
            if action is not None:
                action()
        self._now = until
