"""Append-only streams of entries with optimistic concurrency control.

There are two operations: *append at version n*, refused with `VersionTaken` when somebody else has
already written n, and *read from version n, then follow*. An entry is in
the log when its append returns; readers are called with it just before.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from odin_engine.game import Refusal


class LogRefusal(Refusal):
    """The log cannot be read or written."""


class VersionTaken(LogRefusal):
    """Somebody else has written this version; read on, and decide again."""


class LogUnwritable(LogRefusal):
    """The record was not written: the disk is full or fails, or the database is away."""


class LogUnreadable(LogRefusal):
    """The log cannot be read now."""


class DamagedLog(LogRefusal):
    """The file is not one of ours, or not whole any more. It was left as it is."""


class NewerLog(LogRefusal):
    """The file was written by a newer version of this program. It was left as it is."""


class IgnorableFact(NewerLog):
    """A newer version wrote this, and marked it as something that others need not know."""


class LogInUse(LogRefusal):
    """Another running program has this log open."""


class LogEntry(NamedTuple):
    """One record of a stream; the first has version 0."""

    version: int
    payload: str


Reader = Callable[[LogEntry], None]


class Following(Protocol):
    """A subscription to a stream, until it stops."""

    def stop(self) -> None: ...


class Log(Protocol):
    """Streams of records, by name."""

    async def append(self, stream: str, version: int, payload: str) -> None:
        """Write the record with this version, or raise `VersionTaken` or `LogUnwritable`."""
        ...

    async def follow(self, stream: str, version: int, reader: Reader) -> Following:
        """Hand every record from this version on to the reader, then each new one as it comes."""
        ...

    async def close(self) -> None:
        """Write what waits, and close the log."""
        ...
