"""One run of `odin serve`: everything is opened, served, reloaded and closed in order."""

import asyncio
import contextlib
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from odin_engine.game import Refusal
from odin_server.accounts import Accounts
from odin_server.hall import Hall
from odin_server.hall import Settings as HallSettings
from odin_server.log.sqlite import SqliteLog
from odin_server.metrics import CountedLog, Metrics, memory, serve_metrics, watch_loop
from odin_server.ssh.host import Host
from odin_server.ssh.journal import take_over_logging, to_stream
from odin_server.ssh.settings import HostSettings
from odin_server.ssh.tidy import Tidy
from odin_server.ssh.visitor import reach
from odin_tui.main import Mistake
from odin_tui.ssh_app import HallFront

GOODBYE = "The hall is closing. Your seat is kept: come again in a minute."


def _hall_settings(settings: HostSettings) -> HallSettings:
    return HallSettings(hold=settings.hold, bot_pause=settings.bot_pause)


@contextlib.contextmanager
def journal_stream(path: Path | None) -> Any:
    """Open the file of the log; without one it is standard error."""
    if path is None:
        yield sys.__stderr__
        return
    try:
        stream = path.open("a", encoding="utf-8")
    except OSError as trouble:
        raise Mistake(f"cannot write {path}: {trouble.strerror}.") from trouble
    with stream:
        yield stream


class Serving:
    """One run of the server, from its first line to its last."""

    def __init__(
        self,
        settings: HostSettings,
        data: Path,
        key: Any,
        metrics_port: int | None,
        read_again: Callable[[], HostSettings],
    ) -> None:
        self._settings, self._data, self._key = settings, data, key
        self._metrics_port, self._read_again = metrics_port, read_again

    async def until_stopped(self, stream: Any) -> int:
        """Open everything, serve, and close everything in the right order."""
        journal, metrics = to_stream(stream), Metrics()
        take_over_logging(journal)
        async with contextlib.AsyncExitStack() as closing:
            try:
                accounts = Accounts(self._data / "accounts.db", time.time)
                closing.callback(accounts.close)
                log = CountedLog(SqliteLog(self._data / "hall.db"), metrics)
                hall = await Hall.begin(log, _hall_settings(self._settings))
                closing.push_async_callback(hall.close)
                for player, until in accounts.mutes().items():
                    hall.mute(player, until)
                front = HallFront(hall, accounts, self._settings.hold)
                host = Host(self._settings, front, accounts, journal, metrics, time.time)
                front.host = host
                await host.open(self._key)
                closing.push_async_callback(host.close, GOODBYE)
                if self._metrics_port is not None:
                    await self._serve_metrics(serve_metrics(metrics, self._metrics_port), closing)
            except Refusal as refusal:
                raise Mistake(str(refusal)) from refusal
            tidy = Tidy(memory, lambda: len(host.sessions), lambda: host.ended)
            tidy.begin()
            for watching in (
                watch_loop(metrics, lambda lag: journal.note("slow", seconds=round(lag, 3))),
                tidy.keep(lambda: journal.note("tidied", memory=memory())),
            ):
                closing.callback(asyncio.create_task(watching).cancel)
            self._greet(host.port)
            journal.note("opened", port=host.port, set_aside=len(hall.set_aside))
            await self._told_to_stop(host, journal)
            journal.note("closing", sessions=len(host.sessions))
        journal.note("closed")
        return 0

    async def _serve_metrics(self, starting: Any, closing: contextlib.AsyncExitStack) -> None:
        try:
            server = await starting
        except OSError as trouble:
            raise Mistake(
                f"cannot serve metrics on port {self._metrics_port}: {trouble.strerror}."
            ) from trouble
        closing.callback(server.close)

    async def _told_to_stop(self, host: Any, journal: Any) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        if sys.stdin is not None and sys.stdin.isatty():
            # Somebody closed the window; a hall without one would stay open unseen.
            loop.add_signal_handler(signal.SIGHUP, stop.set)
        else:
            loop.add_signal_handler(signal.SIGHUP, self._reload, host, journal)
        await stop.wait()

    def _reload(self, host: Any, journal: Any) -> None:
        try:
            fresh = self._read_again()
        except Mistake as mistake:
            journal.note("not-reloaded", why=str(mistake))
            return
        host.settings = replace(fresh, address=host.settings.address, port=host.settings.port)
        journal.note("reloaded")

    def _greet(self, port: int) -> None:
        name = self._settings.name or self._settings.address or _own_address()
        sys.stdout.write(
            f"The hall is open. Friends type:\n    ssh {reach(name, port)}\n"
            f"Host key: {self._key.get_fingerprint()}\n"
            f"Data: {self._data}\n"
        )
        sys.stdout.flush()


def _own_address() -> str:
    """Find the address this machine has on its network; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()
