"""What a good player of Odin knows: a move at once, the moves worth a thought, what may come."""

from collections.abc import Iterator
from functools import partial
from math import exp, sqrt
from random import Random

from odin_engine.game import Seat
from odin_engine.odin.beliefs import Beliefs
from odin_engine.odin.cards import BIT
from odin_engine.odin.karl import OUT, Choice, Situation, book_for, situation
from odin_engine.odin.moves import PASS, Move, Pass, play_of
from odin_engine.odin.options import Options
from odin_engine.odin.playout import carry_on
from odin_engine.odin.sight import View

MOST_CANDIDATES = 12
DEPTH = 1
"""How often the seat that thinks chooses again before a trial ends in an estimate."""


def instinct(view: View, rng: Random) -> Move:  # noqa: ARG001 - Karl leaves nothing to chance
    """Play as Karl does, without search."""
    book = book_for(view.seats, view.deck.bits)
    return _move(book.choose(view.hand.bits, *_situation(view)))


def candidates(view: View) -> list[Move]:
    """Give the moves that Karl thinks best, the best first."""
    choices = book_for(view.seats, view.deck.bits).weigh(view.hand.bits, *_situation(view))
    choices.sort(key=lambda choice: -choice[2])
    # In a longer match going out can end it too soon, so that one has to be thought about.
    if choices[0][2] == OUT and view.options.target is None:
        return [_move(choices[0])]
    return [_move(choice) for choice in choices[:MOST_CANDIDATES]]


def worlds(view: View, rng: Random) -> Iterator["Guess"]:
    """Guess without end what the others hold, the believable more often."""
    return map(partial(Guess, view), Beliefs(view, rng).guesses())


def _seat(view: View) -> Seat:
    if view.turn is None or view.seat != view.turn:
        raise ValueError("only the seat to move can judge its moves")
    return view.turn


def _situation(view: View) -> Situation:
    return situation(view.counts, view.table.bits, view.owner, view.passes, _seat(view))


def _move(choice: Choice) -> Move:
    bits, take, _ = choice
    return play_of(bits, take) if bits else PASS


class Guess:
    """One guess at all hands, in which the seat to move can try its moves."""

    def __init__(self, view: View, hands: list[int]) -> None:
        self.view, self.hands, self.seat = view, hands, _seat(view)
        self.book = book_for(view.seats, view.deck.bits)

    def trial(self, move: Move, rng: Random) -> float:  # noqa: ARG002 - Karl plays it on
        """Play the move and some turns more, and give what the seat can then expect."""
        view, seat, hands = self.view, self.seat, self.hands.copy()
        seats = len(hands)
        table, owner, passes, turn = view.table.bits, int(view.owner), 0, (seat + 1) % seats
        chance = 1.0
        if isinstance(move, Pass):
            passes = view.passes + 1
            if passes == seats - 1:
                table, passes, turn = 0, 0, owner
        else:
            hands[seat] ^= move.cards.bits
            table, owner = move.cards.bits, seat
            if hands[seat] and move.take:
                hands[seat] |= BIT[move.take]
        if hands[seat]:
            chance = carry_on(self.book, hands, (table, owner, passes, turn), seat, DEPTH)
        if view.options.target is None:
            return chance
        return self._expect(chance, [hand.bit_count() for hand in hands])

    def _expect(self, chance: float, counts: list[int]) -> float:
        """Weigh the match after a hand won against the match after a hand lost, by its chance."""
        view, seat = self.view, self.seat
        mine, counts[seat] = counts[seat], 0
        worth = chance and chance * standing(view.options, _add(view.points, counts), seat)
        if chance < 1:
            counts[seat] = 10
            counts[counts.index(min(counts))] = 0
            counts[seat] = mine
            worth += (1 - chance) * standing(view.options, _add(view.points, counts), seat)
        return worth


def _add(points: tuple[int, ...], counts: list[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(points, counts, strict=True)))


def standing(options: Options, points: tuple[int, ...], seat: Seat) -> float:
    """Estimate a seat's share of the victory from the points after a hand."""
    least = min(points)
    if options.is_over(points):
        return (points[seat] == least) / points.count(least)
    # Each hand divides the players by some 3 points; the more hands to come, the less they count.
    hands_to_come = 1 + ((options.target or 0) - max(points)) / 4
    spread = 2.5 * sqrt(hands_to_come)
    shares = [exp((least - own) / spread) for own in points]
    return shares[seat] / sum(shares)
