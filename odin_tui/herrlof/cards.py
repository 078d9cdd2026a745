"""How the cards of Herrlof look: alone, in a row, in a text, in a hand, and sorted.

A card shows a large number, its colour as hue, letter and shape, and a picture. Hues are theme
variables, so a drawing follows the theme it is shown in.
"""

from collections.abc import Callable, Iterable, Mapping

from textual.content import Content

from odin_engine.herrlof.cards import (
    CARD_CALLED,
    CARDS,
    COLOURS,
    HAGALAZ,
    NUMBERS,
    VALKNUT,
    Card,
    Colour,
)
from odin_tui.drawing.card_faces import NO_MARK, Printed
from odin_tui.drawing.card_set import CardSet, CardStyle
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.herrlof.text import colour_name
from odin_tui.languages import N_, Translations

Marks = Mapping[Colour, str]

SHAPES: Marks = {Colour.RED: "●", Colour.BLUE: "■", Colour.GREEN: "▲", Colour.YELLOW: "▼"}
"""One shape for each colour; all are one cell wide and none is an emoji."""

RUNES: Marks = {Colour.RED: "ᚱ", Colour.BLUE: "ᛒ", Colour.GREEN: "ᚷ", Colour.YELLOW: "ᛃ"}
"""The rune that sounds like the letter of each colour."""

MARKS = {"shapes": SHAPES, "runes": RUNES, "letters": dict.fromkeys(SHAPES, NO_MARK)}
"""What may stand beside the letter, by the word of the settings."""

SIGNS = {VALKNUT: "◬", HAGALAZ: "✱"}
"""What stands beside the letter of a card without colour."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""

NAMES = {VALKNUT: N_("Valknut"), HAGALAZ: N_("Hagalaz")}
EMBLEMS = {1: "trick", 3: "swap", 6: "card", 9: "lead"}
"""The pictures of numbers that do something; the others have the shape of their colour."""


def mark(card: Card, marks: Marks = SHAPES) -> str:
    """Return what stands beside the letter of a card."""
    if card.colour is None:
        return NO_MARK if NO_MARK in marks.values() else SIGNS[card]
    return marks[card.colour]


def letter(card: Card) -> str:
    """Return the letter of a card's colour, or of the card itself."""
    return card.name[0]


def colour_chip(colour: Colour, tr: Translations, marks: Marks = SHAPES) -> Content:
    """Write a colour into a line of text, as in B■ blue."""
    return Content.styled(f"{colour.value}{marks[colour]} {colour_name(colour, tr)}", HUES[colour])


def printed(card: Card, style: CardStyle) -> Printed:
    """Return what is printed on a card."""
    return Printed(
        colour=_colour(card),
        letter=letter(card),
        mark=mark(card, style.marks),
        figure=str(card.number or letter(card)),
        emblem=EMBLEMS.get(card.number) or NAMES.get(card, _colour(card)).lower(),
        name=_subject(card, style.tr),
    )


def _subject(card: Card, tr: Translations) -> str:
    """Return what a card with a picture does, in a word that fits on it; empty for others."""
    match card.number:
        case 1:
            return tr.pgettext("on a card", "trick")
        case 3:
            return tr.pgettext("on a card", "swap")
        case 6:
            return tr.pgettext("on a card", "card")
        case 9:
            return tr.pgettext("on a card", "lead")
    return tr.gettext(NAMES[card]) if card in NAMES else ""


def _colour(card: Card) -> str:
    return "bone" if card.colour is None else card.colour.name.lower()


# -- cards in text, in rows, and on the home screen ------------------------------------------

CARD_SET = CardSet(
    named=CARD_CALLED,
    marks=MARKS,
    colour=_colour,
    mark=mark,
    printed=printed,
    emblem_names=("R1", "B3", "G6", "Y9", "V", "H"),
)
chip, chips, painted = CARD_SET.chip, CARD_SET.chips, CARD_SET.painted


# -- orders of a hand -----------------------------------------------------------------------

Order = Callable[[Iterable[Card]], list[Card]]


def orders(trump: Colour | None = None) -> Mapping[str, Order]:
    """Return the orders in which a player may hold their cards, by the word of the settings."""
    return sort_orders(_colour_place, _number, lambda hand: _by_groups(hand, trump))


def _by_groups(hand: Iterable[Card], trump: Colour | None) -> list[Card]:
    """Put the trumps first, then the other colours, the longest before the shorter ones."""
    cards = list(hand)
    length = {colour: sum(card.colour == colour for card in cards) for colour in COLOURS}
    return sorted(
        cards,
        key=lambda card: (
            card.colour is None,
            card.colour != trump,
            0 if card.colour is None else -length[card.colour],
            _colour_place(card),
            -card.number,
        ),
    )


def _colour_place(card: Card) -> int:
    """Order colours as the rules name them, then Valknut and Hagalaz."""
    return CARDS.index(card) // len(NUMBERS) if card.colour else CARDS.index(card)


def _number(card: Card) -> int:
    return card.number
