"""A recorded match of Herrlof as pictures to step through, the end of every round among them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from odin_engine.game import Seat
from odin_engine.herrlof.cards import CARD_OF_BIT, Card, Cards
from odin_engine.herrlof.state import Stage, State
from odin_engine.herrlof.view import View, view
from odin_tui.drawing.names import points_word
from odin_tui.herrlof.narration import tell
from odin_tui.narrator import Reader


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment of a match, with all hands and predictions open."""

    moves: int
    """How many moves of the match have been made."""
    hand_no: int
    """The number of the round; a deal is called a hand in every game of the house."""
    names: tuple[str, ...]
    points: tuple[int, ...]
    hands: tuple[Cards, ...]
    predictions: tuple[int | None, ...]
    tricks: tuple[int, ...]
    destroyed: int
    trump: Card
    deck: int
    laid: tuple[tuple[Seat, Card], ...]
    """The trick, or the one before while nothing lies there."""
    winner: Seat | None
    over: bool
    """True if the trick is over."""
    turns: tuple[Seat, ...]
    """Who is to move; nobody at the end of a round."""
    told: tuple[str, ...]
    """What has happened since the frame before, in sentences."""


def frames(reader: Reader, states: Sequence[State]) -> list[ReplayFrame]:
    """Give a frame for every state, and two more for the end of every round."""
    made: list[ReplayFrame] = []
    before: View | None = None
    names = reader.names
    for number, state in enumerate(states):
        seen = _open(state)
        told = tell(before, seen, reader)
        if before is not None and len(seen.results) > len(before.results):
            played = told[: told.index(f"Round {len(seen.results)} is over.") + 1]
            made.append(_round_over(names, state, number, played))
            made.append(_round_over(names, state, number, _sums(names, state)))
            told = told[len(played) + len(names) :]
        made.append(_frame(names, state, seen, number, told))
        before = seen
    return made


def _sums(names: Sequence[str], state: State) -> list[str]:
    """Tell what everyone gets for a round, briefly."""
    result = state.results[-1]
    return [
        f"{name} predicted {said}, won {won}: {points_word(got)}."
        for name, said, won, got in zip(
            names, result.predictions, result.tricks, result.points, strict=True
        )
    ]


def _open(state: State) -> View:
    """Show a match to somebody who may see everything: it is over."""
    return replace(view(state, None), history=state.history, predictions=state.predictions)


def _frame(
    names: Sequence[str], state: State, seen: View, number: int, told: Sequence[str]
) -> ReplayFrame:
    last = state.last_trick
    fresh = last is not None and last.round_no == state.round_no
    resting = not state.trick and fresh and state.stage != Stage.PREDICT
    laid = last.laid if last is not None and resting else seen.laid
    return ReplayFrame(
        moves=number,
        hand_no=state.round_no,
        names=tuple(names),
        points=state.points,
        hands=tuple(map(Cards, state.hands)),
        predictions=state.predictions,
        tricks=state.tricks,
        destroyed=state.destroyed,
        trump=CARD_OF_BIT[state.trump_card],
        deck=len(state.deck),
        laid=laid,
        winner=last.winner if last is not None and resting else None,
        over=resting,
        turns=seen.to_move,
        told=tuple(told),
    )


def _round_over(
    names: Sequence[str], state: State, number: int, told: Sequence[str]
) -> ReplayFrame:
    """Show the round that has just ended, which the state after it has dealt over already."""
    result, last = state.results[-1], state.last_trick
    return ReplayFrame(
        moves=number,
        hand_no=len(state.results),
        names=tuple(names),
        points=state.points,
        hands=tuple(Cards() for _ in names),
        predictions=result.predictions,
        tricks=result.tricks,
        destroyed=result.destroyed,
        trump=CARD_OF_BIT[state.trump_card],
        deck=0,
        laid=() if last is None else last.laid,
        winner=None if last is None else last.winner,
        over=True,
        turns=(),
        told=tuple(told),
    )
