"""Where a match of Herrlof stands: all of it, for the rules alone."""

from enum import StrEnum
from typing import NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.knowledge import Whereabouts
from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.options import Options
from odin_engine.herrlof.tricks import COLOUR_OF

HAND_SIZE = {2: 15, 3: 11}


class Stage(StrEnum):
    """What the match is waiting for."""

    PREDICT = "predict"
    PLAY = "play"
    SWAP = "swap"
    BURY = "bury"
    STEAL_TRICK = "steal-trick"
    STEAL_CARD = "steal-card"
    RETURN = "return"
    OVER = "over"


class Veiled(StrEnum):
    """A move of which everyone sees only that it was made."""

    PREDICTED = "predicted"
    BURIED = "buried"
    RETURNED = "returned"


class Turn(NamedTuple):
    """One thing a seat did; `card` is what it drew or stole, for those who may know."""

    seat: Seat
    move: Move | Veiled
    card: Card | None = None


class Trick(NamedTuple):
    """A trick that is over; `winner` None is a destroyed one."""

    round_no: int
    number: int
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    @property
    def laid(self) -> tuple[tuple[Seat, Card], ...]:
        """Who laid which card, in the order of play."""
        return laid_from(self.leader, self.cards, len(self.cards))


def laid_from(leader: Seat, cards: tuple[Card, ...], seats: int) -> tuple[tuple[Seat, Card], ...]:
    """Say who laid which card when this seat led."""
    return tuple((Seat((leader + place) % seats), card) for place, card in enumerate(cards))


class RoundResult(NamedTuple):
    """A round that is over, with the points spelled out."""

    dealer: Seat
    predictions: tuple[int, ...]
    tricks: tuple[int, ...]
    destroyed: int
    exact_bonus: tuple[int, ...]
    few_bonus: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self.tricks, self.exact_bonus, self.few_bonus, strict=True)))


class Match(NamedTuple):
    """What stays the same from the first deal to the last."""

    options: Options
    seats: int
    seed: Seed

    @property
    def hand_size(self) -> int:
        return HAND_SIZE[self.seats]


class State(NamedTuple):
    """A match of Herrlof. Cards are bits, as `cards` explains.

    `deck` begins with its top card and ends with the cards that `buried` lists by who put them
    there. `drawn` is the card just drawn or stolen, `victim` the seat it was stolen from. `trick`
    begins with the leader's card. `eyes` holds what each seat can tell about unseen cards, and
    last what everyone can; `shown[a][b]` the cards in a's hand that went between a and b.
    `history` begins with the last trick, and `forgotten` counts the turns of the match before it;
    the trick being played begins at `mark` in it.
    """

    match: Match
    points: tuple[int, ...]
    exact: tuple[int, ...]
    results: tuple[RoundResult, ...]
    dealer: Seat
    stage: Stage
    turn: Seat | None
    hands: tuple[int, ...]
    deck: tuple[int, ...]
    buried: tuple[Seat, ...]
    trump_card: int
    old_trumps: int
    predictions: tuple[int | None, ...]
    tricks: tuple[int, ...]
    destroyed: int
    trick_no: int
    leader: Seat
    trick: tuple[int, ...]
    played: tuple[int, ...]
    last_trick: Trick | None
    drawn: int
    victim: Seat | None
    eyes: tuple[Whereabouts, ...]
    shown: tuple[tuple[int, ...], ...]
    history: tuple[Turn, ...]
    forgotten: int
    mark: int

    @property
    def trump(self) -> int:
        """The bits of the trump colour, or 0."""
        return COLOUR_OF[self.trump_card]

    @property
    def round_no(self) -> int:
        """The number of the round being played, or of the last one when the match is over."""
        return len(self.results) + (self.stage != Stage.OVER)
