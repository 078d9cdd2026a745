"""One session in a browser: a terminal drawn by its page, or plain lines."""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from odin_server.notices import Notice
from odin_server.sessions.session import RemoteSession
from odin_server.sessions.terminal import Terminal
from odin_server.web.messages import Hello, Message, Ping, Press, Resize
from odin_server.web.outbox import Outbox

if TYPE_CHECKING:
    from odin_server.web.connection import WebConnection

TERMINAL = Terminal(type="xterm.js", colours="truecolor")
MOST_COLUMNS, MOST_ROWS = 300, 100
"""Our page takes a larger font before it has more cells, each of which costs time to paint."""
COME_AGAIN = frozenset(
    {"server-stopping", "server-moving", "server-closing", "server-full"}
    | {"too-many-logins", "too-many-attempts"}
)
"""Why somebody is sent away for a while only; the page tries again by itself."""


def farewell(text: str, reason: Notice | None) -> str:
    """Return the message with which a page is told that it is over."""
    again = reason is not None and reason.code in COME_AGAIN
    return json.dumps({"type": "bye", "text": text, "again": again})


class WebSession(RemoteSession):
    """Connects a page to an app or to the text mode."""

    connection: "WebConnection"

    def __init__(self, connection: "WebConnection", hello: Hello) -> None:
        super().__init__(connection)
        self._argv = hello.words
        self.has_terminal = not hello.lines
        self.terminal = TERMINAL
        self.resize(hello.columns, hello.rows)
        self._outbox = Outbox(connection.socket)
        self._is_open = True
        self._farewell = ""
        self._reason: Notice | None = None
        self._may_read = asyncio.Event()
        self._may_read.set()

    # -- what the page sends ------------------------------------------------------------------

    async def receive(self, message: bytes | Message) -> None:
        """Take what was typed or told; wait while too many lines wait to be read."""
        match message:
            case bytes():
                self.take_in(message)
                await self._may_read.wait()
            case Resize(columns, rows):
                self.resize(columns, rows)
            case Press(key):
                self.press(key)
            case Ping():
                self.tell({"type": "pong"})

    def resize(self, width: int, height: int) -> None:
        super().resize(min(width, MOST_COLUMNS), min(height, MOST_ROWS))

    def pause_reading(self) -> None:
        self._may_read.clear()

    def resume_reading(self) -> None:
        self._may_read.set()

    def lost(self) -> None:
        """End the session of a page that is gone."""
        self._is_open = False
        self._may_read.set()
        self._outbox.drop()
        super().lost()

    # -- what the session needs ---------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._is_open

    @property
    def waiting(self) -> int:
        return self._outbox.waiting

    def write(self, data: bytes) -> None:
        self._outbox.put(data)

    def tell(self, message: Mapping[str, object]) -> None:
        if self._is_open:
            self._outbox.put(json.dumps(dict(message)))

    def disconnect(self, reason: Notice) -> None:
        """End the session; the page is told whether to come again by itself."""
        self._reason = reason
        super().disconnect(reason)

    def say_goodbye(self, farewell: str) -> None:
        self._farewell = farewell

    def finish(self, status: int) -> None:
        del status
        self._outbox.put(farewell(self._farewell, self._reason))
        self._outbox.close()
        self._is_open = False

    async def ping(self) -> float:
        return await self.connection.ping()
