"""One run of `odin serve`: everything is opened, served, reloaded and closed in order."""

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from odin_engine.game import Refusal
from odin_server.accounts import Accounts
from odin_server.analyst import LogAnalyst
from odin_server.clock import LoopClock
from odin_server.hall import Hall, HallSettings
from odin_server.hall.bot_pool import Fallback, ProcessBotPool
from odin_server.log import LogRefusal
from odin_server.log.sqlite import SqliteLog
from odin_server.metrics import Metrics, memory, serve_metrics, watch_loop
from odin_server.notices import Notice
from odin_server.sessions.audit_log import WINDOW, AuditLog, lost_line, take_over_logging
from odin_server.sessions.gc_policy import GcPolicy
from odin_server.sessions.host import Host, ssh_target
from odin_server.sessions.log_writer import LogWriter, open_log
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.server import SshServer
from odin_tui.hall_frontend import HallFrontend
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text
from odin_tui.worker_process import worker_command

_SAME_IN_THE_HALL = (
    "bot_pause",
    "guest_table_timeout",
    "guest_tables",
    "hold",
    "seats_per_address",
    "seats_per_guest",
    "seats_per_player",
    "tables",
    "tables_per_address",
    "tables_per_guest",
    "tables_per_player",
)


def hall_settings(settings: HostSettings) -> HallSettings:
    """Return the settings of the hall within those of the host."""
    same = {name: getattr(settings, name) for name in _SAME_IN_THE_HALL}
    return HallSettings(idle=settings.table_idle, **same)


def open_writer(path: Path | None) -> LogWriter:
    """Begin to write the log to a file; without one to standard error, if that is open."""
    if path is None:
        return LogWriter(_standard_error(), tell_lost=lost_line)
    try:
        return LogWriter(open_log(path), path, tell_lost=lost_line)
    except OSError as trouble:
        raise Mistake(
            N_("cannot write {path}: {reason}."), path=path, reason=trouble.strerror
        ) from trouble


def _standard_error() -> int | None:
    try:
        # A copy of its own: whoever closes standard error does not close the log.
        return None if sys.__stderr__ is None else os.dup(sys.__stderr__.fileno())
    except (OSError, ValueError):
        return None


class Asked(NamedTuple):
    """What is served only if the command line asks for it."""

    metrics_port: int | None = None
    web: bool = False


