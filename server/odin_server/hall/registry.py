"""The tables of a hall: brought back from the log, resumed, recorded and removed."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall.context import TableContext
from odin_server.hall.facts import HallFact, MatchEnded, Resumed, TableAdded, TableRemoved
from odin_server.hall.hall_log import HallLog
from odin_server.hall.results import match_id
from odin_server.hall.table import Table
from odin_server.log import DamagedLog, LogUnreadable, LogUnwritable
from odin_server.notices import Notice


class TableRegistry:
    """Every table that is not closed, those of other hosts included.

    What is written here is written once, whichever host does it: matches and closed tables are
    recorded by the host that drives the table, or by the one that takes it over.
    """

    def __init__(self, context: TableContext, hall_log: HallLog) -> None:
        self._context, self._log = context, hall_log
        self.tables: dict[str, Table] = {}
        self.codes: dict[str, Table] = {}
        self.unreadable: dict[str, Refusal] = {}
        """Tables of the log that could not be read, by id, each with the reason."""
        self.newer: dict[str, str] = {}
        """The ids of those that need a newer version of this program, by invite code."""
        self._coming: set[str] = set()
        """The tables that are being opened here, or read."""
        hall_log.on_removed = self._removed_anywhere
        context.uptime.is_needed = self._has_correspondence
        context.uptime.on_downtime = self._give_back_everywhere
        context.registry = self

    async def begin(self) -> None:
        """Bring back every table that was not closed, and drive those no other host drives."""
        self._log.on_added = self._added_elsewhere
        for table_id in tuple(self._log.open_tables):
            await self.bring_back(table_id)
        self._context.leases.begin(self._readable_tables, self._lease_taken, self._lease_changed)

    def _readable_tables(self) -> set[str]:
        return self._log.open_tables.keys() - self.unreadable.keys()

    async def add(self, table: Table, added: TableAdded) -> bool:
        """Add a new table; return False if there is such a one, or another of its daily deal.

        Raises `LogUnwritable`. A table that is not added is stopped.
        """
        self._coming.add(table.id)
        is_added = False
        try:
            # First the lease: otherwise another host could find that nobody drives the table.
            await self._context.leases.take(table.id)
            is_added = await self._log.add(added)
        finally:
            self._coming.discard(table.id)
            if is_added:
                self.tables[table.id] = self.codes[table.code] = table
            else:
                table.stop()
                self._context.leases.release(table.id)
        return is_added

    def _added_elsewhere(self, table_id: str) -> None:
        if table_id not in self._coming:
            self._context.spawn(self.bring_back(table_id))

    def _removed_anywhere(self, table_id: str) -> None:
        self._context.leases.release(table_id)
        self._context.inbox.forget(table_id)

    async def bring_back(self, table_id: str) -> None:
        """Read a table from the log, and resume it if it is for this host to drive."""
        if table_id in self._coming or table_id in self.tables:
            return
        self._coming.add(table_id)
        table = Table(table_id, self._context)
        try:
            await table.begin()
            if not table.fold.begun:
                raise DamagedLog("empty-table-log")
        except LogUnreadable:
            table.stop()
            self._later(partial(self.bring_back, table_id))
            return
        except Refusal as refusal:
            table.stop()
            self._note_unreadable(table, refusal)
            return
        finally:
            self._coming.discard(table_id)
        self.tables[table_id] = self.codes[table.code] = table
        if self._context.leases.holds(table_id):
            await self._resume(table)
        else:
            table.go_live()
            self._context.changed()

    def _lease_taken(self, table_id: str) -> None:
        """Drive a table whose host has ended, and finish what it may have left undone."""
        table = self.tables.get(table_id)
        if table is not None:
            self.record_matches(table)
            self._context.spawn(self._resume(table))
        else:
            # It was closed, and its host did not live to record that.
            self._context.spawn(self.bring_back(table_id))

    def _lease_changed(self, table_id: str) -> None:
        table = self.tables.get(table_id)
        if table is not None:
            table.changed()

    async def _resume(self, table: Table) -> None:
        """Restart clocks and bots of a recovered table; downtime is not charged to any clock."""
        try:
            if table.state.by_correspondence and table.state.in_match:
                await self._context.uptime.write()
                await table.give_back_downtime()
            elif table.state.is_playing:
                await table.write(partial(_resumed_if_playing, table))
                await table.sleep_or_wake()
        except LogUnwritable:
            self._later(partial(self._resume, table))
        else:
            table.go_live()

    def _has_correspondence(self) -> bool:
        """Tell whether a clock of correspondence runs anywhere."""
        return any(
            table.state.by_correspondence and table.state.is_playing
            for table in self.tables.values()
        )

    def _give_back_everywhere(self) -> None:
        for table in self.tables.values():
            if table.is_driven and table.state.by_correspondence:
                self._context.spawn(self._resume(table))

    def record_matches(self, table: Table) -> None:
        """Record the matches of a table that have ended, if this host drives it."""
        if self._context.leases.holds(table.id):
            for ended in table.state.ended:
                if not self._log.is_known(ended):
                    self._context.spawn(self._append([ended]))

    def find_match(self, name: str) -> MatchEnded | None:
        """Find a match that has just ended, before it is recorded, by its id."""
        table = self.tables.get(name.partition(".")[0])
        ended = () if table is None else table.state.ended
        return next((one for one in ended if match_id(one) == name), None)

    def remove(self, table: Table) -> None:
        """Remove a closed table."""
        self._forget(table)
        table.shut(table.state.notice or Notice("hall-closed"))
        if self._context.leases.holds(table.id):
            removed = TableRemoved(self._context.clock.now(), table.id)
            # The table goes last: whoever finds it open looks for matches to record.
            self._context.spawn(self._append([*table.state.ended, removed]))
        self._context.changed()

    def remove_unreadable(self, table: Table, refusal: Refusal) -> None:
        """Remove a table whose next entry this program cannot read."""
        self._forget(table)
        self._note_unreadable(table, refusal)
        self._context.leases.release(table.id)
        table.shut(Notice("table-unreadable"))
        self._context.changed()

    def _note_unreadable(self, table: Table, refusal: Refusal) -> None:
        self.unreadable[table.id] = refusal
        if table.newer_code:
            self.newer[table.newer_code] = table.id

    def _forget(self, table: Table) -> None:
        self.tables.pop(table.id, None)
        if self.codes.get(table.code) is table:
            del self.codes[table.code]

    async def _append(self, facts: list[HallFact]) -> None:
        try:
            for fact in facts:
                await self._log.add(fact)
        except LogUnwritable:
            self._later(partial(self._append, facts))

    def _later(self, action: Callable[[], Coroutine[Any, Any, None]]) -> None:
        again = self._context.clock.now() + self._context.settings.write_again
        self._context.clock.call_at(again, lambda: self._context.spawn(action()))

    def shut(self, reason: Notice) -> None:
        """Stop every table, and end its chairs; nothing is logged."""
        for table in self.tables.values():
            table.shut(reason)
        self.tables.clear()
        self.codes.clear()


def _resumed_if_playing(table: Table) -> Resumed | None:
    return Resumed(table.context.clock.now(), restart=True) if table.state.is_playing else None
