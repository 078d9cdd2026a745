"""Sampling the hands of others, weighted by how well they explain what the others did.

Others are modelled as players who follow the heuristics, with some noise. Hands that fit the view
are sampled by the Metropolis algorithm: two unseen cards are swapped at a time, and a swap is kept
or undone by how likely it makes what was played, taken and passed on. In the long run every hand
is met as often as it is probable.
"""

from collections.abc import Iterator
from math import exp, log
from random import Random

from odin_engine.odin.cards import DECK, each_bit
from odin_engine.odin.heuristics import Heuristics, Situation, heuristics_for, situation
from odin_engine.odin.moves import move_bits
from odin_engine.odin.rules import HAND_SIZE
from odin_engine.odin.view import View

TEMPERATURE = 0.05
"""How much lower a move may score, as a logit, before it becomes unlikely."""

RANDOM_MOVE_LIKELIHOOD = 0.002
"""The likelihood of any move, however low it scores: people do not follow the heuristics."""

MAX_REGRET = 10 * TEMPERATURE
"""A higher regret leaves only the likelihood of a random move, so it is not computed."""

BURN_IN_SWAPS = 200
SWAPS_PER_SAMPLE = 8
"""Swaps tried before the first sample, and between one sample and the next."""

EARLY_SAMPLES, LATE_SWAPS_PER_SAMPLE = 128, 24
"""After so many samples, swap more cards between two of them, to decorrelate them."""

UNDEALT = -1


class Evidence:
    """A move of another seat, with a cache of its likelihood by the hand the seat holds now.

    `keep` and `add` turn the hand the seat holds now into the hand it held before the move.
    """

    def __init__(self, heuristics: Heuristics, seen: Situation, bits: int, take: int) -> None:
        self.heuristics, self.seen, self.bits, self.take = heuristics, seen, bits, take
        self.keep, self.add = DECK, 0
        self.known: dict[int, float] = {}

    def log_likelihood(self, now: int) -> float:
        """Return the log likelihood of the move if the seat holds `now` at present."""
        hand = now & self.keep | self.add
        found = self.known.get(hand)
        if found is None:
            regret = self.heuristics.regret(hand, self.seen, self.bits, self.take, MAX_REGRET)
            found = self.known[hand] = log(RANDOM_MOVE_LIKELIHOOD + exp(-regret / TEMPERATURE))
        return found


def gather_evidence(view: View, heuristics: Heuristics) -> list[list[Evidence]]:
    """Return for each seat its moves in this hand, the latest first."""
    by_seat: list[list[Evidence]] = [[] for _ in view.counts]
    counts = [HAND_SIZE] * view.seats
    table = passes = 0
    owner: int = view.starter
    for seat, move in view.history:
        seen = situation(counts, table, owner, passes, seat)
        bits, take = move_bits(move)
        by_seat[seat].append(Evidence(heuristics, seen, bits, take))
        if bits:
            counts[seat] += (take > 0) - bits.bit_count()
            table, owner, passes = bits, seat, 0
        else:
            passes += 1
            if passes == view.seats - 1:
                table = passes = 0
    for moves in by_seat:
        moves.reverse()
        keep, add = DECK, 0
        for evidence in moves:
            keep &= ~evidence.take
            add = add & ~evidence.take | evidence.bits
            evidence.keep, evidence.add = keep, add
    return by_seat


class HandSampler:
    """A Markov chain over the hands of all seats."""

    def __init__(self, view: View, rng: Random) -> None:
        self.rng = rng
        self.cards = each_bit(view.unseen.bits)
        rng.shuffle(self.cards)
        self.hands = [cards.bits for cards in view.known]
        self.holders: list[int] = []
        for seat, holds in enumerate(view.counts):
            if seat == view.seat:
                self.hands[seat] = view.hand.bits
                continue
            missing = holds - self.hands[seat].bit_count()
            start = len(self.holders)
            self.hands[seat] |= sum(self.cards[start : start + missing])
            self.holders += [seat] * missing
        self.held = len(self.holders)
        self.holders += [UNDEALT] * (len(self.cards) - self.held)
        self.evidence = gather_evidence(view, heuristics_for(view.seats, view.deck.bits))
        self.likelihoods = [
            0.0 if seat == view.seat else sum(each.log_likelihood(hand) for each in evidence)
            for seat, (hand, evidence) in enumerate(zip(self.hands, self.evidence, strict=True))
        ]

    def samples(self) -> Iterator[list[int]]:
        """Yield samples of all hands without end."""
        if not self.held:
            while True:
                yield self.hands.copy()
        for _ in range(BURN_IN_SWAPS):
            self.swap()
        made = 0
        while True:
            for _ in range(SWAPS_PER_SAMPLE if made < EARLY_SAMPLES else LATE_SWAPS_PER_SAMPLE):
                self.swap()
            yield self.hands.copy()
            made += 1

    def swap(self) -> None:
        """Propose to swap a card in another hand with any unseen card; accept or reject it."""
        chance = self.rng.random
        i, j = int(chance() * self.held), int(chance() * len(self.cards))
        one, other = self.holders[i], self.holders[j]
        if one == other:
            return
        both = self.cards[i] | self.cards[j]
        # Metropolis: accept if the ratio of likelihoods is at least a uniform random number.
        least = self.likelihoods[one] + log(1 - chance())
        if other == UNDEALT:
            hand = self.hands[one] ^ both
            likelihood = self._log_likelihood(one, hand, least)
            if likelihood >= least:
                self.hands[one], self.likelihoods[one] = hand, likelihood
                self.cards[i], self.cards[j] = self.cards[j], self.cards[i]
            return
        least += self.likelihoods[other]
        hand, its_hand = self.hands[one] ^ both, self.hands[other] ^ both
        likelihood = self._log_likelihood(one, hand, least)
        if likelihood < least:
            return
        its_likelihood = self._log_likelihood(other, its_hand, least - likelihood)
        if likelihood + its_likelihood >= least:
            self.hands[one], self.likelihoods[one] = hand, likelihood
            self.hands[other], self.likelihoods[other] = its_hand, its_likelihood
            self.cards[i], self.cards[j] = self.cards[j], self.cards[i]

    def _log_likelihood(self, seat: int, hand: int, least: float) -> float:
        """Return the log likelihood of a hand, or any value below `least` if it is below."""
        total = 0.0
        evidence = self.evidence[seat]
        for index, each in enumerate(evidence):
            total += each.log_likelihood(hand)
            if total < least:
                # What has just ruled out one hand rules out others: try it earlier next time.
                if index:
                    evidence[index - 1], evidence[index] = each, evidence[index - 1]
                break
        return total
