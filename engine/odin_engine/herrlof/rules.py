"""The rules of Herrlof: legal moves, and the move made when a clock runs out."""

from odin_engine.chance import Seed, pick, shuffled
from odin_engine.game import Deal, IllegalMove, Seat, check_seat, wrong_number_of_players
from odin_engine.herrlof.cards import CARD_OF_BIT, DECK, Card, Cards, kinds, singles
from odin_engine.herrlof.moves import (
    DRAW,
    SKIP,
    Bury,
    Move,
    Play,
    Predict,
    Return,
)
from odin_engine.herrlof.options import SEATS, Options
from odin_engine.herrlof.refusals import why_not
from odin_engine.herrlof.state import Match, Stage, State
from odin_engine.herrlof.transitions import apply, deal_in_order, steals
from odin_engine.herrlof.tricks import COLOUR_OF, NUMBER_OF, playable

NOTHING_TO_DO: tuple[Move, ...] = ()


def setup(options: Options, seats: int, seed: Seed) -> State:
    """Start a match; raise `BadOption` if the number of seats does not fit."""
    if seats not in SEATS:
        raise wrong_number_of_players("herrlof", seats, SEATS)
    match = Match(options, seats, seed)
    dealer = pick([Seat(seat) for seat in range(seats)], seed, "dealer")
    cards = shuffled(singles(DECK), seed, "round 1")
    return deal_in_order(match, dealer, cards)


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seats to move; all predict at once."""
    if state.stage == Stage.PREDICT:
        return tuple(Seat(seat) for seat, said in enumerate(state.predictions) if said is None)
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Return the legal moves of a seat; `play` accepts these and no others."""
    check_seat(seat, state.match.seats)
    if seat not in to_move(state):
        return NOTHING_TO_DO
    match state.stage:
        case Stage.PREDICT:
            return tuple(map(Predict, range(state.match.hand_size + 1)))
        case Stage.SWAP:
            return SKIP, DRAW
        case Stage.STEAL_TRICK | Stage.STEAL_CARD:
            amounts = state.tricks if state.stage == Stage.STEAL_TRICK else state.hands
            return SKIP, *steals(state, amounts)
    return _moves_with_cards(state, state.hands[seat])


def _moves_with_cards(state: State, hand: int) -> tuple[Move, ...]:
    if state.stage == Stage.PLAY:
        return tuple(Play(CARD_OF_BIT[bit]) for bit in kinds(playable(hand, state.trick)))
    verb = Bury if state.stage == Stage.BURY else Return
    return tuple(verb(CARD_OF_BIT[bit]) for bit in kinds(hand))


def play(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move, or raise `IllegalMove` if it is not legal."""
    if move not in legal_moves(state, seat):
        raise why_not(state, seat, move)
    return apply(state, seat, move)


def timeout_move(state: State, seat: Seat) -> Move:
    """Return a third of the tricks as prediction, the lowest card, a skip, or the drawn card."""
    check_seat(seat, state.match.seats)
    if seat not in to_move(state):
        raise IllegalMove("nothing-to-do", seat=seat)
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
    """Return a sort key: trumps above other colours, marks last."""
    return not COLOUR_OF[bit], bool(bit & trump), NUMBER_OF[bit]


def deal(state: State) -> Deal:
    """Return the round being played, with the cards that each seat holds."""
    hands = (tuple(map(str, Cards(bits))) for bits in state.hands)
    return Deal(len(state.results) + 1, tuple(hands))


def pieces(state: State) -> list[str]:
    """Return all cards; identical cards are numbered."""
    places = (*state.hands, *state.deck, state.trump_card, state.old_trumps, *state.played)
    found: list[str] = []
    count: dict[Card, int] = {}
    for bits in places:
        for card in (CARD_OF_BIT[bit] for bit in singles(bits)):
            count[card] = count.get(card, 0) + 1
            found.append(f"{card} #{count[card]}")
    return found
