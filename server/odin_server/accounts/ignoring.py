"""Whose talk people do not want to read."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from odin_server.accounts.facts import Ignored, Unignored
from odin_server.accounts.refusals import IgnoreRefused
from odin_server.accounts.rows import Account, AccountTables
from odin_server.accounts.storage import AccountStorage

MOST_IGNORED = 200


class IgnoredPerson(NamedTuple):
    """Somebody who is ignored, and what they were called then."""

    player: str
    name: str


class IgnoreLists(AccountTables):
    """The lists of accounts, which are kept, and those of guests, which end with their session."""

    def __init__(self, storage: AccountStorage, now: Callable[[], float]) -> None:
        super().__init__(storage.db, now)
        self._storage = storage
        self._guests: dict[str, dict[str, str]] = {}
        self.on_change: Callable[[str, frozenset[str]], None] = lambda _account, _ignored: None
        """Called with an account, and all whom it ignores from now on."""

    def of(self, account: str) -> list[IgnoredPerson]:
        """List whom somebody ignores, under the name each has now."""
        if account in self._guests:
            return [IgnoredPerson(*one) for one in self._guests[account].items()]
        rows = self._db.execute(
            "SELECT player, coalesce(accounts.name, ignores.name) FROM ignores "
            "LEFT JOIN accounts ON accounts.id = player WHERE account = ? ORDER BY at, player",
            (account,),
        )
        return [IgnoredPerson(*row) for row in rows]

    def all(self) -> Mapping[str, frozenset[str]]:
        """Return everybody who is ignored, by the account that ignores them."""
        found: dict[str, set[str]] = {}
        for account, player in self._db.execute("SELECT account, player FROM ignores"):
            found.setdefault(account, set()).add(player)
        return {account: frozenset(players) for account, players in found.items()}

    async def ignore(self, account: Account, player: str, name: str) -> None:
        """Ignore somebody; raises `IgnoreRefused` for oneself, or one too many."""
        if player == account.id:
            raise IgnoreRefused("ignore-yourself")
        if len(self.of(account.id)) >= MOST_IGNORED:
            raise IgnoreRefused("too-many-ignored", most=MOST_IGNORED)
        if account.guest:
            self._guests.setdefault(account.id, {})[player] = name
        else:
            fact = Ignored(self._now(), account.id, player, name)
            await self._storage.write(lambda: (fact, None))
        self.changed(account.id)

    async def unignore(self, account: Account, player: str) -> None:
        """Read again what somebody says."""
        if account.guest:
            self._guests.get(account.id, {}).pop(player, None)
        else:
            fact = Unignored(self._now(), account.id, player)
            await self._storage.write(lambda: (fact, None))
        self.changed(account.id)

    def changed(self, account: str) -> None:
        """Tell whom an account ignores now."""
        self.on_change(account, frozenset(one.player for one in self.of(account)))

    def forget_guest(self, account: str) -> None:
        """Forget the list of a guest who has left."""
        if self._guests.pop(account, None) is not None:
            self.changed(account)
