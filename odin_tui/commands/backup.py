"""`odin serve --backup`: all data of a host in one file, while it runs or not."""

import os
import sqlite3
import sys
import tarfile
import tempfile
from pathlib import Path

from odin_tui.main import Mistake

BOOKS = ("hall.db", "accounts.db")
KEY = "host_key"


def pack(data: Path, target: Path) -> int:
    """Copy the books as they are at one moment each, and the host key, into a tar file."""
    if not (data / KEY).exists():
        raise Mistake(f"there is no hall in {data}.")
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = [
                _copy(data / book, Path(folder) / book) for book in BOOKS if (data / book).exists()
            ]
            # The host key is in it, so nobody else may read the file.
            descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file, tarfile.open(fileobj=file, mode="w") as tar:
                for path in (*found, data / KEY):
                    tar.add(path, path.name)
    except FileExistsError as trouble:
        raise Mistake(f"{target} is there already, and no backup is ever overwritten.") from trouble
    except (OSError, sqlite3.Error) as trouble:
        raise Mistake(f"the backup could not be made: {trouble}.") from trouble
    sys.stdout.write(f"Packed {', '.join(path.name for path in (*found, data / KEY))}.\n")
    return 0


def _copy(book: Path, copy: Path) -> Path:
    source = sqlite3.connect(f"{book.absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()
    return copy
