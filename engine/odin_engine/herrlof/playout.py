"""Playing a round on, fast: lists of integers, no objects, for search and nothing else."""

from random import Random

from odin_engine.game import Seat
from odin_engine.herrlof.card_play import COLOURED, H, V, follow, lead, part_with
from odin_engine.herrlof.prediction import FINE, WORTHS, Wishes, step_of, wishes, worth


class Table:
    """A round somewhere in its middle.

    A card is the index of its bit, the trump the shift of its row or -1, the top of the deck the
    last of its list. `later` counts the tricks to come after the one being played.
    """

    __slots__ = (
        "bonus", "deck", "hands", "later", "leader", "said", "seats", "trick", "tricks", "trump",
        "wishes", "worths",
    )  # fmt: skip

    def __init__(self, hands: list[int], deck: list[int], trump: int, *, bonus: bool) -> None:
        self.seats, self.bonus = len(hands), bonus
        self.hands, self.deck = hands, deck
        self.turn_up(trump)
        self.tricks = [0] * self.seats
        self.trick: list[int] = []
        self.leader = self.later = 0
        self.said: list[int] = []
        self.wishes: list[Wishes] = []

    def predict(self, said: list[int]) -> None:
        """Let every seat play for its prediction."""
        self.said = said
        self.wishes = [wishes(tricks, self.seats, bonus=self.bonus) for tricks in said]

    def turn_up(self, trump: int) -> None:
        """Let this be the trump from now on."""
        self.trump, self.worths = trump, WORTHS[self.seats][trump]

    def copy(self) -> "Table":
        """Set the same table a second time."""
        twin = Table(self.hands.copy(), self.deck.copy(), self.trump, bonus=self.bonus)
        twin.tricks, twin.trick = self.tricks.copy(), self.trick.copy()
        twin.leader, twin.later = self.leader, self.later
        twin.said, twin.wishes = self.said, self.wishes
        return twin

    def finish(self, rng: Random) -> list[int]:
        """Play to the end of the round by everyone's habits and give the tricks of each seat."""
        seats, hands, trick = self.seats, self.hands, self.trick
        while True:
            if len(trick) == seats:
                self.end_trick(rng)
            if not trick and not hands[self.leader]:
                return self.tricks
            seat = (self.leader + len(trick)) % seats
            self.lay(seat, self.choose(seat))

    def wants(self, seat: int) -> bool:
        """Tell whether a seat would have one trick more."""
        later = self.later
        step = int(worth(self.hands[seat], self.worths) / (later + 1) * FINE)
        step = min(max(step, 0), FINE)
        return self.wishes[seat][step][later][self.tricks[seat]]

    def choose(self, seat: int) -> int:
        """Choose a card by habit."""
        hand, trick, trump = self.hands[seat], self.trick, self.trump
        wanted = self.wants(seat)
        if not trick:
            return lead(hand, trump, wanted=wanted)
        best = V if V in trick else best_so_far(trick, trump)
        led = trick[0]
        suit = led - led % 9 if led < V else -1
        last = len(trick) == self.seats - 1
        return follow(hand, suit, best, trump, wanted=wanted, last=last)

    def lay(self, seat: int, card: int) -> None:
        """Lay a card, and swap or turn up a trump where it says so."""
        self.hands[seat] -= 1 << card
        self.trick.append(card)
        if card == V:
            if self.trick.count(V) == 2:
                top = self.deck.pop()
                self.turn_up(top - top % 9 if top < V else -1)
        elif card % 9 == 2 and card < V and self.hands[seat]:
            self.swap(seat)

    def swap(self, seat: int) -> None:
        """Draw a card and bury one by habit."""
        self.hands[seat] += 1 << self.deck.pop()
        card = part_with(self.hands[seat], self.trump, wanted=self.wants(seat))
        self.bury(seat, card)

    def bury(self, seat: int, card: int) -> None:
        """Put a card under the deck."""
        self.hands[seat] -= 1 << card
        self.deck.insert(0, card)

    def end_trick(self, rng: Random) -> None:
        """Give the trick to its winner, use what its card offers, and pass on the lead."""
        seats, trick, leader = self.seats, self.trick, self.leader
        self.later -= 1
        if V in trick:
            trick.clear()
            return
        best = best_so_far(trick, self.trump)
        place = trick.index(best) if best >= 0 else 0
        winner = (leader + place) % seats
        self.tricks[winner] += 1
        number = best % 9 if best >= 0 else -1
        self.leader = (winner + 1) % seats if number == 8 else winner
        if H in trick:
            beaten = [at for at, card in enumerate(trick) if card == H and at != place]
            self.leader = (leader + beaten[-1]) % seats if beaten else self.leader
        trick.clear()
        if number == 0:
            victim = self.trick_to_steal(winner)
            if victim is not None:
                self.steal_trick(winner, victim)
        elif number == 5 and self.hands[winner]:
            self.steal_card(winner, self.richest(winner), rng)

    def richest(self, seat: int) -> Seat:
        """Give the other seat with the most tricks."""
        others = [Seat(who) for who in range(self.seats) if who != seat]
        return max(others, key=self.tricks.__getitem__)

    def trick_to_steal(self, seat: int) -> Seat | None:
        """Say from whom to steal a trick, if there is one to be had and it is wanted."""
        victim, count = self.richest(seat), self.later + 1
        step = step_of(worth(self.hands[seat], self.worths), count)
        wanted = self.wishes[seat][step][count][self.tricks[seat]]
        return victim if wanted and self.tricks[victim] else None

    def steal_trick(self, seat: int, victim: int) -> None:
        """Take a trick from another seat."""
        self.tricks[victim] -= 1
        self.tricks[seat] += 1

    def steal_card(self, seat: int, victim: int, rng: Random) -> None:
        """Take a card by lot from another seat and return one by habit."""
        theirs = indices(self.hands[victim])
        self.give(victim, seat, theirs[int(rng.random() * len(theirs))])
        self.give(seat, victim, part_with(self.hands[seat], self.trump, wanted=self.wants(seat)))

    def give(self, giver: int, taker: int, card: int) -> None:
        """Let a card go from hand to hand."""
        self.hands[giver] -= 1 << card
        self.hands[taker] += 1 << card


def best_so_far(trick: list[int], trump: int) -> int:
    """Give the card that wins so far, or -1 where there are only Hagalaz."""
    best = -1
    for card in trick:
        if card < V:
            colour = card - card % 9
            leading = best - best % 9
            if best < 0 or (card > best if colour == leading else colour == trump):
                best = card
    return best


def indices(hand: int) -> list[int]:
    """List the cards of a hand."""
    found = [V] * (hand >> V & 3) + [H] * (hand >> H)
    coloured = hand & COLOURED
    while coloured:
        low = coloured & -coloured
        found.append(low.bit_length() - 1)
        coloured ^= low
    return found
