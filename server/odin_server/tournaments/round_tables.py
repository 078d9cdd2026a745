"""Opening the tables of a round, once each, whichever hosts try."""

from functools import partial

from odin_server.hall.context import TableContext
from odin_server.hall.facts import Opened, Seated, TableAdded, TableFact
from odin_server.hall.hall_log import HallLog
from odin_server.hall.new_table import opened_fact
from odin_server.hall.table import Table
from odin_server.hall.views import NewTable, Phase, Player
from odin_server.log import LogRefusal
from odin_server.tournaments.decisions import STAND_IN
from odin_server.tournaments.state import RoundTable, Tournament

HOST = "tournament:"
"""How the host of such a table is called: nobody has this id, so nobody may close it."""


async def open_table(
    context: TableContext, hall_log: HallLog, tournament: Tournament, seated: RoundTable
) -> None:
    """Open a table and seat its players; what another host has done of it stays.

    Raises `LogRefusal` if the log cannot be read or written; then it may be called again.
    """
    if hall_log.was_added(seated.id):
        return
    table = Table(seated.id, context)
    try:
        await table.begin()
        while await table.write(partial(_next_fact, context, tournament, seated, table)):
            pass
        added = TableAdded(context.clock.now(), table.id)
        is_added = await context.registry.add(table, added)
    except LogRefusal:
        table.stop()
        raise
    if is_added:
        table.go_live()
        context.changed()
    else:
        await context.registry.bring_back(table.id)


def _next_fact(
    context: TableContext, tournament: Tournament, seated: RoundTable, table: Table
) -> TableFact | None:
    """Return the next fact of a new table; None when everybody has a seat."""
    if not table.fold.begun:
        return _opened(context, tournament, seated)
    if table.state.phase is not Phase.LOBBY:
        return None
    for seat, player in enumerate(seated.players):
        entrant = tournament.entrant(player)
        if table.state.seats[seat].is_free and entrant is not None:
            bot = entrant.bot or (STAND_IN if entrant.withdrawn else "")
            owner = {"bot": bot} if bot else {"player": player}
            return Seated(context.clock.now(), seat, entrant.name, **owner)
    return None


def _opened(context: TableContext, tournament: Tournament, seated: RoundTable) -> Opened:
    game, seats = context.games[tournament.game], len(seated.players)
    # At a smaller table some options mean nothing, and would be refused.
    fitting = {choice.name for choice in game.CHOICES if seats in choice.seats}
    wanted = NewTable(
        tournament.game,
        seats=seats,
        options={name: word for name, word in tournament.options.items() if name in fitting},
        clock=tournament.clock,
        public=True,
        start_when_full=True,
        host_sits=False,
        tournament=tournament.number,
    )
    host = Player(f"{HOST}{tournament.number}", tournament.name)
    seed = context.new_seed().hex()
    return opened_fact(context.clock.now(), host, wanted, game, seated.code, seed)
