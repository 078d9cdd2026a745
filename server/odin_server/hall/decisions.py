"""Decisions about a table: each function returns the fact to be logged, or raises a refusal.

Functions of the state of the table, which they do not change. They are called again whenever
somebody else has appended first, so that whoever is late is judged by the newest state.
"""

from collections.abc import Callable, Collection

from odin_engine.chance import Seed, commitment
from odin_engine.game import AnyGame, Refusal, Seat
from odin_server.hall.bot_names import bot_name
from odin_server.hall.facts import (
    Closed,
    CloseReason,
    Committed,
    Covered,
    Hosted,
    Paused,
    Removed,
    Resumed,
    Returned,
    Seated,
    Started,
    Stood,
    TableFact,
    Voted,
)
from odin_server.hall.refusals import (
    NeedsAccount,
    NoSuchBot,
    NotHost,
    NotNow,
    NotSeated,
    RemovedFromTable,
    SeatsEmpty,
    SeatTaken,
    TableClosed,
    TableFull,
    refused_with,
)
from odin_server.hall.state import PauseReason, TableState
from odin_server.hall.views import CoverReason, Phase, Player, Vote, is_guest


def own_seat(state: TableState, player: Player) -> Seat:
    """Return the player's seat; raise `NotSeated` if they have none."""
    seat = state.seat_of(player.id)
    if seat is None:
        raise NotSeated
    return seat


def check_open(state: TableState) -> None:
    """Raise `TableClosed` if the table is closed."""
    if state.phase is Phase.CLOSED and state.notice is not None:
        raise refused_with(TableClosed, state.notice)


def _as_host(state: TableState, player: Player) -> None:
    check_open(state)
    if state.host != player.id:
        raise NotHost(name=state.host_name)


def _between_matches(state: TableState) -> None:
    if state.in_match:
        raise NotNow("only-between-matches")


def _free_seat(state: TableState, seat: int | None) -> int:
    if seat is None:
        for number, seat_state in enumerate(state.seats):
            if seat_state.is_free:
                return number
        raise TableFull
    if not 0 <= seat < len(state.seats):
        raise SeatTaken("no-seat-there", seat=seat, seats=len(state.seats))
    if not state.seats[seat].is_free:
        raise SeatTaken("seat-taken", seat=seat, name=state.seats[seat].name)
    return seat


REMOVED_SECONDS = 600.0
"""For so long somebody whom the host has removed cannot come back to the table."""


def refuse_removed(state: TableState, at: float, player: Player) -> None:
    """Raise `RemovedFromTable` for somebody whom the host has removed a short while ago."""
    removed_at = state.removed.get(player.id)
    if removed_at is not None and at < removed_at + REMOVED_SECONDS:
        raise RemovedFromTable(name=state.host_name)


def remove(state: TableState, at: float, player: Player, seat: int) -> TableFact:
    """Remove another player from a seat, at the host's request."""
    _as_host(state, player)
    _between_matches(state)
    found = state.seats[seat].player if 0 <= seat < len(state.seats) else None
    if found is None or found == player.id:
        raise NotNow("nobody-to-remove")
    return Removed(at, seat, found)


def sit(state: TableState, at: float, player: Player, seat: int | None) -> TableFact | None:
    """Seat a player, move them, or give them back the seat a bot holds for them."""
    check_open(state)
    refuse_removed(state, at, player)
    own = state.seat_of(player.id)
    if own is not None and state.seats[own].covered:
        return Returned(at, own, player.name)
    if own is not None and seat in (None, own):
        return None
    if state.by_correspondence and is_guest(player.id):
        raise NeedsAccount("correspondence-needs-account")
    if state.in_match:
        raise NotNow("match-under-way")
    return Seated(at, _free_seat(state, seat), player.name, player.id)


def rename(state: TableState, at: float, player: Player) -> TableFact | None:
    """Write a player's new name on their seat; in a match it keeps the name it began with."""
    own = state.seat_of(player.id)
    if own is None or state.in_match or state.phase in (Phase.OVER, Phase.CLOSED):
        return None
    if state.seats[own].name == player.name:
        return None
    return Seated(at, own, player.name, player.id)


