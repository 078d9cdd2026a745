"""Guards: short checks of a connection attempt, in a list, each with its setting."""

import math
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from odin_server.accounts.addresses import format_network, parse_address, parse_network
from odin_server.notices import Notice
from odin_server.sessions.settings import HostSettings


def address_group(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 an IPv6 customer owns."""
    network = None if parse_address(address) is None else parse_network(address)
    return address if network is None else format_network(network)


Counted: TypeAlias = Literal["attempt", "account"]


@dataclass(slots=True)
class ConnectionCounts:
    """Connections and recent attempts, by address."""

    connected: Counter[str] = field(default_factory=Counter)
    unauthenticated: int = 0
    attempts_made: dict[str, deque[float]] = field(default_factory=dict)
    accounts_made: dict[str, deque[float]] = field(default_factory=dict)
    pages_sent: dict[str, deque[float]] = field(default_factory=dict)
    closing: bool = False
    tell: Callable[[Counted, str], None] = lambda _what, _network: None
    """Called with what an address has done, for other hosts that count it, too."""
    elsewhere: Callable[[str], int] = lambda _network: 0
    """Returns how many sessions an address has on other hosts."""

    def spend(self, what: Counted, network: str, now: float) -> None:
        """Count what an address has done here."""
        self.add(what, network, now)
        self.tell(what, network)

    def add(self, what: Counted, network: str, now: float) -> None:
        """Count what an address has done, here or on another host."""
        kind = self.attempts_made if what == "attempt" else self.accounts_made
        kind.setdefault(network, deque()).append(now)

    def connected_from(self, network: str) -> int:
        """Return how many connections an address has, on all hosts."""
        return self.connected[network] + self.elsewhere(network)

    def count_recent(
        self, kind: dict[str, deque[float]], network: str, now: float, window: float
    ) -> int:
        """Count the tries of an address within the window, and forget older ones."""
        times = kind.setdefault(network, deque())
        while times and times[0] <= now - window:
            times.popleft()
        if len(kind) > 10_000:
            stale = [one for one, at in kind.items() if not at or at[-1] <= now - window]
            for old in stale:
                if old != network:
                    del kind[old]
        return len(times)


class ConnectionAttempt(NamedTuple):
    """An attempt to connect."""

    network: str
    now: float


Guard = Callable[[ConnectionCounts, HostSettings, ConnectionAttempt], Notice | None]
"""Returns why a client is refused, or None."""


def server_closing(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Refuse everyone while the server closes."""
    del settings, attempt
    return Notice("server-closing") if counts.closing else None


def too_many_attempts(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit the attempts of an address within a window."""
    attempts_made = counts.count_recent(
        counts.attempts_made, attempt.network, attempt.now, settings.attempts_window
    )
    if attempts_made >= settings.attempts:
        return Notice("too-many-attempts")
    counts.spend("attempt", attempt.network, attempt.now)
    return None


def server_full(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit all connections; a few more are allowed, in case they are moderators'."""
    del attempt
    is_full = counts.connected.total() >= settings.connections + _reserved(settings)
    return Notice("server-full") if is_full else None


def address_full(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit the connections from one address; a few more are allowed as above."""
    limit = settings.connections_per_address + _reserved(settings)
    return Notice("address-full") if counts.connected_from(attempt.network) >= limit else None


def _reserved(settings: HostSettings) -> int:
    return settings.reserved if settings.moderators else 0


def over_limit(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt, *, known: bool
) -> Notice | None:
    """Return why only a moderator may use a connection above the limits; None below them.

    The last few below the limit are for people who are known already.
    """
    kept = 0 if known else min(settings.connections_known, settings.connections // 10)
    if counts.connected.total() > settings.connections - kept:
        return Notice("server-full")
    is_full = counts.connected_from(attempt.network) > settings.connections_per_address
    return Notice("address-full") if is_full else None


def too_many_logins(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit the connections that have not logged in."""
    del attempt
    if counts.unauthenticated >= settings.unauthenticated:
        return Notice("too-many-logins")
    return None


GUARDS: tuple[Guard, ...] = (
    server_closing,
    too_many_attempts,
    server_full,
    address_full,
    too_many_logins,
)
"""In the order in which they are checked."""


def new_account(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit the accounts an address may create in a day."""
    if (
        counts.count_recent(counts.accounts_made, attempt.network, attempt.now, 86_400.0)
        >= settings.new_accounts
    ):
        return Notice("too-many-new-accounts")
    counts.spend("account", attempt.network, attempt.now)
    return None


def too_many_pages(
    counts: ConnectionCounts, settings: HostSettings, attempt: ConnectionAttempt
) -> Notice | None:
    """Limit the pages and files an address may ask for within a window."""
    sent = counts.count_recent(
        counts.pages_sent, attempt.network, attempt.now, settings.attempts_window
    )
    if sent >= settings.web_requests:
        return Notice("too-many-attempts")
    counts.pages_sent[attempt.network].append(attempt.now)
    return None


BARRED: Mapping[str, str] = {
    "banned": "banned",
    "invited-keys-only": "not-invited",
    "no-guests": "no-guests",
    "no-guests-in-browsers": "no-guests",
    "rsa-key-too-short": "short-key",
}
"""How those are counted who may not come in, by the notice they get."""

REFUSALS: tuple[str, ...] = (
    *(guard.__name__ for guard in GUARDS),
    too_many_pages.__name__,
    *sorted({*BARRED.values()}),
    "bad-message",
    "foreign-origin",
    "gave-way",
    "keys",
    "message-too-big",
    "new-account",
    "no-proxy-header",
    "no-session",
    "one-session",
    "reserved",
    "stalled",
    "subsystem",
    "web-connections",
)
"""All that is counted as refused, by kind."""


class Bucket:
    """A token bucket: `burst` tokens at once, then `rate` tokens a second; a debt has a limit."""

    __slots__ = ("_at", "_left", "_most_debt", "burst", "rate")

    def __init__(self, burst: float, rate: float, now: float, most_debt: float = math.inf) -> None:
        self.burst, self.rate, self._most_debt = burst, rate, most_debt
        self._left, self._at = burst, now

    def take(self, amount: float, now: float) -> bool:
        """Take tokens if there are enough; return whether there were."""
        self._fill(now)
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def owe(self, amount: float, now: float) -> float:
        """Take tokens in any case; return the seconds until the debt is paid."""
        self._fill(now)
        self._left = max(self._left - amount, -self._most_debt)
        return max(0.0, -self._left / self.rate)

    def debt(self, now: float) -> float:
        """Return the seconds until the debt is paid; 0 if there is none."""
        return self.owe(0, now)

    def is_full(self, now: float) -> bool:
        """Tell whether nothing was taken, or all of it is filled up again."""
        self._fill(now)
        return self._left >= self.burst

    def _fill(self, now: float) -> None:
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now


ENVIRONMENT = frozenset(
    {b"COLORTERM", b"LANG", b"LC_ALL", b"LC_CTYPE", b"LC_MESSAGES", b"NO_COLOR"}
)
"""The variables of a client that are read here: of its colours, its letters and its language."""


class BoundedEnvironment(dict[bytes, bytes]):
    """Those variables of a client, limited in number and length; any other is ignored."""

    def __init__(self, count: int, length: int) -> None:
        super().__init__()
        self._count, self._length = count, length

    def __setitem__(self, name: bytes, value: bytes) -> None:
        known = name in ENVIRONMENT and len(self) < self._count
        if known and len(name) + len(value) <= self._length:
            super().__setitem__(name, value)
