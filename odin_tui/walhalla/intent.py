"""What a player of Walhalla is about to do, from the first key of a decision to the move."""

from dataclasses import dataclass, replace
from typing import Any, Self

from odin_engine.walhalla.box import Card
from odin_engine.walhalla.land import Field
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View
from odin_tui.walhalla.map_drawing import MapMarks, ShipOnMap, ship_on_map
from odin_tui.walhalla.map_text import owner_of, shore

SEATS = 3
CARD_OF_ANSWER = {
    Answer.ATTACK: Card.ATTACK,
    Answer.SHIELD: Card.SHIELD,
    Answer.HUNT: Card.HUNT,
}
"""The answers that play a card."""
WITH_CARDS = (Stage.SELL, Stage.COMMIT)
"""The stages in which cards are chosen."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A choice that is being made. Every method returns another one."""

    view: View | None = None
    covered: bool = False
    at: int = 0
    """The seat, fjord, card or answer the cursor is on, counted from 0."""
    places: frozenset[int] = frozenset()
    """The seats of the dragon to be filled."""
    turned: bool = False
    laid: tuple[Card, ...] = ()
    """The cards to be laid down, in the order of `Card`."""
    looking: Field | None = None
    """The field that is looked at; None unless the player looks around."""
    picked_here: bool = False
    """True once the player has put the cursor somewhere: it begins where the board chose."""

    # -- what is asked ----------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        view = self.view
        if view is None or view.seat is None or self.covered:
            return False
        return view.seat in view.to_move

    @property
    def stage(self) -> Stage | None:
        """What the player is asked; None if it is not their turn."""
        return self.view.stage if self.view is not None and self.my_turn else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to choose from, one by one; empty where a choice has several parts."""
        if self.view is None or self.stage in (None, Stage.BOARD, Stage.COMMIT):
            return ()
        return tuple(self.view.moves)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of cards in the hand."""
        return () if self.view is None else tuple(dict.fromkeys(self.view.hand))

    @property
    def playable(self) -> tuple[Card, ...]:
        """The kinds of cards that can be used in this decision."""
        view = self.view
        if view is None or not self.my_turn:
            return ()
        if self.stage == Stage.COMMIT:
            return tuple(card for card in self.cards if Commit((card,)) in view.moves)
        if self.stage == Stage.SELL:
            return self.cards
        answers = (CARD_OF_ANSWER.get(move) for move in self.moves if isinstance(move, Answer))
        return tuple(card for card in answers if card is not None)

    @property
    def fjords(self) -> tuple[int, ...]:
        """The fjords to sail into."""
        return tuple(dict.fromkeys(move.fjord for move in self.moves if isinstance(move, Sail)))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the dragon that the player may fill."""
        if self.view is None or self.stage != Stage.BOARD:
            return ()
        places = {
            place for move in self.view.moves if isinstance(move, Board) for place in move.places
        }
        return tuple(sorted(places))

    @property
    def move(self) -> Move | None:
        """The move that is chosen; None if there is none."""
        view, stage = self.view, self.stage
        if view is None or stage is None:
            return None
        made: Move
        match stage:
            case Stage.BOARD:
                made = Board(tuple(sorted(self.places)))
            case Stage.SAIL:
                made = Sail(self.at, turned=self.turned)
            case Stage.SELL:
                made = Sell(self.cards[self.at])
            case Stage.COMMIT:
                made = Commit(self.laid)
            case _:
                return self.moves[self.at] if self.at < len(self.moves) else None
        return made if made in view.moves else None

    # -- another view -----------------------------------------------------------------------

    def facing(self, view: View, *, covered: bool) -> Self:
        """Return what is left of the choice in a newer view: all of it while the same is asked."""
        now = replace(self, view=view, covered=covered)
        if self.view is not None and now.decision == self.decision:
            return now
        return type(self)(view, covered).with_first_choice()

    @property
    def decision(self) -> Any:
        """What tells one decision from another; None if nothing is asked."""
        view = self.view
        if view is None or not self.my_turn:
            return None
        return view.raid, view.dragon_no, view.stage, view.landing, view.boarding

    def with_first_choice(self) -> Self:
        """Choose what is most likely wanted: seats for all who wait, and a fjord with free land."""
        view = self.view
        if view is None or view.seat is None or not self.my_turn:
            return self
        if self.stage == Stage.BOARD:
            filled = frozenset(self.seats[: view.midgard[view.seat]])
            return replace(self, places=filled, at=self.seats[0])
        if self.stage == Stage.SAIL:
            return replace(self, at=max(self.fjords, key=self._landings))
        if self.stage == Stage.GUEST and view.midgard[view.seat]:
            return replace(self, at=self.moves.index(Answer.JOIN))
        return self

    def _landings(self, fjord: int) -> int:
        """Return how many of the player's Vikings aboard would find a free field in a fjord."""
        view = self.view
        if view is None:
            return 0
        rows = enumerate(view.aboard, SEATS * len(view.fjords[fjord]))
        return sum(
            who == view.seat
            and any(owner_of(view, field) is None for field in shore(view, fjord, row))
            for row, who in rows
        )

    # -- choosing ---------------------------------------------------------------------------

    def stepped(self, step: int) -> Self:
        """Go to the next seat, fjord, card or answer, round and round."""
        choices = self._choices
        if not choices:
            return self
        here = choices.index(self.at) if self.at in choices else 0
        return replace(self, at=choices[(here + step) % len(choices)], picked_here=True)

    @property
    def _choices(self) -> tuple[int, ...]:
        """What the cursor can be on."""
        match self.stage:
            case Stage.BOARD:
                return self.seats
            case Stage.SAIL:
                return self.fjords
            case Stage.SELL | Stage.COMMIT:
                return tuple(range(len(self.cards)))
        return tuple(range(len(self.moves)))

    def picked(self, number: int) -> Self:
        """Choose by number, counted from 0: toggle a seat or a card, else put the cursor there."""
        if number not in self._choices:
            return self
        there = replace(self, at=number, looking=None, picked_here=True)
        return there.toggled() if self.stage in (Stage.BOARD, Stage.COMMIT) else there

    def toggled(self) -> Self:
        """Fill the seat under the cursor or leave it; lay down one more of the card, or none."""
        view = self.view
        if view is None:
            return self
        if self.stage == Stage.BOARD:
            places = self.places ^ {self.at}
            if Board(tuple(sorted(places))) not in view.moves and len(places) > len(self.places):
                # No Viking is left for it, so the seat is taken instead of another one.
                places = frozenset({self.at, *sorted(self.places)[1:]})
            return replace(self, places=places)
        if self.stage == Stage.COMMIT and self.cards:
            card = self.cards[self.at]
            others = [each for each in self.laid if each != card]
            count = (self.laid.count(card) + 1) % (view.hand.count(card) + 1)
            if card not in self.playable:
                return self
            order = list(Card)
            return replace(self, laid=tuple(sorted([*others, *[card] * count], key=order.index)))
        return self

    def with_turn(self) -> Self:
        """Turn the dragon round, where that is allowed."""
        turned = Sail(self.at, turned=not self.turned)
        return replace(self, turned=not self.turned) if turned in self.moves else self

    def advised(self, move: Move) -> Self:
        """Choose a move."""
        now = replace(self, looking=None)
        match move:
            case Board(places):
                return replace(now, places=frozenset(places))
            case Sail(fjord, turned):
                return replace(now, at=fjord, turned=turned)
            case Sell(card):
                return replace(now, at=self.cards.index(card))
            case Commit(cards):
                return replace(now, laid=cards)
        return replace(now, at=self.moves.index(move)) if move in self.moves else self

    # -- looking around ---------------------------------------------------------------------

    def look(self, field: Field | None = None) -> Self:
        """Look at a field, or stop looking around."""
        if field is None and self.looking is not None:
            return replace(self, looking=None)
        chosen = self.move
        if field is None:
            field = chosen.field if isinstance(chosen, Land) else Field(1, 0)
        return replace(self, looking=field)

    def looked(self, across: int, down: int) -> Self:
        """Look at the next field in a direction."""
        view, field = self.view, self.looking
        if view is None or field is None:
            return self
        peninsula = min(max(field.peninsula + down, 0), len(view.terrains) - 1)
        row = min(max(field.row + across, 0), len(view.terrains[peninsula]) - 1)
        return replace(self, looking=Field(peninsula, row))

    # -- on the map -------------------------------------------------------------------------

    @property
    def ship(self) -> ShipOnMap | None:
        """The dragon where it would lie after the chosen sailing."""
        view, move = self.view, self.move
        if view is None or not isinstance(move, Sail):
            return None
        return ship_on_map(view, move.fjord, len(view.fjords[move.fjord]), turned=move.turned)

    @property
    def marks(self) -> MapMarks:
        """What is marked on the map: where everybody could land, and what is chosen."""
        view, move, ship = self.view, self.move, self.ship
        if view is None:
            return MapMarks()
        lit: set[Field] = set()
        if ship is not None:
            for row, who in zip(ship.rows, ship.aboard, strict=True):
                if who is not None:
                    fields = shore(view, ship.fjord, row)
                    lit |= {field for field in fields if owner_of(view, field) != who}
        lit |= {each.field for each in self.moves if isinstance(each, Land)}
        cursor = move.field if isinstance(move, Land) else None
        if cursor is None and view.landing is not None:
            cursor = view.landing.field
        return MapMarks(
            ship=ship,
            lit=frozenset(lit),
            cursor=self.looking or cursor,
            fjord=None if ship is None else ship.fjord,
        )
