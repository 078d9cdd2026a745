"""Who people are: an account for every key, names, one-time codes, bans and mutes.

A key's fingerprint is the account, made at first sight. No password is stored, ever. Everything
is in one small SQLite file; each question is a look-up by index, some microseconds in the loop.
"""

import hashlib
import secrets
import sqlite3
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from odin_engine.bots import LEVELS
from odin_engine.game import Refusal
from odin_server.chat import clean
from odin_server.database_check import damage_in, open_to_read
from odin_server.hall.codes import ALPHABET, heard
from odin_server.hall.sights import GUEST, NAME_LENGTH, refuse_long_name
from odin_server.private_files import make_private_file

APPLICATION = 0x0D1AACC7
SCHEMA = 1
CODE_LETTERS = 10
CODE_SECONDS = 600.0
CODE_TRIES = 5
"""Wrong codes a key may try within the life of a code."""
GUEST_MARK = "~"

_TABLES = f"""
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE,
        chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL, seen REAL NOT NULL);
    CREATE TABLE keys (fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL, added REAL NOT NULL);
    CREATE TABLE codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL, until REAL NOT NULL);
    CREATE TABLE bans (what TEXT PRIMARY KEY, until REAL, why TEXT NOT NULL, by TEXT NOT NULL);
    CREATE TABLE mutes (account TEXT PRIMARY KEY, until REAL NOT NULL);
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {SCHEMA};
"""


class NameTaken(Refusal):
    """Somebody else has this name, or one that looks the same."""


class BadAccountName(Refusal):
    """A name that would not do on other people's screens."""


class BadCode(Refusal):
    """A one-time code that is wrong, too old, or was used."""


