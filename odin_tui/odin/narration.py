"""What happens in a match of Odin, told in sentences; whoever sees the view is called you."""

from collections.abc import Iterator, Sequence

from odin_engine.odin.cards import Cards
from odin_engine.odin.moves import Pass, Play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Turn
from odin_engine.odin.view import View
from odin_tui.drawing.names import points_word
from odin_tui.narrator import Narrator, Reader


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Tell everything that happened between two views of one match; from the deal if None."""
    teller = OdinNarrator(reader.names, reader.seat)
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
        told += teller.match_over(after.outcome, "odin")
    return told


class OdinNarrator(Narrator):
    """Says who did what in Odin."""

    def deal(self, view: View, number: int) -> str:
        """Tell who begins a hand."""
        starter = view.results[number - 1].starter if number <= len(view.results) else view.starter
        return f"Hand {number}. {self.does(starter, 'leads')}."

    def turns(self, history: Sequence[Turn], told: int = 0) -> Iterator[str]:
        """Tell the turns of a hand that have not been told."""
        table, passes = Cards(), 0
        for number, (seat, move) in enumerate(history):
            if isinstance(move, Pass):
                passes += 1
                sentence = f"{self.does(seat, 'passes', 'pass')}."
                if passes == len(self._names) - 1:
                    owner = next(turn.seat for turn in history[number::-1] if turn.move != move)
                    sentence += f" Round over: {self.leads(owner)}."
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
        return f"{self.does(seat, 'plays' if table else 'leads')} {move.cards}{worth}{taking}"

    def hand_over(self, result: HandResult, number: int) -> Iterator[str]:
        """Tell who went out and what the others held."""
        yield f"{self.does(result.winner, 'is', 'are')} out. Hand {number} is over."
        for seat, cards in enumerate(result.left):
            if cards:
                yield f"{self.does(seat, 'holds')} {cards}: {points_word(len(cards))}."
