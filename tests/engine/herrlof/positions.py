"""Positions of Herrlof as a person would write them down."""

from collections.abc import Sequence

from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, CARD_CALLED, DECK, Cards, singles
from odin_engine.herrlof.moves import parse_move
from odin_engine.herrlof.observations import initial_knowledge
from odin_engine.herrlof.options import Options, read_options
from odin_engine.herrlof.rules import legal_moves, play, to_move
from odin_engine.herrlof.state import HAND_SIZE, Match, Stage, State
from odin_engine.herrlof.view import View, view

SEED = seed_from("positions")
DECK_SIZE = {2: 11, 3: 8}


def cards(text: str) -> Cards:
    """Read cards as in `R3 R5 V`."""
    return Cards.of(CARD_CALLED[word] for word in text.split())


def position(
    hands: str,
    trump: str = "R2",
    *,
    leader: int = 0,
    tricks: Sequence[int] | None = None,
    said: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    exact: Sequence[int] | None = None,
    deck: str | None = None,
    options: Options | None = None,
) -> State:
    """Set up a trick about to be led, as in `R3 R5 | Y1 Y2`, seat 0 first.

    Cards named nowhere fill up the deck, and the rest of them are out of the round.
    """
    held = tuple(cards(hand).bits for hand in hands.split("|"))
    seats = len(held)
    named = [word for word in f"{hands} {trump}".split() if word not in ("|", "V", "H")]
    assert len(named) == len(set(named)), f"a card is named twice in {hands}, {trump}"
    turned = BIT[CARD_CALLED[trump]]
    rest = singles(DECK - sum(held) - turned)
    top = [BIT[CARD_CALLED[word]] for word in (deck or "").split()]
    for card in top:
        rest.remove(card)
    if deck is None:
        top, rest = rest[: DECK_SIZE[seats]], rest[DECK_SIZE[seats] :]
    none = (0,) * seats
    return State(
        match=Match(options or read_options({}, seats), seats, SEED),
        points=tuple(points or none),
        exact=tuple(exact or none),
        results=(),
        dealer=Seat((leader - 1) % seats),
        stage=Stage.PLAY,
        turn=Seat(leader),
        hands=held,
        deck=tuple(top),
        buried=(),
        trump_card=turned,
        old_trumps=sum(rest),
        predictions=tuple(said or none),
        tricks=tuple(tricks or none),
        destroyed=0,
        trick_no=HAND_SIZE[seats] - len(Cards(held[leader])) + 1,
        leader=Seat(leader),
        trick=(),
        played=none,
        last_trick=None,
        drawn=0,
        victim=None,
        knowledge=initial_knowledge(held, turned + sum(rest)),
        transferred=(none,) * seats,
        history=(),
        turns_dropped=0,
        trick_start=0,
    )


def after(state: State, *moves: str) -> State:
    """Play moves in their notation, each by the first seat that is to move."""
    for move in moves:
        movers = to_move(state)
        assert movers, f"{move} comes after the end"
        state = play(state, movers[0], parse_move(move))
    return state


def may(state: State) -> set[str]:
    """Give what the first seat to move may do."""
    return {str(move) for move in legal_moves(state, to_move(state)[0])}


def hand(state: State, seat: int) -> Cards:
    """Give what a seat holds."""
    return Cards(state.hands[seat])


def seen(state: State, seat: int | None) -> View:
    """Give what a seat sees."""
    return view(state, None if seat is None else Seat(seat))
