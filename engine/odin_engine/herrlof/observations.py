"""How what everyone can tell about unseen cards changes with everything that happens."""

from odin_engine.game import Seat
from odin_engine.herrlof.cards import ANY, DECK
from odin_engine.herrlof.knowledge import (
    DECK_PLACE,
    Whereabouts,
    hand_place,
    known,
    ruled_out,
    seen,
    spread,
    under_place,
)
from odin_engine.herrlof.state import State

Eyes = tuple[Whereabouts, ...]
Shown = tuple[tuple[int, ...], ...]


def at_the_deal(hands: tuple[int, ...], trump_card: int) -> Eyes:
    """Whoever looks sees a hand, or none, and the trump; all else may be anywhere else."""
    seats = len(hands)
    everywhere = DECK_PLACE | sum(hand_place(seat) for seat in range(seats))
    mine = ((everywhere & ~hand_place(seat), hand) for seat, hand in enumerate(hands))
    return tuple(((places, DECK - trump_card - hand),) for places, hand in (*mine, (everywhere, 0)))


def after_a_play(state: State, seat: Seat, card: int, lacking: int) -> State:
    """All see the card, and that the hand has none of the colour that it did not follow."""
    place = hand_place(seat)
    eyes = tuple(
        where if who == seat else ruled_out(seen(where, card, place), lacking, place)
        for who, where in enumerate(state.eyes)
    )
    return state._replace(eyes=eyes, shown=_gone(state.shown, seat, card))


def after_a_turn_up(state: State, card: int) -> State:
    """All see the card that was on top of the deck."""
    return state._replace(eyes=tuple(seen(where, card, DECK_PLACE) for where in state.eyes))


def after_a_draw(state: State, seat: Seat, card: int) -> State:
    """One sees the card; for the others it may be any that was in the deck."""
    eyes = tuple(
        seen(where, card, DECK_PLACE)
        if who == seat
        else spread(where, DECK_PLACE, hand_place(seat))
        for who, where in enumerate(state.eyes)
    )
    return state._replace(eyes=eyes)


def after_a_burial(state: State, seat: Seat, card: int) -> State:
    """One knows what lies under the deck; for the others it may be any of that hand."""
    under = under_place(len(state.buried))
    eyes = tuple(
        known(where, card, under) if who == seat else spread(where, hand_place(seat), under)
        for who, where in enumerate(state.eyes)
    )
    nothing = (0,) * state.match.seats
    shown = tuple(nothing if who == seat else row for who, row in enumerate(state.shown))
    return state._replace(eyes=eyes, shown=shown)


def after_a_gift(state: State, giver: Seat, taker: Seat, card: int) -> State:
    """Let the two see the card that went over; for a third it may be any of that hand."""
    eyes = []
    for who, where in enumerate(state.eyes):
        if who == giver:
            eyes.append(known(where, card, hand_place(taker)))
        elif who == taker:
            eyes.append(seen(where, card, hand_place(giver)))
        else:
            eyes.append(spread(where, hand_place(giver), hand_place(taker)))
    shown = [list(row) for row in _gone(state.shown, giver, card)]
    shown[giver] = [cards if who == taker else 0 for who, cards in enumerate(shown[giver])]
    shown[taker][giver] += card
    return state._replace(eyes=tuple(eyes), shown=tuple(map(tuple, shown)))


def _gone(shown: Shown, seat: Seat, card: int) -> Shown:
    """Take a card away from what others know of a hand."""
    return tuple(
        tuple(cards - card if cards & ANY[card] else cards for cards in row) if who == seat else row
        for who, row in enumerate(shown)
    )
