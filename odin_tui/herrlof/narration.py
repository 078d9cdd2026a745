"""What happens in a match of Herrlof, told in sentences; whoever sees the view is called you."""

from collections.abc import Iterator

from odin_engine.game import Seat
from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Draw, Play, Predict, Return, Steal
from odin_engine.herrlof.state import HiddenMove, RoundResult, Trick, Turn
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import points_word
from odin_tui.herrlof.story import ends_at, takes_trick
from odin_tui.narrator import Narrator, Reader


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    """Tell everything that happened between two views of one match; from the deal if None.

    Of what lies further back than the last trick, only the results of rounds can still be told.
    """
    teller = HerrlofNarrator(reader.names, reader.seat)
    rounds = len(before.results) if before else 0
    turns = before.turns_dropped + len(before.history) if before else 0
    told = [] if before else [teller.deal(after)] if not after.results else []
    told += teller.turns(after, turns, rounds)
    if after.outcome is not None and (before is None or before.outcome is None):
        told += teller.match_over(after.outcome, "herrlof")
    return told


class HerrlofNarrator(Narrator):
    """Says who did what in Herrlof, as far as it can still be known."""

    def deal(self, view: View) -> str:
        """Tell how a round begins."""
        leads = self.does(view.leader, "will lead", "will lead")
        return f"Round {view.round_no}. {self._turned_up(view.trump_card)} {leads}."

    @staticmethod
    def _turned_up(card: Card) -> str:
        if card.colour is None:
            return f"{card} is turned up: there is no trump."
        return f"{card} is turned up: {card.colour.name.lower()} is trump."

    def turns(self, view: View, told: int, rounds: int) -> Iterator[str]:
        """Tell the turns that have not been told, and what came of them."""
        end, laid = ends_at(view), 0
        for number, turn in enumerate(view.history, view.turns_dropped + 1):
            in_last = number - view.turns_dropped <= end
            if isinstance(turn.move, Play) and number - view.turns_dropped == end + 1:
                laid = 0
            leads = isinstance(turn.move, Play) and laid % view.seats == 0
            laid += isinstance(turn.move, Play)
            if number <= told:
                continue
            yield self._turn(turn, view.last_trick, leads=leads)
            yield from self._new_trump(view, number - view.turns_dropped, in_last=in_last)
            if number - view.turns_dropped == end and view.last_trick is not None:
                yield self._trick_over(view, view.last_trick)
            if self._round_ends(view, number - view.turns_dropped):
                yield from self._rounds(view, rounds)
                rounds = len(view.results)
        if rounds < len(view.results):
            yield from self._rounds(view, rounds)

    @staticmethod
    def _round_ends(view: View, number: int) -> bool:
        """Tell whether a round ended with this turn of the history: predictions come after it."""
        if view.last_trick is None or view.last_trick.round_no > len(view.results):
            return False
        after = [
            place
            for place, turn in enumerate(view.history)
            if isinstance(turn.move, Predict) or turn.move == HiddenMove.PREDICTED
        ]
        return number == (after[0] if after else len(view.history))

    def _rounds(self, view: View, rounds: int) -> Iterator[str]:
        for number, result in enumerate(view.results[rounds:], rounds + 1):
            yield from self.round_over(result, number)
        if view.outcome is None:
            yield self.deal(view)

    def _turn(  # noqa: PLR0911 - one for each kind of move
        self, turn: Turn, last: Trick | None, *, leads: bool
    ) -> str:
        seat = turn.seat
        match turn.move:
            case Predict(tricks):
                return f"{self.does(seat, 'predicts')} {tricks}."
            case HiddenMove.PREDICTED:
                return f"{self.does(seat, 'has predicted')}."
            case Play(card):
                return f"{self.does(seat, 'leads' if leads else 'plays')} {card}."
            case Draw():
                drawn = "a card" if turn.card is None else str(turn.card)
                return f"{self.does(seat, 'draws')} {drawn} from the deck."
            case Bury() | HiddenMove.BURIED:
                return f"{self.does(seat, 'buries', 'bury')} {_which(turn)} under the deck."
            case Steal(victim) if takes_trick(last):
                return f"{self.does(seat, 'takes')} a trick from {self.name(victim)}."
            case Steal(victim):
                taken = "a card" if turn.card is None else str(turn.card)
                return f"{self.does(seat, 'takes')} {taken} from {self.name(victim)}."
            case Return() | HiddenMove.RETURNED:
                return f"{self.does(seat, 'gives')} {_which(turn)} back."
        return f"{self.does(seat, 'lets it be', 'let it be')}."

    def _new_trump(self, view: View, number: int, *, in_last: bool) -> Iterator[str]:
        """Tell that a second Valknut has turned up a new trump."""
        start = 0 if in_last else ends_at(view)
        cards = [t.move.card for t in view.history[start:number] if isinstance(t.move, Play)]
        if not cards or cards[-1] != VALKNUT or cards.count(VALKNUT) != 2:
            return
        if not isinstance(view.history[number - 1].move, Play):
            return
        last = view.last_trick
        gone = in_last and last is not None and last.round_no != view.round_no
        yield "A new trump is turned up." if gone else self._turned_up(view.trump_card)

    def _trick_over(self, view: View, trick: Trick) -> str:
        if trick.winner is None:
            return f"The trick is destroyed; {self.leads(trick.leader)} again."
        won = f"{self.does(trick.winner, 'wins')} the trick"
        next_leader = view.leader if trick.round_no == view.round_no else None
        other = next_leader not in (None, trick.winner) and not view.trick
        return f"{won}; {self.leads(Seat(next_leader or 0))} next." if other else f"{won}."

    def round_over(self, result: RoundResult, number: int) -> Iterator[str]:
        """Tell what everyone predicted, won and gets."""
        yield f"Round {number} is over."
        for seat, said in enumerate(result.predictions):
            won = result.tricks[seat]
            sums = [str(won)]
            sums += [f"{result.exact_bonus[seat]} as predicted"] * bool(result.exact_bonus[seat])
            sums += [f"{result.few_bonus[seat]} for 3 or 4"] * bool(result.few_bonus[seat])
            got = f"{' + '.join(sums)} = " if len(sums) > 1 else ""
            deed = f"{self.does(seat, 'predicted', 'predicted')} {said} and won {won}"
            yield f"{deed}: {got}{points_word(result.points[seat])}."


def _which(turn: Turn) -> str:
    return str(turn.move.card) if isinstance(turn.move, Bury | Return) else "a card"