class AccountsTrouble(Refusal):
    """The file of accounts cannot be used."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody as the house knows them; a guest's account ends with the session."""

    id: str
    name: str
    guest: bool = False
    new: bool = False
    """True while the name was not chosen, but made up."""
    settings: str = ""


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not come in: by key or by address, until a time or for good."""

    what: str
    until: float | None
    why: str

    def sentence(self, now: float) -> str:
        """Say it to the person."""
        left = "" if self.until is None else f" for {_span(self.until - now)} more"
        return f"You may not come in{left}" + (f": {self.why}." if self.why else ".")


class Accounts:
    """The book of accounts of one host."""

    def __init__(self, path: Path | None, now: Callable[[], float]) -> None:
        """Open the book, or refuse a file that is not one. None keeps nothing."""
        self._now = now
        self._tries: dict[str, list[float]] = {}
        self._guests: set[str] = set()
        self._book = _open(path)

    def close(self) -> None:
        self._book.close()

    # -- who ----------------------------------------------------------------------------------

    def arrive(self, fingerprint: str, wanted: str) -> Account:
        """Give the account of a key; at first sight it is made, with a name near the wanted one."""
        now = self._now()
        found = self._of_key(fingerprint)
        if found is not None:
            self._book.execute("UPDATE accounts SET seen = ? WHERE id = ?", (now, found.id))
            return found
        name = self._free_name(wanted)
        with self._book:
            self._book.execute(
                "INSERT INTO accounts (id, name, skeleton, made, seen) VALUES (?, ?, ?, ?, ?)",
                (fingerprint, name, skeleton(name), now, now),
            )
            self._book.execute("INSERT INTO keys VALUES (?, ?, ?)", (fingerprint, fingerprint, now))
        return Account(fingerprint, name, new=True)

    def guest(self, wanted: str) -> Account:
        """Make an account that ends with the session."""
        plain = _presentable(wanted, "guest")[: NAME_LENGTH - 4]
        name, number = GUEST_MARK + plain, 1
        while name in self._guests:
            number += 1
            name = f"{GUEST_MARK}{plain}{number}"
        self._guests.add(name)
        return Account(f"{GUEST}{secrets.token_hex(12)}", name, guest=True, new=True)

    def depart(self, account: Account) -> None:
        """Note that somebody left; a guest's name is free again."""
        self._guests.discard(account.name)

    def knows(self, fingerprint: str) -> bool:
        """Tell whether this key has an account."""
        return self._of_key(fingerprint) is not None

    def find(self, name_or_key: str) -> Account | None:
        """Look somebody up by name or by a key's fingerprint."""
        if (found := self._of_key(name_or_key)) is not None:
            return found
        return self._one("skeleton = ?", skeleton(name_or_key))

    def rename(self, account: Account, wanted: str) -> Account:
        """Give an account the name its owner wants, if nobody has it or one like it."""
        refuse_long_name(wanted)
        name = check_name(wanted)
        if account.guest:
            self._guests.discard(account.name)
            guest = self.guest(name)
            return Account(account.id, guest.name, guest=True)
        try:
            self._book.execute(
                "UPDATE accounts SET name = ?, skeleton = ?, chosen = 1 WHERE id = ?",
                (name, skeleton(name), account.id),
            )
        except sqlite3.IntegrityError as taken:
            raise NameTaken(f"Somebody is called {name!r} already, or nearly so.") from taken
        return Account(account.id, name, settings=account.settings)

    def keep_settings(self, account: Account, text: str) -> None:
        """Keep somebody's settings with their account."""
        if not account.guest:
            self._book.execute("UPDATE accounts SET settings = ? WHERE id = ?", (text, account.id))

    # -- keys ---------------------------------------------------------------------------------

    def keys(self, account: Account) -> list[str]:
        """List the fingerprints that open this account."""
        rows = self._book.execute(
            "SELECT fingerprint FROM keys WHERE account = ? ORDER BY added", (account.id,)
        )
        return [fingerprint for (fingerprint,) in rows]

    def new_code(self, account: Account) -> str:
        """Make a code that adds one more key to this account, once, within ten minutes."""
        now = self._now()
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))
        with self._book:
            self._book.execute(
                "DELETE FROM codes WHERE account = ? OR until < ?", (account.id, now)
            )
            self._book.execute(
                "INSERT INTO codes VALUES (?, ?, ?)", (_hash(code), account.id, now + CODE_SECONDS)
            )
        return code

    def redeem(self, fingerprint: str, code: str) -> Account:
        """Let a key open the account a code was made for, and spend the code."""
        now = self._now()
        self._check_tries(fingerprint, now)
        with self._book:
            row = self._book.execute(
                "DELETE FROM codes WHERE hash = ? AND until >= ? RETURNING account",
                (_hash(heard(code)), now),
            ).fetchone()
            if row is None:
                self._tries[fingerprint].append(now)
                raise BadCode("This code is wrong, older than ten minutes, or was used.")
            self._book.execute(
                "INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", (fingerprint, row[0], now)
            )
        found = self._one("id = ?", row[0])
        if found is None:
            raise BadCode("The account of this code is gone.")
        return found

    def _check_tries(self, fingerprint: str, now: float) -> None:
        recent = [at for at in self._tries.get(fingerprint, []) if at > now - CODE_SECONDS]
        self._tries[fingerprint] = recent
        if len(recent) >= CODE_TRIES:
            raise BadCode("Too many wrong codes; try again in ten minutes.")

    # -- bans and mutes -----------------------------------------------------------------------

    def ban(self, what: str, until: float | None, why: str, by: str) -> None:
        """Keep a key's owner, or an address, out until a time, or for good."""
        self._book.execute(
            "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)", (what, until, clean(why, 200), by)
        )

    def unban(self, what: str) -> bool:
        """Lift a ban, and tell whether there was one."""
        return self._book.execute("DELETE FROM bans WHERE what = ?", (what,)).rowcount > 0

    def banned(self, *what: str) -> Ban | None:
        """Find a ban that holds now for any of these: a key, its account, an address."""
        for one in what:
            row = self._book.execute(
                "SELECT what, until, why FROM bans WHERE what = ?", (one,)
            ).fetchone()
            if row is not None and (row[1] is None or row[1] > self._now()):
                return Ban(*row)
        return None

    def bans(self) -> list[Ban]:
        """List every ban that holds now."""
        rows = self._book.execute("SELECT what, until, why FROM bans ORDER BY what").fetchall()
        return [Ban(*row) for row in rows if row[1] is None or row[1] > self._now()]

    def mute(self, account: str, until: float) -> None:
        """Let somebody say nothing until a time, across restarts."""
        self._book.execute("INSERT OR REPLACE INTO mutes VALUES (?, ?)", (account, until))

    def mutes(self) -> dict[str, float]:
        """Give every mute that holds now."""
        rows = self._book.execute(
            "SELECT account, until FROM mutes WHERE until > ?", (self._now(),)
        )
        return dict(rows.fetchall())

    # -- inside -------------------------------------------------------------------------------

    def _of_key(self, fingerprint: str) -> Account | None:
        row = self._book.execute(
            "SELECT account FROM keys WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
        return None if row is None else self._one("id = ?", row[0])

    def _one(self, where: str, value: str) -> Account | None:
        row = self._book.execute(
            f"SELECT id, name, chosen, settings FROM accounts WHERE {where}",  # noqa: S608 - ours
            (value,),
        ).fetchone()
        return None if row is None else Account(row[0], row[1], new=not row[2], settings=row[3])

    def _free_name(self, wanted: str) -> str:
        plain = _presentable(wanted, "Viking")
        name, number = plain, 1
        while self._one("skeleton = ?", skeleton(name)) is not None:
            number += 1
            name = (
                f"{plain[: NAME_LENGTH - 7]} {number if number < 20 else secrets.randbelow(10**6)}"
            )
        return name


def check_name(wanted: str) -> str:
    """Give a name as it will be shown, or say why it will not do."""
    name = clean(wanted, NAME_LENGTH).lstrip(GUEST_MARK).strip()
    if not skeleton(name):
        raise BadAccountName("A name needs at least one letter or digit that can be shown.")
    if skeleton(name) in {"house", "odin", "host", "moderator", "you", "guest", *LEVELS}:
        raise BadAccountName(f"{name!r} belongs to the house.")
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        raise BadAccountName("Letters of different alphabets look too much alike; use one of them.")
    return name


def skeleton(name: str) -> str:
    """Give what two names must not share: their letters, whatever case, width or gaps."""
    wide = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in wide if letter.isalnum())


