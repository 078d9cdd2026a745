"""What the player is about to do: the cards chosen so far, and the card considered for taking.

A value without a screen, so that choosing can be tested alone. Whether something may be played is
always asked of the engine.
"""

from dataclasses import dataclass, replace

from odin_engine.game import IllegalMove
from odin_engine.odin.cards import BIT, Card, Cards
from odin_engine.odin.moves import LegalMoves, Move, Play, play_of
from odin_engine.odin.rules import why_not_play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View

NONE = Cards()


@dataclass(frozen=True, slots=True)
class Intent:
    """Cards of a hand chosen to beat the set in the middle; `take` is set in the second step."""

    hand: Cards = NONE
    table: Cards = NONE
    my_turn: bool = False
    chosen: Cards = NONE
    take: Card | None = None

    def for_view(self, view: View, *, covered: bool = False) -> "Intent":
        """Return the intent for a newer view, with what was chosen as far as it makes sense there.

        While the seat is `covered` by a bot, no turn is the player's.
        """
        mine = view.seat is not None and view.turn == view.seat and not covered
        same = mine and self.my_turn and (self.hand, self.table) == (view.hand, view.table)
        chosen = Cards(self.chosen.bits & view.hand.bits)
        return Intent(view.hand, view.table, mine, chosen, self.take if same else None)

    @property
    def taking(self) -> bool:
        """Whether the set is decided and the card to take is being chosen."""
        return self.take is not None

    @property
    def moves(self) -> LegalMoves:
        """What could be played on the set in the middle, whoever's turn it is."""
        return LegalMoves(self.hand.bits, self.table.bits)

    @property
    def sets(self) -> list[Cards]:
        """The sets that could be played, from the lowest value up."""
        return sorted(self.moves.sets, key=lambda cards: (VALUE[cards.bits], cards.bits))

    @property
    def may_play(self) -> bool:
        """Whether the chosen cards may be played, whichever card is taken."""
        takes = self.takes
        return play_of(self.chosen.bits, BIT[takes[0]] if takes else 0) in self.moves

    @property
    def goes_out(self) -> bool:
        return bool(self.chosen) and self.chosen == self.hand

    @property
    def takes(self) -> tuple[Card, ...]:
        """The cards of which one is taken for the chosen ones; none when leading or going out."""
        return () if self.goes_out else tuple(self.table)

    @property
    def playable_cards(self) -> Cards:
        """The cards that belong to some set that could be played."""
        union = 0
        for cards in self.moves.sets:
            union |= cards.bits
        return Cards(union)

    @property
    def hand_after(self) -> Cards:
        """The hand as it will be after the chosen play."""
        taken = BIT[self.take] if self.take else 0
        return Cards(self.hand.bits & ~self.chosen.bits | taken)

    @property
    def why_not(self) -> IllegalMove | None:
        """Why the chosen cards cannot be played; None if they can."""
        if self.may_play:
            return None
        return why_not_play(self.hand.bits, self.table.bits, Play(self.chosen))

    @property
    def move(self) -> Move | None:
        """The move, once nothing is left to be chosen."""
        if not (self.my_turn and self.may_play):
            return None
        takes = self.takes
        take = self.take if len(takes) > 1 else next(iter(takes), None)
        if len(takes) > 1 and take is None:
            return None
        return play_of(self.chosen.bits, BIT[take] if take else 0)

    def toggle(self, card: Card) -> "Intent":
        """Choose a card, or put it back."""
        if card not in self.hand:
            return self
        return replace(self, chosen=Cards(self.chosen.bits ^ BIT[card]), take=None)

    def next_set(self, step: int) -> "Intent":
        """Choose the next set that could be played, or the one before; round and round."""
        sets = self.sets
        if not sets:
            return self
        if self.chosen in sets:
            place = (sets.index(self.chosen) + step) % len(sets)
        else:
            holding = [i for i, cards in enumerate(sets) if cards >= self.chosen]
            place = (holding or range(len(sets)))[0 if step > 0 else -1]
        return replace(self, chosen=sets[place], take=None)

    def choose(self, cards: Cards) -> "Intent":
        """Choose exactly these cards."""
        return replace(self, chosen=Cards(cards.bits & self.hand.bits), take=None)

    def clear(self) -> "Intent":
        """Go one step back: from taking to the chosen set, from there to nothing chosen."""
        return replace(self, take=None) if self.taking else replace(self, chosen=NONE)

    def begin_taking(self) -> "Intent":
        """Go on to the card to take, beginning with the highest."""
        return replace(self, take=self.takes[0])

    def consider(self, card: Card) -> "Intent":
        """Consider taking this card."""
        return replace(self, take=card) if self.taking and card in self.takes else self

    def consider_next(self, step: int) -> "Intent":
        """Consider the card beside the one considered."""
        if self.take is None:
            return self
        takes = self.takes
        return replace(self, take=takes[(takes.index(self.take) + step) % len(takes)])
