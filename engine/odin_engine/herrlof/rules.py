"""The rules of Herrlof as one step after another."""

from odin_engine.chance import Seed, pick, shuffled
from odin_engine.game import BadOption, IllegalMove, Outcome, Seat
from odin_engine.herrlof import eyes
from odin_engine.herrlof.cards import BIT, CARD_OF_BIT, DECK, VALKNUT_BIT, Card, kinds, singles
from odin_engine.herrlof.moves import (
    DRAW,
    SKIP,
    Bury,
    Draw,
    Move,
    Play,
    Predict,
    Return,
    Skip,
    Steal,
    format_move,
)
from odin_engine.herrlof.options import SEATS, Options
from odin_engine.herrlof.refusals import why_not
from odin_engine.herrlof.state import Match, RoundResult, Stage, State, Trick, Turn
from odin_engine.herrlof.tricks import (
    COLOUR_OF,
    NUMBER_OF,
    leading_place,
    playable,
    winning_place,
)

NOTHING_TO_DO: tuple[Move, ...] = ()


def setup(options: Options, seats: int, seed: Seed) -> State:
    """Begin a match; the first dealer comes from the seed like every deal."""
    if seats not in SEATS:
        raise BadOption(f"Herrlof is for 2 or 3 players, not {seats}.")
    match = Match(options, seats, seed)
    dealer = pick([Seat(seat) for seat in range(seats)], seed, "dealer")
    cards = shuffled(singles(DECK), seed, "round 1")
    return deal_in_order(match, dealer, cards)


def deal_in_order(match: Match, dealer: Seat, cards: list[int]) -> State:
    """Begin a match with this order of cards: a hand for each seat in turn, the trump, the deck."""
    none = (0,) * match.seats
    blank = State(
        match=match,
        points=none,
        exact=none,
        results=(),
        dealer=dealer,
        stage=Stage.PREDICT,
        turn=None,
        hands=none,
        deck=(),
        buried=(),
        trump_card=VALKNUT_BIT,
        old_trumps=0,
        predictions=(),
        tricks=none,
        destroyed=0,
        trick_no=1,
        leader=dealer,
        trick=(),
        played=none,
        last_trick=None,
        drawn=0,
        victim=None,
        eyes=(),
        shown=(),
        history=(),
        forgotten=0,
        mark=0,
    )
    return _deal(blank, dealer, cards)


def _deal(state: State, dealer: Seat, cards: list[int]) -> State:
    seats, size = state.match.seats, state.match.hand_size
    dealt = size * seats
    hands = tuple(sum(cards[start : start + size]) for start in range(0, dealt, size))
    none = (0,) * seats
    return state._replace(
        dealer=dealer,
        stage=Stage.PREDICT,
        turn=None,
        hands=hands,
        deck=tuple(cards[dealt + 1 :]),
        buried=(),
        trump_card=cards[dealt],
        old_trumps=0,
        predictions=(None,) * seats,
        tricks=none,
        destroyed=0,
        trick_no=1,
        leader=Seat((dealer + 1) % seats),
        trick=(),
        played=none,
        eyes=eyes.at_the_deal(hands, cards[dealt]),
        shown=(none,) * seats,
    )


def to_move(state: State) -> tuple[Seat, ...]:
    """Say whose turn it is; predictions are made by all at once."""
    if state.stage == Stage.PREDICT:
        return tuple(Seat(seat) for seat, said in enumerate(state.predictions) if said is None)
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """List what this seat may do now; the only judge of legality."""
    if seat not in to_move(state):
        return NOTHING_TO_DO
    match state.stage:
        case Stage.PREDICT:
            return tuple(map(Predict, range(state.match.hand_size + 1)))
        case Stage.SWAP:
            return SKIP, DRAW
        case Stage.STEAL_TRICK | Stage.STEAL_CARD:
            wealth = state.tricks if state.stage == Stage.STEAL_TRICK else state.hands
            return SKIP, *_steals(state, wealth)
    return _moves_with_cards(state, state.hands[seat])


def _moves_with_cards(state: State, hand: int) -> tuple[Move, ...]:
    if state.stage == Stage.PLAY:
        return tuple(Play(CARD_OF_BIT[bit]) for bit in kinds(playable(hand, state.trick)))
    verb = Bury if state.stage == Stage.BURY else Return
    return tuple(verb(CARD_OF_BIT[bit]) for bit in kinds(hand))


def _steals(state: State, wealth: tuple[int, ...]) -> list[Steal]:
    return [Steal(Seat(who)) for who, some in enumerate(wealth) if some and who != state.turn]


def play(state: State, seat: Seat, move: Move) -> State:
    """Give the state after a legal move."""
    if move not in legal_moves(state, seat):
        raise IllegalMove(f"{format_move(move)}: {why_not(state, seat, move)}")
    return _apply(state, seat, move)


