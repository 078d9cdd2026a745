"""What the special cards do, in a line each, and what a card would do to the trick that lies."""

from collections.abc import Sequence

from odin_engine.game import IllegalMove
from odin_engine.herrlof.cards import (
    BIT,
    COLOUR_BITS,
    HAGALAZ,
    SPECIAL_NUMBERS,
    VALKNUT,
    Card,
    Colour,
)
from odin_engine.herrlof.moves import Move
from odin_engine.herrlof.refusals import must_follow, other_stage
from odin_engine.herrlof.tricks import winning_place
from odin_engine.herrlof.view import View
from odin_tui.herrlof.card_face import PERTHRO

LEAD_GOES = {2: "away", 3: "to the left"}


def reminder(card: Card, seats: int = 2) -> str:
    """Say in a line what a special card does; nothing for a plain one."""
    if card == VALKNUT:
        return "Valknut destroys the trick; its leader leads again"
    if card == HAGALAZ:
        return "Hagalaz is lowest of all; whoever loses with it leads"
    return {
        1: "a 1 that wins may take a trick from somebody",
        3: "a 3 may swap a card with the deck, win or lose",
        6: "a 6 that wins may swap a card with somebody, unseen",
        9: f"a 9 that wins gives the lead {LEAD_GOES.get(seats, LEAD_GOES[2])}",
    }.get(card.number, "")


def runed(card: Card, seats: int = 2) -> str:
    """Say what a special card does, after the rune it bears."""
    said = reminder(card, seats)
    return f"{PERTHRO} {said}" if card.number in SPECIAL_NUMBERS else said


def works(view: View, card: Card) -> bool:
    """Tell whether a special card has its effect if it is laid into the trick that lies now."""
    return VALKNUT not in view.trick or card == VALKNUT or card.number == 3


def trump_bits(trump: Colour | None) -> int:
    """Give the bits of the trump colour as the rules know it."""
    return 0 if trump is None else COLOUR_BITS[trump]


def winning(cards: Sequence[Card], trump: Colour | None) -> int | None:
    """Give the place of the card that wins as they lie; None where a Valknut destroys them."""
    return winning_place([BIT[card] for card in cards], trump_bits(trump))


def fate(view: View, card: Card) -> str:
    """Say what a card would do to the trick as it lies now; nothing where its reminder does."""
    if card == VALKNUT:
        second = view.trick.count(VALKNUT) == 1
        return "turns a new trump up" if second else ""
    if not view.trick:
        return "leads"
    if VALKNUT in view.trick:
        return "in a destroyed trick"
    wins = winning((*view.trick, card), view.trump) == len(view.trick)
    last = len(view.trick) == view.seats - 1
    if wins:
        return "wins this trick" if last else "wins so far"
    return "loses this trick" if last else "does not win"


def why_not(view: View, move: Move) -> IllegalMove:
    """Return the refusal of a card that is held and may not be laid now."""
    if not view.trick or view.trick[0].colour is None:
        return other_stage(move, view.stage)
    return must_follow(move, view.trick[0])


def tricks_word(count: int) -> str:
    """Write tricks with their word."""
    return f"{count} trick" if count == 1 else f"{count} tricks"


def to_go(said: int, won: int) -> str:
    """Say how far a prediction is from coming true."""
    if won == said:
        return "exact now"
    return f"{said - won} to go" if won < said else f"{won - said} too many"
