"""Which keys open an account, and the one-time codes that add another."""

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path

from odin_server.accounts.file import writing
from odin_server.accounts.names import KEY_MARK
from odin_server.accounts.refusals import (
    AlreadyLinked,
    BadCode,
    GuestsHaveNoAccount,
    LastKey,
    NoSuchKey,
)
from odin_server.accounts.rows import Account, AccountStore, Audit, Key
from odin_server.hall.invite_codes import ALPHABET, normalize_code

CODE_LETTERS = 10
CODE_SECONDS = 600.0
CODE_TRIES = 5
"""Wrong codes a key may try within the life of a code."""
SHORTEST_KEY = 6
"""Characters of a fingerprint that are enough to name a key of one's own."""


class Linking(AccountStore):
    """Adds keys to accounts and takes them away."""

    def __init__(self, path: Path | None, now: Callable[[], float], audit: Audit) -> None:
        super().__init__(path, now, audit)
        self._tries: dict[str, list[float]] = {}

    def keys(self, account: Account) -> list[Key]:
        """List the keys that open this account, the oldest first."""
        rows = self._db.execute(
            "SELECT fingerprint, added FROM keys WHERE account = ? ORDER BY added", (account.id,)
        )
        return [Key(*row) for row in rows]

    def new_code(self, account: Account) -> str:
        """Make a code that adds one more key to this account, once, within ten minutes."""
        if account.guest:
            raise GuestsHaveNoAccount
        now = self._now()
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
        with writing(self._db):
            self._db.execute("DELETE FROM codes WHERE account = ? OR until < ?", (account.id, now))
            self._db.execute(
                "INSERT INTO codes VALUES (?, ?, ?)", (_hash(code), account.id, now + CODE_SECONDS)
            )
        return code

    def owner_of_code(self, fingerprint: str, code: str) -> Account:
        """Return the account a key would open with a code, which is not spent.

        Raises `BadCode`, or `AlreadyLinked` if the key opens that account already.
        """
        now = self._now()
        self._check_tries(fingerprint, now)
        row = self._db.execute(
            "SELECT account FROM codes WHERE hash = ? AND until >= ?",
            (_hash(normalize_code(code)), now),
        ).fetchone()
        owner = None if row is None else self._one("id = ?", row[0])
        if owner is None:
            self._tries[fingerprint].append(now)
            raise BadCode("bad-link-code")
        if self._of_key(fingerprint) == owner:
            raise AlreadyLinked(name=owner.name)
        return owner

    def redeem(self, fingerprint: str, code: str, *, discard_old: bool = False) -> Account:
        """Link a key to the account a code was made for, and spend the code.

        The account the key opened before is left as it is, for its other keys or until the key is
        unlinked again. `discard_old` deletes it if no other key opens it.
        """
        before = self._of_key(fingerprint)
        with writing(self._db):
            owner = self.owner_of_code(fingerprint, code)
            self._db.execute("DELETE FROM codes WHERE hash = ?", (_hash(normalize_code(code)),))
            self._db.execute(
                "INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", (fingerprint, owner.id, self._now())
            )
            self._db.execute(
                "DELETE FROM unlinked WHERE fingerprint = ? AND account = ?",
                (fingerprint, owner.id),
            )
            if discard_old and before is not None:
                self._db.execute(
                    "DELETE FROM accounts WHERE id = ?1 "
                    "AND NOT EXISTS (SELECT 1 FROM keys WHERE account = ?1)",
                    (before.id,),
                )
        self._audit(
            "linked",
            key=fingerprint,
            account=owner.id,
            before=None if before is None else before.id,
        )
        return owner

    def unlink(self, account: Account, fingerprint: str) -> Key:
        """Unlink a key from an account, and return it; its fingerprint may be shortened.

        Raises `NoSuchKey`, and `LastKey` if nobody could open the account without it. Codes
        that wait are void: somebody who holds a lost key may have made them.
        """
        keys = self.keys(account)
        start = fingerprint.removeprefix(KEY_MARK)
        found = [key for key in keys if key.fingerprint == KEY_MARK + start]
        if not found and len(start) >= SHORTEST_KEY:
            found = [key for key in keys if key.fingerprint.startswith(KEY_MARK + start)]
        if len(found) != 1:
            if found:
                raise NoSuchKey("several-keys", name=account.name, key=fingerprint[:60])
            raise NoSuchKey("no-such-key", name=account.name, key=fingerprint[:60])
        if len(keys) == 1:
            raise LastKey(name=account.name)
        with writing(self._db):
            gone = (found[0].fingerprint, account.id)
            self._db.execute("DELETE FROM keys WHERE fingerprint = ? AND account = ?", gone)
            self._db.execute("DELETE FROM codes WHERE account = ?", (account.id,))
            self._db.execute("INSERT OR REPLACE INTO unlinked VALUES (?, ?)", gone)
        self._audit("unlinked", key=found[0].fingerprint, account=account.id)
        return found[0]

    def _check_tries(self, fingerprint: str, now: float) -> None:
        if len(self._tries) > 1000:
            self._tries = {
                key: times
                for key, times in self._tries.items()
                if times and times[-1] > now - CODE_SECONDS
            }
        recent = [at for at in self._tries.get(fingerprint, []) if at > now - CODE_SECONDS]
        self._tries[fingerprint] = recent
        if len(recent) >= CODE_TRIES:
            raise BadCode("too-many-wrong-link-codes")


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
