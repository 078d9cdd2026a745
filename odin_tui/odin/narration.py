"""What happens in a match of Odin, told in sentences; whoever sees the view is called you."""

from collections.abc import Iterator, Sequence

from odin_engine.game import Seat
from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Pass, Play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.sight import View
from odin_engine.odin.state import HandResult, Turn


def tell(names: Sequence[str], before: View | None, after: View) -> list[str]:
    """Tell everything that happened between two views of one match; from the deal if None."""
    teller = Teller(names, after.seat)
    hands_told = len(before.results) if before else 0
    turns_told = len(before.history) if before else 0
    told = [] if before else [teller.deal(after, 1)]
    for number, result in enumerate(after.results[hands_told:], hands_told + 1):
        told += teller.turns(result.history, turns_told)
        told += teller.hand_over(result, number)
        turns_told = 0
        if number < after.hand_no:
            told.append(teller.deal(after, number + 1))
    if after.outcome is None:
        told += teller.turns(after.history, turns_told)
    elif before is None or before.outcome is None:
        told += teller.match_over(after)
    return told


class Teller:
    """Says who did what, with everyone's name except the listener's own."""

    def __init__(self, names: Sequence[str], listener: Seat | None = None) -> None:
        self._names, self._listener = names, listener

    def _does(self, seat: int, verb: str, yours: str = "") -> str:
        """Put a name before a verb: `Bo plays`, but `You play`."""
        if seat == self._listener:
            return f"You {yours or verb.removesuffix('s')}"
        return f"{self._names[seat]} {verb}"

    def _leads(self, seat: int) -> str:
        return "you lead" if seat == self._listener else f"{self._names[seat]} leads"

    def deal(self, view: View, number: int) -> str:
        """Tell who begins a hand."""
        starter = view.results[number - 1].starter if number <= len(view.results) else view.starter
        return f"Hand {number}. {self._does(starter, 'leads')}."

    def turns(self, history: Sequence[Turn], told: int = 0) -> Iterator[str]:
        """Tell the turns of a hand that have not been told."""
        table, passes = Cards(), 0
        for number, (seat, move) in enumerate(history):
            if isinstance(move, Pass):
                passes += 1
                sentence = f"{self._does(seat, 'passes', 'pass')}."
                if passes == len(self._names) - 1:
                    owner = next(turn.seat for turn in history[number::-1] if turn.move != move)
                    sentence += f" Round over: {self._leads(owner)}."
                    table, passes = Cards(), 0
            else:
                sentence = f"{self._play(seat, move, table)}."
                table, passes = move.cards, 0
            if number >= told:
                yield sentence

    def _play(self, seat: int, move: Play, table: Cards) -> str:
        worth = f" for {VALUE[move.cards.bits]}" if len(move.cards) > 1 else ""
        verb = "take" if seat == self._listener else "takes"
        taking = f" and {verb} {move.take}" if move.take else ""
        return f"{self._does(seat, 'plays' if table else 'leads')} {move.cards}{worth}{taking}"

    def hand_over(self, result: HandResult, number: int) -> Iterator[str]:
        """Tell who went out and what the others held."""
        yield f"{self._does(result.winner, 'is', 'are')} out. Hand {number} is over."
        for seat, cards in enumerate(result.left):
            if cards:
                yield f"{self._does(seat, 'holds')} {cards}: {points(len(cards))}."

    def match_over(self, view: View) -> Iterator[str]:
        """Tell the places of all and who has won."""
        outcome = view.outcome
        if outcome is None:
            return
        yield outcome.reason
        for place, seat in sorted((place, seat) for seat, place in enumerate(outcome.places)):
            name = "You" if seat == self._listener else self._names[seat]
            yield f"{place}. {name}, {points(outcome.points[seat])}."
        winners = outcome.winners
        if len(winners) == 1:
            yield f"{self._does(winners[0], 'wins')}."
        else:
            named = ["you" if seat == self._listener else self._names[seat] for seat in winners]
            shared = f"{', '.join(named[:-1])} and {named[-1]} share the win."
            yield shared[0].upper() + shared[1:]


def points(number: int) -> str:
    """Count points in words."""
    return f"{number} point" if number == 1 else f"{number} points"
