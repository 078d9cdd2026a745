"""Which host drives a table: runs its clocks, lets its bots move, and records its results.

A lease spares work and is no lock. A host that drives a table without one, because it slept
through the end of its lease, does no harm: whatever it decides is appended at the version it has
seen, and refused if there has been another.
"""

from collections.abc import Callable, Collection
from typing import Protocol


class Leases(Protocol):
    """The leases of this host."""

    def holds(self, table: str) -> bool:
        """Tell whether this host drives the table now."""
        ...

    async def take(self, table: str) -> None:
        """Take the lease of a new table; raises `LogUnwritable` if that cannot be done."""
        ...

    def release(self, table: str) -> None:
        """Give up the lease of a table that is closed."""
        ...

    def begin(
        self,
        tables: Callable[[], Collection[str]],
        on_taken: Callable[[str], None],
        on_changed: Callable[[str], None],
    ) -> None:
        """Take over leases that have ended from now on, and renew those this host holds.

        `tables` returns the ids of all tables that are open. `on_taken` is called with every
        table whose lease is taken over, `on_changed` with every one that another host has taken
        or that was not driven for a while.
        """
        ...

    async def close(self) -> None:
        """Give up every lease, so that other hosts take over at once."""
        ...


class EveryLease:
    """The leases of the only host of a hall: all of them, for ever."""

    def holds(self, table: str) -> bool:  # noqa: ARG002 - whichever it is
        return True

    async def take(self, table: str) -> None:
        """Do nothing: it is held already."""

    def release(self, table: str) -> None:
        """Do nothing: nobody else could take it."""

    def begin(
        self,
        tables: Callable[[], Collection[str]],
        on_taken: Callable[[str], None],
        on_changed: Callable[[str], None],
    ) -> None:
        """Do nothing: none is ever taken over or lost."""

    async def close(self) -> None:
        """Do nothing: nobody else waits for them."""
