"""A terminal at the far end of an SSH line: what arrives is drawn by an emulator and read there."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

import asyncssh

from odin_tui.languages import DEFAULT_LANGUAGE
from odin_tui.pilots.mirrored import ReadRows, as_shown

BYTES = {
    "enter": b"\r",
    "escape": b"\x1b",
    "tab": b"\t",
    "space": b" ",
    "backspace": b"\x7f",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "end": b"\x1b[F",
    "question_mark": b"?",
    "ctrl+g": b"\x07",
    "ctrl+l": b"\x0c",
}
ESCAPE = 0.2
QUIET = 0.08
"""Seconds without output after which a screen counts as settled."""
LONGEST_REST = 3.0


def client_environment(language: str) -> dict[bytes | str, bytes | str]:
    """Return what a pilot tells the server of itself: the language it reads."""
    return {"LANG": f"{language}.UTF-8"}


class SshTerminal(asyncssh.SSHClientSession[bytes]):
    """Holds one session; `ended` is set when the line is gone."""

    def __init__(self, size: tuple[int, int], read_rows: ReadRows = as_shown) -> None:
        import pyte  # noqa: PLC0415 - it comes with an extra; pilots that read lines need it not

        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._read_rows = read_rows
        self._rows: list[str] = []
        self._lines: list[str] = []
        self._channel: Any = None
        self._last = perf_counter()
        self.ended = asyncio.Event()
        self.received = 0
        self.farewell = ""

    def connection_made(self, chan: Any) -> None:
        """Keep the channel."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: object) -> None:  # noqa: ARG002 - both alike
        """Draw what arrives."""
        self._last = perf_counter()
        self.received += len(data)
        self._stream.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - gone is gone
        """Note that the line is gone."""
        self.ended.set()

    @property
    def lines(self) -> list[str]:
        if (rows := self._screen.display) != self._rows:
            self._rows, self._lines = rows, self._read_rows(rows)
        return self._lines

    @property
    def open(self) -> bool:
        return not self.ended.is_set()

    async def press(self, key: str) -> None:
        """Press a key."""
        self._write(BYTES.get(key) or key.encode())
        if key == "escape":
            # Typed at once, the next key would be taken for one held down together with Alt.
            await asyncio.sleep(ESCAPE)

    async def click(self, x: int, y: int) -> None:
        """Click on a cell, as terminals tell it."""
        self._write(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the window, and wait for it to be drawn anew."""
        self._screen.resize(height, width)
        if self.open:
            self._channel.change_terminal_size(width, height)
        await self.settle()

    async def settle(self) -> list[str]:
        """Wait until nothing has arrived for a moment."""
        begun = perf_counter()
        while self.open and perf_counter() - begun < LONGEST_REST:
            rest = QUIET - (perf_counter() - self._last)
            if rest <= 0:
                break
            await asyncio.sleep(rest)
        return self.lines

    def _write(self, data: bytes) -> None:
        if self.open:
            self._channel.write(data)


class SshConnection:
    """An SSH connection with a throw-away key, and the sessions on it in one language."""

    def __init__(self, connection: asyncssh.SSHClientConnection, language: str) -> None:
        self.connection = connection
        self.environment = client_environment(language)

    @classmethod
    async def dial(
        cls,
        host: str,
        port: int,
        key: asyncssh.SSHKey,
        name: str,
        language: str = DEFAULT_LANGUAGE,
    ) -> "SshConnection":
        """Log in; the host's key is taken on trust, for nothing secret is said."""
        connection = await asyncssh.connect(
            host,
            port,
            username=name,
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
        )
        return cls(connection, language)

    async def terminal(
        self, size: tuple[int, int], words: str = "", read_rows: ReadRows = as_shown
    ) -> SshTerminal:
        """Open a session with a terminal."""
        session = SshTerminal(size, read_rows)
        await self.connection.create_session(
            lambda: session,
            words or None,
            term_type="xterm-256color",
            term_size=size,
            encoding=None,
            env=self.environment,
        )
        return session

    async def feed(self, words: str, heard: Callable[[str], object]) -> asyncio.Task[None]:
        """Open a session without a terminal, and hand over every line it says."""
        process = await self.connection.create_process(
            words, request_pty=False, env=self.environment
        )

        async def listen() -> None:
            async for line in process.stdout:
                heard(line)

        return asyncio.create_task(listen())

    def drop(self) -> None:
        """Close the TCP connection without saying goodbye."""
        self.connection.abort()
