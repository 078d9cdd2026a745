"""What a seat of Odin may see, and sampling of full states that fit it."""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import Outcome, Seat, check_seat
from odin_engine.odin import rules
from odin_engine.odin.cards import Cards, each_bit
from odin_engine.odin.moves import NO_MOVES, LegalMoves, Pass
from odin_engine.odin.options import Options
from odin_engine.odin.state import HandResult, Match, State, Turn


@dataclass(frozen=True)
class View:
    """A match of Odin as one seat sees it, or a spectator (`seat` None)."""

    seat: Seat | None
    options: Options
    deck: Cards
    points: tuple[int, ...]
    results: tuple[HandResult, ...]
    starter: Seat
    round_no: int
    hand: Cards
    counts: tuple[int, ...]
    known: tuple[Cards, ...]
    table: Cards
    owner: Seat
    passes: int
    turn: Seat | None
    history: tuple[Turn, ...]
    discard: Cards
    undealt: int
    moves: LegalMoves
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.counts)

    @property
    def hand_no(self) -> int:
        """The number of the hand being played, or of the last one when the match is over."""
        return len(self.results) + (self.outcome is None)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        return () if self.turn is None else (self.turn,)

    @cached_property
    def unseen(self) -> Cards:
        """The cards whose place this seat does not know: in another hand, or undealt."""
        placed = self.hand.bits | self.table.bits | self.discard.bits
        for cards in self.known:
            placed |= cards.bits
        return Cards(self.deck.bits & ~placed)


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat sees, or a spectator (`seat` None)."""
    if seat is not None:
        check_seat(seat, state.match.seats)
    return View(
        seat=seat,
        options=state.match.options,
        deck=Cards(state.match.deck),
        points=state.points,
        results=state.results,
        starter=state.starter,
        round_no=state.round_no,
        hand=Cards(0 if seat is None else state.hands[seat]),
        counts=tuple(hand.bit_count() for hand in state.hands),
        known=_known(state),
        table=Cards(state.table),
        owner=state.owner,
        passes=state.passes,
        turn=state.turn,
        history=state.history,
        discard=Cards(state.discard),
        undealt=state.undealt.bit_count(),
        moves=NO_MOVES if seat is None else rules.legal_moves(state, seat),
        outcome=rules.outcome(state),
    )


def _known(state: State) -> tuple[Cards, ...]:
    """Return the cards everyone knows in each hand: taken and not played since; all at the end."""
    if state.turn is None:
        return tuple(Cards(hand) for hand in state.hands)
    known = [0] * state.match.seats
    for seat, move in state.history:
        if not isinstance(move, Pass):
            known[seat] &= ~move.cards.bits
            known[seat] |= move.take_bit
    return tuple(map(Cards, known))


def imagine(seen: View, rng: Random) -> State:
    """Return a random full state with the same view: hands, undealt cards and seed are sampled."""
    unseen = each_bit(seen.unseen.bits)
    rng.shuffle(unseen)
    hands = []
    for seat, count in enumerate(seen.counts):
        if seat == seen.seat:
            hands.append(seen.hand.bits)
            continue
        known = seen.known[seat].bits
        missing = count - known.bit_count()
        hands.append(known | sum(unseen[:missing]))
        del unseen[:missing]
    return State(
        match=Match(seen.options, seen.seats, Seed(rng.randbytes(SEED_BYTES)), seen.deck.bits),
        points=seen.points,
        results=seen.results,
        starter=seen.starter,
        round_no=seen.round_no,
        hands=tuple(hands),
        undealt=sum(unseen),
        table=seen.table.bits,
        owner=seen.owner,
        passes=seen.passes,
        turn=seen.turn,
        history=seen.history,
    )
