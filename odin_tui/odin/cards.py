"""The cards of Odin on the screen: how they look, are written and sorted, and where each one is.

Everything here is a pure function of the cards; hues are theme variables, so a drawing follows
whatever theme it is shown in.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from textual.content import Content

from odin_engine.odin.cards import CARD_CALLED, COLOURS, NUMBERS, Card, Cards, Colour
from odin_engine.odin.sets import COLOUR_GROUPS, NUMBER_GROUPS, VALUE
from odin_engine.odin.view import View
from odin_tui.drawing import labels
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.card_faces import NO_MARK, Printed
from odin_tui.drawing.card_grid import grid_line, legend
from odin_tui.drawing.card_set import CardSet, CardStyle
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.game_text import read_messages
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.narrator import Reader

ARCHETYPES = {
    1: N_("healer"),
    2: N_("skald"),
    3: N_("spy"),
    4: N_("seidmadr"),
    5: N_("völva"),
    6: N_("hirdman"),
    7: N_("berserker"),
    8: N_("styrimadr"),
    9: N_("chieftain"),
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
chip, short_chips, laid_chips = CARD_SET.chip, CARD_SET.short_chips, CARD_SET.laid_chips


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


# -- where every card is --------------------------------------------------------------------


def colours_of(deck: Cards) -> list[Colour]:
    """Return the colours a match is played with."""
    present = {card.colour for card in deck}
    return [colour for colour in COLOURS if colour in present]


@dataclass(frozen=True, slots=True)
class Discards:
    """The discarded cards in rows, one for each colour."""

    deck: Cards
    discarded: Cards
    table: Cards
    marks: Mapping[Colour, str]
    tr: Translations

    def draw(self, width: int, height: int) -> Canvas:
        """Draw a row for each colour where there is room, else the number of cards alone."""
        heads = tuple((colour, self.marks[colour]) for colour in colours_of(self.deck))
        return _discards(heads, self.discarded, self.table, self.tr, width, height)


@lru_cache(maxsize=128)
def _discards(
    heads: tuple[tuple[Colour, str], ...],
    discard: Cards,
    table: Cards,
    tr: Translations,
    width: int,
    height: int,
) -> Canvas:
    """Draw the discarded cards; everybody at a table looks at the same drawing."""
    count = len(discard)
    title = Content.styled(tr.gettext("Valhalla"), "$foreground bold")
    fallen = read_messages("odin").say("fallen", tr, count=count)
    whole = Content.assemble(title, " ", (fallen, "$quiet"))
    if whole.cell_length > width:
        whole = Content.assemble(title, (f" {count}", "$quiet"))
    lines = [whole.truncate(width)]
    if height > len(heads):
        step = 2 if width >= 21 else 1
        for colour, mark in heads:
            head = Content.styled(f"{colour.value}{mark} ", f"{HUES[colour]} bold")
            lines.append(grid_line(head, _discard_signs(colour, discard, table), step))
    return in_lines(lines, width, height)


def _discard_signs(colour: Colour, discard: Cards, table: Cards) -> Iterator[Content]:
    for card in (Card(colour, number) for number in NUMBERS):
        if card in discard:
            yield labels.chip(str(card.number), colour.name.lower())
        elif card in table:
            yield Content.styled(str(card.number), f"{HUES[colour]} bold underline")
        else:
            yield Content.styled("·", "$line")


def card_places(view: View, reader: Reader, marks: Mapping[Colour, str]) -> Content:
    """Return every card of the deck with the place it is in, and a legend."""
    tr, count, messages = reader.tr, len(view.unseen), read_messages("odin")
    taken = {seat: cards for seat, cards in enumerate(view.known) if cards and seat != view.seat}
    unseen = "unseen-and-undealt" if view.undealt else "unseen"
    signs = [("8", "bold", tr.gettext(FALLEN)), ("[8]", "bold", tr.gettext("in the middle"))]
    signs += [("‹8›", "bold", tr.pgettext("a card", "yours"))] * (view.seat is not None)
    signs += [("+8", "bold", messages.say("taken", tr))] * bool(taken)
    signs.append(("·", "$line", messages.say(unseen, tr, count=count, undealt=view.undealt)))
    lines = [
        grid_line(
            Content.styled(f" {colour.value}{marks[colour]} ", f"bold {HUES[colour]}"),
            (_sign(view, Card(colour, number)) for number in NUMBERS),
            4,
        )
        for colour in colours_of(view.deck)
    ]
    lines = [Content(""), *lines, Content(""), *legend(signs)]
    for seat, cards in taken.items():
        text = tr.gettext("{name} holds {cards}")
        held = fill(text, name=reader.names[seat], cards=short_chips(cards))
        lines.append(Content.assemble("   ", held))
    return Content("\n").join([*lines, Content("")])


FALLEN = N_("out of play for the rest of this hand")


def _sign(view: View, card: Card) -> Content:
    """Return the sign of where a card is."""
    hue, number = HUES[card.colour], card.number
    if card in view.table:
        return Content.styled(f"[{number}]", f"bold {hue}")
    if card in view.hand:
        return Content.styled(f"‹{number}›", f"bold {hue}")
    if card in view.discard:
        return Content.styled(f"{number}", hue)
    if any(card in cards for cards in view.known):
        return Content.styled(f"+{number} ", hue)
    return Content.styled("·", "$line")
