"""How a card of Herrlof looks: a large number, its colour as hue, letter and shape, and its rune.

Everything here is a pure function of the card; hues are theme variables, so a drawing follows
whatever theme it is shown in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from textual.content import Content

from odin_engine.herrlof.cards import HAGALAZ, SPECIAL_NUMBERS, VALKNUT, Card, Colour
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import STANDS_BACK, Look, Size, framed, put_figure, step_of
from odin_tui.drawing.numerals import BLOCK_FIGURES, LINE_FIGURES

Marks = Mapping[Colour, str]

SHAPES: Marks = {Colour.RED: "●", Colour.BLUE: "■", Colour.GREEN: "▲", Colour.YELLOW: "▼"}
"""One shape for each colour; all are one cell wide and none is an emoji."""

RUNES: Marks = {Colour.RED: "ᚱ", Colour.BLUE: "ᛒ", Colour.GREEN: "ᚷ", Colour.YELLOW: "ᛃ"}
"""The rune that sounds like the letter of each colour."""

MARKS = {"shapes": SHAPES, "runes": RUNES}
"""What may stand beside the letter, by the word of the settings."""

PERTHRO = "ᛈ"
"""The rune of the numbers that do something."""
SIGNS = {VALKNUT: "◬", HAGALAZ: "ᚺ"}
"""What stands beside the letter of a card without colour."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""

DEEDS = {1: "trick", 3: "swap", 6: "card", 9: "lead"}
"""What a number with a rune is about, in a word that fits on its card."""
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
    """How the cards of one screen are drawn: how large, and with which marks."""

    size: Size = NARROW
    marks: Marks = field(default_factory=lambda: SHAPES)


def hue(card: Card) -> str:
    """Give the theme variable of a card's colour; empty for a card without one."""
    return "" if card.colour is None else HUES[card.colour]


def mark(card: Card, marks: Marks = SHAPES) -> str:
    """Give what stands beside the letter of a card."""
    return SIGNS[card] if card.colour is None else marks[card.colour]


def letter(card: Card) -> str:
    """Give the letter of a card's colour, or of the card itself."""
    return card.name[0]


def rune(card: Card) -> str:
    """Give the rune of a card that does something, or a blank."""
    return PERTHRO if card.number in SPECIAL_NUMBERS else " "


def chip(card: Card, style: str = "", marks: Marks = SHAPES) -> Content:
    """Write a card into a line of text, as in B9■."""
    return Content.styled(f"{card}{mark(card, marks)}", f"{hue(card)} {style}".strip())


def chips(cards: Iterable[Card], style: str = "", marks: Marks = SHAPES) -> Content:
    """Write several cards into a line of text."""
    return Content(" ").join(chip(card, style, marks) for card in cards)


def colour_chip(colour: Colour | None, marks: Marks = SHAPES) -> Content:
    """Write a colour into a line of text, as in B■ blue."""
    if colour is None:
        return Content("none")
    return Content.styled(f"{colour.value}{marks[colour]} {colour.name.lower()}", HUES[colour])


def face(card: Card, style: Style, look: Look = Look.PLAIN) -> Canvas:
    """Give the front of a card, to be pasted: the same drawing serves whoever asks for it."""
    return _face(card, style.size, mark(card, style.marks), look)


@lru_cache(maxsize=1024)
def _face(card: Card, size: Size, sign: str, look: Look) -> Canvas:
    ink = f"dim {hue(card)}".strip() if look in STANDS_BACK else hue(card)
    canvas = framed(size, look, ink)
    strong = ink if look in STANDS_BACK else f"bold {ink}".strip()
    if size is BIG:
        _big_face(canvas, card, sign, strong)
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


def _big_face(canvas: Canvas, card: Card, sign: str, ink: str) -> None:
    put_figure(canvas, 2, 2, BLOCK_SIGNS.get(card) or BLOCK_FIGURES[card.number], ink)
    canvas.put(1, 1, letter(card), ink)
    canvas.put(canvas.width - 2, 1, sign, ink)
    below = NAMES.get(card) or (f"{PERTHRO} {DEEDS[card.number]}" if rune(card).strip() else "")
    canvas.put((canvas.width - len(below)) // 2, canvas.height - 2, below, ink)


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
