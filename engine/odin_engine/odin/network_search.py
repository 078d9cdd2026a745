"""Scoring moves by the network: at once, or after the others have replied."""

from collections.abc import Callable
from copy import copy

from odin_engine.game import Seat
from odin_engine.odin.cards import COLOUR_BITS, each_bit
from odin_engine.odin.heuristics import (
    GOING_OUT,
    SIZE_CLASS,
    Heuristics,
    ScoredMove,
    probability,
)
from odin_engine.odin.moves import Pass
from odin_engine.odin.network import (
    COUNTS,
    NOBODY,
    OWNER,
    PASSED_ON,
    PASSES,
    SEATS,
    TURN,
    UNSEEN,
    network_for,
)
from odin_engine.odin.rules import HAND_SIZE
from odin_engine.odin.sets import MEMBERS, VALUE, beating_sets
from odin_engine.odin.view import View

SIZE_AND_TOP = {
    bits: (min(len(cards), 3) - 1, (cards[-1].bit_length() - 1) % 9 + 1)
    for bits, cards in MEMBERS.items()
}
"""For a set passed on: its size class (one card, two, or more, as 0, 1, 2) and highest number."""


class InformationState:
    """What one seat knows, updated by the moves of all seats; the input of the network."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.seats, self.turn = seat, view.seats, int(seat)
        self.network = network_for(view.seats, view.deck.bits)
        self.shifts = [9 * i for i, c in enumerate(COLOUR_BITS.values()) if c & view.deck.bits]
        self.hand, self.unseen = view.hand.bits, view.unseen.bits
        self.table, self.owner, self.passes = view.table.bits, int(view.owner), view.passes
        self.counts = list(view.counts)
        self.known = [cards.bits for cards in view.known]
        self.passed_on: list[tuple[int, ...]] = [(0, 0, 0)] * view.seats
        table = 0
        for who, move in view.history:
            if isinstance(move, Pass):
                self._note_pass(who, table)
            else:
                table = move.cards.bits

    def copy(self) -> "InformationState":
        """Return an independent copy."""
        twin = copy(self)
        twin.counts, twin.known = self.counts.copy(), self.known.copy()
        twin.passed_on = self.passed_on.copy()
        return twin

    def apply(self, bits: int, take: int) -> None:
        """Let the seat to move play a set and take a card, or pass with 0, 0."""
        turn = self.turn
        self.turn = turn + 1 if turn + 1 < self.seats else 0
        if not bits:
            self._note_pass(turn, self.table)
            self.passes += 1
            if self.passes == self.seats - 1:
                self.table, self.passes, self.turn = 0, 0, self.owner
            return
        if turn == self.seat:
            self.hand = self.hand & ~bits | take
        else:
            self.unseen &= ~bits
            self.known[turn] = self.known[turn] & ~bits | take
        self.counts[turn] += (take > 0) - bits.bit_count()
        self.table, self.owner, self.passes = bits, turn, 0

    def _note_pass(self, seat: int, table: int) -> None:
        """Keep the lowest set of each size that a seat has passed on."""
        size, top = SIZE_AND_TOP[table]
        lowest = self.passed_on[seat]
        if not 0 < lowest[size] <= top:
            self.passed_on[seat] = (*lowest[:size], top, *lowest[size + 1 :])

    def score_moves(self) -> list[ScoredMove]:
        """Return every move of the seat with the logit of going out first after it."""
        hand, table, facts = self.hand, self.table, self.network.facts
        logit_after = self._make_evaluator()
        scored: list[ScoredMove] = []
        if table:
            scored.append((0, 0, logit_after(hand, *self._after_a_pass())))
            plays, takes = beating_sets(hand, VALUE[table]), MEMBERS[table]
        else:
            plays, takes = each_bit(hand), (0,)
            if hand in VALUE and len(plays) > 1:
                plays.append(hand)
        after = facts[OWNER] + facts[PASSES] + facts[TURN + 1]
        for bits in plays:
            if bits == hand:
                scored.append((bits, 0, GOING_OUT))
                continue
            left = hand ^ bits
            scored += [(bits, take, logit_after(left | take, bits, after)) for take in takes]
        return scored

    def _after_a_pass(self) -> tuple[int, int]:
        """Return the set in the middle after a pass, and its facts as input of the second layer."""
        facts, owner = self.network.facts, (self.owner - self.seat) % self.seats
        passes = self.passes + 1
        if passes == self.seats - 1:
            return 0, facts[OWNER + NOBODY] + facts[PASSES] + facts[TURN + owner]
        return self.table, facts[OWNER + owner] + facts[PASSES + passes] + facts[TURN + 1]

    def _make_evaluator(self) -> Callable[[int, int, int], float]:
        """Return a function from a hand, a middle and its facts to the logit of going out first.

        What all moves have in common is computed once, here.
        """
        network, facts = self.network, self.network.facts
        others = [(self.seat + i) % self.seats for i in range(1, self.seats)]
        common = network.bias + facts[SEATS + self.seats]
        for step, who in enumerate(others):
            common += facts[COUNTS + 10 + 10 * step + self.counts[who]]
            for size, top in enumerate(self.passed_on[who]):
                if top:
                    common += facts[PASSED_ON + 27 * step + 9 * size + top - 1]
        beyond = 0
        for who in others[1:]:
            beyond |= self.known[who]
        elsewhere = [self.unseen, self.known[others[0]], beyond][: network.places - UNSEEN]
        # Keys of `ContributionCache`, all but the own hand and the middle, which differ by move.
        colours = [
            (
                shift,
                sum((cards >> shift & 511) << 9 * i for i, cards in enumerate(elsewhere, UNSEEN)),
            )
            for shift in self.shifts
        ]
        numbers = [
            (
                group,
                cache,
                sum((c & group).bit_count() << 3 * i for i, c in enumerate(elsewhere, UNSEEN)),
            )
            for group, cache in network.numbers
        ]
        colour_cache = network.colours

        def logit_after(hand: int, table: int, received: int) -> float:
            received += common + facts[COUNTS + hand.bit_count()]
            for shift, rest in colours:
                received += colour_cache[hand >> shift & 511 | (table >> shift & 511) << 9 | rest]
            for group, cache, rest in numbers:
                received += cache[
                    (hand & group).bit_count() | (table & group).bit_count() << 3 | rest
                ]
            return network.logit(received)

        return logit_after


def evaluate_move(
    heuristics: Heuristics, info: InformationState, hands: list[int], bits: int, take: int
) -> float:
    """Return the probability of going out first with a move, by its network value one round later.

    The others reply by the heuristics with the given hands until it is the seat's turn again.
    `info` and `hands` are changed.
    """
    seat, counts, size_class = info.seat, info.counts, SIZE_CLASS
    while True:
        turn = info.turn
        hands[turn] = hands[turn] ^ bits | take
        if not hands[turn]:
            return float(turn == seat)
        info.apply(bits, take)
        turn = info.turn
        if turn == seat:
            return probability(max(choice[2] for choice in info.score_moves()))
        own, owners = counts[turn], counts[info.owner]
        counts[turn] = HAND_SIZE  # A player's own hand does not count.
        smallest = size_class[min(counts)]
        counts[turn] = own
        closes = info.passes == info.seats - 2
        bits, take, _ = heuristics.choose(
            hands[turn], info.table, smallest, size_class[owners], closes
        )
