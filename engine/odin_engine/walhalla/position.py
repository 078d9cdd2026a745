"""A position of Walhalla as plain numbers that change, and the legal moves in it.

`turns` applies moves to it. The rules wrap it in immutable states; bots copy it and play thousands
of matches on it. Players, fjords, seats of a dragon and cards are numbers from 0, a field is its
index in `land`, and nobody is -1. A move is a small number whose meaning depends on the stage:

    BOARD   a bit for each seat of the dragon     GUEST   1 joins, 0 declines
    SELL    the card                              SAIL    twice the fjord, plus 1 if turned
    LAND    the field                             ATTACK  1 plays the card, 0 does not
    DEFEND  LOSE, PAY or SHIELD                   HUNT    1 plays the card, 0 does not
    COMMIT  three bits for each kind of card      OVER    there is none
"""

from collections.abc import Callable, Sequence

from odin_engine.chance import Seed
from odin_engine.walhalla.box import COPIES, DRAGONS, RAIDS, Card
from odin_engine.walhalla.commits import CommitCodes
from odin_engine.walhalla.events import Event
from odin_engine.walhalla.land import Land

BOARD, GUEST, SELL, SAIL, LAND, ATTACK, DEFEND, HUNT, COMMIT, OVER = range(10)
LOSE, PAY, SHIELD = range(3)

CARDS = tuple(Card)
KINDS = len(CARDS)
HUNT_CARD, ATTACK_CARD, SHIELD_CARD = map(CARDS.index, (Card.HUNT, Card.ATTACK, Card.SHIELD))
PACK = [kind for kind, card in enumerate(CARDS) for _ in range(COPIES[card])]

NOBODY = -1
SEATS_OF = tuple(tuple(seat for seat in range(3) if mask >> seat & 1) for mask in range(8))
COLOUR = tuple(dragon.colour for dragon in DRAGONS)
RESERVED = tuple(dragon.reserved for dragon in DRAGONS)

YES_OR_NO, NO = (0, 1), (0,)
DEFENCES = ((LOSE,), (LOSE, PAY), (LOSE, SHIELD), (LOSE, PAY, SHIELD))
"""By whether the defender can pay, plus 2 if it holds a shield."""


def _boardings(allowed: int) -> tuple[tuple[int, ...], ...]:
    """Return by the number of Vikings which sets of the allowed seats they can board."""
    masks = [mask for mask in range(8) if not mask & ~allowed]
    return tuple(tuple(m for m in masks if m.bit_count() <= most) for most in range(4))


BOARDINGS = (*(_boardings(7 & ~(1 << reserved)) for reserved in range(3)), _boardings(7))
"""By the seat that is reserved for somebody else, or 3 if there is none."""
SAILINGS = tuple(
    tuple(
        tuple(2 * fjord + turned for fjord in range(4) if free >> fjord & 1 for turned in ways)
        for free in range(16)
    )
    for ways in ((0,), (0, 1))
)
"""By whether dragons may be turned, and the free fjords as bits."""


def cards_of(counts: Sequence[int]) -> tuple[Card, ...]:
    """Return cards for the numbers of each kind."""
    return tuple(card for card, count in zip(CARDS, counts, strict=True) for _ in range(count))


