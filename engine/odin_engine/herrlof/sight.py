"""What each seat of a match of Herrlof may know, and the worlds it can imagine behind that."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import Outcome, Seat
from odin_engine.herrlof import rules
from odin_engine.herrlof.cards import BIT, CARD_OF_BIT, Card, Cards, Colour, singles
from odin_engine.herrlof.habits import predicted
from odin_engine.herrlof.moves import Bury, Move, Play, Predict, Return, Steal
from odin_engine.herrlof.options import Options
from odin_engine.herrlof.scoring import outcome
from odin_engine.herrlof.state import (
    HAND_SIZE,
    Match,
    RoundResult,
    Stage,
    State,
    Trick,
    Turn,
    Veiled,
    laid_from,
)
from odin_engine.herrlof.tricks import COLOUR_OF
from odin_engine.herrlof.whereabouts import (
    DECK_PLACE,
    Placing,
    Whereabouts,
    certain,
    emptied,
    hand_place,
    known,
    seen,
    told,
    under_place,
)

VEILS = ((Predict, Veiled.PREDICTED), (Bury, Veiled.BURIED), (Return, Veiled.RETURNED))


@dataclass(frozen=True)
class Memory:
    """What a seat has seen in this round and a perfect memory keeps: for bots to think with.

    No screen shows it, for at the table only the last trick may be looked at again.
    """

    played: tuple[Cards, ...]
    old_trumps: Cards
    buried: tuple[Seat, ...]
    where: Whereabouts
    public: Whereabouts
    shown_by_me: tuple[Cards, ...]
    shown_to_me: tuple[Cards, ...]

    def __str__(self) -> str:
        return told(self.where)


@dataclass(frozen=True)
class View:
    """A match of Herrlof from one seat, or from the wall (`seat` None).

    `drawn` is the card just drawn or stolen, if this seat may know it. `history` begins with the
    last trick; `forgotten` counts the turns of the match before it.
    """

    seat: Seat | None
    options: Options
    points: tuple[int, ...]
    exact: tuple[int, ...]
    results: tuple[RoundResult, ...]
    dealer: Seat
    stage: Stage
    turn: Seat | None
    to_move: tuple[Seat, ...]
    hand: Cards
    counts: tuple[int, ...]
    deck: int
    trump_card: Card
    predictions: tuple[int | None, ...]
    tricks: tuple[int, ...]
    destroyed: int
    trick_no: int
    leader: Seat
    trick: tuple[Card, ...]
    last_trick: Trick | None
    drawn: Card | None
    victim: Seat | None
    known: tuple[Cards, ...]
    history: tuple[Turn, ...]
    forgotten: int
    memory: Memory
    moves: tuple[Move, ...]
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def hand_size(self) -> int:
        """How many cards each seat was dealt, and so how many tricks there are."""
        return HAND_SIZE[self.seats]

    @property
    def trump(self) -> Colour | None:
        return self.trump_card.colour

    @property
    def round_no(self) -> int:
        """The number of the round being played, or of the last one when the match is over."""
        return len(self.results) + (self.stage != Stage.OVER)

    @property
    def laid(self) -> tuple[tuple[Seat, Card], ...]:
        """Who has laid which card into the trick being played."""
        return laid_from(self.leader, self.trick, self.seats)


def view(state: State, seat: Seat | None) -> View:
    """Show a match to one seat, or to a spectator."""
    seats = state.match.seats
    privy = seat is not None and seat in (state.turn, state.victim)
    return View(
        seat=seat,
        options=state.match.options,
        points=state.points,
        exact=state.exact,
        results=state.results,
        dealer=state.dealer,
        stage=state.stage,
        turn=state.turn,
        to_move=rules.to_move(state),
        hand=Cards(0 if seat is None else state.hands[seat]),
        counts=tuple(len(Cards(hand)) for hand in state.hands),
        deck=len(state.deck),
        trump_card=CARD_OF_BIT[state.trump_card],
        predictions=_predictions(state, seat),
        tricks=state.tricks,
        destroyed=state.destroyed,
        trick_no=state.trick_no,
        leader=state.leader,
        trick=tuple(CARD_OF_BIT[card] for card in state.trick),
        last_trick=state.last_trick,
        drawn=CARD_OF_BIT[state.drawn] if state.drawn and privy else None,
        victim=state.victim,
        known=tuple(
            Cards(certain(state.eyes[_eyes(seats, seat)], hand_place(other)))
            for other in range(seats)
        ),
        history=tuple(_veiled(state.history, seat)),
        forgotten=state.forgotten,
        memory=_memory(state, seat),
        moves=() if seat is None else rules.legal_moves(state, seat),
        outcome=outcome(state),
    )


def _eyes(seats: int, seat: Seat | None) -> int:
    """Give the index of a seat's eyes; those of everyone come last."""
    return seats if seat is None else seat


def _predictions(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    """Show a seat its own prediction, and all of them once they are scored."""
    over = state.stage == Stage.OVER
    return tuple(
        said if over or who == seat else None for who, said in enumerate(state.predictions)
    )


def _memory(state: State, seat: Seat | None) -> Memory:
    seats = range(state.match.seats)
    return Memory(
        played=tuple(map(Cards, state.played)),
        old_trumps=Cards(state.old_trumps),
        buried=state.buried,
        where=state.eyes[_eyes(len(seats), seat)],
        public=state.eyes[-1],
        shown_by_me=tuple(Cards(0 if seat is None else state.shown[seat][who]) for who in seats),
        shown_to_me=tuple(Cards(0 if seat is None else state.shown[who][seat]) for who in seats),
    )


def _veiled(history: tuple[Turn, ...], seat: Seat | None) -> Iterator[Turn]:
    """Show turns as a seat saw them: of swaps and stolen cards, only its own."""
    victim = None
    for turn in history:
        if isinstance(turn.move, Steal):
            victim = turn.move.victim
        privy = seat is not None and (
            seat == turn.seat or (seat == victim and isinstance(turn.move, Steal | Return))
        )
        veil = next((veil for kind, veil in VEILS if isinstance(turn.move, kind)), turn.move)
        yield turn if privy else Turn(turn.seat, veil)


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
    eyes[_eyes(seats, seat)] = memory.where
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
