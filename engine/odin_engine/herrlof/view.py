"""What a seat of Herrlof may see."""

from collections.abc import Iterator
from dataclasses import dataclass

from odin_engine.game import Outcome, Seat, check_seat
from odin_engine.herrlof import rules
from odin_engine.herrlof.cards import CARD_OF_BIT, Card, Cards, Colour
from odin_engine.herrlof.knowledge import (
    CardLocations,
    describe,
    hand_place,
    known_cards,
)
from odin_engine.herrlof.moves import Bury, Move, Predict, Return, Steal
from odin_engine.herrlof.options import Options
from odin_engine.herrlof.scoring import outcome
from odin_engine.herrlof.state import (
    HAND_SIZE,
    HiddenMove,
    RoundResult,
    Stage,
    State,
    Trick,
    Turn,
    laid_from,
)

HIDDEN = ((Predict, HiddenMove.PREDICTED), (Bury, HiddenMove.BURIED), (Return, HiddenMove.RETURNED))


@dataclass(frozen=True)
class Memory:
    """What a seat with perfect memory knows from this round, for bots.

    Screens do not show it: at the table only the last trick may be looked at again.
    """

    played: tuple[Cards, ...]
    old_trumps: Cards
    buried: tuple[Seat, ...]
    locations: CardLocations
    public: CardLocations
    shown_by_me: tuple[Cards, ...]
    shown_to_me: tuple[Cards, ...]

    def __str__(self) -> str:
        return describe(self.locations)


@dataclass(frozen=True)
class View:
    """A match of Herrlof as one seat sees it, or a spectator (`seat` None).

    `drawn` is the card just drawn or stolen, if this seat may know it. `history` begins with the
    last trick; `turns_dropped` counts the turns of the match before it.
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
    turns_dropped: int
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
        """Who has played which card to the current trick."""
        return laid_from(self.leader, self.trick, self.seats)


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat sees, or a spectator (`seat` None)."""
    seats = state.match.seats
    if seat is not None:
        check_seat(seat, seats)
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
            Cards(known_cards(state.knowledge[_knowledge_index(seats, seat)], hand_place(other)))
            for other in range(seats)
        ),
        history=tuple(_hide_secrets(state.history, seat)),
        turns_dropped=state.turns_dropped,
        memory=_memory(state, seat),
        moves=() if seat is None else rules.legal_moves(state, seat),
        outcome=outcome(state),
    )


def _knowledge_index(seats: int, seat: Seat | None) -> int:
    """Return the index of what a seat knows; what everybody knows comes last."""
    return seats if seat is None else seat


def _predictions(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    """Return the predictions a seat may see: its own, and all of them after the end."""
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
        locations=state.knowledge[_knowledge_index(len(seats), seat)],
        public=state.knowledge[-1],
        shown_by_me=tuple(
            Cards(0 if seat is None else state.transferred[seat][who]) for who in seats
        ),
        shown_to_me=tuple(
            Cards(0 if seat is None else state.transferred[who][seat]) for who in seats
        ),
    )


def _hide_secrets(history: tuple[Turn, ...], seat: Seat | None) -> Iterator[Turn]:
    """Yield turns as a seat saw them: of swaps and stolen cards, only its own."""
    victim = None
    for turn in history:
        if isinstance(turn.move, Steal):
            victim = turn.move.victim
        privy = seat is not None and (
            seat == turn.seat or (seat == victim and isinstance(turn.move, Steal | Return))
        )
        hidden = next((hidden for kind, hidden in HIDDEN if isinstance(turn.move, kind)), turn.move)
        yield turn if privy else Turn(turn.seat, hidden)
