"""The tables of a log that no hall is running over: which are open, and closing one."""

from collections.abc import Mapping
from typing import NamedTuple

from odin_engine.game import AnyGame, Refusal
from odin_engine.games import GAMES
from odin_server.hall.facts import Closed, CloseReason, TableRemoved, decode, encode
from odin_server.hall.hall_log import HallLog
from odin_server.hall.invite_codes import heard
from odin_server.hall.refusals import NoSuchTable
from odin_server.hall.state import TableFold, TableState
from odin_server.hall.view_builder import status_of
from odin_server.hall.views import Phase, TableStatus
from odin_server.log import DamagedLog, Log, Record


class OpenTables(NamedTuple):
    """The tables of a log that were not closed."""

    tables: tuple[TableStatus, ...]
    """Those that can be read, the one that has been quiet longest first."""
    unreadable: dict[str, Refusal]
    """The others, by id, each with the reason."""


async def open_tables(log: Log, games: Mapping[str, AnyGame] = GAMES) -> OpenTables:
    """Read which tables are open."""
    tables: list[TableStatus] = []
    unreadable: dict[str, Refusal] = {}
    for table_id in (await _index(log)).open_tables:
        try:
            standing = await _read(log, table_id, games)
        except Refusal as refusal:
            unreadable[table_id] = refusal
            continue
        if standing.phase is not Phase.CLOSED:
            tables.append(status_of(table_id, standing, connected=0))
    return OpenTables(tuple(sorted(tables, key=lambda table: table.last_at)), unreadable)


async def close_table(
    log: Log, code: str, text: str, at: float, games: Mapping[str, AnyGame] = GAMES
) -> None:
    """Close the table with this code, or with this id if it cannot be read.

    `text` is what the operator wrote to the players.

    Raises `NoSuchTable` if no open table is called that, and `LogUnwritable` on a full disk.
    """
    tables, unreadable = await open_tables(log, games)
    named = [table.id for table in tables if heard(table.code) == heard(code)]
    if named:
        standing = await _read(log, named[0], games)
        await log.append(
            named[0], standing.version, encode(Closed(at, CloseReason.OPERATOR, text=text))
        )
    elif code not in unreadable:
        raise NoSuchTable(code=code[:20])
    # Nothing can be added to records that cannot be read: there it is enough to forget the table.
    await (await _index(log)).add(TableRemoved(at, named[0] if named else code))


async def _index(log: Log) -> HallLog:
    index = HallLog(log)
    await index.begin()
    return index


async def _read(log: Log, table_id: str, games: Mapping[str, AnyGame]) -> TableState:
    """Fold a table's records; raises a `Refusal` if they are damaged or too new."""
    folding = TableFold(table_id, games, 0)

    def take_in(record: Record) -> None:
        folding.fold(decode(record.payload))  # type: ignore[arg-type]

    (await log.follow(table_id, 0, take_in)).stop()
    if not folding.begun:
        raise DamagedLog("empty-table-log")
    return folding.standing
