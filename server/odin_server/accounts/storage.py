"""Where facts of accounts are written before they count, and the tables they make."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

from odin_server.accounts.facts import AccountFact
from odin_server.accounts.file import open_database, writing
from odin_server.accounts.refusals import AccountsUnusable, AccountsUnwritable
from odin_server.accounts.tables import apply

Answer = TypeVar("Answer")
Decide = Callable[[], tuple[AccountFact | None, Answer]]
"""Looks at the tables, and returns what shall be written, if anything, and an answer.

It may be called several times, and may raise a `Refusal`.
"""
OnApplied = Callable[[AccountFact, bool], None]
"""Called with a fact that the tables have taken in, and whether another host has written it."""
OnFailure = Callable[[AccountsUnusable], object]
"""Called with the reason why something could not be written, whoever waits for it or not."""


def ignore_fact(fact: AccountFact, is_of_another_host: bool) -> None:  # noqa: FBT001 - a callback
    """Do nothing."""
    del fact, is_of_another_host


def ignore_failure(trouble: AccountsUnusable) -> None:
    """Do nothing."""
    del trouble


class AccountStorage(Protocol):
    """Tables of accounts that are read at any time, and written in one way only."""

    db: sqlite3.Connection
    repaired: int
    """How many rows were repaired when it was opened."""
    seen_every: float
    """How many seconds pass at least before it is written again that somebody was here."""
    on_applied: OnApplied
    on_failure: OnFailure

    async def write(self, decide: Decide[Answer]) -> Answer:
        """Write what was decided, and return the answer.

        Raises `AccountsUnwritable` if it cannot be written, and then nothing has changed.
        """
        ...

    def write_soon(self, decide: Decide[object]) -> None:
        """Write what was decided if that is possible; nobody waits for it."""
        ...

    def close(self) -> None: ...


class AccountFile:
    """One SQLite file, or only memory. Each decision is made and written in one transaction."""

    seen_every = 0.0

    def __init__(self, path: Path | None) -> None:
        """Open the file, which is created if there is none; raises `AccountsUnusable`."""
        self.db, self.repaired = open_database(path)
        self.on_applied: OnApplied = ignore_fact
        self.on_failure: OnFailure = ignore_failure

    async def write(self, decide: Decide[Answer]) -> Answer:
        return self._write(decide)

    def write_soon(self, decide: Decide[object]) -> None:
        with suppress(AccountsUnwritable):
            self._write(decide)

    def _write(self, decide: Decide[Answer]) -> Answer:
        try:
            # Inside, because `odin admin` may write to the file too.
            with writing(self.db):
                fact, answer = decide()
                if fact is not None:
                    apply(self.db, fact)
        except AccountsUnwritable as trouble:
            self.on_failure(trouble)
            raise
        if fact is not None:
            self.on_applied(fact, False)  # noqa: FBT003 - a callback
        return answer

    def close(self) -> None:
        self.db.close()
