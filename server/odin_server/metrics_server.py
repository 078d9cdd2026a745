"""Serves the metrics in the text form Prometheus reads, and the health, in threads of its own."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from odin_server.health import HEALTH_PATH, STUCK, Health, HealthReport
from odin_server.metrics import Metrics

LONGEST_SCRAPE = 10.0
"""Seconds a scrape waits for the event loop before it fails."""
LONGEST_CHECK = 2.0
"""Seconds after which a host whose event loop does not answer is not well."""


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


class _SilentHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is named there
        """Log nothing."""


class _Server(ThreadingMixIn, WSGIServer):
    """Answers on a socket that is open already."""

    daemon_threads = True

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock.getsockname()[:2], _SilentHandler, bind_and_activate=False)
        self.socket.close()
        self.socket = sock
        self.server_name, self.server_port = sock.getsockname()[:2]
        self.setup_environ()


class _Answers:
    """Answers `/health` with that, and everything else with the metrics."""

    def __init__(self, metrics: Metrics, health: Health) -> None:
        registry = CollectorRegistry()
        registry.register(_CollectedInLoop(metrics.registry))
        self._metrics, self._health = make_wsgi_app(registry), health
        self._loop = asyncio.get_running_loop()

    def __call__(self, environment: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environment["PATH_INFO"] != HEALTH_PATH:
            answer: Iterable[bytes] = self._metrics(environment, start)
            return answer
        status, body = self._ask()
        length = str(len(body))
        headers = [("Content-Type", "application/json"), ("Content-Length", length)]
        start(f"{status.value} {status.phrase}", headers)
        return [body]

    def _ask(self) -> HealthReport:
        asking = asyncio.run_coroutine_threadsafe(self._report(), self._loop)
        try:
            return asking.result(LONGEST_CHECK)
        except TimeoutError:
            asking.cancel()
            return STUCK

    async def _report(self) -> HealthReport:
        return self._health.report()


@asynccontextmanager
async def serve_metrics(
    metrics: Metrics, health: Health, sock: socket.socket
) -> AsyncIterator[None]:
    """Answer requests for the metrics and the health on a listening socket."""
    server = _Server(sock)
    server.set_app(_Answers(metrics, health))
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        thread.join()
        server.server_close()