class Serving:
    """One run of the server, from its first line to its last."""

    def __init__(
        self,
        settings: HostSettings,
        data: Path,
        key: Any,
        asked: Asked,
        read_again: Callable[[], HostSettings],
        writer: LogWriter,
    ) -> None:
        self._settings, self._data, self._key = settings, data, key
        self._asked, self._read_again = asked, read_again
        self._writer, self._audit_log = writer, AuditLog(writer.write)

    async def until_stopped(self) -> int:
        """Open everything, serve, and close everything in the right order."""
        audit_log, metrics = self._audit_log, Metrics()
        metrics.gauge(
            "log_lines_lost",
            "Lines that could not be written to the log.",
            lambda: float(self._writer.lost),
        )
        take_over_logging(audit_log)
        async with contextlib.AsyncExitStack() as closing:
            try:
                accounts = Accounts(self._data / "accounts.db", time.time, audit_log.note)
                closing.callback(accounts.close)
                tell_failure = partial(hall_log_failed, metrics, audit_log)
                log = SqliteLog(self._data / "hall.db", on_failure=tell_failure)
                limits, clock = hall_settings(self._settings), LoopClock()
                tell = partial(bot_fell_back, metrics, audit_log)
                bot_pool = ProcessBotPool(limits, clock, worker_command("bot"), tell)
                hall = await Hall.begin(
                    log, limits, clock=clock, bot_pool=bot_pool, on_move=metrics.moves.inc
                )
                closing.push_async_callback(hall.close)
                hall.rate_matches()
                for player, until in accounts.mutes().items():
                    hall.mute(player, until)
                metrics.gauge("tables", "Tables that are not closed.", lambda: hall.table_count)
                analyst = LogAnalyst(log, worker_command("analysis"))
                frontend = HallFrontend(hall, accounts, analyst)
                host = Host(self._settings, frontend, accounts, audit_log, metrics, time.time)
                server = SshServer(host)
                await server.open(self._key)
                closing.push_async_callback(server.close, Notice("server-stopping"))
                if self._asked.web:
                    await self._serve_web(host, closing)
                if self._asked.metrics_port is not None:
                    await self._serve_metrics(metrics, self._asked.metrics_port, closing)
            except Refusal as refusal:
                raise Mistake(refusal_text(refusal, command_line())) from refusal
            except sqlite3.Error as trouble:
                raise Mistake(
                    N_("the data in {data} cannot be read: {reason}."),
                    data=self._data,
                    reason=trouble,
                ) from trouble
            gc_policy = GcPolicy(memory, lambda: len(host.sessions), lambda: host.ended)
            gc_policy.begin()
            for watching in (
                watch_loop(metrics, lambda lag: audit_log.note("slow", seconds=round(lag, 3))),
                gc_policy.run(lambda: audit_log.note("gc", memory=memory())),
                _tell_suppressed(audit_log),
            ):
                closing.callback(asyncio.create_task(watching).cancel)
            # Before the greeting: whoever has read it may stop or reload the server.
            told_to_stop = self._listen_to_signals(server, hall)
            self._greet(host)
            audit_log.note(
                "opened",
                port=host.ssh_port,
                web=host.web_url or None,
                unreadable_tables=len(hall.unreadable_tables),
            )
            for table, why in hall.unreadable_tables.items():
                audit_log.note_limited(
                    "table-unreadable", ("code",), table=table, code=why.code, why=str(why)
                )
            await told_to_stop.wait()
            audit_log.note("closing", sessions=len(host.sessions))
        audit_log.tell_suppressed(at_end=True)
        audit_log.note("closed")
        return 0

    async def _serve_web(self, host: Host, closing: contextlib.AsyncExitStack) -> None:
        # Only whoever serves browsers waits for the library to load.
        from odin_server.web import WebServer  # noqa: PLC0415

        web = WebServer(host)
        await web.open()
        closing.push_async_callback(web.close, Notice("server-stopping"))

    async def _serve_metrics(
        self, metrics: Metrics, port: int, closing: contextlib.AsyncExitStack
    ) -> None:
        try:
            await closing.enter_async_context(serve_metrics(metrics, port))
        except OSError as trouble:
            raise Mistake(
                N_("cannot serve metrics on port {port}: {reason}."),
                port=port,
                reason=trouble.strerror,
            ) from trouble

    def _listen_to_signals(self, server: SshServer, hall: Hall) -> asyncio.Event:
        """Return the event that is set when the server is told to stop."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        if sys.stdin is not None and sys.stdin.isatty():
            # Somebody closed the window; a hall without one would stay open unseen.
            loop.add_signal_handler(signal.SIGHUP, stop.set)
        else:
            loop.add_signal_handler(signal.SIGHUP, self._reload, server, hall)
        return stop

    def _reload(self, server: SshServer, hall: Hall) -> None:
        # First, so that a wrong setting is noted where the host looks after moving the log away.
        self._writer.reopen()
        try:
            fresh = self._read_again()
        except Mistake as mistake:
            self._audit_log.note("not-reloaded", why=str(mistake))
            return
        server.change_settings(fresh)
        hall.change_settings(hall_settings(fresh))
        self._audit_log.note("reloaded")

    def _greet(self, host: Host) -> None:
        name = self._settings.name or self._settings.address or _own_address()
        tr = command_line()
        lines = [
            tr.gettext("The hall is open. Friends type:"),
            f"    ssh {ssh_target(name, host.ssh_port)}",
        ]
        if host.web_url:
            lines += [tr.gettext("Or they open in a browser:"), f"    {host.web_url}"]
        lines += [
            tr.gettext("Host key: {key}").format(key=self._key.get_fingerprint()),
            tr.gettext("Data: {folder}").format(folder=self._data),
        ]
        text = "".join(f"{line}\n" for line in lines)
        # Nobody may be there to read it; what stays in Python's buffer would fail at the end.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.write(sys.stdout.fileno(), text.encode())


def bot_fell_back(metrics: Metrics, audit_log: AuditLog, reason: Fallback) -> None:
    """Count a heuristic move that a bot made because its search failed, and log the reason."""
    metrics.bot_fallbacks.labels(reason).inc()
    audit_log.note_limited("bot-fallback", ("reason",), reason=reason)


def hall_log_failed(metrics: Metrics, audit_log: AuditLog, trouble: LogRefusal) -> None:
    """Count that the log of the hall could not be read or written, and tell the host."""
    metrics.hall_log_failures.inc()
    audit_log.note_limited("hall-log-failed", ("why",), why=str(trouble))


async def _tell_suppressed(audit_log: AuditLog) -> None:
    while True:
        await asyncio.sleep(WINDOW / 4)
        audit_log.tell_suppressed()


def _own_address() -> str:
    """Find the address this machine has on its network; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()
