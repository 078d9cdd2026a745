"""`odin serve --backup`: all data of a host in one file, while it runs or not."""

import os
import sqlite3
import sys
import tarfile
from pathlib import Path

from odin_engine.game import Refusal
from odin_server.database_check import damage_in
from odin_tui.commands.new_file import new_file, open_private
from odin_tui.commands.serve_check import check_both
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text

BOOKS = ("hall.db", "accounts.db")
KEY = "host_key"


def pack(data: Path, target: Path, *, in_database: bool = False) -> int:
    """Copy a snapshot of each database file, and the host key, into a tar file.

    The file gets its name when it is whole; raises `Mistake` and leaves nothing behind otherwise.
    """
    if not (data / KEY).exists():
        raise Mistake(N_("there is no hall in {folder}."), folder=data)
    try:
        if not in_database:
            check_both(data)
        with new_file(target) as folder:
            found = [_copy(data / book, folder / book) for book in BOOKS if (data / book).exists()]
            _write(folder / "new", [*found, data / KEY])
    except Refusal as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal
    except (OSError, sqlite3.Error) as trouble:
        raise Mistake(N_("the backup could not be made: {reason}."), reason=trouble) from trouble
    tr = command_line()
    packed = tr.gettext("Packed {files}.")
    names = comma_list((path.name for path in (*found, data / KEY)), tr)
    sys.stdout.write(packed.format(files=names) + "\n")
    if in_database:
        text = command_line().gettext("The database is not among them: use pg_dump.")
        sys.stdout.write(f"{text}\n")
    return 0


def _copy(book: Path, copy: Path) -> Path:
    """Copy a snapshot of a database file; raises `Refusal` if it is damaged."""
    source = sqlite3.connect(f"{book.absolute().as_uri()}?mode=ro", uri=True)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
        # Pages are copied as they are, whether they can be read or not.
        damage = damage_in(target, "")
    except sqlite3.OperationalError:
        raise  # such as a full disk
    except sqlite3.DatabaseError as trouble:
        damage = str(trouble)
    finally:
        target.close()
        source.close()
    if damage:
        raise Refusal("file-damaged", path=str(book), damage=damage[:80])
    return copy


def _write(path: Path, parts: list[Path]) -> None:
    # The host key and the seeds are in it, so nobody else may read the file, nor what it unpacks.
    with os.fdopen(open_private(path), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            for part in parts:
                tar.add(part, part.name, filter=_for_its_owner)
        file.flush()
        os.fsync(file.fileno())


def _for_its_owner(part: tarfile.TarInfo) -> tarfile.TarInfo:
    part.mode = 0o600
    return part
