"""The state transitions of Herrlof, from a deal to the end of the round."""

from odin_engine.chance import pick, shuffled
from odin_engine.game import Seat
from odin_engine.herrlof import observations
from odin_engine.herrlof.cards import BIT, CARD_OF_BIT, DECK, VALKNUT_BIT, singles
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
)
from odin_engine.herrlof.state import Match, RoundResult, Stage, State, Trick, Turn
from odin_engine.herrlof.tricks import COLOUR_OF, NUMBER_OF, leading_place, winning_place


def deal_in_order(match: Match, dealer: Seat, cards: list[int]) -> State:
    """Start a match with this order of cards: a hand for each seat in turn, the trump, the deck."""
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
        knowledge=(),
        transferred=(),
        history=(),
        turns_dropped=0,
        trick_start=0,
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
        knowledge=observations.initial_knowledge(hands, cards[dealt]),
        transferred=(none,) * seats,
    )


def apply(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move, which must be legal."""
    match move:
        case Predict(tricks):
            return _predict(state, seat, tricks)
        case Play(card):
            return _play_card(state, seat, BIT[card])
        case Draw():
            return _draw(state, seat)
        case Bury(card):
            return _bury(state, seat, BIT[card])
        case Return(card):
            # A card is returned only after a theft, so there is a victim.
            return _give_back(state, seat, Seat(state.victim or 0), BIT[card])
    return _use_or_leave(state, seat, move)


def _use_or_leave(state: State, seat: Seat, move: Steal | Skip) -> State:
    if isinstance(move, Steal):
        steal = _steal_trick if state.stage == Stage.STEAL_TRICK else _steal_card
        return steal(state, seat, move.victim)
    state = _with_turn(state, Turn(seat, SKIP))
    return _after_card(state) if state.stage == Stage.SWAP else _next_trick(state)


def _with_turn(state: State, turn: Turn) -> State:
    return state._replace(history=(*state.history, turn))


def _with_change(values: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    return tuple(value + change if who == seat else value for who, value in enumerate(values))


def _predict(state: State, seat: Seat, tricks: int) -> State:
    said = list(state.predictions)
    said[seat] = tricks
    state = _with_turn(state._replace(predictions=tuple(said)), Turn(seat, Predict(tricks)))
    if None in said:
        return state
    return state._replace(stage=Stage.PLAY, turn=state.leader)


def _play_card(state: State, seat: Seat, card: int) -> State:
    if not state.trick:
        state = state._replace(trick_start=len(state.history))
    state = _with_turn(state, Turn(seat, Play(CARD_OF_BIT[card])))
    suit, colour = COLOUR_OF[state.trick[0]] if state.trick else 0, COLOUR_OF[card]
    state = observations.observe_play(state, seat, card, suit if colour and colour != suit else 0)
    state = state._replace(
        hands=_with_change(state.hands, seat, -card),
        played=_with_change(state.played, seat, card),
        trick=(*state.trick, card),
    )
    if NUMBER_OF[card] == 3 and state.hands[seat] and state.deck:
        return state._replace(stage=Stage.SWAP)
    if card == VALKNUT_BIT and state.trick.count(card) == 2:
        state = _turn_up(state)
    return _after_card(state)


def _turn_up(state: State) -> State:
    """Make the top card of the deck the new trump card."""
    card, *rest = state.deck
    return observations.observe_turn_up(state, card)._replace(
        deck=tuple(rest), trump_card=card, old_trumps=state.old_trumps + state.trump_card
    )


def _draw(state: State, seat: Seat) -> State:
    card, *rest = state.deck
    state = _with_turn(state, Turn(seat, DRAW, CARD_OF_BIT[card]))
    return observations.observe_draw(state, seat, card)._replace(
        stage=Stage.BURY,
        hands=_with_change(state.hands, seat, card),
        deck=tuple(rest),
        drawn=card,
    )


def _bury(state: State, seat: Seat, card: int) -> State:
    state = _with_turn(state, Turn(seat, Bury(CARD_OF_BIT[card])))
    state = observations.observe_burial(state, seat, card)._replace(
        hands=_with_change(state.hands, seat, -card),
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
        history=state.history[state.trick_start :],
        turns_dropped=state.turns_dropped + state.trick_start,
        trick_start=0,
    )
    if place is None or winner is None:
        return _next_trick(state._replace(destroyed=state.destroyed + 1))
    state = state._replace(tricks=_with_change(state.tricks, winner, 1), turn=winner)
    number = NUMBER_OF[trick[place]]
    if number == 1 and steals(state, state.tricks):
        return state._replace(stage=Stage.STEAL_TRICK)
    if number == 6 and steals(state, state.hands):
        return state._replace(stage=Stage.STEAL_CARD)
    return _next_trick(state)


def _steal_trick(state: State, seat: Seat, victim: Seat) -> State:
    state = _with_turn(state, Turn(seat, Steal(victim)))
    tricks = _with_change(_with_change(state.tricks, victim, -1), seat, 1)
    return _next_trick(state._replace(tricks=tricks))


def _steal_card(state: State, seat: Seat, victim: Seat) -> State:
    purpose = f"steal {state.round_no} {state.trick_no}"
    card = pick(singles(state.hands[victim]), state.match.seed, purpose)
    state = _with_turn(state, Turn(seat, Steal(victim), CARD_OF_BIT[card]))
    return observations.observe_transfer(state, victim, seat, card)._replace(
        stage=Stage.RETURN,
        hands=_with_change(_with_change(state.hands, victim, -card), seat, card),
        drawn=card,
        victim=victim,
    )


def _give_back(state: State, seat: Seat, victim: Seat, card: int) -> State:
    state = _with_turn(state, Turn(seat, Return(CARD_OF_BIT[card])))
    state = observations.observe_transfer(state, seat, victim, card)._replace(
        hands=_with_change(_with_change(state.hands, seat, -card), victim, card),
        drawn=0,
        victim=None,
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


def steals(state: State, amounts: tuple[int, ...]) -> list[Steal]:
    """Return the thefts open to the seat to move: from others whose amount is not 0."""
    return [Steal(Seat(who)) for who, amount in enumerate(amounts) if amount and who != state.turn]
