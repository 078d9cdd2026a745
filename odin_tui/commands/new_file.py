"""Files that get their name when they are whole."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from odin_tui.languages import N_
from odin_tui.main import Mistake


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a folder for a file called `new`, which gets its name when the block has ended well.

    Raises `Mistake` if there is a file of that name, which is never overwritten, or if none can be
    made there, and `OSError`.
    """
    try:
        with _folder_beside(target) as folder:
            yield Path(folder)
            _give_name(Path(folder) / "new", target)
    except FileExistsError as trouble:
        raise _taken(target) from trouble


def _folder_beside(target: Path) -> tempfile.TemporaryDirectory[str]:
    # Elsewhere there may be no room for copies, nor the right to rename.
    try:
        if not target.exists():
            return tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent)
    except OSError as trouble:
        raise Mistake(
            N_("cannot write {path}: {reason}."), path=target, reason=trouble.strerror
        ) from trouble
    raise _taken(target)


def _taken(target: Path) -> Mistake:
    return Mistake(N_("{path} is there already, and is never overwritten."), path=target)


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


def open_private(path: Path) -> int:
    """Return the descriptor of a new file that nobody else may read."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
