"""Where `odin serve --log` writes its log: a file, the journal, or standard error."""

import errno
import os
import sys
from pathlib import Path

from odin_server.sessions import journal
from odin_server.sessions.audit_log import lost_line
from odin_server.sessions.log_writer import LogWriter, open_log
from odin_tui.languages import N_
from odin_tui.main import Mistake

JOURNAL = "journal"


def open_writer(wanted: str | None) -> LogWriter:
    """Begin to write the log to a file or the journal; to standard error if nothing is wanted.

    Raises `Mistake` if that cannot be written to.
    """
    if wanted is None:
        return LogWriter(_standard_error(), tell_lost=lost_line)
    path = journal.SOCKET if wanted == JOURNAL else Path(wanted)
    try:
        if wanted == JOURNAL:
            return LogWriter(
                journal.open_journal(path),
                path,
                tell_lost=lost_line,
                open_again=journal.open_journal,
                encode=journal.as_entry,
            )
        return LogWriter(open_log(path), path, tell_lost=lost_line)
    except OSError as trouble:
        raise _cannot_write(path, trouble) from trouble


def check_writer(wanted: str | None) -> None:
    """Raise `Mistake` if the log could not be written there; nothing is made or written."""
    if wanted is None:
        return
    path = journal.SOCKET if wanted == JOURNAL else Path(wanted)
    try:
        if wanted == JOURNAL:
            os.close(journal.open_journal(path))
        else:
            _check_file(path)
    except OSError as trouble:
        raise _cannot_write(path, trouble) from trouble


def _check_file(path: Path) -> None:
    """Raise `OSError` if a log could not be added to this file; a pipe is not opened."""
    if path.is_dir():
        number = errno.EISDIR
    elif path.exists():
        number = 0 if os.access(path, os.W_OK) else errno.EACCES
    elif path.parent.exists():
        number = 0 if os.access(path.parent, os.W_OK | os.X_OK) else errno.EACCES
    else:
        number = errno.ENOENT
    if number:
        raise OSError(number, os.strerror(number))


def _cannot_write(path: Path, trouble: OSError) -> Mistake:
    return Mistake(N_("cannot write {path}: {reason}."), path=path, reason=trouble.strerror)


def _standard_error() -> int | None:
    try:
        # A copy of its own: whoever closes standard error does not close the log.
        return None if sys.__stderr__ is None else os.dup(sys.__stderr__.fileno())
    except (OSError, ValueError):
        return None
