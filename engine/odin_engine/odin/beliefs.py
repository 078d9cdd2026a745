"""What others may hold, judged by what they did: they are taken for players with Karl's habits.

Hands that fit the view are walked through by swapping two unseen cards at a time. A swap is made
or left as it makes what was played, taken and passed on more or less likely (the rule of
Metropolis), so that in the long run every hand is met as often as it is believable.
"""

from collections.abc import Iterator
from math import exp, log
from random import Random

from odin_engine.odin.cards import DECK, each_bit
from odin_engine.odin.heuristics import Book, Situation, book_for, situation
from odin_engine.odin.moves import parts
from odin_engine.odin.rules import HAND_SIZE
from odin_engine.odin.view import View

CARE = 0.05
"""How much worse a move must look to Karl, as a logit, to be unlikely of him."""

STRAY = 0.002
"""How likely any move is of others, however bad it looks: they are not Karl."""

ENOUGH = 10 * CARE
"""Beyond so much regret it makes no difference how much more: the move was a stray."""

FIRST_SWAPS = 200
SWAPS = 8
"""Swaps tried before the first guess, and between one guess and the next."""

SOON, LATER_SWAPS = 128, 24
"""Who thinks for longer than so many guesses has seen the like: then they lie further apart."""

UNDEALT = -1


class Clue:
    """Something another seat did, and how likely that is for each hand it may have now."""

    def __init__(self, book: Book, seen: Situation, bits: int, take: int) -> None:
        self.book, self.seen, self.bits, self.take = book, seen, bits, take
        self.keep, self.add = DECK, 0
        self.known: dict[int, float] = {}

    def weight(self, now: int) -> float:
        """Give the logarithm of the likelihood that a seat which holds `now` did this then."""
        hand = now & self.keep | self.add
        found = self.known.get(hand)
        if found is None:
            regret = self.book.regret(hand, self.seen, self.bits, self.take, ENOUGH)
            found = self.known[hand] = log(STRAY + exp(-regret / CARE))
        return found


def clues(view: View, book: Book) -> list[list[Clue]]:
    """Gather for each seat what it did in this hand, the latest first."""
    told: list[list[Clue]] = [[] for _ in view.counts]
    counts = [HAND_SIZE] * view.seats
    table = passes = 0
    owner: int = view.starter
    for seat, move in view.history:
        seen = situation(counts, table, owner, passes, seat)
        bits, take = parts(move)
        told[seat].append(Clue(book, seen, bits, take))
        if bits:
            counts[seat] += (take > 0) - bits.bit_count()
            table, owner, passes = bits, seat, 0
        else:
            passes += 1
            if passes == view.seats - 1:
                table = passes = 0
    for gathered in told:
        gathered.reverse()
        keep, add = DECK, 0
        for clue in gathered:
            keep &= ~clue.take
            add = add & ~clue.take | clue.bits
            clue.keep, clue.add = keep, add
    return told


class Beliefs:
    """One guess at all hands that changes card by card, and remembers what speaks for it."""

    def __init__(self, view: View, rng: Random) -> None:
        self.rng = rng
        self.cards = each_bit(view.unseen.bits)
        rng.shuffle(self.cards)
        self.hands = [cards.bits for cards in view.known]
        self.places: list[int] = []
        for seat, holds in enumerate(view.counts):
            if seat == view.seat:
                self.hands[seat] = view.hand.bits
                continue
            missing = holds - self.hands[seat].bit_count()
            start = len(self.places)
            self.hands[seat] |= sum(self.cards[start : start + missing])
            self.places += [seat] * missing
        self.held = len(self.places)
        self.places += [UNDEALT] * (len(self.cards) - self.held)
        self.clues = clues(view, book_for(view.seats, view.deck.bits))
        self.weights = [
            0.0 if seat == view.seat else sum(clue.weight(hand) for clue in self.clues[seat])
            for seat, hand in enumerate(self.hands)
        ]

    def guesses(self) -> Iterator[list[int]]:
        """Give guess after guess at all hands, without end."""
        if not self.held:
            while True:
                yield self.hands.copy()
        for _ in range(FIRST_SWAPS):
            self.swap()
        made = 0
        while True:
            for _ in range(SWAPS if made < SOON else LATER_SWAPS):
                self.swap()
            yield self.hands.copy()
            made += 1

    def swap(self) -> None:
        """Try to let a card that another seat may hold change places with any unseen one."""
        chance = self.rng.random
        i, j = int(chance() * self.held), int(chance() * len(self.cards))
        one, other = self.places[i], self.places[j]
        if one == other:
            return
        both = self.cards[i] | self.cards[j]
        least = self.weights[one] + log(1 - chance())
        if other == UNDEALT:
            hand = self.hands[one] ^ both
            weight = self._weight(one, hand, least)
            if weight >= least:
                self.hands[one], self.weights[one] = hand, weight
                self.cards[i], self.cards[j] = self.cards[j], self.cards[i]
            return
        least += self.weights[other]
        hand, its_hand = self.hands[one] ^ both, self.hands[other] ^ both
        weight = self._weight(one, hand, least)
        if weight < least:
            return
        its_weight = self._weight(other, its_hand, least - weight)
        if weight + its_weight >= least:
            self.hands[one], self.weights[one] = hand, weight
            self.hands[other], self.weights[other] = its_hand, its_weight
            self.cards[i], self.cards[j] = self.cards[j], self.cards[i]

    def _weight(self, seat: int, hand: int, least: float) -> float:
        """Add up what speaks for a hand; stop early, with any smaller sum, once it falls short."""
        weight = 0.0
        told = self.clues[seat]
        for index, clue in enumerate(told):
            weight += clue.weight(hand)
            if weight < least:
                # What has just ruled out one hand rules out others: ask it first next time.
                if index:
                    told[index - 1], told[index] = clue, told[index - 1]
                break
        return weight
