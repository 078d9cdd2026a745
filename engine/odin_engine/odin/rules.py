"""The rules of Odin."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from odin_engine.chance import Seed, pick, shuffled
from odin_engine.game import (
    BadOption,
    Deal,
    IllegalMove,
    Outcome,
    Seat,
    check_seat,
    rank,
    wrong_number_of_players,
)
from odin_engine.odin.cards import (
    CARD_OF_BIT,
    COLOUR_BITS,
    COLOURS,
    DECK,
    Card,
    Cards,
    each_bit,
)
from odin_engine.odin.moves import (
    NO_MOVES,
    PASS,
    LegalMoves,
    Move,
    Pass,
    Play,
    format_move,
    play_of,
)
from odin_engine.odin.options import Options
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Match, State, Turn


class EndReason(StrEnum):
    """Why a match ended."""

    ONE_HAND = "one-hand"
    TARGET = "target-reached"


HAND_SIZE = 9
SEATS = range(2, 7)
_NEXT = {seats: tuple(Seat((seat + 1) % seats) for seat in range(seats)) for seats in SEATS}
"""For each number of seats: the next seat by seat."""


def setup(options: Options, seats: int, seed: Seed) -> State:
    """Start a match; raise `BadOption` if the number of seats does not fit."""
    if seats not in SEATS:
        raise wrong_number_of_players("odin", seats, SEATS)
    if seats != 2 and options.two_player_deck == "reduced":
        raise BadOption("reduced-deck-is-for-two", players=seats)
    starter = pick([Seat(seat) for seat in range(seats)], seed, "starter")
    match = Match(options, seats, seed, _deck(options, seed))
    return _deal(match, (0,) * seats, (), starter)


def _deck(options: Options, seed: Seed) -> int:
    if options.two_player_deck == "full":
        return DECK
    removed = options.removed_colours or shuffled(COLOURS, seed, "removed colours")[:2]
    return DECK & ~sum(COLOUR_BITS[colour] for colour in removed)


@lru_cache(maxsize=16)
def _cards_in(deck: int) -> tuple[int, ...]:
    return tuple(each_bit(deck))


def _deal(
    match: Match, points: tuple[int, ...], results: tuple[HandResult, ...], starter: Seat
) -> State:
    cards = shuffled(_cards_in(match.deck), match.seed, f"hand {len(results) + 1}")
    return deal_in_order(match, points, results, starter, cards)


def deal_in_order(
    match: Match,
    points: tuple[int, ...],
    results: tuple[HandResult, ...],
    starter: Seat,
    cards: Sequence[int],
) -> State:
    """Deal cards in this order: nine to each seat in turn; the rest stays unseen."""
    dealt = HAND_SIZE * match.seats
    hands = tuple(sum(cards[start : start + HAND_SIZE]) for start in range(0, dealt, HAND_SIZE))
    state = State(
        match=match,
        points=points,
        results=results,
        starter=starter,
        round_no=1,
        hands=hands,
        undealt=sum(cards[dealt:]),
        table=0,
        owner=starter,
        passes=0,
        turn=starter,
        history=(),
    )
    forced = match.options.whole_hand_lead == "forced-first-deal" and not results
    if forced and hands[starter] in VALUE:
        return _apply(state, starter, play_of(hands[starter], 0))
    return state


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seat to move; none after the end."""
    return () if state.turn is None else (state.turn,)


def legal_moves(state: State, seat: Seat) -> LegalMoves:
    """Return the legal moves of a seat; `play` accepts these and no others."""
    check_seat(seat, state.match.seats)
    if seat != state.turn:
        return NO_MOVES
    return LegalMoves(state.hands[seat], state.table)


