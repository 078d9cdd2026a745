"""Decisions about moves and clocks in a match, as in `decisions`.

`move` leaves the result of a legal move in the fold, so that it is not played a second time.
"""

from collections.abc import Callable, Iterable
from typing import Any

from odin_engine.game import Seat
from odin_server.hall.decisions import check_open, own_seat
from odin_server.hall.facts import HostDown, Lapsed, Moved, TableFact
from odin_server.hall.fold import CheckedMove, TableFold
from odin_server.hall.refusals import NotNow, NotYourTurn, refused_with
from odin_server.hall.state import TableState
from odin_server.hall.uptime import Downtime
from odin_server.hall.views import Phase, Player


def move(fold: TableFold, at: float, seat: Seat, move: Any, turn: int | None) -> TableFact:
    """Make a move if it is legal; raises `NotNow`, `NotYourTurn` or `IllegalMove`."""
    state, game = fold.state, fold.game
    check_open(state)
    if state.phase is not Phase.PLAYING:
        raise NotNow("no-match") if state.notice is None else refused_with(NotNow, state.notice)
    if seat not in game.to_move(state.match_state):
        raise NotYourTurn("somebody-elses-turn")
    if turn is not None and not state.seats[seat].asked <= turn <= len(state.moves):
        raise NotYourTurn("turn-has-passed")
    text = game.format_move(move)
    after = game.play(state.match_state, seat, move)
    fold.checked_move = CheckedMove(state.match_state, seat, text, move, after)
    return Moved(at, seat, text)


def own_move(
    fold: TableFold, at: float, player: Player, played: Any, turn: int | None
) -> TableFact:
    """Make a player's move, unless a bot plays for them."""
    state = fold.state
    seat = own_seat(state, player)
    if state.in_match and state.seats[seat].covered:
        raise NotYourTurn("bot-plays-for-you")
    return move(fold, at, seat, played, turn)


def bot_move(
    fold: TableFold, at: float, seat: Seat, played: Any, turn: tuple[int, int]
) -> TableFact | None:
    """Make a bot's move, unless the turn has passed or the player is back."""
    state = fold.state
    if not state.is_playing or state.turn_of(seat) != turn or state.seats[seat].bot is None:
        return None
    return move(fold, at, seat, played, None)


def lapse(
    fold: TableFold, at: float, seat: Seat, since: float, choose: Callable[[Any, Seat], Any]
) -> TableFact | None:
    """Make the move of a seat whose clock has run out, unless it has moved meanwhile.

    `choose` returns the move, given the match and the seat.
    """
    state, game = fold.state, fold.game
    if not state.is_playing or not state.seats[seat].is_human or state.seats[seat].since != since:
        return None
    return Lapsed(at, seat, game.format_move(choose(state.match_state, seat)))


def give_back_downtime(
    state: TableState, at: float, downtimes: Iterable[Downtime]
) -> TableFact | None:
    """Give back the first time without a host that clocks of correspondence were charged for."""
    if not state.by_correspondence or not state.in_match:
        return None
    for since, until in downtimes:
        if until > max(state.down_until, state.opened.at):
            return HostDown(at, max(since, state.down_until), until)
    return None
