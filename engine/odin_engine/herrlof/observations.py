"""How each move changes what every seat, and everybody, knows about unseen cards."""

from odin_engine.game import Seat
from odin_engine.herrlof.cards import COUNT_MASK, DECK
from odin_engine.herrlof.knowledge import (
    DECK_PLACE,
    CardLocations,
    add_known,
    hand_place,
    move_unknown,
    remove_seen,
    rule_out,
    under_place,
)
from odin_engine.herrlof.state import State

SeatKnowledge = tuple[CardLocations, ...]
Transferred = tuple[tuple[int, ...], ...]


def initial_knowledge(hands: tuple[int, ...], trump_card: int) -> SeatKnowledge:
    """Return what each seat knows after the deal, and last what everybody knows."""
    seats = len(hands)
    everywhere = DECK_PLACE | sum(hand_place(seat) for seat in range(seats))
    mine = ((everywhere & ~hand_place(seat), hand) for seat, hand in enumerate(hands))
    return tuple(((places, DECK - trump_card - hand),) for places, hand in (*mine, (everywhere, 0)))


def observe_play(state: State, seat: Seat, card: int, lacking: int) -> State:
    """Show a played card to all; `lacking` is the colour that was not followed, or 0."""
    place = hand_place(seat)
    knowledge = tuple(
        locations if who == seat else rule_out(remove_seen(locations, card, place), lacking, place)
        for who, locations in enumerate(state.knowledge)
    )
    return state._replace(knowledge=knowledge, transferred=_without(state.transferred, seat, card))


def observe_turn_up(state: State, card: int) -> State:
    """Show the top card of the deck to all."""
    return state._replace(
        knowledge=tuple(remove_seen(locations, card, DECK_PLACE) for locations in state.knowledge)
    )


def observe_draw(state: State, seat: Seat, card: int) -> State:
    """Show a drawn card to one seat; for the others it may be any card of the deck."""
    knowledge = tuple(
        remove_seen(locations, card, DECK_PLACE)
        if who == seat
        else move_unknown(locations, DECK_PLACE, hand_place(seat))
        for who, locations in enumerate(state.knowledge)
    )
    return state._replace(knowledge=knowledge)


def observe_burial(state: State, seat: Seat, card: int) -> State:
    """Note a card put under the deck; for the others it may be any card of that hand."""
    under = under_place(len(state.buried))
    knowledge = tuple(
        add_known(locations, card, under)
        if who == seat
        else move_unknown(locations, hand_place(seat), under)
        for who, locations in enumerate(state.knowledge)
    )
    nothing = (0,) * state.match.seats
    transferred = tuple(
        nothing if who == seat else row for who, row in enumerate(state.transferred)
    )
    return state._replace(knowledge=knowledge, transferred=transferred)


def observe_transfer(state: State, giver: Seat, taker: Seat, card: int) -> State:
    """Show a card that changes hands to the two; for a third it may be any card of that hand."""
    knowledge = []
    for who, locations in enumerate(state.knowledge):
        if who == giver:
            knowledge.append(add_known(locations, card, hand_place(taker)))
        elif who == taker:
            knowledge.append(remove_seen(locations, card, hand_place(giver)))
        else:
            knowledge.append(move_unknown(locations, hand_place(giver), hand_place(taker)))
    transferred = [list(row) for row in _without(state.transferred, giver, card)]
    transferred[giver] = [
        cards if who == taker else 0 for who, cards in enumerate(transferred[giver])
    ]
    transferred[taker][giver] += card
    return state._replace(knowledge=tuple(knowledge), transferred=tuple(map(tuple, transferred)))


def _without(transferred: Transferred, seat: Seat, card: int) -> Transferred:
    """Remove a card that has left a hand from what others know of that hand."""
    return tuple(
        tuple(cards - card if cards & COUNT_MASK[card] else cards for cards in row)
        if who == seat
        else row
        for who, row in enumerate(transferred)
    )
