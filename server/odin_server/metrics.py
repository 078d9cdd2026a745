"""Numbers a host may watch, served on loopback in the text form Prometheus reads."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

LAG_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LONGEST_SCRAPE = 10.0
"""Seconds a scrape waits for the event loop before it fails."""

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
        self.crashes = self._counter("crashes", "Sessions that ended with an error.")
        self.accounts_failures = self._counter(
            "accounts_failures", "Failures to read or write the accounts."
        )
        self.hall_log_failures = self._counter(
            "hall_log_failures", "Failures to read or write the matches."
        )
        self.lag = Histogram(
            "odin_loop_lag_seconds",
            "How late the event loop runs.",
            registry=self.registry,
            buckets=LAG_STEPS,
        )
        self.gauge("memory_bytes", "Resident memory of the server.", memory)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"odin_{name}", told, labels, registry=self.registry)

    def gauge(self, name: str, told: str, read: Callable[[], float]) -> None:
        """Have a number read whenever somebody asks."""
        Gauge(f"odin_{name}", told, registry=self.registry).set_function(read)


async def watch_loop(metrics: Metrics, late: Callable[[float], object], every: float = 1.0) -> None:
    """Measure again and again how late the loop is, and tell when it is much too late."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        lag = max(0.0, loop.time() - due)
        metrics.lag.observe(lag)
        if lag > 0.25:
            late(lag)


class _CollectedInLoop(Collector):
    """A registry for requests that are answered in threads.

    What gauges read belongs to the event loop, and would change while another thread reads it.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry, self._loop = registry, asyncio.get_running_loop()

    def describe(self) -> Iterable[Metric]:
        return self._registry.collect()

    def collect(self) -> Iterable[Metric]:
        collecting = asyncio.run_coroutine_threadsafe(self._collect(), self._loop)
        return collecting.result(LONGEST_SCRAPE)

    async def _collect(self) -> list[Metric]:
        return list(self._registry.collect())


@asynccontextmanager
async def serve_metrics(metrics: Metrics, port: int) -> AsyncIterator[None]:
    """Answer requests for the metrics on loopback; raise `OSError` if the port is taken."""
    registry = CollectorRegistry()
    registry.register(_CollectedInLoop(metrics.registry))
    server, thread = await asyncio.to_thread(start_http_server, port, "127.0.0.1", registry)
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        thread.join()
        server.server_close()


def memory() -> float:
    """Return the resident memory of this process in bytes."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return float(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # noqa: PLC0415 - not on every system

    peak = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peak if sys.platform == "darwin" else peak * 1024
