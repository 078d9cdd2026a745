"""The full state of a match of Herrlof, which only the rules see."""

from enum import StrEnum
from typing import NamedTuple

from odin_engine.chance import Seed
from odin_engine.game import Seat
from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.knowledge import CardLocations
from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.options import Options
from odin_engine.herrlof.tricks import COLOUR_OF

HAND_SIZE = {2: 15, 3: 11}


class Stage(StrEnum):
    """What the match waits for."""

    PREDICT = "predict"
    PLAY = "play"
    SWAP = "swap"
    BURY = "bury"
    STEAL_TRICK = "steal-trick"
    STEAL_CARD = "steal-card"
    RETURN = "return"
    OVER = "over"


class HiddenMove(StrEnum):
    """A move of which others see only that it was made."""

    PREDICTED = "predicted"
    BURIED = "buried"
    RETURNED = "returned"


class Turn(NamedTuple):
    """One move of a seat; `card` is what it drew or stole, for those who may know."""

    seat: Seat
    move: Move | HiddenMove
    card: Card | None = None


class Trick(NamedTuple):
    """A trick that is over; `winner` is None if it was destroyed."""

    round_no: int
    number: int
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    @property
    def laid(self) -> tuple[tuple[Seat, Card], ...]:
        """Who played which card, in order."""
        return laid_from(self.leader, self.cards, len(self.cards))


def laid_from(leader: Seat, cards: tuple[Card, ...], seats: int) -> tuple[tuple[Seat, Card], ...]:
    """Return who played which card, if this seat led."""
    return tuple((Seat((leader + place) % seats), card) for place, card in enumerate(cards))


class RoundResult(NamedTuple):
    """A round that is over, with the parts of its points."""

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
    """What stays the same for the whole match."""

    options: Options
    seats: int
    seed: Seed

    @property
    def hand_size(self) -> int:
        return HAND_SIZE[self.seats]


class State(NamedTuple):
    """A match of Herrlof. Cards are bits, as `cards` explains.

    `deck` begins with its top card and ends with the buried cards; `buried` lists who put them
    there. `drawn` is the card just drawn or stolen, `victim` the seat it was stolen from. `trick`
    begins with the leader's card. `knowledge` holds what each seat knows about unseen cards, and
    last what everybody knows; `transferred[a][b]` are the cards in a's hand that went between a
    and b. `history` begins with the last trick, `turns_dropped` counts the turns of the match
    before it, and the trick being played begins at `trick_start` in it.
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
    knowledge: tuple[CardLocations, ...]
    transferred: tuple[tuple[int, ...], ...]
    history: tuple[Turn, ...]
    turns_dropped: int
    trick_start: int

    @property
    def trump(self) -> int:
        """The bits of the trump colour, or 0."""
        return COLOUR_OF[self.trump_card]

    @property
    def round_no(self) -> int:
        """The number of the round being played, or of the last one when the match is over."""
        return len(self.results) + (self.stage != Stage.OVER)
