"""What the player is about to do.

An intent is a value without a screen. What is allowed is asked of the view's moves, never decided
here.
"""

from dataclasses import dataclass, replace

from odin_engine.game import IllegalMove, Seat
from odin_engine.herrlof.cards import Card
from odin_engine.herrlof.moves import DRAW, SKIP, Bury, Move, Play, Predict, Return, Steal
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.sort_orders import card_moved, in_own_order
from odin_tui.herrlof.cards import orders
from odin_tui.herrlof.reasons import why_not

WITH_CARDS: dict[Stage, type[Play | Bury | Return]] = {
    Stage.PLAY: Play,
    Stage.BURY: Bury,
    Stage.RETURN: Return,
}
STEALING = (Stage.STEAL_TRICK, Stage.STEAL_CARD)


@dataclass(frozen=True, slots=True)
class Intent:
    """What the player has chosen so far, and the view it was chosen in."""

    view: View | None = None
    cards: tuple[Card, ...] = ()
    """The hand in the player's order."""
    cursor: int = 0
    """The place of the card the keys are on."""
    chosen: int | None = None
    """The place of the card that has risen."""
    number: int | None = None
    """The prediction being considered."""
    target: int = 0
    """Which of the possible victims of a theft is looked at."""
    covered: bool = False
    """Whether a bot plays the seat, so that no turn is the player's."""
    typed: str = ""
    """The digits typed so far, while another one may follow."""
    suggested: bool = False
    """Whether a hint has chosen the card, and the player has not touched it since."""
    sort: str = "colour"
    order: tuple[Card, ...] = ()
    """The player's own order of the cards; empty while they are sorted."""

    def for_view(self, view: View, sort: str = "colour", *, covered: bool = False) -> "Intent":
        """Return the intent in a newer view, keeping what still makes sense there."""
        order = self.order if sort == self.sort else ()
        cards = in_own_order(orders(view.trump)[sort](view.hand), order)
        same = self.view is not None and _question(view) == _question(self.view)
        chosen = _place_of(cards, self.card, self.chosen)
        here = self.cards[self.cursor] if self.cursor < len(self.cards) else None
        cursor = _place_of(cards, here, self.cursor)
        if cursor is None:
            cursor = min(self.cursor, max(len(cards) - 1, 0))
        return Intent(
            view=view,
            cards=cards,
            cursor=cursor,
            chosen=chosen if same or view.stage == Stage.PLAY else None,
            number=self.number if same else None,
            target=self.target if same else 0,
            covered=covered,
            suggested=self.suggested and same,
            sort=sort,
            order=order,
        )

    # -- what is asked ----------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        return Stage.OVER if self.view is None else self.view.stage

    @property
    def my_turn(self) -> bool:
        view = self.view
        if view is None or view.seat is None or self.covered:
            return False
        return view.seat in view.to_move

    @property
    def predicting(self) -> bool:
        return self.my_turn and self.stage == Stage.PREDICT

    @property
    def stealing(self) -> bool:
        return self.my_turn and self.stage in STEALING

    @property
    def swapping(self) -> bool:
        return self.my_turn and self.stage == Stage.SWAP

    @property
    def with_card(self) -> bool:
        """Whether the player is asked for a card of their hand."""
        return self.my_turn and self.stage in WITH_CARDS

    @property
    def may_choose(self) -> bool:
        """Whether cards can be chosen: when one is asked for, or before the player's turn."""
        other = self.predicting or self.stealing or self.swapping
        return bool(self.cards) and not other and self.stage != Stage.OVER

    @property
    def may_skip(self) -> bool:
        return self.view is not None and self.my_turn and SKIP in self.view.moves

    @property
    def victims(self) -> tuple[Seat, ...]:
        """The seats from which the player may steal now."""
        moves = () if self.view is None else self.view.moves
        return tuple(move.victim for move in moves if isinstance(move, Steal))

    @property
    def victim(self) -> Seat | None:
        victims = self.victims
        return victims[self.target % len(victims)] if victims else None

    @property
    def card(self) -> Card | None:
        """The card that has risen."""
        return None if self.chosen is None else self.cards[self.chosen]

    @property
    def looked_at(self) -> Card | None:
        """The card that has risen, or else the one under the cursor."""
        if self.card is not None or not self.cards:
            return self.card
        return self.cards[self.cursor]

    def fits(self, card: Card) -> bool:
        """Return whether a card may be used now; before the player's turn, any card."""
        if self.view is None or not self.with_card:
            return True
        return WITH_CARDS[self.stage](card) in self.view.moves

    @property
    def why_not(self) -> IllegalMove | None:
        """Why the chosen card cannot be played; None if it can, or before the player's turn."""
        if self.view is None or self.card is None or self.fits(self.card):
            return None
        return why_not(self.view, Play(self.card))

    @property
    def move(self) -> Move | None:
        """The move that was chosen; None while something is missing, or if it is not legal."""
        if self.view is None or not self.my_turn:
            return None
        found: Move | None = None
        if self.predicting and self.number is not None:
            found = Predict(self.number)
        elif self.swapping:
            found = DRAW
        elif self.stealing and self.victim is not None:
            found = Steal(self.victim)
        elif self.with_card and self.card is not None:
            found = WITH_CARDS[self.stage](self.card)
        return found if found in self.view.moves else None

    # -- choosing ---------------------------------------------------------------------------

    def stepped(self, step: int) -> "Intent":
        """Return the intent with the next number, victim or card."""
        if self.view is not None and self.predicting:
            count = self.view.hand_size + 1
            middle = self.view.hand_size // 3
            number = middle if self.number is None else (self.number + step) % count
            return replace(self, number=number, typed="")
        if self.stealing:
            return replace(self, target=(self.target + step) % len(self.victims), typed="")
        if not self.cards:
            return self
        return replace(self, cursor=(self.cursor + step) % len(self.cards), typed="")

    def toggled(self, place: int) -> "Intent":
        """Return the intent with a card chosen, or not any more."""
        if not 0 <= place < len(self.cards):
            return self
        # A card that a hint has chosen is not taken back by whoever picks it too.
        chosen = None if self.chosen == place and not self.suggested else place
        return replace(self, cursor=place, chosen=chosen, typed="", suggested=False)

    def shifted(self, start: int, end: int) -> "Intent":
        """Return the intent with the card at a place of the hand moved to another place."""
        if not 0 <= start < len(self.cards):
            return self
        end = max(0, min(end, len(self.cards) - 1))
        cards = card_moved(self.cards, start, end)
        moved = card_moved(range(len(cards)), start, end)
        chosen = None if self.chosen is None else moved.index(self.chosen)
        return replace(self, cards=cards, order=cards, cursor=end, chosen=chosen, typed="")

    def sorted_again(self) -> "Intent":
        """Return the intent without an order of the player's own."""
        return replace(self, order=())

    @property
    def place(self) -> int:
        """The place of the card under the cursor."""
        return self.cursor if self.cards else -1

    def digit(self, digit: str) -> "Intent":
        """Return the intent after a typed digit; two of them make a number from ten up."""
        typed = self.typed + digit
        if not self._means(typed):
            typed = digit
        if typed == "0" and not self.predicting:
            typed = "10"  # the key beside 9, for the card after it
        if not self._means(typed):
            return self
        number = int(typed)
        if self.predicting:
            chosen = replace(self, number=number)
        elif self.stealing:
            chosen = replace(self, target=number - 1)
        else:
            chosen = replace(self, cursor=number - 1, chosen=number - 1)
        return replace(chosen, typed=typed)

    def _means(self, typed: str) -> bool:
        if len(typed) > 2 or (len(typed) > 1 and typed[0] == "0"):
            return False
        if self.view is not None and self.predicting:
            return int(typed) <= self.view.hand_size
        count = len(self.victims) if self.stealing else len(self.cards) * self.may_choose
        return 1 <= int(typed) <= count

    def next_fitting(self, step: int) -> "Intent":
        """Return the intent with the next card chosen that may be used now."""
        places = [place for place, card in enumerate(self.cards) if self.fits(card)]
        if not places:
            return self
        here = self.cursor if self.chosen is None else self.chosen
        if self.chosen is None and here in places:
            return self.toggled(here)
        later = [place for place in places if (place > here if step > 0 else place < here)]
        found = (later or places)[0] if step > 0 else (later or places)[-1]
        return replace(self, cursor=found, chosen=found, typed="")

    def cleared(self) -> "Intent":
        """Return the intent with nothing chosen."""
        return replace(self, chosen=None, number=None, typed="")

    def advised(self, move: Move) -> "Intent":
        """Return the intent with this move chosen."""
        if isinstance(move, Predict):
            return replace(self, number=move.tricks, typed="")
        if isinstance(move, Steal) and move.victim in self.victims:
            return replace(self, target=self.victims.index(move.victim), typed="")
        if isinstance(move, Play | Bury | Return) and move.card in self.cards:
            place = self.cards.index(move.card)
            return replace(self, cursor=place, chosen=place, typed="", suggested=True)
        return replace(self, chosen=None, typed="")


def _question(view: View) -> tuple[Stage, int, int]:
    return view.stage, view.round_no, view.trick_no


def _place_of(cards: tuple[Card, ...], card: Card | None, place: int | None) -> int | None:
    """Return the place of a card in a hand that has changed, the same place if it is there."""
    if card is None or card not in cards:
        return None
    if place is not None and place < len(cards) and cards[place] == card:
        return place
    return cards.index(card)
