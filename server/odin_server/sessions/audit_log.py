"""The audit log: one JSON object a line; names, keys and addresses, never chat or cards."""

import json
import logging
import sqlite3
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

WINDOW = 60.0
LINES_IN_WINDOW = 5
"""Of lines that others can cause, so many of each kind are written within so many seconds."""
MOST_WINDOWS = 1000
REST = "*"
"""Stands for all further kinds while there are too many to tell apart."""


@dataclass(slots=True)
class _Window:
    """Events of one kind in the current window."""

    since: float
    facts: dict[str, object]
    lines: int = 0


class AuditLog:
    """Writes events with their facts; `common` are those of every event."""

    def __init__(
        self,
        write: Callable[[str], object],
        now: Callable[[], float] = time.monotonic,
        common: Mapping[str, object] | None = None,
    ) -> None:
        self._write, self._now, self._common = write, now, common or {}
        self._windows: dict[tuple[object, ...], _Window] = {}

    def note(self, event: str, **facts: object) -> None:
        """Write one line."""
        self._write(as_line(event, **self._common, **facts))

    def note_limited(self, event: str, by: tuple[str, ...], **facts: object) -> None:
        """Write one line, but only a few a minute of those that are equal in the facts `by`.

        The others are counted, and told as one line when the minute is over.
        """
        kind = {name: facts.get(name) for name in by}
        key = (event, *kind.values())
        if key not in self._windows and len(self._windows) >= MOST_WINDOWS:
            self.tell_suppressed()
        if key not in self._windows and len(self._windows) >= MOST_WINDOWS:
            kind = dict.fromkeys(by, REST)
            key = (event, *kind.values())
        window = self._windows.get(key)
        if window is not None and self._is_over(window):
            self._end(key)
            window = None
        if window is None:
            window = self._windows[key] = _Window(self._now(), {"of": event, **kind})
        window.lines += 1
        if window.lines <= LINES_IN_WINDOW:
            self.note(event, **facts)

    def tell_suppressed(self, *, at_end: bool = False) -> None:
        """Write how many lines were suppressed in each window that is over, or in all of them."""
        for key in [key for key, one in self._windows.items() if at_end or self._is_over(one)]:
            self._end(key)

    def _is_over(self, window: _Window) -> bool:
        return self._now() >= window.since + WINDOW

    def _end(self, key: tuple[object, ...]) -> None:
        window = self._windows.pop(key)
        if window.lines > LINES_IN_WINDOW:
            self.note("suppressed", **window.facts, lines=window.lines - LINES_IN_WINDOW)


def as_line(event: str, **facts: object) -> str:
    """Return an event as the log has it: one line of JSON."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"at": at, "event": event, **facts}, default=str) + "\n"


def lost_line(lines: int) -> str:
    """Say that lines of the log were lost."""
    return as_line("lost", lines=lines)


class _Into(logging.Handler):
    def __init__(self, audit_log: AuditLog) -> None:
        super().__init__(logging.WARNING)
        self._audit_log = audit_log

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else None
        self._audit_log.note_limited(
            "warning",
            ("logger", "trouble"),
            logger=record.name,
            message=record.getMessage()[:500],
            trouble=None if trouble is None else describe_error(trouble),
        )


def take_over_logging(audit_log: AuditLog) -> None:
    """Send what libraries log to the audit log, never to a stream that an app may use."""
    root = logging.getLogger()
    root.handlers[:] = [_Into(audit_log)]
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    # Python would write these to standard error, which is for lines of JSON only.
    logging.captureWarnings(capture=True)
    sys.unraisablehook = lambda told: audit_log.note_limited(
        "warning",
        ("logger", "trouble"),
        logger="python",
        message=str(told.err_msg or "Exception ignored"),
        trouble=None if told.exc_value is None else describe_error(told.exc_value),
    )


def describe_error(trouble: BaseException) -> str:
    """Return an error and where it happened, without the values of variables."""
    places, at = [], trouble.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    kind = type(trouble).__name__
    # Errors of the disk or the database contain no cards, and the host needs them.
    database = next((one for one in (trouble, trouble.__cause__) if _is_told(one)), None)
    reason = "" if database is None else f" ({database})"
    return f"{kind}{reason}: {' < '.join(reversed(places[-8:]))}"


def _is_told(trouble: BaseException | None) -> bool:
    return isinstance(trouble, sqlite3.Error | OSError)
