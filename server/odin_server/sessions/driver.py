"""A Textual driver whose terminal is at the other end of a connection."""

import asyncio
import contextvars
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.keys import key_to_character
from textual.message import Message
from textual.messages import InBandWindowResize

from odin_server.notices import Notice
from odin_server.sessions.colours import with_colours
from odin_server.sessions.input_limits import InputLimits
from odin_server.sessions.keyboard import Keyboard
from odin_server.sessions.loop_time import SPENDER
from odin_server.sessions.terminal import Terminal
from odin_server.textual_internals import backlog, parts_of, repaint, set_size

ESCAPE_WAIT = 0.12
"""A little more than Textual waits before an escape character alone is the Escape key."""
KEY_SECONDS = 0.003
"""What a key is expected to take; what it takes beyond that is charged when it does."""

ENTER = (
    "\x1b[?1049h\x1b[?25l\x1b[?7l"
    "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
    "\x1b[?1004h\x1b[?2004h\x1b[>1u\x1b[?2026$p"
)


class Wire(Protocol):
    """What a driver needs of the session it belongs to."""

    terminal: Terminal
    input_limits: InputLimits

    def send(self, frame: bytes) -> None:
        """Send this now."""
        ...

    def has_room(self) -> bool:
        """Tell whether the client keeps up, so that another frame may be sent."""
        ...

    def notice_text(self, notice: Notice) -> str:
        """Return the sentence for a notice."""
        ...

    def attach(self, driver: "RemoteDriver") -> None:
        """Take the driver that input is to be fed to."""
        ...


class RemoteDriver(Driver):
    """Keys in, frames out, without threads, signals or files."""

    def __init__(self, wire: Wire, app: App[Any], **options: Any) -> None:
        options["size"] = (wire.terminal.width, wire.terminal.height)
        super().__init__(app, **options)
        self.app, self.loop = app, asyncio.get_running_loop()
        self._wire = wire
        self._limits = wire.input_limits
        self._keyboard = Keyboard(self._limits.longest_paste, self._limits.allow_typing)
        self._context = contextvars.copy_context()
        self._unsent: list[str] = []
        self._flush_due = False
        self._behind = False
        self._listening = False
        self._tick: asyncio.TimerHandle | None = None
        self.parts: list[DOMNode] = []
        """What the app was made of when it stopped."""

    # -- out ----------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        self._unsent.append(data)
        if not self._flush_due:
            # A bell or a title is written without a flush of its own.
            self._flush_due = True
            self.loop.call_soon(self.flush)

    def flush(self) -> None:
        self._flush_due = False
        if not self._unsent:
            return
        frame = "".join(self._unsent)
        self._unsent.clear()
        if self._behind or not self._wire.has_room():
            # Part of a frame is lost, so everything has to be repainted later.
            self._behind = True
            return
        frame = with_colours(frame, self._wire.terminal.colours)
        self._wire.send(frame.encode("utf-8", "replace"))

    def catch_up(self) -> None:
        """Repaint everything after frames were dropped."""
        self._behind = False
        self._context.run(self.repaint)

    def repaint(self) -> None:
        """Paint the whole screen."""
        repaint(self.app)

    # -- in -----------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Parse what the client has typed."""
        if self._listening:
            self._context.run(self._take, self._keyboard.read(data))
            if b"\x1b" in data:
                self._cancel_tick()
                self._tick = self.loop.call_later(ESCAPE_WAIT, self._ask_for_escape)

    def press(self, key: str) -> None:
        """Take a key by its name, as bindings call it."""
        if self._listening:
            self._context.run(self.process_message, events.Key(key, key_to_character(key)))

    def _ask_for_escape(self) -> None:
        self._tick = None
        self._context.run(self._take, self._keyboard.wait_for_more())

    def _take(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def process_message(self, message: Message) -> None:
        # The size comes from the client by another way, on which it is limited.
        if isinstance(message, events.Resize | InBandWindowResize):
            return
        if isinstance(message, events.MouseEvent) and not (
            0 <= message.x < self._wire.terminal.width
            and 0 <= message.y < self._wire.terminal.height
        ):
            return
        if isinstance(message, events.MouseMove) and self.backlog > 1:
            return
        if isinstance(message, events.InputEvent) and not self._allows_key():
            self._keyboard.refuse()
            return
        if isinstance(message, events.InputEvent) and (spender := SPENDER.get()) is not None:
            spender.expect(KEY_SECONDS)
        super().process_message(message)

    def _allows_key(self) -> bool:
        terminal = self._wire.terminal
        return self._limits.allow_key(terminal.width * terminal.height, behind=self._behind)

    def send_message(self, message: Message) -> None:
        """Post a message; this runs in the event loop's thread."""
        self.app.post_message(message)

    @property
    def backlog(self) -> int:
        """How many messages wait in the app's queue."""
        return backlog(self.app)

    def resized(self) -> None:
        """Tell the app the terminal's new size."""
        size = Size(self._wire.terminal.width, self._wire.terminal.height)
        set_size(self, size.width, size.height)
        if self._listening:
            self.app.post_message(events.Resize(size, size))

    # -- beginning and end --------------------------------------------------------------------

    def start_application_mode(self) -> None:
        self._listening = True
        self._wire.send(ENTER.encode())
        self._wire.attach(self)

    def disable_input(self) -> None:
        self._listening = False
        self._cancel_tick()

    def stop_application_mode(self) -> None:
        # The session puts the terminal back, on this path and on all others.
        self.disable_input()
        self.flush()
        self.parts = parts_of(self.app)

    def _cancel_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    # -- what must not happen on a server -----------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        return False

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002
        """Show the address; a browser would open on the server."""
        title = self._wire.notice_text(Notice("open-in-browser"))
        self.app.notify(url, title=title, markup=False)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Refuse; the file would be written to the server's disk."""
        del delivery_key, save_path, open_method, encoding, mime_type, name
        binary.close()
        self.app.notify(self._wire.notice_text(Notice("nothing-saved")))
