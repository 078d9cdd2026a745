"""The host's log: one JSON object a line; fingerprints and addresses, never talk or cards."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TextIO


class Journal:
    """Writes what happened, as an event with its facts."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def note(self, event: str, **facts: object) -> None:
        """Write one line."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._write(json.dumps({"at": at, "event": event, **facts}, default=str) + "\n")


def to_stream(stream: TextIO) -> Journal:
    """Keep a journal on a stream, which is flushed after every line."""

    def write(line: str) -> None:
        stream.write(line)
        stream.flush()

    return Journal(write)


class _Into(logging.Handler):
    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else None
        self._journal.note(
            "warning",
            logger=record.name,
            message=record.getMessage()[:500],
            trouble=None if trouble is None else where(trouble),
        )


def take_over_logging(journal: Journal) -> None:
    """Let what libraries log go into the journal, never to a stream that an app may hold."""
    root = logging.getLogger()
    root.handlers[:] = [_Into(journal)]
    logging.getLogger("asyncssh").setLevel(logging.ERROR)


def where(trouble: BaseException) -> str:
    """Tell what went wrong and where, without the values that were there."""
    places, at = [], trouble.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return f"{type(trouble).__name__}: {' < '.join(reversed(places[-8:]))}"
