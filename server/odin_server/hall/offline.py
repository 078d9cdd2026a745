"""Tables of a log without a hall, for `odin admin`."""

from collections.abc import Mapping
from typing import NamedTuple

from odin_engine.game import AnyGame, Refusal
from odin_engine.games import GAMES
from odin_server.hall.facts import Closed, CloseReason, TableRemoved, encode
from odin_server.hall.fold import TableFold
from odin_server.hall.hall_log import HallLog
from odin_server.hall.invite_codes import normalize_code
from odin_server.hall.refusals import NoSuchTable
from odin_server.hall.state import TableState
from odin_server.hall.view_builder import status_of
from odin_server.hall.views import Phase, TableStatus
from odin_server.log import DamagedLog, Log, LogEntry, VersionTaken


class OpenTables(NamedTuple):
    """The tables of a log that were not closed."""

    tables: tuple[TableStatus, ...]
    """Those that can be read, the one that has been quiet longest first."""
    unreadable: dict[str, Refusal]
    """The others, by id, each with the reason."""


async def open_tables(
    log: Log, games: Mapping[str, AnyGame] = GAMES, *, connected: int | None = 0
) -> OpenTables:
    """Read which tables are open; `connected` is None if hosts may be running."""
    tables: list[TableStatus] = []
    unreadable: dict[str, Refusal] = {}
    for table_id in (await _hall_log(log)).open_tables:
        try:
            state = await _read(log, table_id, games)
        except Refusal as refusal:
            unreadable[table_id] = refusal
            continue
        if state.phase is not Phase.CLOSED:
            tables.append(status_of(table_id, state, connected))
    return OpenTables(tuple(sorted(tables, key=lambda table: table.last_at)), unreadable)


async def close_table(
    log: Log, code: str, text: str, at: float, games: Mapping[str, AnyGame] = GAMES
) -> None:
    """Close the table with this code, or with this id if it cannot be read.

    `text` is what the operator wrote to the players.

    Raises `NoSuchTable` if no open table is called that, and `LogUnwritable` on a full disk.
    """
    tables, unreadable = await open_tables(log, games)
    named = [table.id for table in tables if normalize_code(table.code) == normalize_code(code)]
    if named:
        await _close(log, named[0], Closed(at, CloseReason.OPERATOR, text=text), games)
    elif code not in unreadable:
        raise NoSuchTable(code=code[:20])
    # To a log that cannot be read nothing can be added; it is enough to remove the table.
    await (await _hall_log(log)).add(TableRemoved(at, named[0] if named else code))


async def _close(log: Log, table_id: str, closed: Closed, games: Mapping[str, AnyGame]) -> None:
    """Append that a table is closed; over a database it may be played at meanwhile."""
    while (state := await _read(log, table_id, games)).phase is not Phase.CLOSED:
        try:
            return await log.append(table_id, state.version, encode(closed))
        except VersionTaken:
            continue
    return None


async def _hall_log(log: Log) -> HallLog:
    hall_log = HallLog(log)
    await hall_log.begin()
    return hall_log


async def _read(log: Log, table_id: str, games: Mapping[str, AnyGame]) -> TableState:
    """Fold a table's records; raises a `Refusal` if they are damaged or too new."""
    fold = TableFold(table_id, games, 0)

    def on_entry(record: LogEntry) -> None:
        fold.apply_payload(record.payload)

    (await log.follow(table_id, 0, on_entry)).stop()
    if not fold.begun:
        raise DamagedLog("empty-table-log")
    return fold.state
