"""What the special cards do, in a line each, and what a card would do to the trick that lies."""

from collections.abc import Sequence

from odin_engine.herrlof.cards import BIT, COLOUR_BITS, HAGALAZ, RUNED, VALKNUT, Card, Colour
from odin_engine.herrlof.sight import View
from odin_engine.herrlof.tricks import winning_place
from odin_tui.herrlof.card_face import PERTHRO, SIGNS

NEXT_LEADER = {2: "the other player leads", 3: "the player on your left leads"}


def reminder(card: Card, seats: int = 2) -> str:
    """Say in a line what a special card does; nothing for a plain one."""
    if card == VALKNUT:
        return f"{SIGNS[card]} destroys the trick; its leader leads again"
    if card == HAGALAZ:
        return f"{SIGNS[card]} is lowest of all; whoever loses with it leads"
    said = {
        1: "wins: you may take a trick from somebody",
        3: "played: you may swap a card with the deck",
        6: "wins: you may swap a card with somebody, unseen",
        9: f"wins: {NEXT_LEADER.get(seats, NEXT_LEADER[2])} next",
    }
    return f"{PERTHRO} {said[card.number]}" if card.number in RUNED else ""


def trump_bits(trump: Colour | None) -> int:
    """Give the bits of the trump colour as the rules know it."""
    return 0 if trump is None else COLOUR_BITS[trump]


def winning(cards: Sequence[Card], trump: Colour | None) -> int | None:
    """Give the place of the card that wins as they lie; None where a Valknut destroys them."""
    return winning_place([BIT[card] for card in cards], trump_bits(trump))


def fate(view: View, card: Card) -> str:
    """Say what a card would do to the trick as it lies now."""
    if card == VALKNUT:
        second = view.trick.count(VALKNUT) == 1
        return "turns a new trump up" if second else "destroys this trick"
    if not view.trick:
        return "leads"
    if VALKNUT in view.trick:
        return "the trick is destroyed anyway"
    wins = winning((*view.trick, card), view.trump) == len(view.trick)
    last = len(view.trick) == view.seats - 1
    if wins:
        return "wins this trick" if last else "wins so far"
    return "loses this trick" if last else "does not win"


def why_not(view: View) -> str:
    """Say why a card that does not follow cannot be laid into the trick now."""
    if not view.trick or view.trick[0].colour is None:
        return ""
    led = view.trick[0]
    colour = "" if led.colour is None else led.colour.name.lower()
    return f"{led} was led and you hold {colour}: follow, or play V or H."


def tricks_word(count: int) -> str:
    """Write tricks with their word."""
    return f"{count} trick" if count == 1 else f"{count} tricks"


def to_go(said: int, won: int) -> str:
    """Say how far a prediction is from coming true."""
    if won == said:
        return "exact now"
    return f"{said - won} to go" if won < said else f"{won - said} too many"
