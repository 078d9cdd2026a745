"""Which keys open an account, and the one-time codes that add another."""

import hashlib
import secrets
from collections.abc import Callable

from odin_server.accounts.facts import CodeMade, KeyLinked, KeyUnlinked
from odin_server.accounts.names import KEY_MARK
from odin_server.accounts.refusals import (
    AlreadyLinked,
    BadCode,
    GuestsHaveNoAccount,
    LastKey,
    NoSuchKey,
)
from odin_server.accounts.rows import Account, AccountTables, Audit, Key
from odin_server.accounts.storage import AccountStorage
from odin_server.accounts.tables import CODE_SECONDS
from odin_server.hall.invite_codes import ALPHABET, normalize_code

CODE_LETTERS = 10
CODE_TRIES = 5
"""Wrong codes a key may try within the life of a code."""
SHORTEST_KEY = 6
"""Characters of a fingerprint that are enough to name a key of one's own."""


class Linking(AccountTables):
    """Adds keys to accounts and takes them away."""

    def __init__(self, storage: AccountStorage, now: Callable[[], float], audit: Audit) -> None:
        super().__init__(storage.db, now)
        self._storage, self._audit = storage, audit
        self._tries: dict[str, list[float]] = {}
        self.on_wrong_code: Callable[[str], None] = lambda _key: None
        """Called with the key of somebody who has tried a wrong code."""

    def keys(self, account: Account) -> list[Key]:
        """List the keys that open this account, the oldest first."""
        rows = self._db.execute(
            "SELECT fingerprint, added FROM keys WHERE account = ? ORDER BY added", (account.id,)
        )
        return [Key(*row) for row in rows]

    async def new_code(self, account: Account) -> str:
        """Make a code that adds one more key to this account, once, within ten minutes."""
        if account.guest:
            raise GuestsHaveNoAccount
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))

        def decide() -> tuple[CodeMade, str]:
            now = self._now()
            return CodeMade(now, account.id, _hash(code), now + CODE_SECONDS), code

        return await self._storage.write(decide)

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
            self.count_wrong_code(fingerprint)
            self.on_wrong_code(fingerprint)
            raise BadCode("bad-link-code")
        if self._of_key(fingerprint) == owner:
            raise AlreadyLinked(name=owner.name)
        return owner

    async def redeem(self, fingerprint: str, code: str, *, discard_old: bool = False) -> Account:
        """Link a key to the account a code was made for, and spend the code.

        The account the key opened before is left as it is, for its other keys or until the key is
        unlinked again. `discard_old` deletes it if no other key opens it.
        """

        def decide() -> tuple[KeyLinked, tuple[Account, Account | None]]:
            before, owner = self._of_key(fingerprint), self.owner_of_code(fingerprint, code)
            is_deleted = discard_old and before is not None and len(self.keys(before)) == 1
            linked = KeyLinked(
                self._now(),
                fingerprint,
                owner.id,
                _hash(normalize_code(code)),
                before.id if before is not None and is_deleted else "",
            )
            return linked, (owner, before)

        owner, before = await self._storage.write(decide)
        self._audit(
            "linked",
            key=fingerprint,
            account=owner.id,
            before=None if before is None else before.id,
        )
        return owner

    async def unlink(self, account: Account, fingerprint: str) -> Key:
        """Unlink a key from an account, and return it; its fingerprint may be shortened.

        Raises `NoSuchKey`, and `LastKey` if nobody could open the account without it. Codes
        that wait are void: somebody who holds a lost key may have made them.
        """

        def decide() -> tuple[KeyUnlinked, Key]:
            key = self._key_to_unlink(account, fingerprint)
            return KeyUnlinked(self._now(), key.fingerprint, account.id), key

        gone = await self._storage.write(decide)
        self._audit("unlinked", key=gone.fingerprint, account=account.id)
        return gone

    def _key_to_unlink(self, account: Account, fingerprint: str) -> Key:
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
        return found[0]

    def count_wrong_code(self, fingerprint: str) -> None:
        """Count a wrong code that a key has tried, here or at another host."""
        self._tries.setdefault(fingerprint, []).append(self._now())

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