def give_back(state: TableState, at: float, player: Player) -> TableFact:
    """Give a player's seat back."""
    check_open(state)
    own = own_seat(state, player)
    if not state.seats[own].covered:
        raise NotNow("seat-not-covered")
    return Returned(at, own, player.name)


def return_after_match(state: TableState, at: float, player: Player) -> TableFact | None:
    """Give a player's seat back when the match is over, if a bot played it to the end."""
    own = state.seat_of(player.id)
    if own is None or state.phase is not Phase.OVER or not state.seats[own].covered:
        return None
    return Returned(at, own, player.name)


def leave(state: TableState, at: float, player: Player, bot: str) -> TableFact | None:
    """Free the player's seat, or in a match let a bot play it."""
    own = state.seat_of(player.id)
    if own is None or state.phase is Phase.CLOSED:
        return None
    if state.is_of_tournament and state.phase is Phase.LOBBY:
        return None
    if not state.in_match:
        return Stood(at, own)
    return None if state.seats[own].covered else Covered(at, own, bot, "left")


def cover(
    state: TableState, at: float, player: str, bot: str, why: CoverReason
) -> TableFact | None:
    """Let a bot play for somebody who is away, or did not move in time too often."""
    own = state.seat_of(player)
    if own is None or not state.in_match or state.seats[own].covered:
        return None
    return Covered(at, own, bot, why)


def stand(state: TableState, at: float, player: str) -> TableFact | None:
    """Free the seat of somebody who did not come back, outside a match."""
    own = state.seat_of(player)
    if own is None or state.phase not in (Phase.LOBBY, Phase.OVER):
        return None
    return Stood(at, own)


def new_host(state: TableState, at: float, present: Collection[str]) -> TableFact | None:
    """Make somebody who is here the host when the old one is gone and has no seat."""
    if state.host in present or state.seat_of(state.host) is not None or state.is_of_tournament:
        return None
    for seat_state in state.seats:
        if seat_state.player is not None and seat_state.player in present:
            return Hosted(at, seat_state.player, seat_state.name)
    return None


def add_bot(
    state: TableState,
    at: float,
    player: Player,
    levels: Collection[str],
    level: str,
    seat: int | None,
) -> TableFact:
    """Put a bot in a free seat."""
    _as_host(state, player)
    _between_matches(state)
    if level not in levels:
        raise NoSuchBot(level=level[:20], levels=list(levels))
    name = bot_name(state.chance, [seat_state.name for seat_state in state.seats])
    return Seated(at, _free_seat(state, seat), name, bot=level)


def remove_bot(state: TableState, at: float, player: Player, seat: int) -> TableFact:
    """Remove a bot from its seat."""
    _as_host(state, player)
    _between_matches(state)
    if not 0 <= seat < len(state.seats) or state.seats[seat].bot is None:
        raise NotNow("no-bot-in-seat", seat=seat)
    return Stood(at, seat)


def start(state: TableState, at: float, game: AnyGame) -> TableFact:
    """Begin the first match with those who are seated."""
    check_open(state)
    if state.phase is not Phase.LOBBY:
        raise NotNow("match-already-begun")
    _enough(state, game)
    return Started(at)


def _enough(state: TableState, game: AnyGame) -> None:
    seated = sum(not seat_state.is_free for seat_state in state.seats)
    if seated not in game.SEATS:
        fewest, most = game.SEATS[0], game.SEATS[-1]
        raise SeatsEmpty("seats-empty", game=game.NAME, seated=seated, fewest=fewest, most=most)
    try:
        game.read_options(state.opened.options, seated)
    except Refusal as refusal:
        raise SeatsEmpty(
            "options-do-not-fit", game=game.NAME, players=seated, why=refusal
        ) from None


def start_by_host(state: TableState, at: float, player: Player, game: AnyGame) -> TableFact | None:
    """Begin the first match at the host's request, unless the table has just begun by itself."""
    if state.opened.start_when_full and state.in_match:
        return None
    _as_host(state, player)
    return start(state, at, game)


