"""Sampling of full states of Herrlof that fit a view."""

from random import Random

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, singles
from odin_engine.herrlof.knowledge import (
    DECK_PLACE,
    CardLocations,
    RandomPlacement,
    add_known,
    hand_place,
    remove_seen,
    reveal_place,
    under_place,
)
from odin_engine.herrlof.moves import Play
from odin_engine.herrlof.prediction import predict_tricks
from odin_engine.herrlof.state import Match, Stage, State
from odin_engine.herrlof.tricks import COLOUR_OF
from odin_engine.herrlof.view import View


def imagine(view: View, rng: Random) -> State:
    """Return a random full state with the same view: hands, deck, predictions, seed are sampled."""
    hands, deck = sample_cards(view, rng)
    memory, seats, seat = view.memory, view.seats, view.seat
    plays = [at for at, turn in enumerate(view.history) if isinstance(turn.move, Play)]
    state = State(
        match=Match(view.options, seats, Seed(rng.randbytes(SEED_BYTES))),
        points=view.points,
        exact=view.exact,
        results=view.results,
        dealer=view.dealer,
        stage=view.stage,
        turn=view.turn,
        hands=hands,
        deck=deck,
        buried=memory.buried,
        trump_card=BIT[view.trump_card],
        old_trumps=memory.old_trumps.bits,
        predictions=sample_predictions(view, hands, rng),
        tricks=view.tricks,
        destroyed=view.destroyed,
        trick_no=view.trick_no,
        leader=view.leader,
        trick=tuple(BIT[card] for card in view.trick),
        played=tuple(cards.bits for cards in memory.played),
        last_trick=view.last_trick,
        drawn=_sample_drawn_card(view, hands, rng),
        victim=view.victim,
        knowledge=(),
        transferred=_known_transfers(view),
        history=view.history,
        turns_dropped=view.turns_dropped,
        trick_start=plays[-len(view.trick)] if view.trick else 0,
    )
    knowledge = [_knowledge_of(state, view, Seat(who)) for who in range(seats)]
    knowledge.append(memory.public)
    knowledge[seats if seat is None else seat] = memory.locations
    return state._replace(knowledge=tuple(knowledge))


def sample_cards(view: View, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return random hands and a deck that fit what the seat knows about unseen cards."""
    buried = len(view.memory.buried)
    capacity = {
        hand_place(who): 0 if who == view.seat else count for who, count in enumerate(view.counts)
    }
    capacity |= {DECK_PLACE: view.deck - buried}
    capacity |= {under_place(number): 1 for number in range(buried)}
    found = RandomPlacement(capacity).fill(view.memory.locations, rng)
    hands = [found[hand_place(who)] for who in range(view.seats)]
    if view.seat is not None:
        hands[view.seat] = view.hand.bits
    deck = singles(found[DECK_PLACE])
    rng.shuffle(deck)
    deck += [found[under_place(number)] for number in range(buried)]
    return tuple(hands), tuple(deck)


def sample_predictions(view: View, hands: tuple[int, ...], rng: Random) -> tuple[int | None, ...]:
    """Return predictions, those of others sampled near what their dealt cards suggest."""
    trump = COLOUR_OF[BIT[view.trump_card]]
    said: list[int | None] = list(view.predictions)
    for who, hand in enumerate(hands):
        if said[who] is None and (view.stage != Stage.PREDICT or who not in view.to_move):
            dealt = view.memory.played[who].bits + hand
            likely = predict_tricks(dealt, trump, view.seats, bonus=view.options.small_bonus)
            said[who] = min(max(likely + rng.choice((-1, 0, 0, 1)), 0), view.hand_size)
    return tuple(said)


def _sample_drawn_card(view: View, hands: tuple[int, ...], rng: Random) -> int:
    if view.drawn is not None:
        return BIT[view.drawn]
    if view.turn is None or view.stage not in (Stage.BURY, Stage.RETURN):
        return 0
    return rng.choice(singles(hands[view.turn] - view.known[view.turn].bits))


def _known_transfers(view: View) -> tuple[tuple[int, ...], ...]:
    memory, seat = view.memory, view.seat
    everyone = range(view.seats)
    mine = tuple(cards.bits for cards in memory.shown_by_me)
    return tuple(
        mine
        if who == seat
        else tuple(memory.shown_to_me[who].bits if other == seat else 0 for other in everyone)
        for who in everyone
    )


def _knowledge_of(state: State, view: View, who: Seat) -> CardLocations:
    """Return what another seat knows: the public, its own cards, and transfers with this seat."""
    locations = reveal_place(view.memory.public, state.hands[who], hand_place(who))
    untouched = len(state.deck) - len(state.buried)
    for number, (owner, card) in enumerate(zip(state.buried, state.deck[untouched:], strict=True)):
        if owner == who:
            locations = add_known(
                reveal_place(locations, card, under_place(number)), card, under_place(number)
            )
    if view.seat is not None:
        place = hand_place(view.seat)
        mine = view.memory.shown_by_me[who].bits
        for card in singles(mine):
            locations = remove_seen(locations, card, place)
        locations = add_known(locations, mine, place)
    return locations
