"""What may happen next at a table: each gives the fact to be logged, or a refusal.

Pure functions of where the table stands. They are asked again whenever somebody else's record
came first, so whoever is late is refused by what is true by then.
"""

from collections.abc import Callable, Collection
from typing import Any

from odin_engine.chance import Seed, commitment
from odin_engine.game import AnyGame, Refusal, Seat
from odin_server.hall.bot_names import bot_name
from odin_server.hall.facts import (
    Closed,
    CloseReason,
    Committed,
    Covered,
    Hosted,
    Lapsed,
    Moved,
    Paused,
    Resumed,
    Returned,
    Seated,
    Started,
    Stood,
    TableFact,
    Wished,
)
from odin_server.hall.refusals import (
    NoSuchBot,
    NotHost,
    NotNow,
    NotSeated,
    NotYourTurn,
    SeatsEmpty,
    SeatTaken,
    TableClosed,
    TableFull,
    refused_with,
)
from odin_server.hall.state import PauseReason, TableFold, TableState
from odin_server.hall.views import Phase, Player, Why, Wish


def own_seat(table: TableState, player: Player) -> Seat:
    """Give the player's seat, or refuse."""
    seat = table.seat_of(player.id)
    if seat is None:
        raise NotSeated
    return seat


def check_open(table: TableState) -> None:
    """Raise `TableClosed` if the table is closed."""
    if table.phase is Phase.CLOSED and table.notice is not None:
        raise refused_with(TableClosed, table.notice)


def _as_host(table: TableState, player: Player) -> None:
    check_open(table)
    if table.host != player.id:
        raise NotHost(name=table.host_name)


def _between_matches(table: TableState) -> None:
    if table.in_match:
        raise NotNow("only-between-matches")


def _free_seat(table: TableState, seat: int | None) -> int:
    if seat is None:
        for number, place in enumerate(table.places):
            if place.is_free:
                return number
        raise TableFull
    if not 0 <= seat < len(table.places):
        raise SeatTaken("no-seat-there", seat=seat, seats=len(table.places))
    if not table.places[seat].is_free:
        raise SeatTaken("seat-taken", seat=seat, name=table.places[seat].name)
    return seat


def sit(table: TableState, at: float, player: Player, seat: int | None) -> TableFact | None:
    """Seat a player, move them, or give them back the seat a bot holds for them."""
    check_open(table)
    own = table.seat_of(player.id)
    if own is not None and table.places[own].covered:
        return Returned(at, own, player.name)
    if own is not None and seat in (None, own):
        return None
    if table.in_match:
        raise NotNow("match-under-way")
    return Seated(at, _free_seat(table, seat), player.name, player.id)


def give_back(table: TableState, at: float, player: Player) -> TableFact:
    """Give a player's seat back."""
    check_open(table)
    own = own_seat(table, player)
    if not table.places[own].covered:
        raise NotNow("seat-not-covered")
    return Returned(at, own, player.name)


def return_after_match(table: TableState, at: float, player: Player) -> TableFact | None:
    """Give a player's seat back when the match is over, if a bot played it to the end."""
    own = table.seat_of(player.id)
    if own is None or table.phase is not Phase.OVER or not table.places[own].covered:
        return None
    return Returned(at, own, player.name)


def leave(table: TableState, at: float, player: Player, bot: str) -> TableFact | None:
    """Free the player's seat, or let a bot play it on."""
    own = table.seat_of(player.id)
    if own is None or table.phase is Phase.CLOSED:
        return None
    if not table.in_match:
        return Stood(at, own)
    return None if table.places[own].covered else Covered(at, own, bot, "left")


def cover(table: TableState, at: float, player: str, bot: str, why: Why) -> TableFact | None:
    """Let a bot play for somebody who is away, or did not move in time too often."""
    own = table.seat_of(player)
    if own is None or not table.in_match or table.places[own].covered:
        return None
    return Covered(at, own, bot, why)


def stand(table: TableState, at: float, player: str) -> TableFact | None:
    """Free the seat of somebody who did not come back, outside a match."""
    own = table.seat_of(player)
    if own is None or table.phase not in (Phase.LOBBY, Phase.OVER):
        return None
    return Stood(at, own)


def new_host(table: TableState, at: float, present: Collection[str]) -> TableFact | None:
    """Make somebody who is here the host when the old one is gone and has no seat."""
    if table.host in present or table.seat_of(table.host) is not None:
        return None
    for place in table.places:
        if place.player is not None and place.player in present:
            return Hosted(at, place.player, place.name)
    return None


def add_bot(
    table: TableState,
    at: float,
    player: Player,
    levels: Collection[str],
    level: str,
    seat: int | None,
) -> TableFact:
    """Put a bot in a free seat."""
    _as_host(table, player)
    _between_matches(table)
    if level not in levels:
        raise NoSuchBot(level=level[:20], levels=list(levels))
    name = bot_name(table.chance, [place.name for place in table.places])
    return Seated(at, _free_seat(table, seat), name, bot=level)


def remove_bot(table: TableState, at: float, player: Player, seat: int) -> TableFact:
    """Send a bot away."""
    _as_host(table, player)
    _between_matches(table)
    if not 0 <= seat < len(table.places) or table.places[seat].bot is None:
        raise NotNow("no-bot-in-seat", seat=seat)
    return Stood(at, seat)


def start(table: TableState, at: float, game: AnyGame) -> TableFact:
    """Begin the first match with those who are seated."""
    check_open(table)
    if table.phase is not Phase.LOBBY:
        raise NotNow("match-already-begun")
    _enough(table, game)
    return Started(at)