class Position:
    """Everything about a match but its past."""

    __slots__ = (
        "aboard", "active", "asgard", "boarding", "commits", "discards", "dragon_no", "dragons",
        "field", "final_card", "fjord", "hand_sizes", "hands", "land", "lander", "log", "midgard",
        "moored", "owner", "pile", "player", "points", "raid", "reshuffles", "row", "seats",
        "seed", "ships", "stage", "starter", "turned", "turning", "walhalla",
    )  # fmt: skip

    land: Land
    seats: int
    turning: bool
    final_card: bool
    """Whether the Walhalla card counts after the last raid."""
    seed: Seed
    """All later shuffles come from it."""
    stage: int
    player: int
    """Who decides; of several that commit, the first. Nobody after the end."""
    raid: int
    starter: int
    active: int
    """Whose turn it is, with a dragon to sail."""
    dragons: list[int]
    """The order of the dragons in this raid; `dragon_no` of them have been drawn."""
    dragon_no: int
    aboard: list[int]
    """Who sits on each seat of the dragon."""
    boarding: int
    """The seats that sold cards must still fill, as bits."""
    fjord: int
    """Where the last dragon has sailed; this and the next four matter from LAND to HUNT only."""
    turned: int
    row: int
    """The row beside which a Viking is landing."""
    lander: int
    """Whose Viking it is."""
    field: int
    """What is fought for in ATTACK and DEFEND, or the forest of HUNT."""
    moored: list[int]
    """How many dragons are in each fjord."""
    ships: list[int]
    """The dragons that have sailed in this raid: 8 · dragon + 2 · fjord + turned."""
    owner: list[int]
    """Who stands on each field."""
    midgard: list[int]
    asgard: list[int]
    walhalla: list[int]
    points: list[int]
    hands: list[int]
    """How many cards of each kind a player holds: at KINDS · player + kind."""
    hand_sizes: list[int]
    pile: list[int]
    """The draw pile, its top card last."""
    discards: list[int]
    """How many cards of each kind."""
    reshuffles: int
    commits: list[int]
    """The packed cards that each player has committed; -1 if it has not."""
    log: list[Event] | None
    """Collects what happens, unless it is None."""

    def copy(self) -> "Position":
        """Return a position that can be changed on its own; it has no log."""
        new = Position.__new__(Position)
        new.land, new.seats, new.seed = self.land, self.seats, self.seed
        new.turning, new.final_card = self.turning, self.final_card
        new.stage, new.player, new.raid = self.stage, self.player, self.raid
        new.starter, new.active, new.dragon_no = self.starter, self.active, self.dragon_no
        new.boarding, new.fjord, new.turned = self.boarding, self.fjord, self.turned
        new.row, new.lander, new.field = self.row, self.lander, self.field
        new.dragons, new.aboard = self.dragons[:], self.aboard[:]
        new.moored, new.ships, new.owner = self.moored[:], self.ships[:], self.owner[:]
        new.midgard, new.asgard = self.midgard[:], self.asgard[:]
        new.walhalla, new.points = self.walhalla[:], self.points[:]
        new.hands, new.hand_sizes = self.hands[:], self.hand_sizes[:]
        new.pile, new.discards, new.reshuffles = self.pile[:], self.discards[:], self.reshuffles
        new.commits, new.log = self.commits[:], None
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def moves(self) -> Sequence[int]:
        """Return the legal moves of `player`; there are none after the end."""
        return _LEGAL[self.stage](self)

    def commit_codes(self, player: int) -> CommitCodes:
        """Return what a player may commit."""
        first = KINDS * player
        return CommitCodes(self.hands[first : first + HUNT_CARD], walhalla=self.walhalla_counts)

    @property
    def walhalla_counts(self) -> bool:
        """Whether the Walhalla card may be committed at the end of this raid."""
        return self.raid < RAIDS or self.final_card

    def sales(self, player: int) -> int:
        """Return how many Vikings a player could buy once its Midgard is empty."""
        return min(self.hand_sizes[player], self.asgard[player], self.points[player])

    def hand(self, player: int) -> tuple[Card, ...]:
        """Return the cards of a player, sorted."""
        return cards_of(self.hands[KINDS * player : KINDS * (player + 1)])

    def discard(self, player: int, kind: int) -> None:
        """Lay a card of a hand on the discards."""
        self.hands[KINDS * player + kind] -= 1
        self.hand_sizes[player] -= 1
        self.discards[kind] += 1


def _boarding_moves(position: Position) -> Sequence[int]:
    player, dragon = position.player, position.dragons[position.dragon_no - 1]
    for_others = 3 if COLOUR[dragon] == player else RESERVED[dragon]
    return BOARDINGS[for_others][min(3, position.midgard[player] + position.sales(player))]


def _sailing_moves(position: Position) -> Sequence[int]:
    # Eleven dragons never fill more than two fjords, so there is always a choice.
    moored, capacities = position.moored, position.land.capacities
    return SAILINGS[position.turning][
        (moored[0] < capacities[0])
        + 2 * (moored[1] < capacities[1])
        + 4 * (moored[2] < capacities[2])
        + 8 * (moored[3] < capacities[3])
    ]


def _sales(position: Position) -> Sequence[int]:
    first = KINDS * position.player
    return [kind for kind in range(KINDS) if position.hands[first + kind]]


def _landings(position: Position) -> Sequence[int]:
    # Where only one field could be landed on, nobody was asked.
    return position.land.shores[position.fjord][position.row]


def _defences(position: Position) -> Sequence[int]:
    player = position.player
    shields = position.hands[KINDS * player + SHIELD_CARD]
    return DEFENCES[(position.walhalla[player] > 0) + 2 * (shields > 0)]


_LEGAL: tuple[Callable[[Position], Sequence[int]], ...] = (
    _boarding_moves,
    lambda _: YES_OR_NO,
    _sales,
    _sailing_moves,
    _landings,
    lambda position: YES_OR_NO if position.hands[KINDS * position.player + ATTACK_CARD] else NO,
    _defences,
    lambda position: YES_OR_NO if position.hands[KINDS * position.player + HUNT_CARD] else NO,
    lambda position: position.commit_codes(position.player),
    lambda _: (),
)
"""By stage."""
