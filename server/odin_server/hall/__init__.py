"""The hall: one coordinator for playing alone, over SSH, and by pilots.

Alone is multiplayer with a short wire. A whole match against three bots:

    hall = await Hall.begin()                      # Hall.begin(SqliteLog(path)) keeps everything
    me = Player("local", "Astrid")
    chair = await hall.open_table(me, NewTable("odin", seats=4, bots=("karl", "karl", "jarl")))
    chair.on_change = lambda: show(chair.view)     # called once for many changes in a row
    await chair.start()
    while chair.view.phase is not Phase.OVER:
        if chair.view.my_turn:
            await chair.play(chair.view.match.moves[0])
        await chair.change()
    await hall.close()

A *player* owns seats, from wherever they connect; a *chair* is one session's hold on a seat, or
on a spectator's place. `chair.close()` is a lost connection: the seat is held, and
`hall.sit(player, code)` lands on it again. `chair.leave()` hands it to a bot.

Each table is a fold over its log (`odin_server.log`): a move is shown to anyone only after it is
there, and a new hall over the same log has every unfinished table again. Everything that
leaves the hall is a frozen value of `odin_server.hall.views` that holds what its reader may see;
everything the hall refuses is a `Refusal` with a code and facts, one class for each complaint.
"""

from odin_server.hall.chair import Chair
from odin_server.hall.hall import Hall
from odin_server.hall.lobby_session import LobbySession
from odin_server.hall.settings import HallSettings
from odin_server.hall.table import Table
from odin_server.hall.views import (
    Activity,
    Announcement,
    ChatEntry,
    ChatLine,
    ChatNotice,
    FinishedMatch,
    MatchScore,
    NewTable,
    Person,
    Phase,
    Player,
    Rating,
    Results,
    SeatView,
    TableListing,
    TableStatus,
    TableView,
    TimeControl,
)

__all__ = [
    "Activity",
    "Announcement",
    "Chair",
    "ChatEntry",
    "ChatLine",
    "ChatNotice",
    "FinishedMatch",
    "Hall",
    "HallSettings",
    "LobbySession",
    "MatchScore",
    "NewTable",
    "Person",
    "Phase",
    "Player",
    "Rating",
    "Results",
    "SeatView",
    "Table",
    "TableListing",
    "TableStatus",
    "TableView",
    "TimeControl",
]
