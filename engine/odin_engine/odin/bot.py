"""What a good player of Odin knows: a move at once, the moves worth a thought, what may come."""

from collections.abc import Iterator
from functools import partial
from math import exp, sqrt
from random import Random

from odin_engine.game import Seat
from odin_engine.odin.beliefs import Beliefs
from odin_engine.odin.heuristics import OUT, Choice, Situation, book_for, chance_of, situation
from odin_engine.odin.moves import PASS, Move, parts, play_of
from odin_engine.odin.network_search import Standpoint, foresee
from odin_engine.odin.options import Options
from odin_engine.odin.playout import carry_on
from odin_engine.odin.view import View

MOST_CANDIDATES = 12
NEAR = 0.06
"""How much less chance a move may give by Konung's wisdom and still be thought about."""

DEPTH = 1
"""How often the seat that thinks chooses again before a trial ends in an estimate."""


def instinct(view: View, rng: Random) -> Move:  # noqa: ARG001 - Karl leaves nothing to chance
    """Play as Karl does, without search."""
    book = book_for(view.seats, view.deck.bits)
    return _move(book.choose(view.hand.bits, *_situation(view)))


def candidates(view: View, *, wise: bool = False) -> list[Move]:
    """Give the moves that Karl thinks best, or those that come near the best to the wise."""
    if wise:
        choices = Standpoint(view, _seat(view)).weigh()
    else:
        choices = book_for(view.seats, view.deck.bits).weigh(view.hand.bits, *_situation(view))
    choices.sort(key=lambda choice: -choice[2])
    best = choices[0][2]
    if best == OUT:
        # In a longer match going out can end it too soon, so that one has to be thought about.
        choices = choices[: 1 if view.options.target is None else MOST_CANDIDATES]
    elif wise:
        choices = [choice for choice in choices if chance_of(choice[2]) > chance_of(best) - NEAR]
    return [_move(choice) for choice in choices[:MOST_CANDIDATES]]


def worlds(view: View, rng: Random, *, wise: bool = False) -> Iterator["Guess"]:
    """Guess without end what the others hold, the believable more often."""
    guesses = Beliefs(view, rng).guesses()
    if wise:
        return map(partial(WiseGuess, view, Standpoint(view, _seat(view))), guesses)
    return map(partial(Guess, view), guesses)


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

    price = 1

    def __init__(self, view: View, hands: list[int]) -> None:
        self.view, self.hands, self.seat = view, hands, _seat(view)
        self.book = book_for(view.seats, view.deck.bits)

    def trial(self, move: Move, rng: Random) -> float:  # noqa: ARG002 - Karl plays it on
        """Play the move and some turns more, and give what the seat can then expect."""
        hands = self.hands.copy()
        chance = self.chance(move, hands)
        if self.view.options.target is None:
            return chance
        return self._expect(chance, [hand.bit_count() for hand in hands])

    def chance(self, move: Move, hands: list[int]) -> float:
        """Give the chance to go out first after a move; `hands` is played with."""
        view, seat, seats = self.view, self.seat, len(hands)
        table, owner, passes, turn = view.table.bits, int(view.owner), 0, (seat + 1) % seats
        bits, take = parts(move)
        hands[seat] = hands[seat] ^ bits | take
        if bits:
            table, owner = bits, seat
        else:
            passes = view.passes + 1
            if passes == seats - 1:
                table, passes, turn = 0, 0, owner
        if not hands[seat]:
            return 1.0
        return carry_on(self.book, hands, (table, owner, passes, turn), seat, DEPTH)

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


class WiseGuess(Guess):
    """A guess in which Konung's wisdom tells what comes of a move, once others have replied."""

    price = 3
    """As measured with two players; with more it is less."""

    def __init__(self, view: View, point: Standpoint, hands: list[int]) -> None:
        super().__init__(view, hands)
        self.point = point

    def chance(self, move: Move, hands: list[int]) -> float:
        """Give the chance to go out first after a move; `hands` is played with."""
        return foresee(self.book, self.point.copy(), hands, *parts(move))


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
