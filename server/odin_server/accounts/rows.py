"""Accounts as they are handed out, and looking somebody up."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

Audit = Callable[..., None]
"""Takes the name of an event, and its facts by name."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account; a guest's ends with the session."""

    id: str
    name: str
    guest: bool = False
    new: bool = False
    """True until the owner has chosen a name."""
    settings: str = ""


class Key(NamedTuple):
    """A key that opens an account."""

    fingerprint: str
    added: float


def no_audit(event: str, **facts: object) -> None:
    """Discard the event."""
    del event, facts


class AccountTables:
    """Looks accounts up."""

    def __init__(self, db: sqlite3.Connection, now: Callable[[], float]) -> None:
        self._db, self._now = db, now

    def _of_key(self, fingerprint: str) -> Account | None:
        return self._one("id = (SELECT account FROM keys WHERE fingerprint = ?)", fingerprint)

    def _one(self, where: str, *values: str) -> Account | None:
        row = self._db.execute(
            f"SELECT id, name, chosen, settings FROM accounts WHERE {where}",  # noqa: S608 - ours
            values,
        ).fetchone()
        return None if row is None else Account(row[0], row[1], new=not row[2], settings=row[3])
