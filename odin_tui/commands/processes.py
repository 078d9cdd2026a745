"""`odin serve --processes`: one host in several processes, which share its ports."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence

from odin_engine.game import Refusal
from odin_server.sessions.audit_log import AuditLog
from odin_server.sessions.listening import (
    LOOPBACK,
    METRICS,
    SSH,
    WEB,
    ListeningSockets,
    listen,
)
from odin_server.sessions.settings import HostSettings
from odin_tui.worker_process import odin_command

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a process that has ended is started again; the pause doubles each time."""
LONGEST_START = 120.0
"""Seconds within which a process must serve."""
LONG_ENOUGH = 60.0
"""A process that has lived for so many seconds is started again without a longer pause."""


class Supervisor:
    """Starts the processes of a host, starts one again that ends, and stops all of them.

    Each has sockets of its own on the same ports, opened here, and the system shares new
    connections out among them. Each reads from a pipe that ends with this process, so none stays
    behind without it.
    """

    def __init__(
        self,
        words: Sequence[str],
        count: int,
        audit_log: AuditLog,
        open_sockets: Callable[[int], ListeningSockets],
    ) -> None:
        """`open_sockets` opens the sockets of a process by its number, or raises `Refusal`."""
        self._words, self._count, self._audit_log = words, count, audit_log
        self._open_sockets = open_sockets
        self._sockets: dict[int, ListeningSockets] = {}
        self._running: dict[int, Process] = {}
        self._keeping: dict[int, asyncio.Task[int]] = {}
        self._others: list[Process] = []
        """Processes that are replaced and let nobody else in, or about to replace another."""
        self._replacing: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._stop = asyncio.Event()

    async def until_stopped(self) -> int:
        """Run all processes until told to stop; return the exit status."""
        self._listen_to_signals()
        # One alone at first, so that what keeps it from starting is told once.
        self._running[0] = first = await self._start(0)
        greeting = await _greeting_of(first)
        if not greeting:
            return await first.wait()
        for index in range(1, self._count):
            self._running[index] = await self._start(index)
        await asyncio.gather(*map(_greeting_of, [*self._running.values()][1:]))
        _say(greeting)
        for index in range(self._count):
            self._keeping[index] = asyncio.create_task(self._keep(index))
        await self._stop.wait()
        self._pass_on(signal.SIGTERM)
        if self._replacing is not None:
            await self._replacing
        statuses = await asyncio.gather(*self._keeping.values())
        await asyncio.gather(*(process.wait() for process in self._others))
        return max(statuses)

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        in_terminal = sys.stdin is not None and sys.stdin.isatty()
        loop.add_signal_handler(
            signal.SIGHUP, *((self._stop.set,) if in_terminal else (self._pass_on, signal.SIGHUP))
        )
        loop.add_signal_handler(signal.SIGUSR2, self._begin_replacing)

    async def _start(self, index: int) -> Process:
        command = odin_command(*self._words, "--process", str(index))
        if index not in self._sockets:
            self._sockets[index] = self._open_sockets(index)
        sockets = self._sockets[index]
        # In a session of its own: Ctrl-C in a terminal is for this process to pass on.
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
            pass_fds=sockets.numbers,
            env=os.environ | sockets.environment(),
        )
        if self._stop.is_set():
            # It was told while this one was not among those who heard it.
            process.terminate()
        return process

    async def _keep(self, index: int) -> int:
        """Wait until a process has ended after all were told to; return its exit status."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            since = loop.time()
            status = await self._running[index].wait()
            if self._stop.is_set():
                return max(status, 0)
            self._audit_log.note("process-ended", process=index, status=status)
            async with self._starting:
                # Nobody accepts what waits there; the system gives new connections to the others.
                self._sockets.pop(index).close()
            pause = FIRST_PAUSE if loop.time() > since + LONG_ENOUGH else pause
            is_started = False
            while not is_started:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._stop.wait()
                        return 0
                pause = min(LONGEST_PAUSE, 2 * pause)
                is_started = await self._start_again(index)

    async def _start_again(self, index: int) -> bool:
        """Start a process that has ended; return False if that is not possible now."""
        async with self._starting:
            try:
                self._running[index] = await self._start(index)
            except (OSError, Refusal) as trouble:
                # Otherwise the system would give connections to a socket where nobody accepts.
                if index in self._sockets:
                    self._sockets.pop(index).close()
                self._audit_log.note("process-not-started", process=index, why=str(trouble))
                return False
            await _greeting_of(self._running[index])
            return True

    # -- starting anew ------------------------------------------------------------------------

    def _begin_replacing(self) -> None:
        are_all_kept = len(self._keeping) == self._count
        if are_all_kept and (self._replacing is None or self._replacing.done()):
            self._replacing = asyncio.create_task(self._replace_all())

    async def _replace_all(self) -> None:
        """Have each process replaced by one of the program that is installed now."""
        self._others = [process for process in self._others if process.returncode is None]
        try:
            for index in range(self._count):
                if self._stop.is_set() or not await self._replace(index):
                    return
        except (OSError, Refusal) as trouble:
            self._audit_log.note("not-restarted", why=str(trouble))
            return
        self._audit_log.note("replaced", processes=self._count)

    async def _replace(self, index: int) -> bool:
        """Replace one process; if the new one does not start, the old one stays."""
        async with self._starting:
            old, new = self._running[index], await self._start(index)
            self._others.append(new)
            if not await _greeting_of(new):
                self._audit_log.note("not-restarted", process=index, status=await new.wait())
                return False
            self._keeping[index].cancel()
            self._others[-1], self._running[index] = old, new
            self._keeping[index] = asyncio.create_task(self._keep(index))
        # It lets in nobody else, and ends when the last one has left.
        _send(old, signal.SIGUSR2)
        return True

    def _pass_on(self, number: signal.Signals) -> None:
        for process in (*self._running.values(), *self._others):
            _send(process, number)


def _send(process: Process, number: signal.Signals) -> None:
    if process.returncode is None:
        process.send_signal(number)


async def _greeting_of(process: Process) -> bytes:
    """Return what a process says when it serves; nothing if it has ended instead, or hangs."""
    try:
        async with asyncio.timeout(LONGEST_START):
            return b"" if process.stdout is None else await process.stdout.read(4096)
    except TimeoutError:
        process.kill()
        return b""


def _say(greeting: bytes) -> None:
    # Nobody may be there to read it.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.write(sys.stdout.fileno(), greeting)


class SharedPorts:
    """Opens the sockets of each process of a host: the same ports for all, for metrics one each."""

    def __init__(
        self,
        settings: HostSettings,
        given: ListeningSockets,
        *,
        with_web: bool,
        metrics_port: int | None,
    ) -> None:
        """`given` was handed over by whoever started this program; all processes share that."""
        self._given, self._metrics_port = given, metrics_port
        self._wanted = [(SSH, settings.address, settings.port)]
        if with_web:
            self._wanted.append((WEB, settings.web_address, settings.web_port))
        self._ports: dict[str, int] = {}

    def open(self, index: int) -> ListeningSockets:
        """Open the sockets of one process; raises `PortTaken`."""
        opened = {
            name: self._shared(name, addresses, port) for name, addresses, port in self._wanted
        }
        if self._metrics_port is not None:
            opened[METRICS] = listen(LOOPBACK, self._metrics_port + index)
        return ListeningSockets(opened)

    def _shared(self, name: str, addresses: Sequence[str], port: int) -> list[socket.socket]:
        if name in self._given:
            return self._given.open(name, addresses, port)
        sockets = listen(addresses, self._ports.get(name, port), share=True)
        # The first process has the port that the system chose; the others must have it, too.
        self._ports[name] = int(sockets[0].getsockname()[1])
        return sockets
