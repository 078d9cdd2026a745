"""Fast playouts of a round for the search: bit sets and lists instead of states and moves."""

from random import Random

from odin_engine.game import Seat
from odin_engine.herrlof.card_play import COLOURED, H, V, choose_discard, choose_follow, choose_lead
from odin_engine.herrlof.prediction import (
    TRICK_TABLES,
    VALUE_STEPS,
    WantsTrick,
    expected_tricks,
    value_step,
    wants_trick,
)


class PlayoutState:
    """A mutable round.

    A card is the index of its bit; the trump is the shift of its row, or -1; the top of the deck
    is the last of its list. `tricks_left` counts the tricks after the one being played.
    """

    __slots__ = (
        "bonus", "deck", "hands", "leader", "predictions", "seats", "tables", "trick", "tricks",
        "tricks_left", "trump", "wants_trick",
    )  # fmt: skip

    def __init__(self, hands: list[int], deck: list[int], trump: int, *, bonus: bool) -> None:
        self.seats, self.bonus = len(hands), bonus
        self.hands, self.deck = hands, deck
        self.turn_up(trump)
        self.tricks = [0] * self.seats
        self.trick: list[int] = []
        self.leader = self.tricks_left = 0
        self.predictions: list[int] = []
        self.wants_trick: list[WantsTrick] = []

    def predict(self, predictions: list[int]) -> None:
        """Set the predictions of all seats."""
        self.predictions = predictions
        self.wants_trick = [
            wants_trick(tricks, self.seats, bonus=self.bonus) for tricks in predictions
        ]

    def turn_up(self, trump: int) -> None:
        """Set the trump."""
        self.trump, self.tables = trump, TRICK_TABLES[self.seats][trump]

    def copy(self) -> "PlayoutState":
        """Return an independent copy."""
        twin = PlayoutState(self.hands.copy(), self.deck.copy(), self.trump, bonus=self.bonus)
        twin.tricks, twin.trick = self.tricks.copy(), self.trick.copy()
        twin.leader, twin.tricks_left = self.leader, self.tricks_left
        twin.predictions, twin.wants_trick = self.predictions, self.wants_trick
        return twin

    def finish(self, rng: Random) -> list[int]:
        """Play the round to its end by the heuristics; return the tricks of each seat."""
        seats, hands, trick = self.seats, self.hands, self.trick
        while True:
            if len(trick) == seats:
                self.end_trick(rng)
            if not trick and not hands[self.leader]:
                return self.tricks
            seat = (self.leader + len(trick)) % seats
            self.play_card(seat, self.choose(seat))

    def wants_another(self, seat: int) -> bool:
        """Return whether a seat wants one trick more."""
        tricks_left = self.tricks_left
        step = int(expected_tricks(self.hands[seat], self.tables) / (tricks_left + 1) * VALUE_STEPS)
        step = min(max(step, 0), VALUE_STEPS)
        return self.wants_trick[seat][step][tricks_left][self.tricks[seat]]

    def choose(self, seat: int) -> int:
        """Return the card that the heuristics play."""
        hand, trick, trump = self.hands[seat], self.trick, self.trump
        wanted = self.wants_another(seat)
        if not trick:
            return choose_lead(hand, trump, wanted=wanted)
        best = V if V in trick else best_so_far(trick, trump)
        led = trick[0]
        suit = led - led % 9 if led < V else -1
        last = len(trick) == self.seats - 1
        return choose_follow(hand, suit, best, trump, wanted=wanted, last=last)

    def play_card(self, seat: int, card: int) -> None:
        """Play a card with the effect of a 3 or of a second Valknut."""
        self.hands[seat] -= 1 << card
        self.trick.append(card)
        if card == V:
            if self.trick.count(V) == 2:
                top = self.deck.pop()
                self.turn_up(top - top % 9 if top < V else -1)
        elif card % 9 == 2 and card < V and self.hands[seat]:
            self.swap(seat)

    def swap(self, seat: int) -> None:
        """Draw a card, and bury one by the heuristics."""
        self.hands[seat] += 1 << self.deck.pop()
        card = choose_discard(self.hands[seat], self.trump, wanted=self.wants_another(seat))
        self.bury(seat, card)

    def bury(self, seat: int, card: int) -> None:
        """Put a card under the deck."""
        self.hands[seat] -= 1 << card
        self.deck.insert(0, card)

    def end_trick(self, rng: Random) -> None:
        """Score the trick, use the effect of its winning card, and set the next leader."""
        seats, trick, leader = self.seats, self.trick, self.leader
        self.tricks_left -= 1
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
            self.steal_card(winner, self.most_tricks(winner), rng)

    def most_tricks(self, seat: int) -> Seat:
        """Return the other seat with the most tricks."""
        others = [Seat(who) for who in range(self.seats) if who != seat]
        return max(others, key=self.tricks.__getitem__)

    def trick_to_steal(self, seat: int) -> Seat | None:
        """Return the seat to steal a trick from, or None if none is wanted or there is none."""
        victim, count = self.most_tricks(seat), self.tricks_left + 1
        step = value_step(expected_tricks(self.hands[seat], self.tables), count)
        wanted = self.wants_trick[seat][step][count][self.tricks[seat]]
        return victim if wanted and self.tricks[victim] else None

    def steal_trick(self, seat: int, victim: int) -> None:
        """Take a trick from another seat."""
        self.tricks[victim] -= 1
        self.tricks[seat] += 1

    def steal_card(self, seat: int, victim: int, rng: Random) -> None:
        """Take a random card from another seat, and return one by the heuristics."""
        theirs = indices(self.hands[victim])
        self.give(victim, seat, theirs[int(rng.random() * len(theirs))])
        self.give(
            seat,
            victim,
            choose_discard(self.hands[seat], self.trump, wanted=self.wants_another(seat)),
        )

    def give(self, giver: int, taker: int, card: int) -> None:
        """Move a card from hand to hand."""
        self.hands[giver] -= 1 << card
        self.hands[taker] += 1 << card


def best_so_far(trick: list[int], trump: int) -> int:
    """Return the card that wins so far, or -1 if there are only Hagalaz."""
    best = -1
    for card in trick:
        if card < V:
            colour = card - card % 9
            leading = best - best % 9
            if best < 0 or (card > best if colour == leading else colour == trump):
                best = card
    return best


def indices(hand: int) -> list[int]:
    """Return the cards of a hand."""
    found = [V] * (hand >> V & 3) + [H] * (hand >> H)
    coloured = hand & COLOURED
    while coloured:
        low = coloured & -coloured
        found.append(low.bit_length() - 1)
        coloured ^= low
    return found
