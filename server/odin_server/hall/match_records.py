"""Finished matches, read back from the log of their table."""

from collections.abc import Mapping

from odin_engine.chance import Seed
from odin_engine.game import AnyGame
from odin_engine.record import Record
from odin_server.hall.facts import MatchEnded
from odin_server.hall.fold import TableFold
from odin_server.hall.refusals import NoSuchMatch
from odin_server.log import Log, LogEntry


async def record_of(ended: MatchEnded, log: Log, games: Mapping[str, AnyGame]) -> Record:
    """Return the record of a match, from a fold over its table's log.

    Raises `NoSuchMatch` if the log ends before the match does.
    """
    fold = TableFold(ended.table, games, 0)
    found: list[Record] = []

    def on_entry(entry: LogEntry) -> None:
        if not found:
            fold.apply_payload(entry.payload)
            if len(fold.state.ended) == ended.number:
                found.append(_written_down(fold, ended))

    (await log.follow(ended.table, 0, on_entry)).stop()
    if not found:
        raise NoSuchMatch("match-log-incomplete")
    return found[0]


def _written_down(fold: TableFold, ended: MatchEnded) -> Record:
    table, game = fold.state, fold.game
    options = game.read_options(table.opened.options, len(table.seats))
    return Record(
        game=game.NAME,
        rules=game.RULES_VERSION,
        names=tuple(ended.names),
        options=game.write_options(options),
        seed=Seed(bytes.fromhex(table.seed)),
        moves=tuple(table.moves),
        commitment=table.commitment,
        seed_given=table.seed_given,
    )
