"""Who gives way when too many clients are connected that have not logged in."""

from collections import Counter
from collections.abc import Collection, Hashable
from enum import IntEnum
from typing import Protocol, TypeVar


class Progress(IntEnum):
    """How far a client has come on its way to a login."""

    CONNECTED = 0
    KEYS_EXCHANGED = 1
    KNOWN_KEY = 2
    """It has offered a key that has an account."""


class Stranger(Protocol):
    """A client that has not logged in."""

    @property
    def network(self) -> str: ...
    @property
    def progress(self) -> Progress: ...
    @property
    def progressed_at(self) -> float: ...


SomeStranger = TypeVar("SomeStranger", bound=Stranger)
Given = TypeVar("Given", bound=Hashable)


def who_gives_way(
    strangers: Collection[SomeStranger], newcomer: str, now: float, grace: float
) -> SomeStranger | None:
    """Return who has to leave for a client from the newcomer's address; None if nobody has to.

    First those leave who have made no progress for longer than the grace and are not alone at
    their address, then others; always from the addresses with most of them first, and whoever has
    offered a known key last. A client that makes progress leaves only for an address with fewer.
    """
    if not strangers:
        return None
    shares = Counter(one.network for one in strangers)
    shares[newcomer] += 1

    def moves_on(one: SomeStranger) -> bool:
        return now - one.progressed_at < grace

    def rank(one: SomeStranger) -> tuple[float, ...]:
        share = shares[one.network]
        is_known = one.progress is Progress.KNOWN_KEY
        stays = share == 1 or moves_on(one)
        return is_known, stays, -share, one.progress, one.progressed_at

    first = min(strangers, key=rank)
    must_stay = moves_on(first) and shares[first.network] <= shares[newcomer]
    return None if must_stay else first


def oldest_of_most(connections: dict[Given, str]) -> Given:
    """Return the oldest of the address that has most connections, of those in order of age."""
    shares = Counter(connections.values())
    return max(connections, key=lambda one: shares[connections[one]])
