"""What a host remembers of accounts: names, hashed addresses, notes, and what moderators did."""

import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

from odin_server.accounts.facts import Acted, AddressSecretMade, CameFrom, Noted
from odin_server.accounts.moderation_tables import SECRET
from odin_server.accounts.rows import Account, AccountTables
from odin_server.accounts.storage import AccountStorage
from odin_server.chat import clean

LONGEST_NOTE = 400
NOTED_EVERY = 86_400.0
"""Seconds after which it is written again that somebody came from the same address."""
MARK_LETTERS = 16
"""Letters of the hash of an address."""


class FormerName(NamedTuple):
    """A name of an account, and since when it had it."""

    name: str
    since: float


class AddressUse(NamedTuple):
    """A hashed address from which an account was used."""

    address: str
    first: float
    last: float
    others: tuple[str, ...] = ()
    """The names of other accounts that were used from there."""


class Note(NamedTuple):
    """What a moderator wrote on an account."""

    at: float
    text: str
    by: str


class Action(NamedTuple):
    """What a moderator, or whoever runs the host, has done."""

    at: float
    by: str
    """The key of the moderator, or `odin admin`."""
    name: str
    verb: str
    about: str
    text: str


class AccountHistory(AccountTables):
    """Keeps and tells the histories of accounts."""

    def __init__(self, storage: AccountStorage, now: Callable[[], float]) -> None:
        super().__init__(storage.db, now)
        self._storage = storage

    # -- names and addresses ------------------------------------------------------------------

    def names(self, account: str) -> list[FormerName]:
        """List all names an account has had, the present one last."""
        rows = self._db.execute(
            "SELECT name, since FROM names WHERE account = ? ORDER BY rowid", (account,)
        )
        return [FormerName(*row) for row in rows]

    def former_owners(self, name: str) -> list[Account]:
        """Return the accounts that once had a name, as it was written."""
        rows = self._db.execute("SELECT DISTINCT account FROM names WHERE name = ?", (name,))
        found = (self._one("id = ?", account) for (account,) in rows.fetchall())
        return [account for account in found if account is not None]

    def note_address(self, account: str, network: str) -> None:
        """Remember, if that can be written, that somebody came from a network."""
        if self._secret() is None:
            self._storage.write_soon(self._make_secret)
        elif self._arrival(account, network) is None:
            return
        self._storage.write_soon(lambda: (self._arrival(account, network), None))

    def addresses(self, account: str) -> list[AddressUse]:
        """List the hashed addresses of an account, the newest first."""
        rows = self._db.execute(
            "SELECT address, first, last FROM addresses WHERE account = ? ORDER BY last DESC",
            (account,),
        ).fetchall()
        return [
            AddressUse(address, first, last, self._others(account, address))
            for address, first, last in rows
        ]

    def _others(self, account: str, address: str) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT name FROM addresses JOIN accounts ON id = account "
            "WHERE address = ? AND account <> ? ORDER BY last DESC LIMIT 5",
            (address, account),
        )
        return tuple(name for (name,) in rows)

    def _secret(self) -> str | None:
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (SECRET,)).fetchone()
        return None if row is None else str(row[0])

    def _make_secret(self) -> tuple[AddressSecretMade | None, None]:
        if self._secret() is not None:
            return None, None
        return AddressSecretMade(self._now(), secrets.token_hex(32)), None

    def _arrival(self, account: str, network: str) -> CameFrom | None:
        secret = self._secret()
        if secret is None:
            return None
        mark = hmac.digest(bytes.fromhex(secret), network.encode(), "sha256").hex()[:MARK_LETTERS]
        now = self._now()
        lately = self._db.execute(
            "SELECT 1 FROM addresses WHERE account = ? AND address = ? AND last > ?",
            (account, mark, now - NOTED_EVERY),
        ).fetchone()
        is_known = self._one("id = ?", account) is not None
        return CameFrom(now, account, mark) if is_known and lately is None else None

    # -- notes --------------------------------------------------------------------------------

    async def add_note(self, account: str, text: str, by: str) -> None:
        """Write a note on an account, for moderators."""
        note = clean(text, LONGEST_NOTE)
        await self._storage.write(lambda: (Noted(self._now(), account, note, by), None))

    def notes(self, account: str) -> list[Note]:
        """List the notes on an account, the oldest first."""
        rows = self._db.execute(
            "SELECT at, text, by FROM notes WHERE account = ? ORDER BY rowid", (account,)
        )
        return [Note(*row) for row in rows]

    # -- the audit log ------------------------------------------------------------------------

    async def act(self, by: str, name: str, verb: str, about: str, text: str = "") -> None:
        """Write down what a moderator has done."""
        words = clean(about, LONGEST_NOTE), clean(text, LONGEST_NOTE)
        await self._storage.write(lambda: (Acted(self._now(), by, name, verb, *words), None))

    def actions(self, most: int, about: str = "") -> list[Action]:
        """List what was done last, the newest first; with a text, what was done about that."""
        rows = self._db.execute(
            "SELECT at, by, name, verb, about, text FROM actions "
            "WHERE ?1 = '' OR instr(about, ?1) OR name = ?1 ORDER BY rowid DESC LIMIT ?2",
            (about, most),
        )
        return [Action(*row) for row in rows]
