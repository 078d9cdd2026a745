"""Finding a seat at once: an open one, or a table with bots."""

from odin_engine.game import Refusal
from odin_server.hall import Chair, Hall, NewTable, Phase, Player
from odin_server.hall.refusals import NoSuchGame
from odin_tui.catalogue import DEFAULT_BOT, PLAYABLE

USUAL_SEATS = 4


async def quick_seat(hall: Hall, player: Player, game: str = "") -> Chair:
    """Take an open seat at a public table, or open one with bots and begin."""
    wanted = game.lower() or next(iter(PLAYABLE))
    if wanted not in PLAYABLE:
        raise NoSuchGame(game=game[:20], games=list(PLAYABLE))
    for listing in hall.tables():
        waits = listing.phase is Phase.LOBBY and listing.free and not listing.by_correspondence
        if waits and listing.game == wanted:
            try:
                return await hall.sit(player, listing.code)
            except Refusal:
                # Somebody was quicker; the next table may have a seat.
                continue
    seats = USUAL_SEATS if USUAL_SEATS in PLAYABLE[wanted].SEATS else PLAYABLE[wanted].SEATS[0]
    table = NewTable(
        wanted, seats=seats, bots=(DEFAULT_BOT,) * (seats - 1), public=True, hints=True
    )
    chair = await hall.open_table(player, table)
    await chair.start()
    return chair