def _presentable(wanted: str, otherwise: str) -> str:
    try:
        return check_name(wanted)
    except BadAccountName:
        return otherwise


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _span(seconds: float) -> str:
    for size, word in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {word}"
    return f"{max(1, seconds):.0f} seconds"


def check_file(path: Path) -> None:
    """Look a file of accounts over by reading only; raises `AccountsTrouble` if it is damaged."""
    try:
        book = open_to_read(path)
    except sqlite3.Error as trouble:
        raise AccountsTrouble(f"The accounts at {path} cannot be used: {trouble}.") from trouble
    try:
        if not _is_empty(book):
            _check(book, path)
    except sqlite3.Error as trouble:
        raise AccountsTrouble(f"The accounts at {path} cannot be used: {trouble}.") from trouble
    finally:
        book.close()


def _open(path: Path | None) -> sqlite3.Connection:
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            make_private_file(path)
        # Only one connection of this process writes; readers such as a backup do not disturb it.
        book = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
    except (OSError, sqlite3.Error) as trouble:
        raise AccountsTrouble(f"The accounts at {path} cannot be used: {trouble}.") from trouble
    try:
        if _is_empty(book):
            book.executescript(f"BEGIN; {_TABLES} COMMIT;")
        _check(book, path)
        book.execute("PRAGMA journal_mode = WAL")
        book.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error as trouble:
        book.close()
        raise AccountsTrouble(f"The accounts at {path} cannot be used: {trouble}.") from trouble
    except AccountsTrouble:
        book.close()
        raise
    return book


def _is_empty(book: sqlite3.Connection) -> bool:
    marks = (
        book.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")
    )
    tables = book.execute("SELECT 1 FROM sqlite_master").fetchone()
    return tables is None and not any(mark for (mark,) in marks)


def _check(book: sqlite3.Connection, path: Path | None) -> None:
    (version,) = book.execute("PRAGMA user_version").fetchone()
    (application,) = book.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise AccountsTrouble(f"{path} belongs to another program. It was left as it is.")
    if version > SCHEMA:
        raise AccountsTrouble(f"{path} was written by a newer odin. It was left as it is.")
    if damage := damage_in(book, _TABLES if version == SCHEMA else ""):
        raise AccountsTrouble(f"{path} is damaged ({damage[:80]}). It was left as it is.")
