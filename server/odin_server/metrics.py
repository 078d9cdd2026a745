"""Numbers a host may watch, served on loopback in the text form Prometheus reads."""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from odin_server.log import (
    DamagedLog,
    Following,
    Log,
    LogTrouble,
    LogUnwritable,
    Reader,
    Record,
)

LAG_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_ANSWER = (
    "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n"
    "Connection: close\r\n\r\n"
)
_KIND = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counters by name and label, gauges that are read when asked, and how late the loop runs."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {"memory_bytes": memory}
        self.helps: dict[str, str] = {"memory_bytes": "Resident memory of the server."}
        self._lags = [0] * (len(LAG_STEPS) + 1)
        self._lag_sum = 0.0
        self.worst_lag = 0.0

    def count(self, name: str, amount: int = 1, label: str = "") -> None:
        """Add to a counter; `label` is written as `kind="…"`."""
        self.counts[name, label] += amount

    def gauge(self, name: str, told: str, read: Callable[[], float]) -> None:
        """Have a number read whenever somebody asks."""
        self.gauges[name], self.helps[name] = read, told

    def lag(self, seconds: float) -> None:
        """Note how late the loop came to something."""
        seconds = max(0.0, seconds)
        self.worst_lag = max(self.worst_lag, seconds)
        self._lag_sum += seconds
        self._lags[sum(seconds > step for step in LAG_STEPS)] += 1

    def text(self) -> str:
        """Write everything down."""
        lines: list[str] = []
        for name, read in self.gauges.items():
            lines += [
                f"# HELP odin_{name} {self.helps[name]}",
                f"# TYPE odin_{name} gauge",
                f"odin_{name} {read():g}",
            ]
        for name in dict.fromkeys(name for name, _ in sorted(self.counts)):
            lines.append(f"# TYPE odin_{name}_total counter")
            for (of, label), amount in sorted(self.counts.items()):
                if of == name:
                    mark = f'{{kind="{label}"}}' if label else ""
                    lines.append(f"odin_{name}_total{mark} {amount}")
        lines += ["# TYPE odin_loop_lag_seconds histogram"]
        seen = 0
        for step, amount in zip((*map(str, LAG_STEPS), "+Inf"), self._lags, strict=True):
            seen += amount
            lines.append(f'odin_loop_lag_seconds_bucket{{le="{step}"}} {seen}')
        lines += [
            f"odin_loop_lag_seconds_sum {self._lag_sum:g}",
            f"odin_loop_lag_seconds_count {seen}",
        ]
        return "\n".join(lines) + "\n"


async def watch_loop(metrics: Metrics, late: Callable[[float], object], every: float = 1.0) -> None:
    """Measure again and again how late the loop is, and tell when it is much too late."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        lag = loop.time() - due
        metrics.lag(lag)
        if lag > 0.25:
            late(lag)


async def serve_metrics(metrics: Metrics, port: int) -> asyncio.Server:
    """Answer `GET /metrics` on loopback."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            known = request.startswith((b"GET /metrics ", b"GET / "))
            body = metrics.text() if known else "There is only /metrics here.\n"
            status = "200 OK" if known else "404 Not Found"
            head = _ANSWER.format(status=status, kind=_KIND, size=len(body.encode()))
            writer.write((head + body).encode())
            await asyncio.wait_for(writer.drain(), 5)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=8192)


def memory() -> float:
    """Give the resident memory of this process in bytes."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return float(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource  # noqa: PLC0415 - not on every system

    peak = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peak if sys.platform == "darwin" else peak * 1024


class CountedLog:
    """A log that counts what goes through it: moves, the tables there are, and failures.

    `failed` is told why something could not be written or read.
    """

    def __init__(self, log: Log, metrics: Metrics, failed: Callable[[LogTrouble], object]) -> None:
        self._log, self._metrics, self._failed = log, metrics, failed
        self._tables = 0
        metrics.gauge("tables", "Tables that are not closed.", lambda: float(self._tables))

    async def append(self, stream: str, version: int, payload: str) -> None:
        try:
            await self._log.append(stream, version, payload)
        except (LogUnwritable, DamagedLog) as trouble:
            self._fail(trouble)
            raise
        if '"moved"' in payload[:24]:
            self._metrics.count("moves")

    async def follow(self, stream: str, version: int, reader: Reader) -> Following:
        try:
            return await self._log.follow(stream, version, partial(self._see, reader))
        except DamagedLog as trouble:
            self._fail(trouble)
            raise

    def _fail(self, trouble: LogTrouble) -> None:
        self._metrics.count("hall_log_failures")
        self._failed(trouble)

    def _see(self, reader: Reader, record: Record) -> None:
        start = record.payload[:32]
        self._tables += ('"tableadded"' in start) - ('"tableremoved"' in start)
        reader(record)

    async def close(self) -> None:
        await self._log.close()