def _enough(table: TableState, game: AnyGame) -> None:
    seated = sum(not place.is_free for place in table.places)
    if seated not in game.SEATS:
        fewest, most = game.SEATS[0], game.SEATS[-1]
        raise SeatsEmpty("seats-empty", game=game.NAME, seated=seated, fewest=fewest, most=most)
    try:
        game.read_options(table.opened.options, seated)
    except Refusal as refusal:
        raise SeatsEmpty(
            "options-do-not-fit", game=game.NAME, players=seated, why=refusal
        ) from None


def start_by_host(table: TableState, at: float, player: Player, game: AnyGame) -> TableFact:
    """Begin the first match because the host says so."""
    _as_host(table, player)
    return start(table, at, game)


def move(folding: TableFold, at: float, seat: Seat, move: Any, turn: int | None) -> TableFact:
    """Make a move, judged by the rules."""
    table, game = folding.standing, folding.game
    check_open(table)
    if table.phase is not Phase.PLAYING:
        raise NotNow("no-match") if table.notice is None else refused_with(NotNow, table.notice)
    if seat not in game.to_move(table.state):
        raise NotYourTurn("somebody-elses-turn")
    if turn is not None and not table.places[seat].asked <= turn <= len(table.moves):
        raise NotYourTurn("turn-has-passed")
    text = game.format_move(move)
    folding.foreseen = table.state, seat, text, game.play(table.state, seat, move)
    return Moved(at, seat, text)


def own_move(
    folding: TableFold, at: float, player: Player, played: Any, turn: int | None
) -> TableFact:
    """Make a player's move, unless a bot plays for them."""
    table = folding.standing
    seat = own_seat(table, player)
    if table.in_match and table.places[seat].covered:
        raise NotYourTurn("bot-plays-for-you")
    return move(folding, at, seat, played, turn)


def bot_move(
    folding: TableFold, at: float, seat: Seat, played: Any, turn: tuple[int, int]
) -> TableFact | None:
    """Make a bot's move, unless the turn has passed or the player is back."""
    table = folding.standing
    if not table.is_playing or table.turn_of(seat) != turn or table.places[seat].bot is None:
        return None
    return move(folding, at, seat, played, None)


def lapse(folding: TableFold, at: float, seat: Seat, since: float) -> TableFact | None:
    """Make the move of a seat whose clock has run out, unless it has moved meanwhile."""
    table, game = folding.standing, folding.game
    if not table.is_playing or not table.places[seat].is_human or table.places[seat].since != since:
        return None
    return Lapsed(at, seat, game.format_move(game.timeout_move(table.state, seat)))


def wish(table: TableState, at: float, player: Player, wanted: Wish) -> TableFact | None:
    """Note that a seat agrees to something."""
    check_open(table)
    seat = own_seat(table, player)
    if table.phase is not _WHEN[wanted]:
        raise _cannot_be_wished(wanted)
    if table.places[seat].covered and wanted != "rematch":
        raise NotNow("bot-plays-for-you")
    return None if table.places[seat].wish == wanted else Wished(at, seat, wanted)


_WHEN = {"pause": Phase.PLAYING, "resume": Phase.PAUSED, "rematch": Phase.OVER}


def _cannot_be_wished(wanted: Wish) -> NotNow:
    match wanted:
        case "pause":
            return NotNow("nothing-to-pause")
        case "resume":
            return NotNow("not-paused")
        case "rematch":
            return NotNow("match-not-over")


def commit(table: TableState, at: float, new_seed: Callable[[], bytes]) -> TableFact | None:
    """Fix the seed of the match to come and publish its SHA-256, unless that has been done."""
    if table.phase is Phase.LOBBY and table.commitment is None:
        # Opened by an older version, which published nothing: there is still time.
        return _committed(at, bytes.fromhex(table.seed))
    if table.phase is Phase.OVER and table.next_seed is None:
        return _committed(at, new_seed())
    return None


def _committed(at: float, seed: bytes) -> TableFact:
    return Committed(at, seed.hex(), commitment(Seed(seed)))


def grant(
    table: TableState, at: float, present: Collection[str], game: AnyGame
) -> TableFact | None:
    """Do what all players who are here have agreed to."""
    here = [place for place in table.places if place.player in present and place.player is not None]
    if table.phase is not Phase.OVER:
        here = [place for place in here if not place.covered]
    wishes = {place.wish for place in here}
    if wishes == {"pause"} and table.is_playing:
        return Paused(at, empty=False)
    if wishes == {"resume"} and table.phase is Phase.PAUSED:
        return Resumed(at)
    if wishes == {"rematch"} and table.phase is Phase.OVER:
        _enough(table, game)
        # Never a card before the promise: with no seed yet, the match begins once there is one.
        return None if table.next_seed is None else Started(at)
    return None


def sleep(table: TableState, at: float, present: Collection[str]) -> TableFact | None:
    """Stop the match while all who play it themselves are away, and go on when one is back."""
    if not table.in_match:
        return None
    humans = [place.player for place in table.places if place.is_human]
    alone = bool(humans) and not any(player in present for player in humans)
    if alone and table.is_playing:
        return Paused(at, empty=True)
    if not alone and table.pause is PauseReason.EMPTY:
        return Resumed(at)
    return None


def close(table: TableState, at: float, reason: CloseReason, text: str = "") -> TableFact | None:
    """Close the table."""
    return None if table.phase is Phase.CLOSED else Closed(at, reason, text=text)


def close_if_deserted(table: TableState, at: float, *, deserted: bool) -> TableFact | None:
    """Close a table of guests whom nobody can meet there any more."""
    if not deserted or not table.is_of_guests:
        return None
    return close(table, at, CloseReason.EMPTY)


def close_by_host(table: TableState, at: float, player: Player) -> TableFact:
    """Close the table because the host says so."""
    _as_host(table, player)
    return Closed(at, CloseReason.HOST, by=player.name)
