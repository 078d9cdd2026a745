"""Numbers a host may watch."""

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)

from odin_server.disk_errors import DISK_ERRORS, disk_error
from odin_server.screen_times import ScreenTimes

LAG_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOWED_BY = ("share", "packets", "rekeys", "channels", "resizes")

disable_created_metrics()  # type: ignore[no-untyped-call] # they would double the series


class Metrics:
    """The counters of one server, gauges that are read when asked, and how late the loop runs."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = self._counter("moves", "Moves played at all tables.")
        self.logins = self._counter("logins", "Logins, with a key or as a guest.", "kind")
        self.refusals = self._counter("refusals", "What was refused, by guard.", "kind")
        self.bot_fallbacks = self._counter(
            "bot_fallbacks", "Moves bots chose without their search, by reason.", "kind"
        )
        self.frames = self._counter("frames", "Frames sent.")
        self.frame_bytes = self._counter("frame_bytes", "Bytes of the frames sent.")
        self.frames_skipped = self._counter("frames_skipped", "Frames left out for slow clients.")
        self.typing_dropped = self._counter("typing_dropped", "Characters that came too fast.")
        self.keys_dropped = self._counter("keys_dropped", "Keys that came too fast.")
        self.floods_slowed = self._counter("floods_slowed", "Times a client was read more slowly.")
        self.slowed = self._counter("slowed", "Times a client had to wait, by limit.", "kind")
        for kind in SLOWED_BY:
            self.slowed.labels(kind)
        self.crashes = self._counter("crashes", "Sessions that ended with an error.")
        self.accounts_failures = self._counter(
            "accounts_failures", "Failures to read or write the accounts."
        )
        self.hall_log_failures = self._counter(
            "hall_log_failures", "Failures to read or write the matches."
        )
        self.disk_errors = self._counter(
            "disk_errors", "Errors of the disk under matches, accounts and log.", "kind"
        )
        start_at_zero(self.disk_errors, DISK_ERRORS)
        self.last_lag = 0.0
        """How late the loop was when it was measured last."""
        self.lag = Histogram(
            "odin_loop_lag_seconds",
            "How late the event loop runs.",
            registry=self.registry,
            buckets=LAG_STEPS,
        )
        self.recent_lag: deque[float] = deque(maxlen=60)
        """How late the loop was in the last minute, the newest last."""
        self.screens = ScreenTimes()
        self.gauge("memory_bytes", "Resident memory of the server.", memory)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"odin_{name}", told, labels, registry=self.registry)

    def disk_failed(self, trouble: BaseException) -> None:
        """Count an error, if it is one of the disk."""
        if kind := disk_error(trouble):
            self.disk_errors.labels(kind).inc()

    def gauge(self, name: str, told: str, read: Callable[[], float]) -> None:
        """Have a number read whenever somebody asks."""
        Gauge(f"odin_{name}", told, registry=self.registry).set_function(read)


def start_at_zero(counter: Counter, kinds: Iterable[str]) -> None:
    """Have a counter show kinds that have not happened yet; else their first time is not seen."""
    for kind in kinds:
        counter.labels(kind)


async def watch_loop(metrics: Metrics, late: Callable[[float], object], every: float = 1.0) -> None:
    """Measure again and again how late the loop is, and tell when it is much too late."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        lag = max(0.0, loop.time() - due)
        metrics.lag.observe(lag)
        metrics.last_lag = lag
        metrics.recent_lag.append(lag)
        if lag > 0.25:
            late(lag)


def memory() -> float:
    """Return the resident memory of this process in bytes."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return float(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # noqa: PLC0415 - not on every system

    peak = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peak if sys.platform == "darwin" else peak * 1024
