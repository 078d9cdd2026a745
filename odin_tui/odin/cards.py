"""The cards of Odin on the screen: how they look, how they are written, and how a hand is sorted.

Everything here is a pure function of the cards; hues are theme variables, so a drawing follows
whatever theme it is shown in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from odin_engine.odin.cards import CARD_CALLED, COLOURS, Card, Cards, Colour
from odin_engine.odin.sets import COLOUR_GROUPS, NUMBER_GROUPS, VALUE
from odin_tui.drawing.card_faces import LARGE, MEDIUM, NO_MARK, SMALL, Printed, Size
from odin_tui.drawing.card_set import CardSet, CardStyle
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.languages import N_

ARCHETYPES = {
    1: N_("healer"),
    2: N_("skald"),
    3: N_("spy"),
    4: N_("seidmadr"),
    5: N_("völva"),
    6: N_("hirdman"),
    7: N_("berserker"),
    8: N_("styrimadr"),
    9: N_("jarl"),
}
"""Who is drawn on the cards of a number."""

EMBLEMS = (
    "healer",
    "skald",
    "spy",
    "seidmadr",
    "volva",
    "hirdman",
    "berserker",
    "styrimadr",
    "jarl",
)
"""The names of their pictures, from one to nine."""

SHAPES: Mapping[Colour, str] = {
    Colour.RED: "●",
    Colour.ORANGE: "★",
    Colour.YELLOW: "▼",
    Colour.GREEN: "▲",
    Colour.BLUE: "■",
    Colour.PURPLE: "◆",
}
"""One shape for each colour; all are one cell wide and none is an emoji."""

RUNES: Mapping[Colour, str] = {
    Colour.RED: "ᚱ",
    Colour.ORANGE: "ᚩ",
    Colour.YELLOW: "ᛃ",
    Colour.GREEN: "ᚷ",
    Colour.BLUE: "ᛒ",
    Colour.PURPLE: "ᛈ",
}
"""The rune that sounds like the letter of each colour."""

MARKS = {"shapes": SHAPES, "runes": RUNES, "letters": dict.fromkeys(SHAPES, NO_MARK)}
"""The marks beside the letter, by the value of the setting `card_style`."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""


SIZES = (LARGE, MEDIUM, SMALL)
"""The sizes of a hand."""


@dataclass(frozen=True, slots=True)
class Style(CardStyle):
    """How the cards of one session are drawn."""

    size: Size = SMALL
    marks: Mapping[Colour, str] = field(default_factory=lambda: SHAPES)


def printed(card: Card, style: CardStyle) -> Printed:
    """Return what is printed on a card."""
    return Printed(
        colour=_colour(card),
        letter=card.colour.value,
        mark=style.marks[card.colour],
        figure=str(card.number),
        emblem=EMBLEMS[card.number - 1],
        name=style.tr.gettext(ARCHETYPES[card.number]),
    )


def _colour(card: Card) -> str:
    return card.colour.name.lower()


# -- cards in text, in rows, and on the home screen ------------------------------------------

CARD_SET = CardSet(
    named=CARD_CALLED,
    marks=MARKS,
    colour=_colour,
    mark=lambda card, marks: marks[card.colour],
    printed=printed,
    emblem_names=("R7", "O2", "Y5", "G4", "B9", "P8"),
)
chip, chips, short_chips = CARD_SET.chip, CARD_SET.chips, CARD_SET.short_chips
laid_chips, face, row = CARD_SET.laid_chips, CARD_SET.face, CARD_SET.row
painted, emblem, hand = CARD_SET.painted, CARD_SET.emblem, CARD_SET.hand


# -- orders of a hand -----------------------------------------------------------------------


def by_groups(hand: Cards) -> list[Card]:
    """Return a hand with its most valuable set first, then that of the rest, and so on."""
    rest, order = hand.bits, list[Card]()
    while rest:
        best = max(
            (rest & group for group in (*COLOUR_GROUPS, *NUMBER_GROUPS) if rest & group),
            key=VALUE.__getitem__,
        )
        order += ORDERS["number"](Cards(best))
        rest &= ~best
    return order


ORDERS = sort_orders(lambda card: COLOURS.index(card.colour), lambda card: card.number, by_groups)
"""By the value of the setting `sort`."""
