"""Folders and files that nobody else on this machine may read: seeds and hands are in them."""

import contextlib
import os
import stat
from pathlib import Path

from odin_engine.game import Refusal

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_HAS_MODES = os.name == "posix"
"""Elsewhere, as on Windows, folders in a user's profile are private and have no modes."""


class NotPrivate(Refusal):
    """Other users can read the data, and that cannot be changed from here."""


def make_private_folder(path: Path) -> None:
    """Make a folder that only its owner can enter, or make an existing one so.

    Raises `NotPrivate` for a folder that is not this user's to change, and `OSError`.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    check_private_folder(path)
    if readable_by_others(path):
        _close_to_others(path, 0o700)


def check_private_folder(path: Path) -> None:
    """Raise `NotPrivate` for a folder that cannot be made private; nothing is changed."""
    if not _HAS_MODES:
        return
    found = path.stat()
    if found.st_mode & stat.S_ISVTX:
        # Everybody's folder, such as /tmp: with mode 0700 other programs would fail.
        raise NotPrivate("shared-folder", path=str(path))
    if found.st_uid != os.geteuid() and (found.st_uid != 0 or found.st_mode & _OTHERS):
        raise NotPrivate("folder-of-another-user", path=str(path))


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, or make an existing one so.

    SQLite gives the files beside a database the mode of the database; those that an earlier
    version left there are changed too. Raises `NotPrivate` or `OSError`.
    """
    # An existing file is not opened: closing it would end locks that this process holds on it.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if not _HAS_MODES:
        return
    for name in (path.name, *(path.name + end for end in ("-wal", "-shm", "-journal"))):
        file = path.with_name(name)
        if file.exists() and readable_by_others(file):
            _close_to_others(file, 0o600)


def readable_by_others(path: Path) -> bool:
    """Tell whether other users have any right to a file or folder."""
    return _HAS_MODES and bool(path.stat().st_mode & _OTHERS)


def _close_to_others(path: Path, mode: int) -> None:
    try:
        path.chmod(mode)
    except PermissionError as trouble:
        raise NotPrivate("readable-by-others", path=str(path)) from trouble
