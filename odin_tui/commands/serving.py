"""One run of `odin serve`: everything is opened, served, reloaded and closed in order."""

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from odin_engine.game import Refusal
from odin_server.accounts import Accounts
from odin_server.accounts.sharing import share_accounts
from odin_server.analyst import LogAnalyst
from odin_server.hall import Hall, HallSettings
from odin_server.hall.bot_pool import Fallback, ProcessBotPool
from odin_server.log import LogRefusal
from odin_server.metrics import Metrics, memory, start_at_zero, watch_loop
from odin_server.metrics_server import serve_metrics
from odin_server.notices import Notice
from odin_server.sessions.audit_log import WINDOW, AuditLog, take_over_logging
from odin_server.sessions.control import control_path, serve_control
from odin_server.sessions.gc_policy import GcPolicy, YoungCollections
from odin_server.sessions.host import Host
from odin_server.sessions.large_pages import LargePages, system_advise
from odin_server.sessions.listening import LOOPBACK, METRICS, SSH, WEB, ListeningSockets
from odin_server.sessions.log_writer import LogWriter
from odin_server.sessions.settings import HostSettings, waiting_for_a_start
from odin_server.ssh.server import SshServer
from odin_server.word_list import WordList
from odin_tui.commands.hall_storage import HallStorage, open_storage
from odin_tui.commands.restart import Restart
from odin_tui.control_answers import ControlAnswers
from odin_tui.hall_frontend import HallFrontend
from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text
from odin_tui.worker_process import worker_command

EVERY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104 - nobody can be told to connect to these
_SAME_IN_THE_HALL = (
    "bot_pause",
    "bot_queue",
    "bot_workers",
    "chat_burst",
    "chat_every",
    "chat_length",
    "code_every",
    "code_tries",
    "guest_table_timeout",
    "guest_tables",
    "guests_talk",
    "hold",
    "lapses_before_bot",
    "open_tournaments",
    "restart_grace",
    "seats_per_address",
    "seats_per_guest",
    "correspondence_seats",
    "correspondence_wait",
    "correspondence_abandoned",
    "challenges",
    "seats_per_player",
    "spectators_per_table",
    "tables",
    "tables_per_address",
    "tables_per_guest",
    "tables_per_player",
    "tournament_pause",
)


def hall_settings(settings: HostSettings) -> HallSettings:
    """Return the settings of the hall within those of the host."""
    same = {name: getattr(settings, name) for name in _SAME_IN_THE_HALL}
    words = WordList(settings.unwanted_words)
    return HallSettings(idle=settings.table_idle, unwanted_words=words, **same)


