"""Accounts that many hosts share: a stream of facts, which each host folds in memory."""

import asyncio
import sqlite3
from contextlib import suppress

from odin_engine.game import Refusal
from odin_server.accounts.facts import AccountFact, decode, encode
from odin_server.accounts.file import open_database, transaction
from odin_server.accounts.refusals import AccountsUncertain, AccountsUnusable, AccountsUnwritable
from odin_server.accounts.storage import (
    Answer,
    Decide,
    OnApplied,
    OnFailure,
    ignore_fact,
    ignore_failure,
)
from odin_server.accounts.tables import apply
from odin_server.log import DamagedLog, IgnorableFact, Log, LogRefusal, LogUnwritable
from odin_server.log.followed_stream import FollowedStream

STREAM = "accounts"
PATIENCE = 5.0
"""Seconds after which nobody waits any longer for a database that does not answer."""


class AccountStream:
    """The accounts in a log.

    Whoever wants to write decides on the tables of their host and appends the fact behind what
    these know; if another host was first, they take in its facts and decide again.
    """

    seen_every = 86_400.0
    repaired = 0

    def __init__(self, log: Log, patience: float) -> None:
        self.db, _ = open_database(None)
        self.on_applied: OnApplied = ignore_fact
        self.on_failure: OnFailure = ignore_failure
        self._stream = FollowedStream(log, STREAM, self._read)
        self._patience = patience
        self._own = ""
        """What is being appended by this host."""
        self._trouble: Refusal | None = None
        self._soon: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, log: Log, patience: float = PATIENCE) -> "AccountStream":
        """Read the stream and follow it; raises `LogRefusal` if it cannot be read."""
        stream = cls(log, patience)
        try:
            await stream._begin()
        except BaseException:
            stream.close()
            raise
        return stream

    async def _begin(self) -> None:
        await self._stream.begin()
        if self._trouble is not None:
            raise self._trouble

    def _read(self, payload: str) -> None:
        if self._trouble is not None:
            return
        try:
            fact = decode(payload)
            with transaction(self.db):
                apply(self.db, fact)
        except IgnorableFact:
            return
        except Refusal as refusal:
            # Of a newer version, perhaps: what these tables say may be wrong from here on.
            self._trouble = refusal
        except sqlite3.Error as error:
            self._trouble = DamagedLog("fact-out-of-place", error=str(error))
        else:
            self.on_applied(fact, payload != self._own)

    async def write(self, decide: Decide[Answer]) -> Answer:
        """Append what was decided; raises `AccountsUncertain` if nobody knows whether it was."""
        try:
            return await self._append(decide)
        except AccountsUnusable as trouble:
            self.on_failure(trouble)
            raise

    async def _append(self, decide: Decide[Answer]) -> Answer:
        answers: list[Answer] = []

        def decided() -> str | None:
            if self._trouble is not None:
                raise AccountsUnwritable("accounts-behind") from self._trouble
            fact, answer = decide()
            if fact is not None:
                self._try_out(fact)
            answers.append(answer)
            self._own = "" if fact is None else encode(fact)
            return self._own or None

        try:
            async with asyncio.timeout(self._patience):
                await self._stream.add(decided)
        except LogUnwritable as trouble:
            if "error" not in trouble.facts:
                raise AccountsUnwritable("accounts-away") from trouble
            error = trouble.facts["error"]
            raise AccountsUnwritable("accounts-not-written", error=error) from trouble
        except LogRefusal as trouble:
            raise AccountsUncertain from trouble
        except TimeoutError as trouble:
            if answers:
                raise AccountsUncertain from trouble
            # Somebody else has waited all the time, and this was never sent.
            raise AccountsUnwritable("accounts-away") from trouble
        finally:
            if answers:
                self._own = ""
        return answers[-1]

    def _try_out(self, fact: AccountFact) -> None:
        """Raise `AccountsUnwritable` if a fact does not fit the tables.

        If it were in the log, no host could read on.
        """
        self.db.execute("BEGIN")
        try:
            apply(self.db, fact)
        except sqlite3.Error as error:
            raise AccountsUnwritable("accounts-not-written", error=str(error)) from error
        finally:
            self.db.execute("ROLLBACK")

    def write_soon(self, decide: Decide[object]) -> None:
        task = asyncio.create_task(self._write_if_possible(decide))
        self._soon.add(task)
        task.add_done_callback(self._soon.discard)

    async def _write_if_possible(self, decide: Decide[object]) -> None:
        with suppress(AccountsUnusable):
            await self.write(decide)

    def close(self) -> None:
        self._stream.stop()
        for task in self._soon:
            task.cancel()
        self.db.close()