def _apply(state: State, seat: Seat, move: Move) -> State:
    match move:
        case Predict(tricks):
            return _predict(state, seat, tricks)
        case Play(card):
            return _lay(state, seat, BIT[card])
        case Draw():
            return _draw(state, seat)
        case Bury(card):
            return _bury(state, seat, BIT[card])
        case Return(card):
            # Nothing is returned but for a theft, so there is a victim.
            return _give_back(state, seat, Seat(state.victim or 0), BIT[card])
    return _use_or_leave(state, seat, move)


def _use_or_leave(state: State, seat: Seat, move: Steal | Skip) -> State:
    if isinstance(move, Steal):
        steal = _steal_trick if state.stage == Stage.STEAL_TRICK else _steal_card
        return steal(state, seat, move.victim)
    state = _noted(state, Turn(seat, SKIP))
    return _after_card(state) if state.stage == Stage.SWAP else _next_trick(state)


def _noted(state: State, turn: Turn) -> State:
    return state._replace(history=(*state.history, turn))


def _changed(values: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    return tuple(value + change if who == seat else value for who, value in enumerate(values))


def _predict(state: State, seat: Seat, tricks: int) -> State:
    said = list(state.predictions)
    said[seat] = tricks
    state = _noted(state._replace(predictions=tuple(said)), Turn(seat, Predict(tricks)))
    if None in said:
        return state
    return state._replace(stage=Stage.PLAY, turn=state.leader)


def _lay(state: State, seat: Seat, card: int) -> State:
    if not state.trick:
        state = state._replace(mark=len(state.history))
    state = _noted(state, Turn(seat, Play(CARD_OF_BIT[card])))
    suit, colour = COLOUR_OF[state.trick[0]] if state.trick else 0, COLOUR_OF[card]
    state = eyes.after_a_play(state, seat, card, suit if colour and colour != suit else 0)
    state = state._replace(
        hands=_changed(state.hands, seat, -card),
        played=_changed(state.played, seat, card),
        trick=(*state.trick, card),
    )
    if NUMBER_OF[card] == 3 and state.hands[seat] and state.deck:
        return state._replace(stage=Stage.SWAP)
    if card == VALKNUT_BIT and state.trick.count(card) == 2:
        state = _turn_up(state)
    return _after_card(state)


def _turn_up(state: State) -> State:
    """Let the top card of the deck take the place of the trump card."""
    card, *rest = state.deck
    return eyes.after_a_turn_up(state, card)._replace(
        deck=tuple(rest), trump_card=card, old_trumps=state.old_trumps + state.trump_card
    )


def _draw(state: State, seat: Seat) -> State:
    card, *rest = state.deck
    state = _noted(state, Turn(seat, DRAW, CARD_OF_BIT[card]))
    return eyes.after_a_draw(state, seat, card)._replace(
        stage=Stage.BURY,
        hands=_changed(state.hands, seat, card),
        deck=tuple(rest),
        drawn=card,
    )


def _bury(state: State, seat: Seat, card: int) -> State:
    state = _noted(state, Turn(seat, Bury(CARD_OF_BIT[card])))
    state = eyes.after_a_burial(state, seat, card)._replace(
        hands=_changed(state.hands, seat, -card),
        deck=(*state.deck, card),
        buried=(*state.buried, seat),
        drawn=0,
    )
    return _after_card(state)


def _after_card(state: State) -> State:
    seats = state.match.seats
    if len(state.trick) < seats:
        turn = Seat((state.leader + len(state.trick)) % seats)
        return state._replace(stage=Stage.PLAY, turn=turn)
    return _end_trick(state)


def _end_trick(state: State) -> State:
    seats, trick = state.match.seats, state.trick
    place = winning_place(trick, state.trump)
    winner = None if place is None else Seat((state.leader + place) % seats)
    cards = tuple(CARD_OF_BIT[card] for card in trick)
    state = state._replace(
        last_trick=Trick(state.round_no, state.trick_no, state.leader, cards, winner),
        leader=Seat((state.leader + leading_place(trick, place)) % seats),
        trick=(),
        history=state.history[state.mark :],
        forgotten=state.forgotten + state.mark,
        mark=0,
    )
    if place is None or winner is None:
        return _next_trick(state._replace(destroyed=state.destroyed + 1))
    state = state._replace(tricks=_changed(state.tricks, winner, 1), turn=winner)
    number = NUMBER_OF[trick[place]]
    if number == 1 and _steals(state, state.tricks):
        return state._replace(stage=Stage.STEAL_TRICK)
    if number == 6 and _steals(state, state.hands):
        return state._replace(stage=Stage.STEAL_CARD)
    return _next_trick(state)


def _steal_trick(state: State, seat: Seat, victim: Seat) -> State:
    state = _noted(state, Turn(seat, Steal(victim)))
    tricks = _changed(_changed(state.tricks, victim, -1), seat, 1)
    return _next_trick(state._replace(tricks=tricks))


def _steal_card(state: State, seat: Seat, victim: Seat) -> State:
    purpose = f"steal {state.round_no} {state.trick_no}"
    card = pick(singles(state.hands[victim]), state.match.seed, purpose)
    state = _noted(state, Turn(seat, Steal(victim), CARD_OF_BIT[card]))
    return eyes.after_a_gift(state, victim, seat, card)._replace(
        stage=Stage.RETURN,
        hands=_changed(_changed(state.hands, victim, -card), seat, card),
        drawn=card,
        victim=victim,
    )


def _give_back(state: State, seat: Seat, victim: Seat, card: int) -> State:
    state = _noted(state, Turn(seat, Return(CARD_OF_BIT[card])))
    state = eyes.after_a_gift(state, seat, victim, card)._replace(
        hands=_changed(_changed(state.hands, seat, -card), victim, card), drawn=0, victim=None
    )
    return _next_trick(state)


def _next_trick(state: State) -> State:
    if not any(state.hands):
        return _end_round(state)
    return state._replace(stage=Stage.PLAY, turn=state.leader, trick_no=state.trick_no + 1)


def _end_round(state: State) -> State:
    match, options, tricks = state.match, state.match.options, state.tricks
    said = tuple(tricks for tricks in state.predictions if tricks is not None)
    exact = tuple(map(options.exact_bonus, said, tricks))
    few = tuple(map(options.few_bonus, tricks))
    result = RoundResult(state.dealer, said, tricks, state.destroyed, exact, few)
    state = state._replace(
        points=tuple(map(sum, zip(state.points, result.points, strict=True))),
        exact=tuple(hits + bool(bonus) for hits, bonus in zip(state.exact, exact, strict=True)),
        results=(*state.results, result),
    )
    rounds = len(state.results)
    if options.is_over(state.points, rounds):
        return state._replace(stage=Stage.OVER, turn=None)
    cards = shuffled(singles(DECK), match.seed, f"round {rounds + 1}")
    return _deal(state, Seat((state.dealer + 1) % match.seats), cards)


def outcome(state: State) -> Outcome | None:
    """Give the result: most points, then most exact predictions, then most tricks at the end."""
    if state.stage != Stage.OVER:
        return None
    standing = list(zip(state.points, state.exact, state.results[-1].tricks, strict=True))
    places = tuple(1 + sum(other > own for other in standing) for own in standing)
    best = max(state.points)
    if best >= state.match.options.target:
        reason = f"{best} points reached the target of {state.match.options.target}."
    else:
        reason = f"The last of {len(state.results)} rounds is over."
    tied = [row for row in standing if row[0] == best]
    if len(tied) > 1:
        reason += _tie_break(sorted(tied, reverse=True))
    return Outcome(places, state.points, reason)


def _tie_break(tied: list[tuple[int, int, int]]) -> str:
    first, second, *_ = tied
    if first[1] > second[1]:
        return " Equal points: more exact predictions decide."
    if first[2] > second[2]:
        return " Equal points and exact predictions: more tricks in the last round decide."
    return " Points, exact predictions and tricks in the last round are equal: a draw."


def lapse(state: State, seat: Seat) -> Move:
    """Predict a third of the tricks, lay the lowest card, leave what is offered, keep no other."""
    match state.stage:
        case Stage.PREDICT:
            return Predict((state.match.hand_size + 1) // 3)
        case Stage.BURY:
            return Bury(CARD_OF_BIT[state.drawn])
        case Stage.RETURN:
            return Return(CARD_OF_BIT[state.drawn])
        case Stage.PLAY:
            cards = kinds(playable(state.hands[seat], state.trick))
            return Play(CARD_OF_BIT[min(cards, key=lambda bit: _height(bit, state.trump))])
    return SKIP


def _height(bit: int, trump: int) -> tuple[bool, bool, int]:
    """Order cards from the lowest up: trumps above other colours, and marks spared to the last."""
    return not COLOUR_OF[bit], bool(bit & trump), NUMBER_OF[bit]


def possessions(state: State) -> list[str]:
    """List where each card is; cards that look alike are counted through."""
    places = (*state.hands, *state.deck, state.trump_card, state.old_trumps, *state.played)
    found: list[str] = []
    count: dict[Card, int] = {}
    for bits in places:
        for card in (CARD_OF_BIT[bit] for bit in singles(bits)):
            count[card] = count.get(card, 0) + 1
            found.append(f"{card} #{count[card]}")
    return found
