"""Accounts: one for every key, with its name and one-time codes.

An account is created at the first login with a key. No password is ever stored. Everything is in
small SQLite tables; each query uses an index and takes some microseconds in the event loop.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from odin_server.accounts.bans import Ban, Bans, Kind, Target, address_target
from odin_server.accounts.departures import Departures
from odin_server.accounts.facts import (
    AccountFact,
    AccountMuted,
    AccountOpened,
    Banned,
    KeyLinked,
    NameChosen,
    Reported,
    Seen,
    SettingsKept,
    Unbanned,
)
from odin_server.accounts.history import AccountHistory
from odin_server.accounts.ignoring import IgnoreLists
from odin_server.accounts.linking import Linking
from odin_server.accounts.names import (
    GUEST_MARK,
    KEY_MARK,
    NAME_FOR_ANYBODY,
    check_name,
    presentable,
)
from odin_server.accounts.refusals import AccountsUnusable, NameTaken, NobodyCalled
from odin_server.accounts.reports import Reports
from odin_server.accounts.rows import Account, Audit, Key, no_audit
from odin_server.accounts.storage import AccountStorage, OnFailure, ignore_failure
from odin_server.chat import clean
from odin_server.confusables import skeleton, skeletons
from odin_server.hall.views import GUEST, NAME_LENGTH, refuse_long_name
from odin_server.word_list import WordList

LONGEST_REASON = 200


class AccountListing(NamedTuple):
    """An account as the host sees it."""

    account: Account
    made: float
    seen: float
    keys: tuple[Key, ...]


class Accounts(Linking):
    """The accounts of one host, or of all hosts of a hall.

    What is asked for is answered at once. What changes something waits until it is written, and
    raises `AccountsUnwritable` if it cannot be.
    """

    def __init__(
        self, storage: AccountStorage, now: Callable[[], float], audit: Audit = no_audit
    ) -> None:
        """Use the accounts in a storage; `audit` is told of each change made here."""
        super().__init__(storage, now, audit)
        self._guests: dict[str, frozenset[str]] = {}
        self._bans = Bans(self._db, now)
        self.history = AccountHistory(storage, now)
        self.reports = Reports(storage, now)
        self.ignoring = IgnoreLists(storage, now)
        self.departures = Departures(storage, now, audit)
        self.unwanted_words = WordList()
        """Words that no new name may have."""
        self.names_elsewhere: Callable[[], Iterable[str]] = tuple
        """Returns the names of the people on other hosts."""
        self.on_change: list[Callable[[AccountFact], None]] = []
        """Each is called with every fact that another host has written."""
        self.on_name: list[Callable[[Account], None]] = []
        """Each is called with the account of whoever has chosen a name, here or on another host."""
        self.on_failure: OnFailure = ignore_failure
        """Called with the reason why something could not be written."""
        storage.on_applied = self._applied
        storage.on_failure = self._failed
        if storage.repaired:
            audit("accounts-repaired", rows=storage.repaired)

    def _applied(self, fact: AccountFact, is_of_another_host: bool) -> None:  # noqa: FBT001 - a callback
        if isinstance(fact, Banned | Unbanned):
            self._bans.changed()
        if isinstance(fact, Reported):
            for tell in tuple(self.reports.on_report):
                tell()
        if isinstance(fact, NameChosen) and (named := self._one("id = ?", fact.account)):
            for take_name in tuple(self.on_name):
                take_name(named)
        if is_of_another_host:
            for react in self.on_change:
                react(fact)

    def _failed(self, trouble: AccountsUnusable) -> None:
        self.on_failure(trouble)

    def close(self) -> None:
        self._storage.close()

    # -- who ----------------------------------------------------------------------------------

    async def log_in(self, fingerprint: str, wanted: str) -> Account:
        """Return the account of a key, which is created at its first login."""
        found = self._of_key(fingerprint)
        if found is not None:
            # When nothing can be written, keys that have an account can still log in.
            if self._sighting(found) is not None:
                self._storage.write_soon(lambda: (self._sighting(found), None))
            return found
        account, is_new = await self._storage.write(lambda: self._first_login(fingerprint, wanted))
        if is_new:
            self._audit("account-opened", account=account.id, key=fingerprint, name=account.name)
        return account

    def _first_login(
        self, fingerprint: str, wanted: str
    ) -> tuple[AccountFact | None, tuple[Account, bool]]:
        now = self._now()
        if (found := self._of_key(fingerprint)) is not None:
            return None, (found, False)
        if (orphan := self._orphaned_account(fingerprint)) is not None:
            return KeyLinked(now, fingerprint, orphan.id), (orphan, True)
        is_free = self._one("id = ?", fingerprint) is None and not self._was_deleted(fingerprint)
        account = fingerprint if is_free else f"account:{secrets.token_hex(12)}"
        name = self._free_name(wanted)
        opened = AccountOpened(now, account, name, fingerprint)
        return opened, (Account(account, name, new=True), True)

    def _was_deleted(self, account: str) -> bool:
        """Tell whether an account with this id was deleted; its matches are nobody's."""
        row = self._db.execute("SELECT 1 FROM deleted WHERE account = ?", (account,)).fetchone()
        return row is not None

    def _orphaned_account(self, fingerprint: str) -> Account | None:
        """Return the account a key was made for, if no key opens it since this one was linked away.

        An account whose owner has unlinked the key is theirs alone.
        """
        return self._one(
            "id = ?1 AND NOT EXISTS (SELECT 1 FROM keys WHERE account = ?1) AND NOT EXISTS "
            "(SELECT 1 FROM unlinked WHERE account = ?1 AND fingerprint = ?1)",
            fingerprint,
        )

    def _sighting(self, account: Account) -> Seen | None:
        """Return that somebody was here, unless that has been written lately."""
        now = self._now()
        row = self._db.execute(
            "SELECT 1 FROM accounts WHERE id = ? AND seen <= ?",
            (account.id, now - self._storage.seen_every),
        ).fetchone()
        return None if row is None else Seen(now, account.id)

    def guest(self, wanted: str) -> Account:
        """Make an account that ends with the session."""
        plain = presentable(wanted, "guest", self.unwanted_words)[: NAME_LENGTH - 4]
        name, number = GUEST_MARK + plain, 1
        elsewhere = [
            skeletons(other) for other in self.names_elsewhere() if other.startswith(GUEST_MARK)
        ]
        taken = frozenset[str]().union(*self._guests.values(), *elsewhere)
        while taken & skeletons(name):
            number += 1
            name = f"{GUEST_MARK}{plain}{number}"
        self._guests[name] = skeletons(name)
        return Account(f"{GUEST}{secrets.token_hex(12)}", name, guest=True, new=True)

    def release_name(self, account: Account) -> None:
        """Release the name of a guest who has left."""
        self._guests.pop(account.name, None)
        self.ignoring.forget_guest(account.id)

    def knows(self, fingerprint: str) -> bool:
        """Tell whether this key has an account."""
        return self._of_key(fingerprint) is not None

    def find(self, name_or_key: str) -> Account | None:
        """Look somebody up by a key's fingerprint or by name, whatever its case and gaps.

        Of two names that differ only in those, which older files may have, the exact one is meant.
        """
        if name_or_key.startswith(KEY_MARK):
            return self._of_key(name_or_key)
        return self._one(
            "skeleton = ? AND skeleton <> '' ORDER BY name = ? DESC",
            skeleton(name_or_key),
            name_or_key,
        )

    def find_by_any_name(self, name_or_key: str) -> Account | None:
        """Look somebody up, also by a name that they had and nobody has now."""
        found = self.find(name_or_key)
        former = [] if found is not None else self.history.former_owners(name_or_key)
        return former[0] if len(former) == 1 else found

    def list_accounts(self) -> list[AccountListing]:
        """List all accounts, the one that was here last first."""
        keys: dict[str, list[Key]] = {}
        for fingerprint, account, added in self._db.execute(
            "SELECT fingerprint, account, added FROM keys ORDER BY added"
        ):
            keys.setdefault(account, []).append(Key(fingerprint, added))
        rows = self._db.execute(
            "SELECT id, name, chosen, settings, made, seen FROM accounts ORDER BY seen DESC, id"
        )
        return [
            AccountListing(
                Account(row[0], row[1], new=not row[2], settings=row[3]),
                row[4],
                row[5],
                tuple(keys.get(row[0], ())),
            )
            for row in rows
        ]

    async def rename(self, account: Account, wanted: str) -> Account:
        """Return the renamed account; raises `NameTaken`, `BadAccountName` or `NameTooLong`."""
        refuse_long_name(wanted)
        name = check_name(wanted, self.unwanted_words)
        if account.guest:
            self.release_name(account)
            renamed = Account(account.id, self.guest(name).name, guest=True)
        else:
            renamed = Account(account.id, name, settings=account.settings)
            await self._storage.write(lambda: (self._named(renamed), None))
        if renamed.name != account.name:
            self._audit("renamed", account=account.id, old=account.name, new=renamed.name)
        return renamed

    def _named(self, renamed: Account) -> NameChosen:
        if self._looks_like_another(renamed.name, renamed.id):
            raise NameTaken
        return NameChosen(self._now(), renamed.id, renamed.name)

    async def keep_settings(self, account: Account, text: str) -> None:
        """Keep somebody's settings with their account."""
        if not account.guest:
            await self._storage.write(lambda: (self._changed_settings(account, text), None))

    def _changed_settings(self, account: Account, text: str) -> SettingsKept | None:
        kept = self._one("id = ?", account.id)
        is_changed = kept is not None and kept.settings != text
        return SettingsKept(self._now(), account.id, text) if is_changed else None

    # -- bans and mutes -----------------------------------------------------------------------

    def target(self, text: str) -> Target:
        """Return the target that a moderator has written: an address or range, a key, or a name.

        A key that opens an account stands for the account. Raises `NobodyCalled` for a name that
        nobody has, or had alone.
        """
        if (address := address_target(text)) is not None:
            return address
        if (found := self.find_by_any_name(text)) is not None:
            return Target(Kind.ACCOUNT, found.id, found.name)
        if text.startswith(KEY_MARK):
            return Target(Kind.KEY, text)
        raise NobodyCalled(name=text[:30])

    async def ban(self, target: Target, until: float | None, why: str, by: str) -> None:
        """Ban somebody until a time, or for good."""

        def decide() -> tuple[Banned, None]:
            why_cleaned = clean(why, LONGEST_REASON)
            return Banned(self._now(), target.kind, target.what, until, why_cleaned, by), None

        await self._storage.write(decide)
        self._audit("banned", kind=target.kind, what=target.what, until=until, by=by)

    async def unban(self, target: Target, by: str) -> bool:
        """Lift a ban, and tell whether there was one. A ban on an account goes with its keys'."""

        def decide() -> tuple[Unbanned | None, bool]:
            if not self._bans.would_lift(target):
                return None, False
            return Unbanned(self._now(), target.kind, target.what, by), True

        lifted = await self._storage.write(decide)
        if lifted:
            self._audit("unbanned", kind=target.kind, what=target.what, by=by)
        return lifted

    def ban_on_key(self, fingerprint: str) -> Ban | None:
        """Find a ban that holds now for a key or for the account it opens."""
        return self._bans.on_key(fingerprint)

    def ban_on_address(self, address: str) -> Ban | None:
        """Find a ban that holds now for an address."""
        return self._bans.on_address(address)

    def ban_around(self, target: Target) -> Ban | None:
        """Find a ban that holds now for a wider range than this address or range."""
        return self._bans.around(target)

    def bans(self) -> list[Ban]:
        """List every ban that holds now."""
        return self._bans.all()

    async def mute(self, account: str, until: float) -> None:
        """Mute somebody until a time, across restarts."""
        await self._storage.write(lambda: (AccountMuted(self._now(), account, until), None))

    def mutes(self) -> dict[str, float]:
        """Return every mute that holds now."""
        rows = self._db.execute("SELECT account, until FROM mutes WHERE until > ?", (self._now(),))
        return dict(rows.fetchall())

    # -- inside -------------------------------------------------------------------------------

    def _looks_like_another(self, name: str, account: str) -> bool:
        now = self._now()
        return any(
            self._db.execute(
                "SELECT 1 FROM skeletons WHERE skeleton = ?1 AND account <> ?2 UNION ALL SELECT 1 "
                "FROM former_names WHERE skeleton = ?1 AND account <> ?2 AND until > ?3",
                (one, account, now),
            ).fetchone()
            for one in skeletons(name)
        )

    def _free_name(self, wanted: str) -> str:
        plain = presentable(wanted, NAME_FOR_ANYBODY, self.unwanted_words)
        name, number = plain, 1
        while self._looks_like_another(name, ""):
            number += 1
            name = (
                f"{plain[: NAME_LENGTH - 7]} {number if number < 20 else secrets.randbelow(10**6)}"
            )
        return name
