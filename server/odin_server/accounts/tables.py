"""The tables of accounts as a fold of facts: how each changes them, and which they are made of."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from odin_server.accounts.bans import Kind
from odin_server.accounts.facts import (
    AccountFact,
    AccountMuted,
    AccountOpened,
    Banned,
    CodeMade,
    KeyLinked,
    KeyUnlinked,
    NameChosen,
    Seen,
    SettingsKept,
    Unbanned,
)
from odin_server.accounts.file import open_copy
from odin_server.accounts.migrations import keep_skeletons
from odin_server.accounts.moderation_tables import (
    apply_moderation,
    deletions_in,
    moderation_facts_in,
    name_changed,
)

CODE_SECONDS = 600.0
"""How long a code is good for."""


def apply(db: sqlite3.Connection, fact: AccountFact) -> None:  # noqa: C901 - a case for each kind
    """Change the tables as a fact says, inside the caller's transaction.

    Nothing but the fact and the tables counts, no clock: every host comes to the same tables.
    """
    match fact:
        case AccountOpened():
            _open(db, fact)
        case KeyLinked():
            _link(db, fact)
        case KeyUnlinked(key=key, account=account):
            db.execute("DELETE FROM keys WHERE fingerprint = ? AND account = ?", (key, account))
            db.execute("DELETE FROM codes WHERE account = ?", (account,))
            db.execute("INSERT OR REPLACE INTO unlinked VALUES (?, ?)", (key, account))
        case NameChosen(at=at, account=account, name=name):
            name_changed(db, account, name, at)
            db.execute("UPDATE accounts SET name = ?, chosen = 1 WHERE id = ?", (name, account))
            keep_skeletons(db, account, name)
        case SettingsKept(account=account, settings=settings):
            db.execute("UPDATE accounts SET settings = ? WHERE id = ?", (settings, account))
        case Seen(at=at, account=account):
            db.execute("UPDATE accounts SET seen = ? WHERE id = ?", (at, account))
        case CodeMade(at=at, account=account, code=code, until=until):
            db.execute("DELETE FROM codes WHERE account = ? OR until < ?", (account, at))
            db.execute("INSERT INTO codes VALUES (?, ?, ?)", (code, account, until))
        case Banned():
            row = (fact.kind, fact.what, fact.until, fact.why, fact.by)
            db.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?)", row)
        case Unbanned():
            _unban(db, fact)
        case AccountMuted(account=account, until=until):
            db.execute("INSERT OR REPLACE INTO mutes VALUES (?, ?)", (account, until))
        case _:
            apply_moderation(db, fact)


def _open(db: sqlite3.Connection, fact: AccountOpened) -> None:
    db.execute(
        "INSERT INTO accounts (id, name, skeleton, made, seen) VALUES (?, ?, '', ?, ?)",
        (fact.account, fact.name, fact.at, fact.at),
    )
    keep_skeletons(db, fact.account, fact.name)
    db.execute("INSERT INTO names VALUES (?, ?, ?)", (fact.account, fact.name, fact.at))
    if fact.key:
        db.execute("INSERT INTO keys VALUES (?, ?, ?)", (fact.key, fact.account, fact.at))


def _link(db: sqlite3.Connection, fact: KeyLinked) -> None:
    db.execute("DELETE FROM codes WHERE hash = ?", (fact.code,))
    db.execute("INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", (fact.key, fact.account, fact.at))
    db.execute(
        "DELETE FROM unlinked WHERE fingerprint = ? AND account = ?", (fact.key, fact.account)
    )
    if fact.deleted:
        db.execute("DELETE FROM accounts WHERE id = ?", (fact.deleted,))


def _unban(db: sqlite3.Connection, fact: Unbanned) -> None:
    db.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (fact.kind, fact.what))
    if fact.kind is Kind.ACCOUNT:
        db.execute(
            "DELETE FROM bans WHERE kind = ? AND what IN "
            "(SELECT fingerprint FROM keys WHERE account = ?)",
            (Kind.KEY, fact.what),
        )


def facts_of(path: Path) -> Iterator[AccountFact]:
    """Yield the facts that make the tables of a file as it is when it is opened; it is only read.

    Raises `AccountsUnusable` for a file that is not ours, newer or damaged.
    """
    with closing(open_copy(path)) as db:
        yield from facts_in(db)


def facts_in(db: sqlite3.Connection) -> Iterator[AccountFact]:
    """Yield the facts that make these tables, in an order in which they can be applied."""
    yield from deletions_in(db)
    yield from _accounts_in(db)
    # Before the keys and the codes: it would take them away.
    for key, account in db.execute("SELECT fingerprint, account FROM unlinked"):
        yield KeyUnlinked(0.0, key, account)
    for key, account, added in db.execute(
        "SELECT fingerprint, account, added FROM keys ORDER BY rowid"
    ):
        yield KeyLinked(added, key, account)
    # The oldest first: a code that is made removes those that were too old by then.
    for code, account, until in db.execute("SELECT * FROM codes ORDER BY until"):
        yield CodeMade(until - CODE_SECONDS, account, code, until)
    for kind, what, until, why, by in db.execute("SELECT * FROM bans ORDER BY rowid"):
        yield Banned(0.0, Kind(kind), what, until, why, by)
    for account, until in db.execute("SELECT account, until FROM mutes ORDER BY rowid"):
        yield AccountMuted(0.0, account, until)
    yield from moderation_facts_in(db)


def _accounts_in(db: sqlite3.Connection) -> Iterator[AccountFact]:
    names: dict[str, list[tuple[str, float]]] = {}
    for account, name, since in db.execute("SELECT account, name, since FROM names ORDER BY rowid"):
        names.setdefault(account, []).append((name, since))
    for account, name, chosen, settings, made, seen in db.execute(
        "SELECT id, name, chosen, settings, made, seen FROM accounts ORDER BY rowid"
    ):
        (first, _), *later = names.get(account) or [(name, made)]
        yield AccountOpened(made, account, first)
        if chosen and not later:
            yield NameChosen(made, account, name)
        for other, since in later:
            yield NameChosen(since, account, other)
        if settings:
            yield SettingsKept(made, account, settings)
        if seen != made:
            yield Seen(seen, account)
