"""The first part of a turn: a dragon is drawn, and Vikings board it."""

from odin_engine.game import Seat
from odin_engine.walhalla import events
from odin_engine.walhalla.box import DRAGONS
from odin_engine.walhalla.position import (
    BOARD,
    CARDS,
    COLOUR,
    GUEST,
    KINDS,
    RESERVED,
    SAIL,
    SEATS_OF,
    SELL,
    Position,
)


def begin_turn(position: Position, player: int) -> None:
    """Let a player draw a dragon, and ask who boards it."""
    position.active = position.player = player
    position.dragon_no += 1
    if position.log is not None:
        dragon = DRAGONS[position.dragons[position.dragon_no - 1]]
        position.log.append(events.DragonDrawn(Seat(player), dragon, position.dragon_no))
    if position.midgard[player] or position.sales(player):
        position.stage = BOARD
    else:
        _ask_guest(position)


def board(position: Position, mask: int) -> None:
    """Let the active player's Vikings board; those missing in Midgard are bought."""
    player, seats = position.player, SEATS_OF[mask]
    if position.log is not None:
        position.log.append(events.Boarded(Seat(player), seats))
    for seat in seats:
        if position.midgard[player]:
            position.midgard[player] -= 1
            position.aboard[seat] = player
        else:
            position.boarding |= 1 << seat
    if position.boarding:
        _ask_for_sale(position)
    else:
        _ask_guest(position)


def _ask_guest(position: Position) -> None:
    """Ask the owner of the reserved seat, if it is another player who can supply a Viking."""
    guest = COLOUR[position.dragons[position.dragon_no - 1]]
    if (
        guest != position.active
        and guest < position.seats
        and (position.midgard[guest] or position.sales(guest))
    ):
        position.stage, position.player = GUEST, guest
    else:
        position.stage = SAIL


def answer(position: Position, join: int) -> None:
    """Let the guest board, or stay."""
    guest = position.player
    if position.log is not None:
        position.log.append(events.GuestAnswered(Seat(guest), bool(join)))
    if join:
        seat = RESERVED[position.dragons[position.dragon_no - 1]]
        if not position.midgard[guest]:
            position.boarding = 1 << seat
            _ask_for_sale(position)
            return
        position.midgard[guest] -= 1
        position.aboard[seat] = guest
    position.stage, position.player = SAIL, position.active


def _ask_for_sale(position: Position) -> None:
    """Ask which card is sold; the last card of a hand is sold without asking."""
    player = position.player
    if position.hand_sizes[player] > 1:
        position.stage = SELL
    else:
        sell(position, position.hands.index(1, KINDS * player) - KINDS * player)


def sell(position: Position, kind: int) -> None:
    """Sell a card for a Viking, which boards at once."""
    player = position.player
    position.discard(player, kind)
    position.points[player] -= 1
    position.asgard[player] -= 1
    position.aboard[SEATS_OF[position.boarding][0]] = player
    position.boarding &= position.boarding - 1
    if position.log is not None:
        position.log.append(events.Sold(Seat(player), CARDS[kind]))
    if position.boarding:
        _ask_for_sale(position)
    elif player == position.active:
        _ask_guest(position)
    else:
        position.stage, position.player = SAIL, position.active
