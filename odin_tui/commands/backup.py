"""`odin serve --backup`: all data of a host in one file, while it runs or not."""

import contextlib
import os
import sqlite3
import sys
import tarfile
import tempfile
from pathlib import Path

from odin_tui.languages import N_, command_line
from odin_tui.main import Mistake

BOOKS = ("hall.db", "accounts.db")
KEY = "host_key"


def pack(data: Path, target: Path) -> int:
    """Copy a snapshot of each database, and the host key, into a tar file.

    The file gets its name when it is whole; raises `Mistake` and leaves nothing behind otherwise.
    """
    if not (data / KEY).exists():
        raise Mistake(N_("there is no hall in {folder}."), folder=data)
    if target.exists():
        raise _taken(target)
    try:
        # Beside the target: elsewhere there may be no room for copies, nor the right to rename.
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
            found = [
                _copy(data / book, Path(folder) / book) for book in BOOKS if (data / book).exists()
            ]
            _write(Path(folder) / "packed", [*found, data / KEY])
            _give_name(Path(folder) / "packed", target)
    except FileExistsError as trouble:
        raise _taken(target) from trouble
    except (OSError, sqlite3.Error) as trouble:
        raise Mistake(N_("the backup could not be made: {reason}."), reason=trouble) from trouble
    packed = command_line().gettext("Packed {files}.")
    names = ", ".join(path.name for path in (*found, data / KEY))
    sys.stdout.write(packed.format(files=names) + "\n")
    return 0


def _taken(target: Path) -> Mistake:
    return Mistake(N_("{path} is there already, and no backup is ever overwritten."), path=target)


def _copy(book: Path, copy: Path) -> Path:
    source = sqlite3.connect(f"{book.absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()
    return copy


def _write(path: Path, parts: list[Path]) -> None:
    # The host key and the seeds are in it, so nobody else may read the file, nor what it unpacks.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            for part in parts:
                tar.add(part, part.name, filter=_for_its_owner)
        file.flush()
        os.fsync(file.fileno())


def _for_its_owner(part: tarfile.TarInfo) -> tarfile.TarInfo:
    part.mode = 0o600
    return part


def _give_name(path: Path, target: Path) -> None:
    """Move the file to its name; raises `FileExistsError` if somebody else took it meanwhile."""
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links.
        path.rename(target)
    with contextlib.suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