def play(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move, or raise `IllegalMove` if it is not legal."""
    if move not in legal_moves(state, seat):
        raise _why_not(state, seat, move)
    return _apply(state, seat, move)


def _apply(state: State, seat: Seat, move: Move) -> State:
    match, points, results, starter, round_no, hands, undealt, table, owner, passes, _, history = (
        state
    )
    after = _NEXT[match.seats][seat]
    if isinstance(move, Pass):
        passes += 1
        if passes == match.seats - 1:
            table, passes, after, round_no = 0, 0, owner, round_no + 1
    else:
        bits = move.cards.bits
        hand = hands[seat] ^ bits
        if not hand:
            return _end_hand(state, seat)
        changed = list(hands)
        changed[seat] = hand | move.take_bit
        hands, table, owner, passes = tuple(changed), bits, seat, 0
    history += (Turn(seat, move),)
    return State(
        match,
        points,
        results,
        starter,
        round_no,
        hands,
        undealt,
        table,
        owner,
        passes,
        after,
        history,
    )


def _end_hand(state: State, winner: Seat) -> State:
    last = play_of(state.hands[winner], 0)
    left = tuple(Cards(0 if seat == winner else hand) for seat, hand in enumerate(state.hands))
    history = (*state.history, Turn(winner, last))
    result = HandResult(state.starter, winner, left, history)
    points = tuple(map(sum, zip(state.points, result.points, strict=True)))
    results = (*state.results, result)
    if state.match.options.is_over(points):
        return state._replace(
            points=points,
            results=results,
            hands=tuple(cards.bits for cards in left),
            table=last.cards.bits,
            owner=winner,
            passes=0,
            turn=None,
            history=history,
        )
    if state.match.options.next_starter == "winner":
        starter = winner
    else:
        starter = _NEXT[state.match.seats][state.starter]
    return _deal(state.match, points, results, starter)


def outcome(state: State) -> Outcome | None:
    """Return the result of a match that is over, or None: fewest points win, ties share."""
    if state.turn is not None:
        return None
    target = state.match.options.target
    if target is None:
        return Outcome(rank(state.points), state.points, EndReason.ONE_HAND)
    facts = {"points": max(state.points), "target": target}
    return Outcome(rank(state.points), state.points, EndReason.TARGET, facts)


def timeout_move(state: State, seat: Seat) -> Move:
    """Return a pass if it is legal, else the lead of the lowest card."""
    moves = legal_moves(state, seat)
    if seat != state.turn:
        raise IllegalMove("nothing-to-do", seat=seat)
    if PASS in moves:
        return PASS
    lowest = min(each_bit(moves.hand), key=lambda bit: CARD_OF_BIT[bit].number)
    return play_of(lowest, 0)


def deal(state: State) -> Deal:
    """Return the hand being played, with the cards that each seat holds."""
    hands = (tuple(map(str, Cards(bits))) for bits in state.hands)
    return Deal(len(state.results) + 1, tuple(hands))


def pieces(state: State) -> list[Card]:
    """Return all cards: in hands, on the table, discarded and undealt."""
    places = (*state.hands, state.table, state.discard, state.undealt)
    return [CARD_OF_BIT[bit] for bits in places for bit in each_bit(bits)]


def _why_not(state: State, seat: Seat, move: Move) -> IllegalMove:
    if state.turn is None:
        return IllegalMove("match-over", move=format_move(move))
    if seat != state.turn:
        return IllegalMove("not-your-turn", move=format_move(move))
    if isinstance(move, Pass):
        return IllegalMove("pass-on-lead", move=format_move(move))
    return why_not_play(state.hands[seat], state.table, move)


def why_not_play(hand: int, table: int, move: Play) -> IllegalMove:
    """Return the refusal of an illegal play by the seat to move."""
    bits, written = move.cards.bits, format_move(move)
    if not bits:
        return IllegalMove("no-card", move=written)
    if missing := bits & ~hand:
        return IllegalMove("not-held", move=written, cards=[str(card) for card in Cards(missing)])
    if bits not in VALUE:
        return IllegalMove("not-a-set", move=written)
    return _why_not_follow(hand, table, move) if table else _why_not_lead(hand, move)


def _why_not_lead(hand: int, move: Play) -> IllegalMove:
    bits = move.cards.bits
    if bits & (bits - 1) and bits != hand:
        return IllegalMove("lead-one-card", move=format_move(move))
    return IllegalMove("nothing-to-take", move=format_move(move))


def _why_not_follow(hand: int, table: int, move: Play) -> IllegalMove:
    bits, size, written = move.cards.bits, table.bit_count(), format_move(move)
    if bits.bit_count() not in (size, size + 1):
        return IllegalMove("wrong-size", move=written, fewest=size, most=size + 1)
    if VALUE[bits] <= VALUE[table]:
        return IllegalMove("too-low", move=written, value=VALUE[bits], table=VALUE[table])
    if bits == hand:
        return IllegalMove("going-out-takes-nothing", move=written)
    return IllegalMove("take-a-card", move=written, cards=[str(card) for card in Cards(table)])
