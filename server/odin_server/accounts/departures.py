"""Accounts that their owners have deleted."""

from collections.abc import Callable

from odin_server.accounts.facts import AccountDeleted
from odin_server.accounts.refusals import DeleteRefused, GuestsHaveNoAccount
from odin_server.accounts.rows import Account, AccountTables, Audit
from odin_server.accounts.storage import AccountStorage


class Departures(AccountTables):
    """Deletes accounts, and knows those that were deleted."""

    def __init__(self, storage: AccountStorage, now: Callable[[], float], audit: Audit) -> None:
        super().__init__(storage.db, now)
        self._storage, self._audit = storage, audit

    async def delete(self, account: Account) -> None:
        """Delete an account with its keys, settings and histories.

        Raises `DeleteRefused` while it is muted: a new one for the same key would not be.
        """
        if account.guest:
            raise GuestsHaveNoAccount

        def decide() -> tuple[AccountDeleted, None]:
            now = self._now()
            muted = self._db.execute(
                "SELECT 1 FROM mutes WHERE account = ? AND until > ?", (account.id, now)
            ).fetchone()
            if muted is not None:
                raise DeleteRefused("muted-cannot-delete")
            return AccountDeleted(now, account.id), None

        await self._storage.write(decide)
        self._audit("account-deleted", account=account.id)

    def ids(self) -> frozenset[str]:
        """Return the ids of all deleted accounts."""
        rows = self._db.execute("SELECT account FROM deleted")
        return frozenset(account for (account,) in rows)
