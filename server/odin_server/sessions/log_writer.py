"""Writes the audit log in a thread, so that a slow or failing disk blocks nobody."""

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue

ROOM = 10_000
"""Lines that may wait to be written."""
TRY_AGAIN = 5.0
"""After lines were lost, seconds until the log is tried again if nothing else is to be written."""
LAST_LINES = 2.0
"""Seconds that a closing program waits for the last lines to be written."""


def open_log(path: Path) -> int:
    """Open the file of a log to add to it; raises `OSError`, also for a pipe that nobody reads."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o600)
    os.set_blocking(descriptor, True)
    return descriptor


def _as_text(line: str) -> bytes:
    return line.encode("utf-8", "replace")


class LogWriter:
    """Takes lines without ever waiting or raising; those that cannot be written are counted."""

    def __init__(
        self,
        descriptor: int | None,
        path: Path | None = None,
        *,
        tell_lost: Callable[[int], str],
        room: int = ROOM,
        open_again: Callable[[Path], int] = open_log,
        encode: Callable[[str], bytes] = _as_text,
    ) -> None:
        """Write to an open file, or to nothing at all. `path` is where to open it again.

        `tell_lost` returns the line that says how many lines were lost, `encode` the bytes that are
        written of a line at once.
        """
        self.on_error: Callable[[OSError], object] = lambda _trouble: None
        """Called in the thread that writes whenever writing fails."""
        self.on_not_reopened: Callable[[OSError], object] = lambda _trouble: None
        """Called in that thread when the file could not be opened again; the old one stays."""
        self.lost = 0
        """How many lines were not written since the start."""
        self._told = 0
        self._descriptor, self._path, self._tell_lost = descriptor, path, tell_lost
        self._open_again, self._encode = open_again, encode
        self._torn = False
        self._counting = threading.Lock()
        self._queue: Queue[str | Callable[[], None] | None] = Queue(room)
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Queue a line."""
        try:
            self._queue.put_nowait(line)
        except Full:
            self._lose(1)

    def reopen(self) -> None:
        """Open the file again by its name, after log rotation."""
        # When this does not fit, the log is stuck, and a new file would not help.
        with suppress(Full):
            self._queue.put_nowait(self._reopen)

    def close(self) -> None:
        """Write the queue, if that is possible soon, and end the thread."""
        with suppress(Full):
            self._queue.put(None, timeout=LAST_LINES)
        self._thread.join(LAST_LINES)

    # -- in the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                item = self._queue.get(timeout=TRY_AGAIN if self._told < self.lost else None)
            except Empty:
                self._say_what_was_lost()
                continue
            if item is None:
                return
            if isinstance(item, str):
                if not (self._say_what_was_lost() and self._put(item)):
                    self._lose(1)
            else:
                item()

    def _reopen(self) -> None:
        if self._path is None:
            return
        try:
            fresh = self._open_again(self._path)
        except OSError as trouble:
            # The old file is still better than none.
            self.on_not_reopened(trouble)
            return
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor, self._torn = fresh, False

    def _say_what_was_lost(self) -> bool:
        lost = self.lost
        if lost == self._told:
            return True
        if not self._put(self._tell_lost(lost - self._told)):
            return False
        self._told = lost
        return True

    def _put(self, line: str) -> bool:
        """Write a line and tell whether that worked; half a line is ended before the next."""
        if self._descriptor is None:
            return False
        rest = (b"\n" if self._torn else b"") + self._encode(line)
        try:
            while rest:
                written = self._write_some(self._descriptor, rest)
                self._torn = not rest[:written].endswith(b"\n")
                rest = rest[written:]
        except OSError as trouble:
            self.on_error(trouble)
            return False
        return True

    @staticmethod
    def _write_some(descriptor: int, data: bytes) -> int:
        try:
            return os.write(descriptor, data)
        except BlockingIOError:
            select.select([], [descriptor], [])
            return 0

    def _lose(self, lines: int) -> None:
        with self._counting:
            self.lost += lines
