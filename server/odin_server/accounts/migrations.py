"""The schema of the file of accounts, its migrations and repairs."""

import sqlite3
from importlib.metadata import version

from odin_server.accounts.addresses import format_network, parse_network
from odin_server.accounts.names import KEY_MARK
from odin_server.confusables import skeleton, skeletons

SCHEMA = 3
SKELETONS = "1"
"""Changes when `skeletons` gives other answers."""

_SINCE_2 = (
    """CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL, seen REAL NOT NULL)""",
    "CREATE INDEX accounts_by_skeleton ON accounts (skeleton)",
    """CREATE TABLE skeletons (
        skeleton TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        PRIMARY KEY (skeleton, account)) WITHOUT ROWID""",
    "CREATE INDEX skeletons_by_account ON skeletons (account)",
    """CREATE TABLE keys (
        fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts,
        added REAL NOT NULL)""",
    "CREATE INDEX keys_by_account ON keys (account)",
    """CREATE TABLE unlinked (
        fingerprint TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        PRIMARY KEY (fingerprint, account)) WITHOUT ROWID""",
    """CREATE TABLE codes (
        hash TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        until REAL NOT NULL)""",
    """CREATE TABLE bans (
        kind TEXT NOT NULL, what TEXT NOT NULL, until REAL, why TEXT NOT NULL, by TEXT NOT NULL,
        PRIMARY KEY (kind, what))""",
    "CREATE TABLE mutes (account TEXT PRIMARY KEY, until REAL NOT NULL)",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
_SINCE_3 = (
    """CREATE TABLE names (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL,
        since REAL NOT NULL)""",
    "CREATE INDEX names_by_account ON names (account)",
    """CREATE TABLE former_names (
        skeleton TEXT NOT NULL, account TEXT NOT NULL, until REAL NOT NULL,
        PRIMARY KEY (skeleton, account)) WITHOUT ROWID""",
    """CREATE TABLE addresses (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, address TEXT NOT NULL,
        first REAL NOT NULL, last REAL NOT NULL, PRIMARY KEY (account, address)) WITHOUT ROWID""",
    "CREATE INDEX addresses_by_address ON addresses (address)",
    """CREATE TABLE actions (
        at REAL NOT NULL, by TEXT NOT NULL, name TEXT NOT NULL, verb TEXT NOT NULL,
        about TEXT NOT NULL, text TEXT NOT NULL)""",
    """CREATE TABLE notes (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, at REAL NOT NULL,
        text TEXT NOT NULL, by TEXT NOT NULL)""",
    "CREATE INDEX notes_by_account ON notes (account)",
    """CREATE TABLE reports (
        number INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, by_name TEXT NOT NULL,
        about TEXT NOT NULL, about_name TEXT NOT NULL, why TEXT NOT NULL, place TEXT NOT NULL,
        lines TEXT NOT NULL, closed REAL, closed_by TEXT, closing TEXT)""",
    "CREATE INDEX reports_by_about ON reports (about)",
    """CREATE TABLE ignores (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, player TEXT NOT NULL,
        name TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (account, player)) WITHOUT ROWID""",
    "CREATE TABLE deleted (account TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID",
)
TABLES = _SINCE_2 + _SINCE_3
"""Two accounts may share a skeleton: names that were taken when fewer looked alike are kept."""


def migrate_from_1_to_2(db: sqlite3.Connection) -> None:
    """Let accounts share a skeleton, tie rows to accounts, and say what each ban is on."""
    for table in ("accounts", "keys", "codes", "bans", "mutes"):
        db.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
    for statement in _SINCE_2:
        db.execute(statement)
    for table in ("accounts", "keys", "codes", "mutes"):
        db.execute(f"INSERT INTO {table} SELECT * FROM old_{table}")  # noqa: S608 - ours
    for what, *rest in db.execute("SELECT what, until, why, by FROM old_bans").fetchall():
        target = _target_of_old_ban(db, what)
        if target is not None:
            db.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?)", (*target, *rest))
    for table in ("accounts", "keys", "codes", "bans", "mutes"):
        db.execute(f"DROP TABLE old_{table}")


def migrate_from_2_to_3(db: sqlite3.Connection) -> None:
    """Add histories, reports and lists of ignored people; the first name known is today's."""
    for statement in _SINCE_3:
        db.execute(statement)
    db.execute("INSERT INTO names SELECT id, name, made FROM accounts ORDER BY rowid")


def _target_of_old_ban(db: sqlite3.Connection, what: str) -> tuple[str, str] | None:
    """Return what an old ban was meant for: it may be a range or a name that never matched."""
    if db.execute("SELECT 1 FROM accounts WHERE id = ?", (what,)).fetchone():
        return "account", what
    if what.startswith(KEY_MARK):
        return "key", what
    if (network := parse_network(what)) is not None:
        return "address", format_network(network)
    row = db.execute("SELECT id FROM accounts WHERE skeleton = ?", (skeleton(what),)).fetchone()
    return None if row is None else ("account", row[0])


def repair(db: sqlite3.Connection) -> int:
    """Repair what was half written, and return the number of rows.

    A key whose account is missing could never log in again. An account whose first key was not
    written down has an id that is that key, which could not log in either.
    """
    fixed = 0
    for statement in (
        "DELETE FROM keys WHERE account NOT IN (SELECT id FROM accounts)",
        "DELETE FROM codes WHERE account NOT IN (SELECT id FROM accounts)",
        """INSERT INTO keys SELECT id, id, made FROM accounts
            WHERE id LIKE 'SHA256:%' AND id NOT IN (SELECT fingerprint FROM keys)
            AND id NOT IN (SELECT account FROM keys)
            AND id NOT IN (SELECT account FROM unlinked WHERE fingerprint = account)""",
    ):
        fixed += db.execute(statement).rowcount
    return fixed


def refresh_skeletons(db: sqlite3.Connection) -> None:
    """Recompute all skeletons if Unicode's list, or our reading of it, has changed."""
    current = f"{SKELETONS} {version('confusable_homoglyphs')}"
    row = db.execute("SELECT value FROM facts WHERE name = 'skeletons'").fetchone()
    if row == (current,):
        return
    db.execute("DELETE FROM skeletons")
    for account, name in db.execute("SELECT id, name FROM accounts").fetchall():
        keep_skeletons(db, account, name)
    db.execute("INSERT OR REPLACE INTO facts VALUES ('skeletons', ?)", (current,))


def keep_skeletons(db: sqlite3.Connection, account: str, name: str) -> None:
    """Store the skeletons of an account's name."""
    db.execute("UPDATE accounts SET skeleton = ? WHERE id = ?", (skeleton(name), account))
    db.execute("DELETE FROM skeletons WHERE account = ?", (account,))
    db.executemany(
        "INSERT INTO skeletons VALUES (?, ?)", [(one, account) for one in skeletons(name)]
    )
