"""The cards of Odin on the screen: how they look, how they are written, and how a hand is sorted.

Everything here is a pure function of the cards; hues are theme variables, so a drawing follows
whatever theme it is shown in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content

from odin_engine.odin.cards import CARD_CALLED, COLOURS, Card, Cards, Colour
from odin_engine.odin.sets import COLOUR_GROUPS, NUMBER_GROUPS, VALUE
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.card_frame import STANDS_BACK, Look, Size, framed, put_figure, step_of
from odin_tui.drawing.card_set import CardSet
from odin_tui.drawing.names import shortened
from odin_tui.drawing.numerals import BLOCK_FIGURES, LINE_FIGURES
from odin_tui.drawing.sort_orders import sort_orders
from odin_tui.languages import ENGLISH, N_, Translations

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
    Colour.ORANGE: "ᛟ",
    Colour.YELLOW: "ᛃ",
    Colour.GREEN: "ᚷ",
    Colour.BLUE: "ᛒ",
    Colour.PURPLE: "ᛈ",
}
"""The rune that sounds like the letter of each colour."""

MARKS = {"shapes": SHAPES, "runes": RUNES}
"""The marks beside the letter, by the value of the setting `card_style`."""

HUES = {colour: f"$card-{colour.name.lower()}" for colour in Colour}
"""The theme variable of each colour."""


def chip(card: Card, style: str = "", marks: Mapping[Colour, str] = SHAPES) -> Content:
    """Return a card as text with its mark, as in B9■."""
    return Content.styled(f"{card}{marks[card.colour]}", f"{HUES[card.colour]} {style}".strip())


def chips(cards: Iterable[Card], style: str = "", marks: Mapping[Colour, str] = SHAPES) -> Content:
    """Return several cards as text with their marks."""
    return Content(" ").join(chip(card, style, marks) for card in cards)


def short_chips(cards: Iterable[Card], style: str = "") -> Content:
    """Return several cards as text without their marks, as in B9 B5."""
    parts = (Content.styled(str(card), f"{HUES[card.colour]} {style}".strip()) for card in cards)
    return Content(" ").join(parts)


TINY = Size(6, 5, 0, 1)
SMALL = Size(7, 5, 1, 1)
MEDIUM = Size(11, 7, 0, 1)
LARGE = Size(15, 11, 1, 2)
SIZES = (LARGE, MEDIUM, SMALL, TINY)


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of one session are drawn."""

    size: Size = SMALL
    marks: Mapping[Colour, str] = field(default_factory=lambda: SHAPES)
    tr: Translations = ENGLISH
    """The language of the names on the cards."""


def face(card: Card, style: Style, look: Look = Look.PLAIN) -> Canvas:
    """Return the front of a card. It is cached and shared: paste it, never draw on it."""
    named = style.size in (MEDIUM, LARGE)
    name = style.tr.gettext(ARCHETYPES[card.number]) if named else ""
    return _face(card, style.size, style.marks[card.colour], look, name)


@lru_cache(maxsize=1024)
def _face(card: Card, size: Size, mark: str, look: Look, name: str) -> Canvas:
    ink = _ink(card, look)
    canvas = framed(size, look, ink)
    strong = ink if look in STANDS_BACK else f"bold {ink}"
    if size is LARGE:
        _large_face(canvas, card, mark, strong)
        _put_name(canvas, name, size.height - 3, ink)
    elif size is MEDIUM:
        _medium_face(canvas, card, mark, strong)
        _put_name(canvas, name, size.height - 2, ink)
    else:
        put_figure(canvas, 1, 1, LINE_FIGURES[card.number], strong)
        canvas.put(size.width - 2, 1, mark, strong)
        canvas.put(size.width - 2, 2, card.colour.value, strong)
    return canvas


def row(
    cards: Sequence[Card], style: Style, width: int, looks: Mapping[Card, Look] | None = None
) -> Canvas:
    """Return cards side by side, overlapping where the width is short."""
    size, looks = style.size, looks or {}
    if not cards:
        return Canvas(0, size.height)
    step = step_of(size, len(cards), width)
    canvas = Canvas(step * (len(cards) - 1) + size.width, size.height)
    for index, card in enumerate(cards):
        look = looks.get(card, Look.PLAIN)
        covered = step < size.width and index < len(cards) - 1
        picture = _edge(card, style, look) if covered else face(card, style, look)
        canvas.paste(index * step, 0, picture)
    return canvas


def _ink(card: Card, look: Look) -> str:
    return f"dim {HUES[card.colour]}" if look in STANDS_BACK else HUES[card.colour]


def _medium_face(canvas: Canvas, card: Card, mark: str, ink: str) -> None:
    put_figure(canvas, 4, 1, LINE_FIGURES[card.number], ink)
    canvas.put(1, 1, card.colour.value, ink)
    canvas.put(canvas.width - 2, 1, mark, ink)


def _large_face(canvas: Canvas, card: Card, mark: str, ink: str) -> None:
    right = canvas.width - 3
    figure = BLOCK_FIGURES[card.number]
    put_figure(canvas, (canvas.width - len(figure[0])) // 2, 2, figure, ink)
    for x, y, text in ((2, 1, card.colour.value), (right, 1, mark)):
        canvas.put(x, y, text, ink)
        canvas.put(canvas.width - 1 - x, canvas.height - 1 - y, text, ink)


def _put_name(canvas: Canvas, name: str, y: int, ink: str) -> None:
    name = shortened(name, canvas.width - 2)
    canvas.put((canvas.width - cell_len(name)) // 2, y, name, ink)


def _edge(card: Card, style: Style, look: Look) -> Canvas:
    """Draw a card of which only the left edge will be seen."""
    canvas = framed(style.size, look, _ink(card, look))
    for y, text in enumerate((str(card.number), style.marks[card.colour], card.colour.value), 1):
        canvas.put(1, y, text, f"bold {_ink(card, look)}")
    return canvas


# -- cards in text, and on the home screen --------------------------------------------------

CARD_SET = CardSet(
    named=CARD_CALLED,
    marks=MARKS,
    chip=chip,
    row=lambda cards, size, marks: row(cards, Style(size, marks), size.row(len(cards))),
    emblem_names=("R7", "O2", "Y5", "G4", "B9", "P8"),
    emblem_sizes={"-medium": SMALL, "-large": LARGE},
)
painted = CARD_SET.painted
emblem = CARD_SET.emblem


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
