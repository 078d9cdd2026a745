"""The open file of accounts, and looking somebody up in it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from odin_server.accounts.file import open_database

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


class AccountStore:
    """An open file of accounts."""

    def __init__(self, path: Path | None, now: Callable[[], float], audit: Audit) -> None:
        self._now, self._audit = now, audit
        self._db, self.repaired = open_database(path)
        if self.repaired:
            audit("accounts-repaired", rows=self.repaired)

    def close(self) -> None:
        self._db.close()

    def _of_key(self, fingerprint: str) -> Account | None:
        return self._one("id = (SELECT account FROM keys WHERE fingerprint = ?)", fingerprint)

    def _one(self, where: str, *values: str) -> Account | None:
        row = self._db.execute(
            f"SELECT id, name, chosen, settings FROM accounts WHERE {where}",  # noqa: S608 - ours
            values,
        ).fetchone()
        return None if row is None else Account(row[0], row[1], new=not row[2], settings=row[3])
