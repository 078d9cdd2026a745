"""What a good player of Odin knows: which move to make at once, and what others may hold."""

from collections.abc import Iterator
from random import Random

from odin_engine.odin.cards import BIT, each_bit
from odin_engine.odin.moves import PASS, Move, Pass, play_of
from odin_engine.odin.playout import finish, karl
from odin_engine.odin.sight import View


def instinct(view: View, rng: Random) -> Move:  # noqa: ARG001 - Karl leaves nothing to chance
    """Play by good habits, without search."""
    bits, take = karl(view.hand.bits, view.table.bits)
    return play_of(bits, take) if bits else PASS


def candidates(view: View) -> list[Move]:
    """Give the moves worth thinking about."""
    return list(view.moves)


class Guess:
    """One guess at all hands, in which this seat can try its moves."""

    def __init__(self, view: View, hands: list[int]) -> None:
        assert view.seat is not None
        self.view, self.seat, self.hands = view, view.seat, hands

    def trial(self, move: Move, rng: Random) -> float:  # noqa: ARG002 - the playout has no chance
        """Play the move and the rest of the hand, and give what that is worth."""
        view, seat, hands = self.view, self.seat, self.hands.copy()
        seats = len(hands)
        after = (seat + 1) % seats
        if isinstance(move, Pass):
            passes = view.passes + 1
            if passes == seats - 1:
                winner = finish(hands, 0, view.owner, 0, view.owner)
            else:
                winner = finish(hands, view.table.bits, view.owner, passes, after)
        else:
            hands[seat] ^= move.cards.bits
            if not hands[seat]:
                return 1.0
            if move.take:
                hands[seat] |= BIT[move.take]
            winner = finish(hands, move.cards.bits, seat, 0, after)
        return 1.0 if winner == seat else 0.0


def worlds(view: View, rng: Random) -> Iterator[Guess]:
    """Guess without end what the others hold."""
    unseen = each_bit(view.unseen.bits)
    while True:
        rng.shuffle(unseen)
        start, hands = 0, []
        for seat, count in enumerate(view.counts):
            known = view.hand.bits if seat == view.seat else view.known[seat].bits
            missing = count - known.bit_count()
            hands.append(known | sum(unseen[start : start + missing]))
            start += missing
        yield Guess(view, hands)
