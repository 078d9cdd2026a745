"""Positions of Odin as a person would write them down."""

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.odin.cards import CARD_CALLED, DECK, Cards
from odin_engine.odin.moves import Pass, parse_move
from odin_engine.odin.options import Options
from odin_engine.odin.rules import legal_moves, play
from odin_engine.odin.state import Match, State

SEED = seed_from("positions")


def cards(text: str) -> Cards:
    """Read cards as in `R3 R5`."""
    return Cards.of(CARD_CALLED[word] for word in text.split())


def position(
    hands: str,
    table: str = "",
    *,
    turn: int = 0,
    owner: int | None = None,
    passes: int = 0,
    points: tuple[int, ...] | None = None,
    starter: int = 0,
    discard: str = "",
    options: Options | None = None,
) -> State:
    """Set up a hand as in `R3 R5 | Y1`, seat 0 first; what is named nowhere was not dealt.

    Unless an owner is named, the set on the table was laid by the seat before the one to move.
    """
    held = tuple(cards(hand).bits for hand in hands.split("|"))
    middle, gone = cards(table).bits, cards(discard).bits
    seats = len(held)
    before = (turn - 1) % seats if table else turn
    return State(
        match=Match(options or Options(), seats, SEED, DECK),
        points=points or (0,) * seats,
        results=(),
        starter=Seat(starter),
        round_no=1,
        hands=held,
        undealt=DECK & ~sum(held) & ~middle & ~gone,
        table=middle,
        owner=Seat(before if owner is None else owner),
        passes=passes,
        turn=Seat(turn),
        history=(),
    )


def after(state: State, *moves: str) -> State:
    """Play moves in their notation, each by the seat whose turn it is."""
    for move in moves:
        assert state.turn is not None, f"{move} comes after the end"
        state = play(state, state.turn, parse_move(move))
    return state


def may(state: State, move: str) -> bool:
    """Tell whether the seat to move may do this."""
    assert state.turn is not None
    return parse_move(move) in legal_moves(state, state.turn)


def plays(state: State) -> set[str]:
    """Give the sets that the seat to move may lay down, whatever it takes for them."""
    assert state.turn is not None
    moves = legal_moves(state, state.turn)
    return {str(move.cards) for move in moves if not isinstance(move, Pass)}


def hand(state: State, seat: int) -> Cards:
    """Give what a seat holds."""
    return Cards(state.hands[seat])