class Asked(NamedTuple):
    """What is served only if the command line asks for it."""

    metrics_port: int | None = None
    web: bool = False
    process: int | None = None
    """The number of this process, if several share the ports."""
    sockets: ListeningSockets | None = None
    """What is listened on already."""


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
        self._sockets = asked.sockets or ListeningSockets()
        self._accepting = contextlib.AsyncExitStack()
        """Closed to let in nobody else, while those who are here stay."""
        common = None if asked.process is None else {"process": asked.process}
        self._writer, self._audit_log = writer, AuditLog(writer.write, common=common)
        self.restart = Restart(self._audit_log)
        self._farewell = Notice("server-stopping")
        """What people are told at the end."""

    async def until_stopped(self) -> int:
        """Open everything, serve, and close everything in the right order."""
        audit_log, metrics = self._audit_log, Metrics()
        metrics.gauge(
            "log_lines_lost",
            "Lines that could not be written to the log.",
            lambda: float(self._writer.lost),
        )
        self._writer.on_error = metrics.disk_failed
        self._writer.on_not_reopened = self._log_not_reopened
        take_over_logging(audit_log)
        async with contextlib.AsyncExitStack() as closing:
            try:
                hall, server = await self._open(closing, metrics)
            except Refusal as refusal:
                raise Mistake(refusal_text(refusal, command_line())) from refusal
            except sqlite3.Error as trouble:
                raise Mistake(
                    N_("the data in {data} cannot be read: {reason}."),
                    data=self._data,
                    reason=trouble,
                ) from trouble
            host = server.host
            gc_policy = GcPolicy(memory, lambda: len(host.sessions), lambda: host.ended)
            gc_policy.begin()
            for watching in (
                watch_loop(metrics, lambda lag: audit_log.note("slow", seconds=round(lag, 3))),
                gc_policy.run(lambda: audit_log.note("gc", memory=memory())),
                YoungCollections().run(),
                LargePages(system_advise(), memory).run(),
                _tell_suppressed(audit_log),
            ):
                closing.callback(asyncio.create_task(watching).cancel)
            # Before the greeting: whoever has read it may stop or reload the server.
            told_to_stop = self._listen_to_signals(server, hall)
            self._greet(host)
            audit_log.note(
                "opened",
                version=host.version,
                port=host.ssh_port,
                web=host.web_url or None,
                unreadable_tables=len(hall.unreadable_tables),
            )
            for table, why in hall.unreadable_tables.items():
                audit_log.note_limited(
                    "table-unreadable", ("code",), table=table, code=why.code, why=str(why)
                )
            await told_to_stop.wait()
            await self._accepting.aclose()
            await self.restart.close()
            audit_log.note(
                "closing", sessions=len(host.sessions), restart=self.restart.is_due or None
            )
            alone = self._asked.process is None and not self.restart.is_due
            if alone and hall.presence.has_others:
                # Several processes of one host stop together; one that starts anew is back soon.
                self._farewell = Notice("server-moving")
            # First, so that tables go on elsewhere while people here read the farewell.
            await hall.hand_over()
        audit_log.tell_suppressed(at_end=True)
        audit_log.note("closed")
        return 0

    async def _open(
        self, closing: contextlib.AsyncExitStack, metrics: Metrics
    ) -> tuple[Hall, SshServer]:
        """Open the hall, and everything through which people come in."""
        audit_log, tell_failure = (
            self._audit_log,
            partial(hall_log_failed, metrics, self._audit_log),
        )
        storage = await open_storage(self._settings.database, self._data, tell_failure)
        closing.push_async_callback(storage.close)
        storage.watch(metrics)
        account_storage = await storage.open_accounts(self._data)
        accounts = Accounts(account_storage, storage.clock.now, audit_log.note)
        closing.callback(accounts.close)
        hall = await self._open_hall(storage, metrics)
        closing.push_async_callback(hall.close)
        hall.rate_matches()
        share_accounts(accounts, hall)
        analyst = LogAnalyst(storage.log, worker_command("analysis"))
        frontend = HallFrontend(hall, accounts, analyst)
        host = Host(self._settings, frontend, accounts, audit_log, metrics, storage.clock.now)
        host.share(hall)
        storage.check(host.health)
        if self._asked.metrics_port is not None or METRICS in self._sockets:
            sock, *_ = self._sockets.open(METRICS, LOOPBACK, self._asked.metrics_port or 0)
            serving = serve_metrics(metrics, host.health, sock)
            await self._accepting.enter_async_context(serving)
        server, settings = SshServer(host), self._settings
        await server.open(self._key, self._sockets.open(SSH, settings.address, settings.port))
        self._accepting.callback(server.stop_accepting)
        closing.push_async_callback(lambda: server.close(self._farewell))
        await self._serve_control(host, hall, closing)
        if self._asked.web or WEB in self._sockets:
            await self._serve_web(host, closing)
        return hall, server

    async def _open_hall(self, storage: HallStorage, metrics: Metrics) -> Hall:
        limits, clock = hall_settings(self._settings), storage.clock
        tell = partial(bot_fell_back, metrics, self._audit_log)
        bot_pool = ProcessBotPool(limits, clock, worker_command("bot"), tell)
        hall = await Hall.begin(
            storage.log, limits, clock=clock, bot_pool=bot_pool, cluster=storage.cluster
        )
        hall.on_move = metrics.moves.inc
        start_at_zero(metrics.bot_fallbacks, Fallback)
        metrics.gauge("tables", "Tables that are not closed.", lambda: hall.table_count)
        return hall

    async def _serve_control(
        self, host: Host, hall: Hall, closing: contextlib.AsyncExitStack
    ) -> None:
        """Let `odin admin` ask this server; without that everything else works all the same."""
        path = control_path(self._data, self._asked.process)
        answers = ControlAnswers(host, hall)
        try:
            await closing.enter_async_context(serve_control(path, answers.answer))
        except OSError as trouble:
            self._audit_log.note("no-control-socket", path=str(path), why=str(trouble))

    async def _serve_web(self, host: Host, closing: contextlib.AsyncExitStack) -> None:
        # Only whoever serves browsers waits for the library to load.
        from odin_server.web import WebServer  # noqa: PLC0415

        web, settings = WebServer(host), self._settings
        await web.open(self._sockets.open(WEB, settings.web_address, settings.web_port))
        self._accepting.callback(web.stop_accepting)
        closing.push_async_callback(lambda: web.close(self._farewell))

    def _listen_to_signals(self, server: SshServer, hall: Hall) -> asyncio.Event:
        """Return the event that is set when the server is told to stop."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()

        def stop_for_good() -> None:
            self.restart.is_due = False
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop_for_good)
        if self._asked.process is not None:
            # It ends with the process that supervises this one.
            loop.add_reader(0, stop.set)
        is_supervised = self._asked.process is not None
        self.restart.listen(server.host, stop, self._accepting, is_supervised=is_supervised)
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
        waiting = waiting_for_a_start(server.host.settings, fresh)
        server.change_settings(fresh)
        hall.change_settings(hall_settings(fresh))
        self._audit_log.note("reloaded", at_next_start=waiting or None)

    def _log_not_reopened(self, trouble: OSError) -> None:
        self._audit_log.note(
            "log-not-reopened", path=trouble.filename, why=trouble.strerror or str(trouble)
        )

    def _greet(self, host: Host) -> None:
        named = (one for one in self._settings.address if one not in EVERY_ADDRESS)
        name = self._settings.name or next(named, "") or _own_address()
        tr = command_line()
        lines = [
            tr.gettext("The hall is open. Friends type:"),
            f"    ssh {host.ssh_target(name)}",
        ]
        if host.web_url:
            lines += [tr.gettext("Or they open in a browser:"), f"    {host.web_url}"]
        lines += [
            tr.gettext("Host key: {key}").format(key=self._key.get_fingerprint()),
            tr.gettext("Data: {folder}").format(folder=self._data),
        ]
        if self._settings.database and (unused := self._data / "hall.db").exists():
            # Otherwise whoever begins to use a database would look for all their matches.
            text = tr.gettext("The hall in {file} is not used; `odin hall` moves it to a database.")
            lines.append(text.format(file=unused))
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
    metrics.disk_failed(trouble)
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
