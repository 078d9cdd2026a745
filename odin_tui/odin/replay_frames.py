"""A recorded match of Odin as pictures to step through, the end of every hand among them."""

from collections.abc import Sequence
from dataclasses import dataclass

from odin_engine.game import Seat
from odin_engine.odin.cards import Card, Cards
from odin_engine.odin.moves import Pass
from odin_engine.odin.state import State, Turn
from odin_engine.odin.view import view
from odin_tui.narrator import Reader
from odin_tui.odin.narration import tell


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all hands open."""

    moves: int
    """How many moves of the match have been made."""
    hand_no: int
    round_no: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    hands: tuple[Cards, ...]
    table: Cards
    owner: Seat
    turn: Seat | None
    """Who is to move; None at the end of a hand."""
    history: tuple[Turn, ...]
    """What has happened in this hand."""
    told: tuple[str, ...]
    """What has happened since the frame before, in sentences."""

    @property
    def taken(self) -> Card | None:
        """The card that the last move took into a hand."""
        last = self.history[-1].move if self.history else None
        return None if last is None or isinstance(last, Pass) else last.take


def frames(reader: Reader, states: Sequence[State]) -> list[ReplayFrame]:
    """Give a frame for every state, and one more for the end of every hand before the last."""
    made = []
    before, names = None, reader.names
    for number, state in enumerate(states):
        seen = view(state, None)
        told = tell(before, seen, reader)
        if before is not None and seen.outcome is None and seen.hand_no > before.hand_no:
            made.append(_hand_over(names, state, number, told[:-1]))
            told = told[-1:]
        made.append(_frame(names, state, number, told))
        before = seen
    return made


def _frame(names: Sequence[str], state: State, number: int, told: Sequence[str]) -> ReplayFrame:
    return ReplayFrame(
        moves=number,
        hand_no=len(state.results) + (state.turn is not None),
        round_no=state.round_no,
        names=tuple(names),
        points=state.points,
        hands=tuple(map(Cards, state.hands)),
        table=Cards(state.table),
        owner=state.owner,
        turn=state.turn,
        history=state.history,
        told=tuple(told),
    )


def _hand_over(names: Sequence[str], state: State, number: int, told: Sequence[str]) -> ReplayFrame:
    """Show the hand that has just ended, which the state after it has dealt over already."""
    result = state.results[-1]
    last = result.history[-1].move
    return ReplayFrame(
        moves=number,
        hand_no=len(state.results),
        round_no=0,
        names=tuple(names),
        points=state.points,
        hands=result.left,
        table=Cards() if isinstance(last, Pass) else last.cards,
        owner=result.winner,
        turn=None,
        history=result.history,
        told=tuple(told),
    )
