"""How the cards of Herrlof look: alone, in a row, in a text, in a hand, and sorted.

A card shows a large number, its colour as hue, letter and shape, and its rune. Hues are theme
variables, so a drawing follows the theme it is shown in.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content

from odin_engine.herrlof.cards import (
    CARD_CALLED,
    CARDS,
    COLOURS,
    HAGALAZ,
    NUMBERS,
    SPECIAL_NUMBERS,
    VALKNUT,
    Card,
    Colour,
)
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import STANDS_BACK, Look, Size, framed, put_figure, step_of
from odin_tui.drawing.card_set import CardSet
from odin_tui.drawing.numerals import BLOCK_FIGURES, LINE_FIGURES
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.herrlof.messages import PERTHRO, colour_name
from odin_tui.languages import ENGLISH, Translations
from odin_tui.widgets.card_hand import HandCard

Marks = Mapping[Colour, str]

SHAPES: Marks = {Colour.RED: "●", Colour.BLUE: "■", Colour.GREEN: "▲", Colour.YELLOW: "▼"}
"""One shape for each colour; all are one cell wide and none is an emoji."""

RUNES: Marks = {Colour.RED: "ᚱ", Colour.BLUE: "ᛒ", Colour.GREEN: "ᚷ", Colour.YELLOW: "ᛃ"}
"""The rune that sounds like the letter of each colour."""

MARKS = {"shapes": SHAPES, "runes": RUNES}
"""What may stand beside the letter, by the word of the settings."""

SIGNS = {VALKNUT: "◬", HAGALAZ: "ᚺ"}
"""What stands beside the letter of a card without colour."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""

NAMES = {VALKNUT: "Valknut", HAGALAZ: "Hagalaz"}
LINE_SIGNS = {VALKNUT: (" △ ", "△ △", "   "), HAGALAZ: ("╻ ╻", "┣━┫", "╹ ╹")}
BLOCK_SIGNS = {
    VALKNUT: ("      ", "  ╱╲  ", " ╱╲╱╲ ", "╱╲╱╲╱╲", "      "),
    HAGALAZ: ("██  ██", "██  ██", "██████", "██  ██", "██  ██"),
}

SLIM = Size(4, 4, 0, 1)
NARROW = Size(5, 5, 0, 1)
TINY = Size(6, 5, 0, 1)
SMALL = Size(7, 5, 1, 1)
BIG = Size(10, 9, 0, 1)
SIZES = (BIG, SMALL, TINY, NARROW, SLIM)


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of one screen are drawn: how large, with which marks, in which language."""

    size: Size = NARROW
    marks: Marks = field(default_factory=lambda: SHAPES)
    tr: Translations = ENGLISH


def hue(card: Card) -> str:
    """Return the theme variable of a card's colour; empty for a card without one."""
    return "" if card.colour is None else HUES[card.colour]


def mark(card: Card, marks: Marks = SHAPES) -> str:
    """Return what stands beside the letter of a card."""
    return SIGNS[card] if card.colour is None else marks[card.colour]


def letter(card: Card) -> str:
    """Return the letter of a card's colour, or of the card itself."""
    return card.name[0]


def rune(card: Card) -> str:
    """Return the rune of a card that does something, or a blank."""
    return PERTHRO if card.number in SPECIAL_NUMBERS else " "


def chip(card: Card, style: str = "", marks: Marks = SHAPES) -> Content:
    """Write a card into a line of text, as in B9■."""
    return Content.styled(f"{card}{mark(card, marks)}", f"{hue(card)} {style}".strip())


def chips(cards: Iterable[Card], style: str = "", marks: Marks = SHAPES) -> Content:
    """Write several cards into a line of text."""
    return Content(" ").join(chip(card, style, marks) for card in cards)


def colour_chip(colour: Colour, tr: Translations, marks: Marks = SHAPES) -> Content:
    """Write a colour into a line of text, as in B■ blue."""
    return Content.styled(f"{colour.value}{marks[colour]} {colour_name(colour, tr)}", HUES[colour])


def face(card: Card, style: Style, look: Look = Look.PLAIN) -> Canvas:
    """Return the front of a card; drawings are shared, so paste them and never change them."""
    below = NAMES.get(card, "")
    if card.number in SPECIAL_NUMBERS:
        below = f"{PERTHRO} {_subject(card.number, style.tr)}"
    return _face(
        card, style.size, mark(card, style.marks), look, below if style.size is BIG else ""
    )


