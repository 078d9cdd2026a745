"""One session on one channel: an app at a terminal, or lines without one."""

import asyncio
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import asyncssh
from textual.app import App

from odin_server.accounts import AccountsUnusable
from odin_server.notices import Notice
from odin_server.ssh.app_setup import release_app, set_up_app
from odin_server.ssh.asyncssh_internals import limit_environment
from odin_server.ssh.audit_log import describe_error
from odin_server.ssh.caller import Caller
from odin_server.ssh.driver import SSHDriver
from odin_server.ssh.guards import BoundedEnvironment
from odin_server.ssh.input_limits import InputLimits
from odin_server.ssh.line_input import LineInput
from odin_server.ssh.line_lag import LineLag
from odin_server.ssh.terminal import CLEAR_TITLE, RESTORE, Terminal, terminal_of
from odin_server.textual_internals import crash_of

if TYPE_CHECKING:
    from odin_server.ssh.connection import Connection

FAREWELL_SECONDS = 3.0
"""How long a client may take to read the last bytes before the connection is aborted."""
OUTPUT_POLL_SECONDS = 0.2
CRASHED = Notice("session-crashed")


class Session(asyncssh.SSHServerSession[bytes]):
    """Connects an SSH channel to an app; it is the `Wire` of the app's driver."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.server = connection.server
        self.terminal = Terminal()
        self.has_terminal = False
        self.caller: Caller | None = None
        self._term = ""
        self._size = (80, 24)
        self._argv: tuple[str, ...] = ()
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._driver: SSHDriver | None = None
        self._app: App[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._entered = False
        self._ended = False
        self._refusal: Notice | None = None
        """What is said to somebody who could not be served."""
        self._stalled_since: float | None = None
        self._loop = asyncio.get_running_loop()
        self.input_limits = InputLimits(self.server.settings, self.server.metrics, self._loop.time)
        self._lines: LineInput | None = None
        self._lag = LineLag(lambda: self.waiting + connection.unacknowledged, self._loop.time)
        self._last_key = self._loop.time()
        self._idle: asyncio.TimerHandle | None = None
        self._login_slot: asyncio.Semaphore | None = None

    # -- what asyncssh tells ------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        self._lines = LineInput(chan, self.input_limits.keys)
        limits = self.server.settings
        environment = BoundedEnvironment(limits.environment_count, limits.environment_length)
        limit_environment(chan, environment)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        del term_modes
        self._term, self._size = term_type[:64], term_size[:2]
        self.has_terminal = self._term not in ("", "dumb")
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        # The words are looked up in a table of commands; nothing is ever executed.
        self._argv = tuple(command[:400].split())
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self.server.refused("subsystem", self.connection.network, asked=subsystem[:40])
        return False

    def session_started(self) -> None:
        if self._chan is not None:
            environment = {
                name.decode("utf-8", "replace"): value.decode("utf-8", "replace")
                for name, value in self._chan.get_environment_bytes().items()
            }
            self.terminal = terminal_of(self._term, self._size, environment)
            self._task = self._loop.create_task(self._run())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        del pixwidth, pixheight
        resized = self.terminal.resized(width, height)
        if resized != self.terminal:
            self.terminal = resized
            if self._driver is not None:
                self._driver.resized()

    def data_received(self, data: bytes, datatype: object) -> None:
        del datatype
        self._last_key = self._loop.time()
        if self._driver is not None:
            self._driver.feed(data)
        elif not self.has_terminal and self._lines is not None:
            self._lines.feed(data)

    def eof_received(self) -> bool:
        if not self.has_terminal and self._lines is not None:
            self._lines.end()
        return True

    def break_received(self, msec: int) -> bool:
        del msec
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._chan = None
        if self._lines is not None:
            self._lines.stop()
        self._stop_app()

    # -- the wire of the driver ---------------------------------------------------------------

    def attach(self, driver: SSHDriver) -> None:
        self._driver = driver

    def send(self, frame: bytes) -> None:
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(frame)
            self._lag.sent(len(frame))
            self.server.metrics.frame_bytes.inc(len(frame))
            self.server.metrics.frames.inc()
            if self._driver is not None:
                self._release_login_slot()

    def has_room(self) -> bool:
        if self._chan is None:
            return False
        if self.waiting <= self.server.settings.output_budget:
            return True
        self.server.metrics.frames_skipped.inc()
        if self._stalled_since is None:
            self._stalled_since = self._loop.time()
            self._loop.call_later(OUTPUT_POLL_SECONDS, self._check_output, self.waiting)
        return False

    @property
    def waiting(self) -> int:
        """How many bytes the client has not read yet."""
        if self._chan is None:
            return 0
        return int(self._chan.get_write_buffer_size()) + self.connection.waiting

    @property
    def line_is_slow(self) -> bool:
        return self._lag.is_slow

    def _check_output(self, before: int) -> None:
        """Repaint when the client has caught up; disconnect one that reads nothing."""
        if self._chan is None or self._stalled_since is None or self._ended:
            return
        waiting, now = self.waiting, self._loop.time()
        if waiting <= self.server.settings.output_budget // 4:
            self._stalled_since = None
            if self._driver is not None:
                self._driver.catch_up()
            return
        if waiting < before:
            self._stalled_since = now
        if now - self._stalled_since >= self.server.settings.stall:
            self.server.refused("stalled", self.connection.network)
            self.connection.abort()
            return
        self._loop.call_later(OUTPUT_POLL_SECONDS, self._check_output, waiting)

    # -- what an app may ask for --------------------------------------------------------------

    def put(self, sequence: str) -> None:
        if self.has_room():
            self.send(sequence.encode("utf-8", "replace"))

    def disconnect(self, reason: Notice) -> None:
        """End the session; the person is told why."""
        if self.caller is not None and not self.caller.farewell:
            self.caller.farewell = self._text(reason)
        if self._lines is not None:
            self._lines.stop()
        self._stop_app()

    def notice_text(self, notice: Notice) -> str:
        """Return the sentence for a notice, in the language of whoever is served."""
        return self.server.frontend.notice_text(notice, self.caller)

    def _text(self, notice: Notice | None) -> str:
        return "" if notice is None else self.notice_text(notice)

    async def ping(self) -> float:
        return await self.connection.ping()

    # -- the session itself -------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            self.caller = self._identify()
            if self.caller is None:
                return
            self.server.add_session(self)
            self._watch_idleness()
            if self.has_terminal:
                await self._serve_terminal(self.caller)
            else:
                await self.server.frontend.serve_lines(self.caller, self._read, self._say)
        except asyncio.CancelledError:
            pass
        except Exception as trouble:  # noqa: BLE001 - one session's fault must end that session only
            self._crashed(trouble)
        finally:
            self._end()

    def _identify(self) -> Caller | None:
        """Return who is calling; None if the accounts cannot be read or written."""
        try:
            return self.connection.identify(self, self._argv)
        except (AccountsUnusable, sqlite3.Error) as trouble:
            self._refusal = self.server.accounts_failed(trouble, self.connection.network)
            return None

    async def _serve_terminal(self, caller: Caller) -> None:
        # The first frame is the costly part of a login, which must not slow down the others.
        login_slots = self.server.login_slots
        await login_slots.acquire()
        self._login_slot = login_slots
        try:
            app = await self.server.frontend.open_app(caller)
            if isinstance(app, str):
                caller.farewell = app
                return
            if self._chan is None:
                return
            set_up_app(app, self)
            self._app, self._entered = app, True
            await app.run_async()
            if (trouble := crash_of(app)) is not None:
                self._crashed(trouble)
            elif not caller.farewell:
                caller.farewell = str(getattr(app, "farewell", ""))
        finally:
            self._release_login_slot()

    def _release_login_slot(self) -> None:
        if self._login_slot is not None:
            self._login_slot.release()
            self._login_slot = None

    def _crashed(self, trouble: BaseException) -> None:
        self.server.metrics.crashes.inc()
        self.server.audit_log.note("crash", session=self.number, trouble=describe_error(trouble))
        self._refusal = CRASHED
        if self.caller is not None:
            self.caller.farewell, self.caller.status = self._text(CRASHED), 1

    @property
    def number(self) -> int:
        return 0 if self.caller is None else self.caller.number

    def _stop_app(self) -> None:
        if self._app is not None:
            self._app.exit()
        if self._task is not None and not self._task.done():
            self._loop.call_later(FAREWELL_SECONDS, self._task.cancel)

    def _end(self) -> None:
        """Restore the terminal and say goodbye; every session ends here, whatever the reason."""
        if self._ended:
            return
        self._ended = True
        if self._idle is not None:
            self._idle.cancel()
        caller = self.caller
        if caller is not None:
            for action in caller.at_end:
                try:
                    action()
                except Exception as trouble:  # noqa: BLE001 - the rest must be done nevertheless
                    self._crashed(trouble)
            caller.at_end.clear()
            self.server.remove_session(self)
        if self._app is not None:
            release_app(self._app, [] if self._driver is None else self._driver.parts)
        self._app = self._driver = None
        self.connection.session_ended()
        chan, self._chan = self._chan, None
        if chan is None or chan.is_closing():
            return
        with suppress(OSError):
            if self._entered:
                chan.write((RESTORE + CLEAR_TITLE).encode())
            if farewell := self._text(self._refusal) if caller is None else caller.farewell:
                newline = "\r\n" if self.has_terminal else "\n"
                text = farewell.rstrip("\n").replace("\n", newline)
                chan.write((text + newline).encode())
            chan.exit(1 if caller is None else caller.status)

    def _watch_idleness(self) -> None:
        limit = self.server.settings.idle
        if not limit or self._ended:
            return
        seconds_left = self._last_key + limit - self._loop.time()
        if seconds_left <= 0:
            self.disconnect(Notice("idle-too-long"))
        else:
            self._idle = self._loop.call_later(seconds_left + 0.1, self._watch_idleness)

    # -- without a terminal -------------------------------------------------------------------

    async def _read(self) -> str | None:
        return None if self._lines is None else await self._lines.read()

    async def _say(self, text: str) -> None:
        while self._chan is not None and not self.has_room():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(OUTPUT_POLL_SECONDS)
        self.send((text + "\n").encode("utf-8", "replace"))
