"""Accounts: one for every key, with its name and one-time codes.

An account is created at the first login with a key. No password is ever stored. Everything is in
one small SQLite file; each query uses an index and takes some microseconds in the event loop.
"""

import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from odin_server.accounts.bans import Ban, Bans, Kind, Target, address_target
from odin_server.accounts.file import writing
from odin_server.accounts.linking import Linking
from odin_server.accounts.migrations import keep_skeletons
from odin_server.accounts.names import GUEST_MARK, KEY_MARK, check_name, presentable
from odin_server.accounts.refusals import AccountsUnwritable, NameTaken, NobodyCalled
from odin_server.accounts.rows import Account, Audit, Key, no_audit
from odin_server.confusables import skeleton, skeletons
from odin_server.hall.views import GUEST, NAME_LENGTH, refuse_long_name


class AccountListing(NamedTuple):
    """An account as the host sees it."""

    account: Account
    made: float
    seen: float
    keys: tuple[Key, ...]


class Accounts(Linking):
    """The accounts of one server."""

    def __init__(
        self, path: Path | None, now: Callable[[], float], audit: Audit = no_audit
    ) -> None:
        """Open the file of accounts; raises `AccountsUnusable`. None keeps nothing.

        `audit` is told of every change: of names, keys and bans.
        """
        super().__init__(path, now, audit)
        self._guests: dict[str, frozenset[str]] = {}
        self._bans = Bans(self._db, now)

    # -- who ----------------------------------------------------------------------------------

    def log_in(self, fingerprint: str, wanted: str) -> Account:
        """Return the account of a key, which is created at its first login."""
        now = self._now()
        found = self._of_key(fingerprint)
        if found is not None:
            # On a full disk, keys that have an account can still log in.
            with contextlib.suppress(AccountsUnwritable), writing(self._db):
                self._db.execute("UPDATE accounts SET seen = ? WHERE id = ?", (now, found.id))
            return found
        with writing(self._db):
            account = self._orphaned_account(fingerprint) or self._create(fingerprint, wanted, now)
            self._db.execute("INSERT INTO keys VALUES (?, ?, ?)", (fingerprint, account.id, now))
        self._audit("account-opened", account=account.id, key=fingerprint, name=account.name)
        return account

    def _orphaned_account(self, fingerprint: str) -> Account | None:
        """Return the account a key was made for, if no key opens it since this one was linked away.

        An account whose owner has unlinked the key is theirs alone.
        """
        return self._one(
            "id = ?1 AND NOT EXISTS (SELECT 1 FROM keys WHERE account = ?1) AND NOT EXISTS "
            "(SELECT 1 FROM unlinked WHERE account = ?1 AND fingerprint = ?1)",
            fingerprint,
        )

    def _create(self, fingerprint: str, wanted: str, now: float) -> Account:
        is_free = self._one("id = ?", fingerprint) is None
        account = fingerprint if is_free else f"account:{secrets.token_hex(12)}"
        name = self._free_name(wanted)
        self._db.execute(
            "INSERT INTO accounts (id, name, skeleton, made, seen) VALUES (?, ?, '', ?, ?)",
            (account, name, now, now),
        )
        keep_skeletons(self._db, account, name)
        return Account(account, name, new=True)

    def guest(self, wanted: str) -> Account:
        """Make an account that ends with the session."""
        plain = presentable(wanted, "guest")[: NAME_LENGTH - 4]
        name, number = GUEST_MARK + plain, 1
        while any(looks & skeletons(name) for looks in self._guests.values()):
            number += 1
            name = f"{GUEST_MARK}{plain}{number}"
        self._guests[name] = skeletons(name)
        return Account(f"{GUEST}{secrets.token_hex(12)}", name, guest=True, new=True)

    def release_name(self, account: Account) -> None:
        """Release the name of a guest who has left."""
        self._guests.pop(account.name, None)

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

    def rename(self, account: Account, wanted: str) -> Account:
        """Return the renamed account; raises `NameTaken`, `BadAccountName` or `NameTooLong`."""
        refuse_long_name(wanted)
        name = check_name(wanted)
        if account.guest:
            self.release_name(account)
            renamed = Account(account.id, self.guest(name).name, guest=True)
        else:
            with writing(self._db):
                if self._looks_like_another(name, account.id):
                    raise NameTaken
                self._db.execute(
                    "UPDATE accounts SET name = ?, chosen = 1 WHERE id = ?", (name, account.id)
                )
                keep_skeletons(self._db, account.id, name)
            renamed = Account(account.id, name, settings=account.settings)
        if renamed.name != account.name:
            self._audit("renamed", account=account.id, old=account.name, new=renamed.name)
        return renamed

    def keep_settings(self, account: Account, text: str) -> None:
        """Keep somebody's settings with their account."""
        if not account.guest:
            with writing(self._db):
                self._db.execute(
                    "UPDATE accounts SET settings = ? WHERE id = ?", (text, account.id)
                )

    # -- bans and mutes -----------------------------------------------------------------------

    def target(self, text: str) -> Target:
        """Return the target that a moderator has written: an address or range, a key, or a name.

        A key that opens an account stands for the account. Raises `NobodyCalled` for a name that
        nobody has.
        """
        if (address := address_target(text)) is not None:
            return address
        if (found := self.find(text)) is not None:
            return Target(Kind.ACCOUNT, found.id, found.name)
        if text.startswith(KEY_MARK):
            return Target(Kind.KEY, text)
        raise NobodyCalled(name=text[:30])

    def ban(self, target: Target, until: float | None, why: str, by: str) -> None:
        """Ban somebody until a time, or for good."""
        self._bans.add(Ban(target, until, why, by))
        self._audit("banned", kind=target.kind, what=target.what, until=until, by=by)

    def unban(self, target: Target, by: str) -> bool:
        """Lift a ban, and tell whether there was one."""
        lifted = self._bans.lift(target)
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

    def mute(self, account: str, until: float) -> None:
        """Mute somebody until a time, across restarts."""
        with writing(self._db):
            self._db.execute("INSERT OR REPLACE INTO mutes VALUES (?, ?)", (account, until))

    def mutes(self) -> dict[str, float]:
        """Return every mute that holds now."""
        rows = self._db.execute("SELECT account, until FROM mutes WHERE until > ?", (self._now(),))
        return dict(rows.fetchall())

    # -- inside -------------------------------------------------------------------------------

    def _looks_like_another(self, name: str, account: str) -> bool:
        return any(
            self._db.execute(
                "SELECT 1 FROM skeletons WHERE skeleton = ? AND account <> ?", (one, account)
            ).fetchone()
            for one in skeletons(name)
        )

    def _free_name(self, wanted: str) -> str:
        plain = presentable(wanted, "Viking")
        name, number = plain, 1
        while self._looks_like_another(name, ""):
            number += 1
            name = (
                f"{plain[: NAME_LENGTH - 7]} {number if number < 20 else secrets.randbelow(10**6)}"
            )
        return name