def _subject(number: int, tr: Translations) -> str:
    """Return what a number with a rune is about, in a word that fits on its card."""
    match number:
        case 1:
            return tr.pgettext("on a card", "trick")
        case 3:
            return tr.pgettext("on a card", "swap")
        case 6:
            return tr.pgettext("on a card", "card")
    return tr.pgettext("on a card", "lead")


@lru_cache(maxsize=1024)
def _face(card: Card, size: Size, sign: str, look: Look, below: str) -> Canvas:
    ink = f"dim {hue(card)}".strip() if look in STANDS_BACK else hue(card)
    canvas = framed(size, look, ink)
    strong = ink if look in STANDS_BACK else f"bold {ink}".strip()
    if size is BIG:
        _big_face(canvas, card, sign, strong, below)
    elif size is SLIM:
        canvas.put(1, 1, (str(card.number) if card.number else letter(card)) + sign, strong)
        canvas.put(1, 2, (letter(card) if card.number else " ") + rune(card), strong)
    elif size is NARROW:
        canvas.put(1, 1, f"{card.number or letter(card)} {sign}", strong)
        canvas.put(1, 2, letter(card) if card.number else " ", strong)
        canvas.put(3, 3, rune(card), strong)
    else:
        put_figure(canvas, 1, 1, LINE_SIGNS.get(card) or LINE_FIGURES[card.number], strong)
        for y, text in enumerate((sign, letter(card), rune(card)), 1):
            canvas.put(size.width - 2, y, text, strong)
    return canvas


def _big_face(canvas: Canvas, card: Card, sign: str, ink: str, below: str) -> None:
    put_figure(canvas, 2, 2, BLOCK_SIGNS.get(card) or BLOCK_FIGURES[card.number], ink)
    canvas.put(1, 1, letter(card), ink)
    canvas.put(canvas.width - 2, 1, sign, ink)
    if cell_len(below) > canvas.width - 2:
        below = rune(card)
    canvas.put((canvas.width - cell_len(below)) // 2, canvas.height - 2, below, ink)


def row(
    cards: Sequence[Card], style: Style, width: int, looks: Sequence[Look] | None = None
) -> Canvas:
    """Draw cards beside each other; where the width is short, one over the other."""
    size = style.size
    if not cards:
        return Canvas(0, size.height)
    step = step_of(size, len(cards), width)
    canvas = Canvas(step * (len(cards) - 1) + size.width, size.height)
    for index, card in enumerate(cards):
        look = Look.PLAIN if looks is None else looks[index]
        canvas.paste(index * step, 0, face(card, style, look))
    return canvas


# -- in texts and on the home screen --------------------------------------------------------

CARD_SET = CardSet(
    named=CARD_CALLED,
    marks=MARKS,
    chip=chip,
    row=lambda cards, size, marks: row(cards, Style(size, marks), size.row(len(cards))),
    emblem_names=("R1", "B3", "G6", "Y9", "V", "H"),
    emblem_sizes={"-medium": SMALL, "-large": BIG},
)
painted = CARD_SET.painted
emblem = CARD_SET.emblem


# -- the hand -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandContents:
    """What the hand shows; cards are told apart by their place, for several may be alike."""

    cards: tuple[Card, ...] = ()
    idle: frozenset[Card] = frozenset()
    """The cards that cannot be used now; they stand back."""
    chosen: int | None = None
    cursor: int | None = None
    fresh: Card | None = None
    """The card that was just drawn or stolen."""
    style: Style = Style()

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> Size:
        return self.style.size

    @property
    def newest(self) -> int | None:
        """The place of the fresh card."""
        return self.cards.index(self.fresh) if self.fresh in self.cards and self.fresh else None

    def shown(self, place: int) -> HandCard:
        """Return how the card at a place looks."""
        here, fresh = place == self.cursor, place == self.newest
        if place == self.chosen:
            look = Look.CHOSEN
        elif self.cards[place] in self.idle:
            look = Look.MARKED_IDLE if here else Look.IDLE
        else:
            look = Look.MARKED if here else Look.PLAIN
        return HandCard(look, here, "+" if fresh else "", strong=fresh)

    def face(self, place: int, look: Look) -> Canvas:
        """Draw the card at a place."""
        return face(self.cards[place], self.style, look)


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
