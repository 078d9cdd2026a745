"""The open file of accounts, and looking somebody up in it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from odin_server.accounts.file import open_book

Note = Callable[..., None]
"""Takes the name of an event, and its facts by name."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody as the house knows them; a guest's account ends with the session."""

    id: str
    name: str
    guest: bool = False
    new: bool = False
    """True while the name was not chosen, but made up."""
    settings: str = ""


class Key(NamedTuple):
    """A key that opens an account."""

    fingerprint: str
    added: float


def note_nothing(event: str, **facts: object) -> None:
    """Keep no log."""
    del event, facts


class Rows:
    """An open file of accounts."""

    def __init__(self, path: Path | None, now: Callable[[], float], note: Note) -> None:
        self._now, self._note = now, note
        self._book, self.repaired = open_book(path)
        if self.repaired:
            note("accounts-repaired", rows=self.repaired)

    def close(self) -> None:
        self._book.close()

    def _of_key(self, fingerprint: str) -> Account | None:
        return self._one("id = (SELECT account FROM keys WHERE fingerprint = ?)", fingerprint)

    def _one(self, where: str, *values: str) -> Account | None:
        row = self._book.execute(
            f"SELECT id, name, chosen, settings FROM accounts WHERE {where}",  # noqa: S608 - ours
            values,
        ).fetchone()
        return None if row is None else Account(row[0], row[1], new=not row[2], settings=row[3])
