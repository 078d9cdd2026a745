"""Finished matches, read back from the log of their table."""

from collections.abc import Mapping

from odin_engine.chance import Seed
from odin_engine.game import AnyGame
from odin_engine.record import Record
from odin_server.hall.facts import MatchEnded, decode
from odin_server.hall.refusals import NoSuchMatch
from odin_server.hall.state import TableFold
from odin_server.log import Log
from odin_server.log import Record as LogRecord


async def record_of(ended: MatchEnded, log: Log, games: Mapping[str, AnyGame]) -> Record:
    """Fold a table's log up to the end of one match, and write that match down."""
    folding = TableFold(ended.table, games, 0)
    found: list[Record] = []

    def take_in(entry: LogRecord) -> None:
        if not found:
            folding.fold(decode(entry.payload))  # type: ignore[arg-type]
            if len(folding.standing.ended) == ended.number:
                found.append(_written_down(folding, ended))

    (await log.follow(ended.table, 0, take_in)).stop()
    if not found:
        raise NoSuchMatch("match-log-incomplete")
    return found[0]


def _written_down(folding: TableFold, ended: MatchEnded) -> Record:
    table, game = folding.standing, folding.game
    options = game.read_options(table.opened.options, len(table.places))
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