def vote(state: TableState, at: float, player: Player, wanted: Vote) -> TableFact | None:
    """Record that a seat agrees to a pause, to going on or to a rematch."""
    check_open(state)
    seat = own_seat(state, player)
    if wanted == "pause" and state.by_correspondence:
        raise NotNow("no-pause-by-correspondence")
    if state.is_of_tournament:
        raise NotNow("not-in-tournament")
    if state.phase is not _WHEN[wanted]:
        raise _not_now_for(wanted)
    if state.seats[seat].covered and wanted != "rematch":
        raise NotNow("bot-plays-for-you")
    return None if state.seats[seat].vote == wanted else Voted(at, seat, wanted)


_WHEN = {"pause": Phase.PLAYING, "resume": Phase.PAUSED, "rematch": Phase.OVER}


def _not_now_for(wanted: Vote) -> NotNow:
    match wanted:
        case "pause":
            return NotNow("nothing-to-pause")
        case "resume":
            return NotNow("not-paused")
        case "rematch":
            return NotNow("match-not-over")


def commit(state: TableState, at: float, new_seed: Callable[[], bytes]) -> TableFact | None:
    """Draw the seed of the next match and publish its SHA-256, unless that has been done."""
    if state.phase is Phase.LOBBY and state.commitment is None:
        # Opened by an older version, which published no commitment.
        return _committed(at, bytes.fromhex(state.seed))
    again = state.phase is Phase.OVER and not state.is_of_tournament
    if again and state.next_seed is None:
        return _committed(at, new_seed())
    return None


def _committed(at: float, seed: bytes) -> TableFact:
    return Committed(at, seed.hex(), commitment(Seed(seed)))


def grant(
    state: TableState, at: float, present: Collection[str], game: AnyGame
) -> TableFact | None:
    """Do what all connected players have agreed to, if there is such a thing.

    By correspondence all players have to agree, because they are seldom there together.
    """
    here = [
        seat_state
        for seat_state in state.seats
        if seat_state.player is not None
        and (state.by_correspondence or seat_state.player in present)
    ]
    if state.phase is not Phase.OVER:
        here = [seat_state for seat_state in here if not seat_state.covered]
    votes = {seat_state.vote for seat_state in here}
    if votes == {"pause"} and state.is_playing:
        return Paused(at, empty=False)
    if votes == {"resume"} and state.phase is Phase.PAUSED:
        return Resumed(at)
    if votes == {"rematch"} and state.phase is Phase.OVER:
        _enough(state, game)
        # The commitment is published before the first card: without a seed the match has to wait.
        return None if state.next_seed is None else Started(at)
    return None


def sleep(state: TableState, at: float, present: Collection[str]) -> TableFact | None:
    """Pause a match while all its human players are away; resume it when one is back.

    That of a tournament is not paused, since others wait for its end, nor one by correspondence.
    """
    if not state.in_match or state.by_correspondence or state.is_of_tournament:
        return None
    humans = [seat_state.player for seat_state in state.seats if seat_state.is_human]
    alone = bool(humans) and not any(player in present for player in humans)
    if alone and state.is_playing:
        return Paused(at, empty=True)
    if not alone and state.pause is PauseReason.EMPTY:
        return Resumed(at)
    return None


def close(
    state: TableState, at: float, reason: CloseReason, text: str = "", by: str = ""
) -> TableFact | None:
    """Close the table."""
    return None if state.phase is Phase.CLOSED else Closed(at, reason, by, text)


def close_if_deserted(state: TableState, at: float, *, deserted: bool) -> TableFact | None:
    """Close a table to which nobody is connected, and to which nobody would come back."""
    if not deserted or not state.closes_when_deserted:
        return None
    return close(state, at, CloseReason.EMPTY)


def close_by_host(state: TableState, at: float, player: Player) -> TableFact:
    """Close the table at the host's request."""
    _as_host(state, player)
    return Closed(at, CloseReason.HOST, by=player.name)
