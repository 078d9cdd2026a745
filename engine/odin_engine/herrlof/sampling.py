"""The worlds that a seat of Herrlof can imagine behind what it sees."""

from random import Random

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, singles
from odin_engine.herrlof.knowledge import (
    DECK_PLACE,
    Placing,
    Whereabouts,
    emptied,
    hand_place,
    known,
    seen,
    under_place,
)
from odin_engine.herrlof.moves import Play
from odin_engine.herrlof.prediction import predicted
from odin_engine.herrlof.state import Match, Stage, State
from odin_engine.herrlof.tricks import COLOUR_OF
from odin_engine.herrlof.view import View


def imagine(seen_by: View, rng: Random) -> State:
    """Make up hands, deck, predictions and a seed that this view cannot tell from the real ones."""
    hands, deck = imagined_cards(seen_by, rng)
    memory, seats, seat = seen_by.memory, seen_by.seats, seen_by.seat
    plays = [at for at, turn in enumerate(seen_by.history) if isinstance(turn.move, Play)]
    state = State(
        match=Match(seen_by.options, seats, Seed(rng.randbytes(SEED_BYTES))),
        points=seen_by.points,
        exact=seen_by.exact,
        results=seen_by.results,
        dealer=seen_by.dealer,
        stage=seen_by.stage,
        turn=seen_by.turn,
        hands=hands,
        deck=deck,
        buried=memory.buried,
        trump_card=BIT[seen_by.trump_card],
        old_trumps=memory.old_trumps.bits,
        predictions=imagined_predictions(seen_by, hands, rng),
        tricks=seen_by.tricks,
        destroyed=seen_by.destroyed,
        trick_no=seen_by.trick_no,
        leader=seen_by.leader,
        trick=tuple(BIT[card] for card in seen_by.trick),
        played=tuple(cards.bits for cards in memory.played),
        last_trick=seen_by.last_trick,
        drawn=_imagined_drawn(seen_by, hands, rng),
        victim=seen_by.victim,
        eyes=(),
        shown=_imagined_shown(seen_by),
        history=seen_by.history,
        forgotten=seen_by.forgotten,
        mark=plays[-len(seen_by.trick)] if seen_by.trick else 0,
    )
    eyes = [_imagined_eyes(state, seen_by, Seat(who)) for who in range(seats)]
    eyes.append(memory.public)
    eyes[seats if seat is None else seat] = memory.where
    return state._replace(eyes=tuple(eyes))


def imagined_cards(seen_by: View, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Make up all hands and the deck from what the seat knows about every unseen card."""
    buried = len(seen_by.memory.buried)
    room = {
        hand_place(who): 0 if who == seen_by.seat else count
        for who, count in enumerate(seen_by.counts)
    }
    room |= {DECK_PLACE: seen_by.deck - buried}
    room |= {under_place(number): 1 for number in range(buried)}
    found = Placing(room).fill(seen_by.memory.where, rng)
    hands = [found[hand_place(who)] for who in range(seen_by.seats)]
    if seen_by.seat is not None:
        hands[seen_by.seat] = seen_by.hand.bits
    deck = singles(found[DECK_PLACE])
    rng.shuffle(deck)
    deck += [found[under_place(number)] for number in range(buried)]
    return tuple(hands), tuple(deck)


def imagined_predictions(
    seen_by: View, hands: tuple[int, ...], rng: Random
) -> tuple[int | None, ...]:
    """Make up what the others wrote down: about what their cards promised at the deal."""
    trump = COLOUR_OF[BIT[seen_by.trump_card]]
    said: list[int | None] = list(seen_by.predictions)
    for who, hand in enumerate(hands):
        if said[who] is None and (seen_by.stage != Stage.PREDICT or who not in seen_by.to_move):
            dealt = seen_by.memory.played[who].bits + hand
            likely = predicted(dealt, trump, seen_by.seats, bonus=seen_by.options.small_bonus)
            said[who] = min(max(likely + rng.choice((-1, 0, 0, 1)), 0), seen_by.hand_size)
    return tuple(said)


def _imagined_drawn(seen_by: View, hands: tuple[int, ...], rng: Random) -> int:
    if seen_by.drawn is not None:
        return BIT[seen_by.drawn]
    if seen_by.turn is None or seen_by.stage not in (Stage.BURY, Stage.RETURN):
        return 0
    return rng.choice(singles(hands[seen_by.turn] - seen_by.known[seen_by.turn].bits))


def _imagined_shown(seen_by: View) -> tuple[tuple[int, ...], ...]:
    memory, seat = seen_by.memory, seen_by.seat
    everyone = range(seen_by.seats)
    mine = tuple(cards.bits for cards in memory.shown_by_me)
    return tuple(
        mine
        if who == seat
        else tuple(memory.shown_to_me[who].bits if other == seat else 0 for other in everyone)
        for who in everyone
    )


def _imagined_eyes(state: State, seen_by: View, who: Seat) -> Whereabouts:
    """Give another seat what everyone can tell, its own cards, and what went between us."""
    where = emptied(seen_by.memory.public, state.hands[who], hand_place(who))
    untouched = len(state.deck) - len(state.buried)
    for number, (owner, card) in enumerate(zip(state.buried, state.deck[untouched:], strict=True)):
        if owner == who:
            where = known(emptied(where, card, under_place(number)), card, under_place(number))
    if seen_by.seat is not None:
        place = hand_place(seen_by.seat)
        mine = seen_by.memory.shown_by_me[who].bits
        for card in singles(mine):
            where = seen(where, card, place)
        where = known(where, mine, place)
    return where
