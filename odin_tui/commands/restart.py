"""How `odin serve` starts itself anew without letting go of its sockets.

The process stays and becomes the program that is installed now, so that systemd and whoever else
knows its number go on with it. Connections that come meanwhile wait.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import AsyncExitStack, suppress
from typing import NoReturn

from odin_server.sessions.audit_log import AuditLog
from odin_server.sessions.host import Host
from odin_server.sessions.listening import ListeningSockets

LONGEST_CHECK = 120.0
"""Seconds within which a program must have made its check."""
DRAIN_EVERY = 0.25
"""Seconds until it is looked again whether the last one has left."""


class Restart:
    """What `SIGUSR2` does to a process that serves.

    One that is supervised lets in nobody else and stops when the last one has left, because another
    one has taken its place. Any other stops, to start anew.
    """

    def __init__(self, audit_log: AuditLog) -> None:
        self._audit_log = audit_log
        self._task: asyncio.Task[None] | None = None
        self.is_due = False
        """Whether the program is to start anew after everything is closed."""

    def listen(
        self, host: Host, stop: asyncio.Event, accepting: AsyncExitStack, *, is_supervised: bool
    ) -> None:
        """Listen to the signal; `stop` stops the server, `accepting` is what lets people in."""

        def begin() -> None:
            if self._task is None or self._task.done():
                chosen = self._drain(host, stop, accepting) if is_supervised else self._check(stop)
                self._task = asyncio.create_task(chosen)

        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, begin)

    async def _check(self, stop: asyncio.Event) -> None:
        """Stop, to start anew, if the program that is installed now could serve."""
        why = await why_not_now(stop)
        if stop.is_set():
            return
        if why:
            self._audit_log.note("not-restarted", why=why)
            return
        self.is_due = True
        stop.set()

    async def _drain(self, host: Host, stop: asyncio.Event, accepting: AsyncExitStack) -> None:
        """Let in nobody else, and stop when the last one has left or their time is over."""
        await accepting.aclose()
        self._audit_log.note("draining", sessions=len(host.sessions))
        until = host.now() + host.settings.drain
        while host.connections and host.now() < until and not stop.is_set():  # noqa: ASYNC110 - once
            await asyncio.sleep(DRAIN_EVERY)
        stop.set()

    async def close(self) -> None:
        """Wait for what was begun, when the server stops.

        A loop that ends while a process is being started waits for it forever.
        """
        if self._task is not None:
            await asyncio.wait([self._task])


def _own_command(*more: str) -> list[str]:
    return [sys.executable, *sys.orig_argv[1:], *more]


async def why_not_now(stop: asyncio.Event) -> str:
    """Return why the program that is installed now could not serve; empty if it could.

    It is asked no further when `stop` is set.
    """
    try:
        checking = await asyncio.create_subprocess_exec(
            *_own_command("--check"), stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE
        )
    except OSError as trouble:
        return str(trouble)
    telling = asyncio.create_task(checking.communicate())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait(
        {telling, stopping}, timeout=LONGEST_CHECK, return_when=asyncio.FIRST_COMPLETED
    )
    stopping.cancel()
    if not telling.done():
        with suppress(ProcessLookupError):
            checking.kill()
    _, told = await telling
    last = (told.decode("utf-8", "replace").splitlines() or [""])[-1]
    return last[:500] or str(checking.returncode) if checking.returncode else ""


def start_again(sockets: ListeningSockets) -> NoReturn:
    """Become the program that is installed now, with the same words and the same sockets."""
    for number in sockets.numbers:
        os.set_inheritable(number, True)  # noqa: FBT003 - it has no name there
    for number in (signal.SIGHUP, signal.SIGUSR2):
        # They would end a program that is not yet listening to them.
        signal.signal(number, signal.SIG_IGN)
    sys.stdout.flush()
    os.execve(sys.executable, _own_command(), os.environ | sockets.environment())  # noqa: S606
