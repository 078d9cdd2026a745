"""Who wins a trick, and what a card would do to it."""

from collections.abc import Sequence

from odin_engine.game import IllegalMove
from odin_engine.herrlof.cards import BIT, COLOUR_BITS, VALKNUT, Card, Colour
from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.refusals import must_follow, other_stage
from odin_engine.herrlof.state import Trick
from odin_engine.herrlof.tricks import winning_place
from odin_engine.herrlof.view import View
from odin_tui.languages import Translations


def winning(cards: Sequence[Card], trump: Colour | None) -> int | None:
    """Return the place of the card that wins this trick; None where a Valknut destroys it."""
    trump_bits = 0 if trump is None else COLOUR_BITS[trump]
    return winning_place([BIT[card] for card in cards], trump_bits)


def has_effect(view: View, card: Card) -> bool:
    """Tell whether a special card has its effect if it is laid into the trick as it is now."""
    return VALKNUT not in view.trick or card == VALKNUT or card.number == 3


def effect(view: View, card: Card, tr: Translations) -> str:
    """Return what `{card}` would do to the trick as it is now; empty where its reminder says it."""
    if card == VALKNUT:
        second = view.trick.count(VALKNUT) == 1
        return tr.gettext("{card} turns a new trump up") if second else ""
    if not view.trick:
        return tr.gettext("{card} leads")
    if VALKNUT in view.trick:
        return tr.gettext("{card} in a destroyed trick")
    wins = winning((*view.trick, card), view.trump) == len(view.trick)
    if len(view.trick) == view.seats - 1:
        return (
            tr.gettext("{card} wins this trick") if wins else tr.gettext("{card} loses this trick")
        )
    return tr.gettext("{card} wins so far") if wins else tr.gettext("{card} does not win")


def why_not(view: View, move: Move) -> IllegalMove:
    """Return the refusal of a card that is held and may not be laid now."""
    if not view.trick or view.trick[0].colour is None:
        return other_stage(move, view.stage)
    return must_follow(move, view.trick[0])


def turns_trump(cards: tuple[Card, ...]) -> bool:
    """Tell whether a trick turned up a new trump: a second Valknut lies in it."""
    return cards.count(VALKNUT) > 1


def winning_number(trick: Trick | None) -> int:
    """Return the number of the card that won a trick; 0 for none."""
    if trick is None or trick.winner is None:
        return 0
    return dict(trick.laid)[trick.winner].number
