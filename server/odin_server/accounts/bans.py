"""Bans on accounts, keys, addresses and ranges of addresses."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_network

from odin_server.accounts.addresses import (
    Network,
    format_network,
    is_inside,
    parse_address,
    parse_network,
)
from odin_server.notices import Notice


class Kind(StrEnum):
    """What a ban is on."""

    ACCOUNT = "account"
    KEY = "key"
    ADDRESS = "address"
    """One address, or a range of them."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a ban is on, in its canonical form."""

    kind: Kind
    what: str
    """An account's id, a key's fingerprint, or an address or range."""
    name: str = ""
    """What the account is called."""

    def covers(self, address: str) -> bool:
        """Tell whether this is an address or range with this address in it."""
        network = parse_network(self.what) if self.kind is Kind.ADDRESS else None
        found = parse_address(address)
        return network is not None and found is not None and found in network

    def __str__(self) -> str:
        return f"{self.name} ({self.what})" if self.name else self.what


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban until a time, or for good."""

    target: Target
    until: float | None
    why: str
    by: str = ""

    def seconds_left(self, now: float) -> float | None:
        """Return how much longer the ban holds; None for good."""
        return None if self.until is None else self.until - now

    def notice(self, now: float) -> Notice:
        """Return what the banned person is told."""
        return Notice("banned", seconds=self.seconds_left(now), why=self.why)


def address_target(text: str) -> Target | None:
    """Read an address or a range; None if it is neither."""
    network = parse_network(text)
    return None if network is None else Target(Kind.ADDRESS, format_network(network))


class Bans:
    """Looks up the bans."""

    def __init__(self, db: sqlite3.Connection, now: Callable[[], float]) -> None:
        self._db, self._now = db, now
        self._ranges: list[tuple[Network, Ban]] = []
        self._ranges_of: int | None = None

    def changed(self) -> None:
        """Read the ranges again before they are next asked for."""
        self._ranges_of = None

    def would_lift(self, target: Target) -> bool:
        """Tell whether there is a ban on a target, or on the keys of an account."""
        row = self._db.execute(
            "SELECT 1 FROM bans WHERE (kind = ?1 AND what = ?2) OR (?1 = 'account' "
            "AND kind = 'key' AND what IN (SELECT fingerprint FROM keys WHERE account = ?2))",
            (target.kind, target.what),
        ).fetchone()
        return row is not None

    def on_key(self, fingerprint: str) -> Ban | None:
        """Find a ban that holds now for a key or for the account it opens."""
        return self._first(
            "(kind = 'key' AND what = ?1) OR (kind = 'account' AND what IN "
            "(SELECT account FROM keys WHERE fingerprint = ?1))",
            fingerprint,
        )

    def on_address(self, address: str) -> Ban | None:
        """Find a ban that holds now for an address or for a range around it."""
        found = parse_address(address)
        if found is None:
            return None
        now = self._now()
        for network, ban in self._all_ranges():
            if found in network and (ban.until is None or ban.until > now):
                return ban
        return None

    def around(self, target: Target) -> Ban | None:
        """Find a ban that holds now for a wider range than this address or range."""
        network, now = parse_network(target.what), self._now()
        for wider, ban in self._all_ranges():
            is_wider = network is not None and network != wider and is_inside(network, wider)
            if is_wider and (ban.until is None or ban.until > now):
                return ban
        return None

    def all(self) -> list[Ban]:
        """List every ban that holds now."""
        return self._found("TRUE", ())

    def _first(self, where: str, value: str) -> Ban | None:
        return next(iter(self._found(where, (value,))), None)

    def _found(self, where: str, values: tuple[str, ...]) -> list[Ban]:
        rows = self._db.execute(
            "SELECT kind, what, accounts.name, until, why, by FROM bans "  # noqa: S608 - ours
            "LEFT JOIN accounts ON kind = 'account' AND accounts.id = what "
            f"WHERE ({where}) ORDER BY kind, what",
            values,
        ).fetchall()
        now = self._now()
        return [
            Ban(Target(Kind(kind), what, name or ""), until, why, by)
            for kind, what, name, until, why, by in rows
            if until is None or until > now
        ]

    def _all_ranges(self) -> list[tuple[Network, Ban]]:
        """Return the banned ranges; read again only when this or another program changed them."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._ranges_of:
            self._ranges_of = version
            self._ranges = [
                (ip_network(ban.target.what), ban)
                for ban in self._found("kind = ?", (Kind.ADDRESS,))
            ]
        return self._ranges
