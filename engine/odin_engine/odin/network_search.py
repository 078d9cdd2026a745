"""What a seat can expect by Konung's wisdom: of each of its moves, and once others have replied."""

from collections.abc import Callable
from copy import copy

from odin_engine.game import Seat
from odin_engine.odin.cards import COLOUR_BITS, each_bit
from odin_engine.odin.heuristics import EACH, MOOD, OUT, Book, Choice, chance_of
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
    wisdom_for,
)
from odin_engine.odin.rules import HAND_SIZE
from odin_engine.odin.sets import VALUE, answers
from odin_engine.odin.view import View

SIZE_AND_TOP = {bits: (min(len(EACH[bits]), 3) - 1, int(str(VALUE[bits])[0])) for bits in VALUE}
"""What a pass on a set tells: on one card, two, or more, as 0, 1, 2; and its highest number."""


class Standpoint:
    """What the seat to move knows; it follows the moves that are made from there."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.seats, self.turn = seat, view.seats, int(seat)
        self.wisdom = wisdom_for(view.seats, view.deck.bits)
        self.shifts = [9 * i for i, c in enumerate(COLOUR_BITS.values()) if c & view.deck.bits]
        self.hand, self.unseen = view.hand.bits, view.unseen.bits
        self.table, self.owner, self.passes = view.table.bits, int(view.owner), view.passes
        self.counts = list(view.counts)
        self.known = [cards.bits for cards in view.known]
        self.passed_on: list[tuple[int, ...]] = [(0, 0, 0)] * view.seats
        laid = 0
        for who, move in view.history:
            if isinstance(move, Pass):
                self._pass_on(who, laid)
            else:
                laid = move.cards.bits

    def copy(self) -> "Standpoint":
        """Give one that goes its own way from here."""
        twin = copy(self)
        twin.counts, twin.known = self.counts.copy(), self.known.copy()
        twin.passed_on = self.passed_on.copy()
        return twin

    def follow(self, bits: int, take: int) -> None:
        """Let the seat whose turn it is lay a set and take a card, or pass: 0, 0."""
        turn = self.turn
        self.turn = turn + 1 if turn + 1 < self.seats else 0
        if not bits:
            self._pass_on(turn, self.table)
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

    def _pass_on(self, seat: int, table: int) -> None:
        """Remember the lowest sets a seat has passed on."""
        size, top = SIZE_AND_TOP[table]
        lowest = self.passed_on[seat]
        if not 0 < lowest[size] <= top:
            self.passed_on[seat] = (*lowest[:size], top, *lowest[size + 1 :])

    def weigh(self) -> list[Choice]:
        """Give every move of the seat, with the logit of going out first after it."""
        hand, table, facts = self.hand, self.table, self.wisdom.facts
        expect = self._outlook()
        choices: list[Choice] = []
        if table:
            choices.append((0, 0, expect(hand, *self._after_a_pass())))
            plays, takes = answers(hand, VALUE[table]), EACH[table]
        else:
            plays, takes = each_bit(hand), (0,)
            if hand in VALUE and len(plays) > 1:
                plays.append(hand)
        after = facts[OWNER] + facts[PASSES] + facts[TURN + 1]
        for bits in plays:
            if bits == hand:
                choices.append((bits, 0, OUT))
                continue
            left = hand ^ bits
            choices += [(bits, take, expect(left | take, bits, after)) for take in takes]
        return choices

    def _after_a_pass(self) -> tuple[int, int]:
        """Give what lies in the middle then, and what the network hears of it."""
        facts, owner = self.wisdom.facts, (self.owner - self.seat) % self.seats
        passes = self.passes + 1
        if passes == self.seats - 1:
            return 0, facts[OWNER + NOBODY] + facts[PASSES] + facts[TURN + owner]
        return self.table, facts[OWNER + owner] + facts[PASSES + passes] + facts[TURN + 1]

    def _outlook(self) -> Callable[[int, int, int], float]:
        """Prepare what all moves have in common, and give the logit of a hand and a middle."""
        wisdom, facts = self.wisdom, self.wisdom.facts
        others = [(self.seat + i) % self.seats for i in range(1, self.seats)]
        heard = wisdom.bias + facts[SEATS + self.seats]
        for step, who in enumerate(others):
            heard += facts[COUNTS + 10 + 10 * step + self.counts[who]]
            for size, top in enumerate(self.passed_on[who]):
                if top:
                    heard += facts[PASSED_ON + 27 * step + 9 * size + top - 1]
        beyond = 0
        for who in others[1:]:
            beyond |= self.known[who]
        elsewhere = [self.unseen, self.known[others[0]], beyond][: wisdom.places - UNSEEN]
        # Keys as `Said` has them, all but the own hand and the middle, which differ by move.
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
                said,
                sum((c & group).bit_count() << 3 * i for i, c in enumerate(elsewhere, UNSEEN)),
            )
            for group, said in wisdom.numbers
        ]
        colour_said = wisdom.colours

        def expect(hand: int, table: int, received: int) -> float:
            received += heard + facts[COUNTS + hand.bit_count()]
            for shift, rest in colours:
                received += colour_said[hand >> shift & 511 | (table >> shift & 511) << 9 | rest]
            for group, said, rest in numbers:
                received += said[
                    (hand & group).bit_count() | (table & group).bit_count() << 3 | rest
                ]
            return wisdom.logit(received)

        return expect


def foresee(book: Book, point: Standpoint, hands: list[int], bits: int, take: int) -> float:
    """Let the seat make a move and the others reply as Karl would; give its chance to go out first.

    Once it is its turn again, its wisdom tells. `point` and `hands` are played with.
    """
    seat, counts, moods = point.seat, point.counts, MOOD
    while True:
        turn = point.turn
        hands[turn] = hands[turn] ^ bits | take
        if not hands[turn]:
            return float(turn == seat)
        point.follow(bits, take)
        turn = point.turn
        if turn == seat:
            return chance_of(max(choice[2] for choice in point.weigh()))
        own, owners = counts[turn], counts[point.owner]
        counts[turn] = HAND_SIZE  # Nobody fears his own hand.
        fear = moods[min(counts)]
        counts[turn] = own
        closes = point.passes == point.seats - 2
        bits, take, _ = book.choose(hands[turn], point.table, fear, moods[owners], closes)
