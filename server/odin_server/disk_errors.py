"""What is wrong with a disk, by the errors of the system and of SQLite."""

import errno
import sqlite3
from typing import Literal, TypeAlias, get_args

DiskError: TypeAlias = Literal["full", "read-only", "damaged", "failing", "other"]
DISK_ERRORS: tuple[DiskError, ...] = get_args(DiskError)

_OF_SYSTEM: dict[int, DiskError] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.EIO: "failing",
}
_OF_SQLITE: dict[int, DiskError] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "failing",
}


def disk_error(trouble: BaseException | None) -> DiskError | None:
    """Return what kind of error of a disk this is, or its cause; None if it is none."""
    match trouble:
        case OSError():
            return _OF_SYSTEM.get(trouble.errno or 0, "other")
        case sqlite3.Error():
            # The lower byte; the others tell more about the same.
            code = getattr(trouble, "sqlite_errorcode", 0) & 0xFF
            return _OF_SQLITE.get(code, "other")
        case BaseException():
            return disk_error(trouble.__cause__)
    return None
