"""What the player is about to do, and what the prompt says about it.

An intent is a value without a screen, so that choosing can be tested alone. Whether something may
be played is always asked of the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content

from odin_engine.game import IllegalMove
from odin_engine.odin.cards import BIT, Card, Cards, Colour
from odin_engine.odin.moves import LegalMoves, Move, Pass, Play, play_of
from odin_engine.odin.rules import why_not_play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.labels import tag
from odin_tui.drawing.names import shortened
from odin_tui.drawing.sort_orders import card_moved, in_own_order
from odin_tui.languages import N_, Translations
from odin_tui.languages.sounds import either
from odin_tui.languages.styled import fill
from odin_tui.messages import reason_text
from odin_tui.narrator import Reader
from odin_tui.odin.cards import ORDERS, SHAPES, chip, laid_chips
from odin_tui.odin.text import MESSAGES, number_word

NONE = Cards()


@lru_cache(maxsize=1024)
def _in_order(hand: int, sort: str, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand as a player holds them; every paint asks for them."""
    return in_own_order(ORDERS[sort](Cards(hand)), order)


@dataclass(frozen=True, slots=True)
class Intent:
    """Cards of a hand chosen to beat the set in the middle; `take` is set in the second step."""

    hand: Cards = NONE
    table: Cards = NONE
    my_turn: bool = False
    chosen: Cards = NONE
    take: Card | None = None
    cursor: Card | None = None
    """The card the keys are on."""
    sort: str = "colour"
    """The order in which the player holds their cards."""
    hint: Play | None = None
    """The last play that was advised."""
    suggested: bool = False
    """Whether a hint has chosen the cards, and the player has not touched them since."""
    order: tuple[Card, ...] = ()
    """The player's own order of the cards; empty while they are sorted."""

    def for_view(self, view: View, sort: str = "colour", *, covered: bool = False) -> "Intent":
        """Return the intent for a newer view, with what was chosen as far as it makes sense there.

        While the seat is `covered` by a bot, no turn is the player's.
        """
        mine = view.seat is not None and view.turn == view.seat and not covered
        same = mine and self.my_turn and (self.hand, self.table) == (view.hand, view.table)
        first = next(iter(ORDERS[sort](view.hand)), None)
        return Intent(
            hand=view.hand,
            table=view.table,
            my_turn=mine,
            chosen=Cards(self.chosen.bits & view.hand.bits),
            take=self.take if same else None,
            cursor=self.cursor if self.cursor in view.hand else first,
            sort=sort,
            hint=self.hint,
            suggested=self.suggested and mine,
            order=self.order if sort == self.sort else (),
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand in the player's order; while taking, with the card that is considered."""
        taken = BIT[self.take] if self.take else 0
        return _in_order(self.hand.bits | taken, self.sort, self.order)

    @property
    def taking(self) -> bool:
        """Whether the set is decided and the card to take is being chosen."""
        return self.take is not None

    @property
    def moves(self) -> LegalMoves:
        """The moves on the set in the middle, as if it were the player's turn."""
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
    def is_set(self) -> bool:
        """Whether the chosen cards are a set, playable now or not."""
        return self.chosen.bits in VALUE

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

    def stepped(self, step: int) -> "Intent":
        """Return the intent with the next card under the cursor, or considered for taking."""
        if self.take is not None:
            takes = self.takes
            return replace(self, take=takes[(takes.index(self.take) + step) % len(takes)])
        if self.cursor is None:
            return self
        cards = self.cards
        return replace(self, cursor=cards[(cards.index(self.cursor) + step) % len(cards)])

    def toggled(self, card: Card | None) -> "Intent":
        """Return the intent with a card chosen, or not any more."""
        if card is None or card not in self.hand:
            return self
        # The first card that is picked after a hint is a choice of one's own.
        chosen = Cards(BIT[card] if self.suggested else self.chosen.bits ^ BIT[card])
        return replace(self, chosen=chosen, take=None, cursor=card, suggested=False)

    def shifted(self, start: int, end: int) -> "Intent":
        """Return the intent with the card at a place of the hand moved to another place."""
        if not 0 <= start < len(self.cards):
            return self
        card = self.cards[start]
        return replace(self, order=card_moved(self.cards, start, end), cursor=card)

    def sorted_again(self) -> "Intent":
        """Return the intent without an order of the player's own."""
        return replace(self, order=())

    @property
    def place(self) -> int:
        """The place of the card under the cursor."""
        return -1 if self.cursor is None else self.cards.index(self.cursor)

    def next_set(self, step: int) -> "Intent":
        """Return the intent with the next set that could be played chosen; round and round."""
        sets = self.sets
        if not sets:
            return self
        if self.chosen in sets:
            place = (sets.index(self.chosen) + step) % len(sets)
        else:
            holding = [i for i, cards in enumerate(sets) if cards >= self.chosen]
            place = (holding or range(len(sets)))[0 if step > 0 else -1]
        return self.choose(sets[place])

    def choose(self, cards: Cards) -> "Intent":
        """Return the intent with exactly these cards chosen."""
        chosen = Cards(cards.bits & self.hand.bits)
        cursor = self.cursor
        if chosen and cursor not in chosen:
            cursor = next(card for card in self.cards if card in chosen)
        return replace(self, chosen=chosen, take=None, cursor=cursor, suggested=False)

    def advised(self, move: Move) -> "Intent":
        """Return the intent with this move chosen."""
        if isinstance(move, Pass):
            return self.choose(NONE)
        return replace(self.choose(move.cards), hint=move, suggested=True)

    def cleared(self) -> "Intent":
        """Return the intent a step back: from taking to the set, from there to nothing chosen."""
        if self.taking:
            return replace(self, take=None)
        return replace(self, chosen=NONE, suggested=False)

    def begin_taking(self) -> "Intent":
        """Return the intent at the card to take, the advised one or else the highest."""
        hint = self.hint
        advised = hint.take if hint is not None and hint.cards == self.chosen else None
        return replace(self, take=advised if advised in self.takes else self.takes[0])

    def consider(self, card: Card) -> "Intent":
        """Return the intent to take this card."""
        return replace(self, take=card) if self.taking and card in self.takes else self


# -- the prompt ----------------------------------------------------------------------------


YOUR_TURN = N_("Your turn:")
SOMEBODY_MOVES = N_("{name}'s turn.")


def task(view: View, reader: Reader, intent: Intent, width: int = 80) -> Content:
    """Return whose turn it is and what the reader has to do, in at most `width` cells."""
    tr, size = reader.tr, len(view.table)
    if view.turn is None:
        return Content(tr.gettext("The match is over."))
    if not intent.my_turn:
        name, template = reader.names[view.turn], tr.gettext(SOMEBODY_MOVES)
        short = shortened(name, width - cell_len(template.format(name="")))
        return fill(template, name=Content.styled(short, "bold"))
    code = _task_code(view, intent)
    facts: dict[str, Content | str | int] = {
        "cards": size,
        "value": VALUE.get(view.table.bits, 0),
        "size": number_word(size, tr),
        "more": number_word(size + 1, tr),
        "your_turn": Content.styled(tr.gettext(YOUR_TURN), "bold $your-turn"),
    }
    *longer, shortest = (
        fill(MESSAGES.template(way, tr, **facts), **facts)
        for way in (code, f"{code}-shorter", f"{code}-brief")
        if way in MESSAGES.texts
    )
    return next((way for way in longer if way.cell_length <= width), shortest)


def _task_code(view: View, intent: Intent) -> str:
    if intent.taking:
        return "task-take"
    if view.table:
        return "task-follow" if view.moves.sets else "task-pass"
    whole = len(view.hand) > 1 and view.hand in view.moves.sets
    return "task-lead-or-all" if whole else "task-lead"


def preview(
    view: View,
    intent: Intent,
    tr: Translations,
    marks: Mapping[Colour, str] = SHAPES,
    width: int = 80,
) -> Content:
    """Return what the chosen cards would do, or why they cannot be played.

    Where it is too long, the cards are not named: they stand out from the hand below.
    """
    if not intent.chosen:
        count = len(intent.sets) if intent.my_turn and view.table else 0
        said = MESSAGES.say("sets-to-choose", tr, count=count) if count else ""
        return Content.styled(said, "$quiet")
    cards = laid_chips(intent.chosen, marks)
    if (why_not := intent.why_not) is not None:
        reason = reason_text(why_not, tr, "odin")
        full = fill(tr.gettext("{cards}: {reason}"), cards=cards, reason=reason)
        return full if full.cell_length <= width else Content(reason)
    then = _consequence(intent, tr, marks)
    value, table = VALUE[intent.chosen.bits], VALUE.get(intent.table.bits, 0)
    pieces = {"cards": cards, "value": tag(value, mine=True), "table": tag(table)}
    several, follows = "-set" if len(intent.chosen) > 1 else "", "-beats" if intent.table else ""
    codes = f"worth{several}{follows}", f"worth{several}{follows}-brief"
    ways = [
        fill(MESSAGES.template(c, tr), **pieces) if c in MESSAGES.texts else None for c in codes
    ]
    if then is not None:
        both = tr.gettext("{play} · {then}")
        ways = [fill(both, play=way, then=then) if way else then for way in ways]
    full, brief = (way or Content("") for way in ways)
    return full if full.cell_length <= width else brief


def _consequence(intent: Intent, tr: Translations, marks: Mapping[Colour, str]) -> Content | None:
    """Return what follows from playing the chosen cards; None if there is nothing to add."""
    if not intent.my_turn:
        return Content.styled(tr.gettext("when it is your turn"), "$quiet")
    if intent.goes_out:
        return Content.styled(tr.gettext("and you are out!"), "bold")
    if intent.take is not None:
        return fill(tr.gettext("and you take {card}"), card=chip(intent.take, "bold", marks))
    if not intent.takes:
        return None
    cards, *others = (chip(card, "", marks) for card in intent.takes)
    for other in others:
        cards = fill(either(other.plain, tr), one=cards, other=other)
    if len(intent.takes) > 1:
        return fill(tr.gettext("then take {cards}"), cards=cards)
    return fill(tr.gettext("you take {card}"), card=cards)
