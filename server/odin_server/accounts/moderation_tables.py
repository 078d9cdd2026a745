"""The tables of histories, reports and ignored people as a fold of facts."""

import json
import sqlite3
from collections.abc import Iterator

from odin_server.accounts.facts import (
    AccountDeleted,
    AccountFact,
    Acted,
    AddressSecretMade,
    CameFrom,
    Ignored,
    NameReserved,
    Noted,
    ReportClosed,
    Reported,
    Unignored,
)
from odin_server.confusables import skeletons

NAME_SECONDS = 30 * 86_400.0
"""For so long nobody else may take a name that somebody has given up."""
MOST_ADDRESSES = 20
"""Of an account, so many addresses are remembered, the newest."""
MOST_ACTIONS = 10_000
MOST_REPORTS = 2_000
"""So many are kept; reports that are open are kept besides."""
SECRET = "address-secret"  # noqa: S105 - its name among the facts


def apply_moderation(db: sqlite3.Connection, fact: AccountFact) -> None:  # noqa: C901 - a case for each kind
    """Change the tables as a fact says, inside the caller's transaction."""
    match fact:
        case AddressSecretMade(secret=secret):
            db.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (SECRET, secret))
        case CameFrom():
            _came_from(db, fact)
        case Acted(at=at, by=by, name=name, verb=verb, about=about, text=text):
            action = (at, by, name, verb, about, text)
            db.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)", action)
            db.execute(
                "DELETE FROM actions WHERE rowid <= (SELECT max(rowid) FROM actions) - ?",
                (MOST_ACTIONS,),
            )
        case Noted(at=at, account=account, text=text, by=by):
            db.execute("INSERT INTO notes VALUES (?, ?, ?, ?)", (account, at, text, by))
        case Reported():
            _reported(db, fact)
        case ReportClosed(at=at, number=number, by=by, text=text):
            db.execute(
                "UPDATE reports SET closed = ?, closed_by = ?, closing = ? WHERE number = ?",
                (at, by, text, number),
            )
        case Ignored(at=at, account=account, player=player, name=name):
            row = (account, player, name, at)
            db.execute("INSERT OR REPLACE INTO ignores VALUES (?, ?, ?, ?)", row)
        case Unignored(account=account, player=player):
            db.execute("DELETE FROM ignores WHERE account = ? AND player = ?", (account, player))
        case AccountDeleted():
            _delete(db, fact)
        case NameReserved(account=account, skeletons=reserved, until=until):
            _reserve(db, reserved, account, until)


def name_changed(db: sqlite3.Connection, account: str, name: str, at: float) -> None:
    """Remember another name of an account, and keep the one it had from others for a while."""
    row = db.execute("SELECT name, chosen FROM accounts WHERE id = ?", (account,)).fetchone()
    if row is None or row[0] == name:
        return
    db.execute("INSERT INTO names VALUES (?, ?, ?)", (account, name, at))
    if row[1]:
        _reserve(db, skeletons(row[0]), account, at + NAME_SECONDS)
    db.execute("DELETE FROM former_names WHERE until < ?", (at,))


def _reserve(
    db: sqlite3.Connection, reserved: frozenset[str] | list[str], account: str, until: float
) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO former_names VALUES (?, ?, ?)",
        [(one, account, until) for one in reserved],
    )


def _came_from(db: sqlite3.Connection, fact: CameFrom) -> None:
    db.execute(
        "INSERT INTO addresses VALUES (?1, ?2, ?3, ?3) "
        "ON CONFLICT DO UPDATE SET last = max(last, ?3), first = min(first, ?3)",
        (fact.account, fact.address, fact.at),
    )
    db.execute(
        "DELETE FROM addresses WHERE account = ?1 AND address NOT IN (SELECT address FROM "
        "addresses WHERE account = ?1 ORDER BY last DESC, address LIMIT ?2)",
        (fact.account, MOST_ADDRESSES),
    )


def _reported(db: sqlite3.Connection, fact: Reported) -> None:
    row = (fact.number, fact.at, fact.by, fact.by_name, fact.about, fact.about_name)
    more = (fact.why, fact.place, json.dumps(fact.lines, ensure_ascii=False))
    db.execute(
        "INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)", (*row, *more)
    )
    db.execute(
        "DELETE FROM reports WHERE closed IS NOT NULL AND number <= ?",
        (fact.number - MOST_REPORTS,),
    )


def _delete(db: sqlite3.Connection, fact: AccountDeleted) -> None:
    gone = (fact.account,)
    row = db.execute("SELECT name FROM accounts WHERE id = ?", gone).fetchone()
    db.execute("DELETE FROM former_names WHERE until < ? OR account = ?", (fact.at, fact.account))
    if row is not None:
        _reserve(db, skeletons(row[0]), fact.account, fact.at + NAME_SECONDS)
    db.execute("DELETE FROM keys WHERE account = ?", gone)
    db.execute("DELETE FROM mutes WHERE account = ?", gone)
    db.execute("DELETE FROM ignores WHERE player = ?", gone)
    db.execute("DELETE FROM reports WHERE closed IS NOT NULL AND (by = ?1 OR about = ?1)", gone)
    db.execute("DELETE FROM accounts WHERE id = ?", gone)
    db.execute("INSERT OR REPLACE INTO deleted VALUES (?, ?)", (fact.account, fact.at))


def deletions_in(db: sqlite3.Connection) -> Iterator[AccountFact]:
    """Yield which accounts were deleted, before all other facts: it would take things away."""
    for account, at in db.execute("SELECT * FROM deleted ORDER BY at, account"):
        yield AccountDeleted(at, account)


def moderation_facts_in(db: sqlite3.Connection) -> Iterator[AccountFact]:
    """Yield the facts that make these tables, to be applied after those of accounts."""
    for (secret,) in db.execute("SELECT value FROM facts WHERE name = ?", (SECRET,)):
        yield AddressSecretMade(0.0, secret)
    for account, address, first, last in db.execute("SELECT * FROM addresses ORDER BY last"):
        yield CameFrom(first, account, address)
        if last != first:
            yield CameFrom(last, account, address)
    for account, at, text, by in db.execute("SELECT * FROM notes ORDER BY rowid"):
        yield Noted(at, account, text, by)
    for row in db.execute("SELECT * FROM actions ORDER BY rowid"):
        yield Acted(*row)
    yield from _reports_in(db)
    for account, player, name, at in db.execute("SELECT * FROM ignores ORDER BY at"):
        yield Ignored(at, account, player, name)
    for skeleton, account, until in db.execute("SELECT * FROM former_names"):
        yield NameReserved(until - NAME_SECONDS, account, [skeleton], until)


def _reports_in(db: sqlite3.Connection) -> Iterator[AccountFact]:
    for row in db.execute("SELECT * FROM reports ORDER BY number"):
        number, at, by, by_name, about, about_name, why, place, lines, *closing = row
        yield Reported(at, number, by, by_name, about, about_name, why, place, json.loads(lines))
        closed, closed_by, text = closing
        if closed is not None:
            yield ReportClosed(closed, number, closed_by, text)
