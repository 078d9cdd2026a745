"""Which cards that a seat has not seen may be where.

Until the discards are shuffled into a new draw pile, any unseen card may be anywhere. From then on
a card drawn earlier cannot be one of the new pile, and one drawn later must be. So every card in a
hand comes from a certain pile, but of a played card others do not know from which.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.events import (
    CardDrawn,
    Defence,
    Event,
    Foraged,
    Fought,
    RaidEnded,
    Reshuffled,
    Sold,
)
from odin_engine.walhalla.position import CARDS, KINDS, PACK
from odin_engine.walhalla.view import View

DRAW, PLAY, RESHUFFLE = range(3)
UNKNOWN = -1


class Step(NamedTuple):
    """What happened to a card, if anything is known of it."""

    what: int
    seat: int = UNKNOWN
    kind: int = UNKNOWN


class HiddenCards:
    """Samples hands of others and a draw pile that fit what one seat has seen."""

    def __init__(self, view: View) -> None:
        self._seat, self._counts = view.seat, view.counts
        hand = [CARDS.index(card) for card in view.hand]
        self._unseen = PACK.copy()
        for kind in (*hand, *map(CARDS.index, view.discards)):
            self._unseen.remove(kind)
        self._reshuffled = Reshuffled in map(type, view.history)
        self._steps: list[Step] = []
        if self._reshuffled:
            self._steps = [step for event in view.history for step in _steps_of(event)]
            self._steps[:0] = self._deal(hand)

    def _deal(self, hand: list[int]) -> list[Step]:
        """Return the card that each seat was dealt; its own is what its hand does not explain."""
        mine = [step for step in self._steps if step.seat == self._seat]
        dealt = hand + [step.kind for step in mine if step.what == PLAY]
        for step in mine:
            if step.what == DRAW:
                dealt.remove(step.kind)
        return [
            Step(DRAW, seat, dealt[0] if seat == self._seat else UNKNOWN)
            for seat in range(len(self._counts))
        ]

    def sample(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Return the kinds of cards in each hand, with none for the seat itself, and the pile."""
        if not self._reshuffled:
            cards = self._unseen.copy()
            rng.shuffle(cards)
            others = [0 if seat == self._seat else n for seat, n in enumerate(self._counts)]
            return _deal(cards, others), cards
        while True:
            drawn = DrawnCards(len(self._counts))
            # A guess where a played card came from may leave a later one without any origin.
            if all(drawn.follow(step, rng, own=step.seat == self._seat) for step in self._steps):
                return drawn.deal(rng)


class DrawnCards:
    """How many unseen cards of each pile the hands hold, and which ones are left for them."""

    def __init__(self, seats: int) -> None:
        self._piles = [[PACK.count(kind) for kind in range(KINDS)]]
        self._discards = [0] * KINDS
        self._held = [[0] for _ in range(seats)]

    def follow(self, step: Step, rng: Random, *, own: bool) -> bool:
        """Do what a step says; return False if no pile can have the card that was played."""
        if step.what == RESHUFFLE:
            self._piles.append(self._discards)
            self._discards = [0] * KINDS
            for held in self._held:
                held.append(0)
        elif step.what == PLAY:
            self._discards[step.kind] += 1
            return own or self._guess_origin(step, rng)
        elif own:
            self._piles[-1][step.kind] -= 1
        else:
            self._held[step.seat][-1] += 1
        return True

    def _guess_origin(self, step: Step, rng: Random) -> bool:
        """Take a played card out of a pile, the more probable one more often."""
        held = self._held[step.seat]
        weights = [
            count * pile[step.kind] / (sum(pile) or 1)
            for count, pile in zip(held, self._piles, strict=True)
        ]
        if not any(weights):
            return False
        [origin] = rng.choices(range(len(weights)), weights)
        held[origin] -= 1
        self._piles[origin][step.kind] -= 1
        return True

    def deal(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Return hands and the last pile with the cards that are left."""
        hands: list[list[int]] = [[] for _ in self._held]
        cards: list[int] = []
        for number, pile in enumerate(self._piles):
            cards = [kind for kind, count in enumerate(pile) for _ in range(count)]
            rng.shuffle(cards)
            for seat, new in enumerate(_deal(cards, [held[number] for held in self._held])):
                hands[seat] += new
        return hands, cards


def _deal(cards: list[int], counts: Sequence[int]) -> list[list[int]]:
    """Take so many cards for each hand from the end of a list."""
    return [[cards.pop() for _ in range(count)] for count in counts]


def _steps_of(event: Event) -> Iterator[Step]:
    """Yield what an event tells about cards."""
    match event:
        case CardDrawn(seat, card):
            yield Step(DRAW, seat, UNKNOWN if card is None else CARDS.index(card))
        case Sold(seat, card):
            yield Step(PLAY, seat, CARDS.index(card))
        case Foraged(seat, hunted=True):
            yield Step(PLAY, seat, CARDS.index(Card.HUNT))
        case Fought(seat, defence=Defence.NONE):
            yield Step(PLAY, seat, CARDS.index(Card.ATTACK))
        case Fought(defender=seat, defence=Defence.SHIELD):
            yield Step(PLAY, seat, CARDS.index(Card.SHIELD))
        case RaidEnded(result):
            for who, cards in enumerate(result.commits):
                yield from (Step(PLAY, who, CARDS.index(each)) for each in cards)
        case Reshuffled():
            yield Step(RESHUFFLE)
