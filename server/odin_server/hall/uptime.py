"""When no host of a hall was up: from signs of life that are written sparsely to the log.

Clocks of correspondence stand still meanwhile. Signs are written only while such a clock runs. A
downtime counts from the last sign before it, so after a crash players get up to `SIGN_EVERY` too
much; one that is shorter than `LONGEST_GAP` is not noticed.
"""

import json
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from odin_server.clock import Alarm, Clock
from odin_server.log import Log, LogUnwritable
from odin_server.log.followed_stream import FollowedStream

STREAM = "uptime"
SIGN_EVERY = 900.0
LONGEST_GAP = 1200.0
"""Seconds between two signs from which nobody was up between them."""
MOST_DOWNTIMES = 100


class Downtime(NamedTuple):
    """A time in which no host was up, or none could write to the log."""

    since: float
    until: float


class Uptime:
    """The signs of life of all hosts of a hall."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        write_again: float,
    ) -> None:
        self._stream = FollowedStream(log, STREAM, self._read)
        self._clock, self._spawn, self._write_again = clock, spawn, write_again
        self._last = 0.0
        self._alarm: Alarm | None = None
        self._stopped = False
        self.downtimes: list[Downtime] = []
        """The last times in which no host was up, in their order."""
        self.is_needed: Callable[[], bool] = lambda: False
        """Tells whether any clock depends on this. Set by the registry."""
        self.on_downtime: Callable[[], None] = lambda: None
        """Called when another downtime is known. Set by the registry."""

    async def begin(self) -> None:
        """Read the signs that were written before."""
        await self._stream.begin()

    def _read(self, payload: str) -> None:
        at: float = json.loads(payload)["at"]
        if self._last and at - self._last > LONGEST_GAP:
            self.downtimes.append(Downtime(self._last, at))
            del self.downtimes[:-MOST_DOWNTIMES]
            self.on_downtime()
        self._last = max(self._last, at)

    @property
    def is_behind(self) -> bool:
        """Whether no sign could be written for so long that it counts as a downtime."""
        return self._clock.now() - self._last > LONGEST_GAP

    def earliest_lapse(self, due: float) -> float:
        """Return when a clock that runs out at `due` may be looked at."""
        return max(due, self._clock.now() + self._write_again) if self.is_behind else due

    def begin_writing(self) -> None:
        """Write signs from now on, as long as they are needed."""
        if self._alarm is None and not self._stopped:
            self._write_soon()

    def _write_soon(self) -> None:
        self._alarm = None
        if self.is_needed() and not self._stopped:
            now = self._clock.now()
            self._alarm = self._clock.call_at(now + SIGN_EVERY, self._write_soon)
            self._spawn(self._write_or_retry(now))

    async def _write_or_retry(self, now: float) -> None:
        try:
            await self._write(now, SIGN_EVERY)
        except LogUnwritable:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = self._clock.call_at(
                self._clock.now() + self._write_again, self._write_soon
            )

    async def write(self) -> None:
        """Write a sign if there has been none for a while; raises `LogUnwritable`."""
        await self._write(self._clock.now(), SIGN_EVERY)

    async def _write(self, now: float, every: float) -> None:
        sign = json.dumps({"at": now})
        # Every host tries, and one is enough.
        await self._stream.add(lambda: sign if now - self._last >= every else None)

    async def stop(self) -> None:
        """Write a last sign if any is needed, and no more."""
        self._stopped = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self.is_needed():
            try:
                await self._write(self._clock.now(), 1.0)
            except LogUnwritable:
                return
