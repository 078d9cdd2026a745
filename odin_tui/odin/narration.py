"""What happens in a match of Odin, told in sentences."""

from collections.abc import Iterator, Sequence

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.sight import View
from odin_engine.odin.state import HandResult, Turn


def tell(names: Sequence[str], before: View | None, after: View) -> list[str]:
    """Tell everything that happened between two views of one match; from the deal if None."""
    hands_told = len(before.results) if before else 0
    turns_told = len(before.history) if before else 0
    told = [] if before else list(_deal(names, after, 1))
    for number, result in enumerate(after.results[hands_told:], hands_told + 1):
        told += _turns(names, result.history, turns_told)
        told += _hand_over(names, result, number)
        turns_told = 0
        if number < after.hand_no:
            told += _deal(names, after, number + 1)
    if after.outcome is None:
        told += _turns(names, after.history, turns_told)
    elif before is None or before.outcome is None:
        told += _match_over(names, after)
    return told


def _deal(names: Sequence[str], view: View, number: int) -> Iterator[str]:
    starter = view.results[number - 1].starter if number <= len(view.results) else view.starter
    yield f"Hand {number}. {names[starter]} leads."


def _turns(names: Sequence[str], history: Sequence[Turn], told: int) -> Iterator[str]:
    table, passes = Cards(), 0
    for number, (seat, move) in enumerate(history):
        name = names[seat]
        if isinstance(move, Pass):
            passes += 1
            sentence = f"{name} passes."
            if passes == len(names) - 1:
                owner = next(turn.seat for turn in history[number::-1] if turn.move != move)
                sentence += f" Round over: {names[owner]} leads."
                table, passes = Cards(), 0
        else:
            verb = "plays" if table else "leads"
            sentence = f"{name} {verb} {move.cards}"
            sentence += f" for {VALUE[move.cards.bits]}" if len(move.cards) > 1 else ""
            sentence += f" and takes {move.take}." if move.take else "."
            table, passes = move.cards, 0
        if number >= told:
            yield sentence


def _hand_over(names: Sequence[str], result: HandResult, number: int) -> Iterator[str]:
    yield f"{names[result.winner]} is out. Hand {number} is over."
    for name, cards in zip(names, result.left, strict=True):
        if cards:
            yield f"{name} holds {cards}: {_points(len(cards))}."


def _match_over(names: Sequence[str], view: View) -> Iterator[str]:
    outcome = view.outcome
    if outcome is None:
        return
    yield outcome.reason
    for place, seat in sorted((place, seat) for seat, place in enumerate(outcome.places)):
        yield f"{place}. {names[seat]}, {_points(outcome.points[seat])}."
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        yield f"{winners[0]} wins."
    else:
        yield f"{', '.join(winners[:-1])} and {winners[-1]} share the win."


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"
