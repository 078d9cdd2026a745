"""Checks a SQLite file before it is used, without writing anything."""

import sqlite3
from pathlib import Path


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a database so that neither it nor anything beside it is changed or made."""
    # Without a write-ahead log nobody has the file open. SQLite would make an empty one and
    # leave it behind, unless it is told that the file does not change.
    is_in_use = path.with_name(path.name + "-wal").exists()
    how = "mode=ro" if is_in_use else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def damage_in(database: sqlite3.Connection, script: str) -> str:
    """Return what is wrong with a database that this script has created; empty if nothing."""
    try:
        ((verdict, *_), *_) = database.execute("PRAGMA integrity_check(1)").fetchall()
        return _missing(database, script) if verdict == "ok" else verdict.splitlines()[-1]
    except sqlite3.Error as trouble:
        return str(trouble)


def _missing(database: sqlite3.Connection, script: str) -> str:
    model = sqlite3.connect(":memory:")
    try:
        model.executescript(script)
        found = _columns(database)
        gone = [name for name in _columns(model) if name not in found]
    finally:
        model.close()
    return f"missing {gone[0]}" if gone else ""


def _columns(database: sqlite3.Connection) -> list[str]:
    rows = database.execute(
        "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table'"
    )
    return [name for (name,) in rows]
