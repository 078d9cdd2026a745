"""Which seat of a recorded match is the reader's own."""

from collections.abc import Sequence

from odin_engine.game import Seat
from odin_server.hall.views import FinishedMatch, Player


def reader_seat(
    names: Sequence[str], player: Player, match: FinishedMatch | None = None
) -> Seat | None:
    """Return the seat of a player; None if they did not play.

    A match of the hall knows its players. A record has only names, and one of them counts if
    nobody else has it.
    """
    if match is not None:
        return Seat(match.players.index(player.id)) if player.id in match.players else None
    return Seat(names.index(player.name)) if list(names).count(player.name) == 1 else None
