"""What holds for a hand of Odin at every step, cheap enough to check at all of them."""

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.rules import legal_moves
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State
from tests.engine.odin import oracle
from tests.engine.odin.oracle import PASSED, Laid

MOST_TURNS = {2: 153, 3: 393, 4: 705, 5: 1097, 6: 1569}
"""The proven bound on the turns of one hand, by the number of players."""


def most_rounds(seats: int) -> int:
    """Give the proven bound on the rounds of one hand."""
    return 8 * seats + 1


def the_hand_goes_on(before: State, move: Move, state: State) -> None:
    """No hand grows, a round only climbs, and everything stays within its bounds."""
    hands = zip(state.hands, before.hands, strict=True)
    assert all(now.bit_count() <= was.bit_count() for now, was in hands), "a hand grew"
    assert len(state.history) <= MOST_TURNS[state.match.seats], "too many turns"
    assert state.round_no <= most_rounds(state.match.seats), "too many rounds"
    if not isinstance(move, Pass):
        assert VALUE[state.table] > VALUE.get(before.table, 0), "a round went down"


def the_hand_is_over(state: State) -> None:
    """One seat went out, and all others pay for at least one card and at most nine."""
    points = state.results[-1].points
    assert points.count(0) == 1
    assert points[state.results[-1].winner] == 0
    assert max(points) <= 9, "a hand of more than nine cards"


def every_card_is_in_one_place(state: State) -> None:
    """Hands, table, discard and undealt cards make up the deck and share no card."""
    places = (*state.hands, state.table, state.discard, state.undealt)
    assert sum(places) == state.match.deck, "a card is gone or double"
    assert sum(map(int.bit_count, places)) == state.match.deck.bit_count()


def as_laid(move: Move) -> Laid:
    """Give a move in the oracle's words."""
    if isinstance(move, Pass):
        return PASSED
    return Laid(frozenset(map(str, move.cards)), str(move.take) if move.take else None)


def the_oracle_agrees(state: State) -> None:
    """The list of moves is what the sentences of the rules allow."""
    if state.turn is not None:
        hand = frozenset(map(str, Cards(state.hands[state.turn])))
        table = frozenset(map(str, Cards(state.table)))
        listed = set(map(as_laid, legal_moves(state, state.turn)))
        assert listed == oracle.moves(hand, table), "the oracle disagrees"
