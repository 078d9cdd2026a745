"""One session: an app at a client's terminal, or lines without one."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual.app import App

from odin_server.accounts import AccountsUnusable
from odin_server.notices import Notice
from odin_server.sessions.app_setup import release_app, set_up_app
from odin_server.sessions.audit_log import describe_error
from odin_server.sessions.caller import Caller
from odin_server.sessions.driver import RemoteDriver
from odin_server.sessions.guards import Bucket
from odin_server.sessions.input_limits import InputLimits
from odin_server.sessions.line_input import Channel, LineInput
from odin_server.sessions.line_lag import LineLag
from odin_server.sessions.strangers import Progress
from odin_server.sessions.terminal import CLEAR_TITLE, RESTORE, Terminal
from odin_server.textual_internals import crash_of

if TYPE_CHECKING:
    from odin_server.sessions.connection import RemoteConnection

FAREWELL_SECONDS = 3.0
"""How long a client may take to read the last bytes before the connection is aborted."""
OUTPUT_POLL_SECONDS = 0.2
HEAVY_RESIZE = 4
"""As so many sizes each one counts of a client that has used more of the loop than its share."""
CRASHED = Notice("session-crashed")


class RemoteSession(ABC):
    """Connects a client to an app; it is the `Wire` of the app's driver.

    How bytes travel is the business of subclasses: the methods after "what subclasses know".
    """

    def __init__(self, connection: "RemoteConnection") -> None:
        self.connection = connection
        self.host = connection.host
        self.terminal = Terminal()
        self.has_terminal = False
        self.locales: tuple[str, ...] = ()
        self.caller: Caller | None = None
        self._argv: tuple[str, ...] = ()
        self._driver: RemoteDriver | None = None
        self._app: App[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._entered = False
        self._ended = False
        self._refusal: Notice | None = None
        """What is said to somebody who could not be served."""
        self._stalled_since: float | None = None
        self._loop = asyncio.get_running_loop()
        self.input_limits = InputLimits(self.host.settings, self.host.metrics, self._loop.time)
        limits = self.host.settings
        self._resizes = Bucket(limits.resizes_burst, limits.resizes_rate, self._loop.time())
        self._wanted_size: tuple[int, int] | None = None
        """A size of the terminal that is not taken yet."""
        self._lines: LineInput | None = None
        self._lag = LineLag(lambda: self.waiting + connection.unacknowledged, self._loop.time)
        self._last_key = self._loop.time()
        self._idle: asyncio.TimerHandle | None = None
        self._give_back_login_slot: Callable[[], None] | None = None

    # -- what subclasses know -----------------------------------------------------------------

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether the client is still connected."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """How many bytes the client has not read yet."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send bytes to a client that is connected."""

    @abstractmethod
    def finish(self, status: int) -> None:
        """Close the connected client's session after the last bytes."""

    @abstractmethod
    async def ping(self) -> float:
        """Measure the seconds to the client and back."""

    # -- what the client does -----------------------------------------------------------------

    def begin(self, channel: Channel) -> None:
        """Start to serve; the reading of lines may be paused by the channel."""
        self._lines = LineInput(channel, self.input_limits.keys)
        self._task = self._loop.create_task(self._run())

    def resize(self, width: int, height: int) -> None:
        """Take the new size of the client's terminal, within limits, now or in a moment."""
        is_waiting, self._wanted_size = self._wanted_size is not None, (width, height)
        if is_waiting:
            return
        # A new layout takes as long as a login, and a dragged edge asks for one after another.
        now, intake = self._loop.time(), self.connection.intake
        is_heavy = intake is not None and any(intake.share.debts(now))
        wait = self._resizes.owe(HEAVY_RESIZE if is_heavy else 1, now)
        if wait > 0:
            self.host.metrics.slowed.labels("resizes").inc()
            self._loop.call_later(wait, self._take_size)
        else:
            self._take_size()

    def _take_size(self) -> None:
        """Take the last size the client has told."""
        if self._wanted_size is None or self._ended:
            return
        resized, self._wanted_size = self.terminal.resized(*self._wanted_size), None
        if resized != self.terminal:
            self.terminal = resized
            if self._driver is not None:
                self._driver.resized()

    def take_in(self, data: bytes) -> None:
        """Take what the client has typed."""
        self._last_key = self._loop.time()
        if self._driver is not None:
            self._driver.feed(data)
        elif not self.has_terminal and self._lines is not None:
            self._lines.feed(data)

    def press(self, key: str) -> None:
        """Take a key by its name."""
        self._last_key = self._loop.time()
        if self._driver is not None:
            self._driver.press(key)

    def end_of_input(self) -> None:
        """Take it that the client types no more."""
        if not self.has_terminal and self._lines is not None:
            self._lines.end()

    def lost(self) -> None:
        """End the session of a client that is gone."""
        if self._lines is not None:
            self._lines.stop()
        self._stop_app()

    # -- the wire of the driver ---------------------------------------------------------------

    def attach(self, driver: RemoteDriver) -> None:
        self._driver = driver

    def send(self, frame: bytes) -> None:
        if self.is_open:
            self.write(frame)
            self._lag.sent(len(frame))
            self.host.metrics.frame_bytes.inc(len(frame))
            self.host.metrics.frames.inc()
            if self._driver is not None:
                self._release_login_slot()

    def has_room(self) -> bool:
        if not self.is_open:
            return False
        if self.waiting <= self.host.settings.output_budget:
            return True
        self.host.metrics.frames_skipped.inc()
        if self._stalled_since is None:
            self._stalled_since = self._loop.time()
            self._loop.call_later(OUTPUT_POLL_SECONDS, self._check_output, self.waiting)
        return False

    def _check_output(self, before: int) -> None:
        """Repaint when the client has caught up; disconnect one that reads nothing."""
        if not self.is_open or self._stalled_since is None or self._ended:
            return
        waiting, now = self.waiting, self._loop.time()
        if waiting <= self.host.settings.output_budget // 4:
            self._stalled_since = None
            if self._driver is not None:
                self._driver.catch_up()
            return
        if waiting < before:
            self._stalled_since = now
        if now - self._stalled_since >= self.host.settings.stall:
            self.host.refused("stalled", self.connection.network)
            self.connection.abort()
            return
        self._loop.call_later(OUTPUT_POLL_SECONDS, self._check_output, waiting)

    # -- what an app may ask for --------------------------------------------------------------

    @property
    def line_is_slow(self) -> bool:
        return self._lag.is_slow

    def put(self, sequence: str) -> None:
        if self.has_room():
            self.send(sequence.encode("utf-8", "replace"))

    def tell(self, message: Mapping[str, object]) -> None:  # noqa: B027 - a page alone has a use for it
        """Tell the page of a browser something as data; other clients have no use for it."""

    def disconnect(self, reason: Notice) -> None:
        """End the session; the person is told why."""
        if self.caller is not None and not self.caller.farewell:
            self.caller.farewell = self._text(reason)
        if self._lines is not None:
            self._lines.stop()
        self._stop_app()

    def notice_text(self, notice: Notice) -> str:
        """Return the sentence for a notice, in the language of whoever is served."""
        return self.host.frontend.notice_text(notice, self.caller)

    def _text(self, notice: Notice | None) -> str:
        return "" if notice is None else self.notice_text(notice)

    # -- the session itself -------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            self.caller = await self._identify()
            if self.caller is None:
                return
            self.host.add_session(self)
            self._watch_idleness()
            if self.has_terminal:
                await self._serve_terminal(self.caller)
            else:
                self._end_login()
                await self.host.frontend.serve_lines(self.caller, self._read, self._say)
        except asyncio.CancelledError:
            pass
        except Exception as trouble:  # noqa: BLE001 - one session's fault must end that session only
            self._crashed(trouble)
        finally:
            self._end()

    async def _identify(self) -> Caller | None:
        """Return who is calling; None if the accounts cannot be read or written."""
        try:
            return await self.connection.identify(self, self._argv)
        except (AccountsUnusable, sqlite3.Error) as trouble:
            self._refusal = self.host.accounts_failed(trouble, self.connection.network)
            return None

    async def _serve_terminal(self, caller: Caller) -> None:
        # The first frame is the costly part of a login, which must not slow down the others.
        known = self.connection.progress is Progress.KNOWN_KEY
        if self.connection.intake is not None:
            await self.host.loop_shares.turn(self.connection.intake.share, known=known)
        queue, network = self.host.login_queue, self.connection.network
        self._give_back_login_slot = await queue.enter(network, known=known)
        try:
            app = await self.host.frontend.open_app(caller)
            if isinstance(app, str):
                caller.farewell = app
                return
            if not self.is_open:
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
        if self._give_back_login_slot is not None:
            self._give_back_login_slot()
            self._give_back_login_slot = None
        self._end_login()

    def _end_login(self) -> None:
        if self.connection.intake is not None:
            self.connection.intake.share.is_logging_in = False

    def _crashed(self, trouble: BaseException) -> None:
        self.host.metrics.crashes.inc()
        self.host.audit_log.note("crash", session=self.number, trouble=describe_error(trouble))
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
            self.host.remove_session(self)
        if self._app is not None:
            release_app(self._app, [] if self._driver is None else self._driver.parts)
        self._app = self._driver = None
        self.connection.session_ended()
        if not self.is_open:
            return
        with suppress(OSError):
            if self._entered:
                self.write((RESTORE + CLEAR_TITLE).encode())
            if farewell := self._text(self._refusal) if caller is None else caller.farewell:
                self.say_goodbye(farewell)
            self.finish(1 if caller is None else caller.status)

    def say_goodbye(self, farewell: str) -> None:
        """Write what is read when the terminal is theirs again."""
        newline = "\r\n" if self.has_terminal else "\n"
        text = farewell.rstrip("\n").replace("\n", newline)
        self.write((text + newline).encode())

    def _watch_idleness(self) -> None:
        limit = self.host.settings.idle
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
        while self.is_open and not self.has_room():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(OUTPUT_POLL_SECONDS)
        self.send((text + "\n").encode("utf-8", "replace"))
