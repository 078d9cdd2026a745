"""The cards of any game: filled faces in four sizes, whose look is their state.

Whatever is needed to tell a card stands in its left columns, so cards can be fanned. The last
column is half a cell wide, which leaves a gap between cards that lie beside each other.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rich.cells import cell_len

from odin_tui.drawing.canvas import Area, Canvas
from odin_tui.drawing.names import shortened
from odin_tui.drawing.pixel_art import Sprite, numeral, pictures
from odin_tui.drawing.surfaces import draw_slab


@dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn."""

    width: int
    height: int
    step: int
    """The columns in which a covered card shows its number as large as an open one."""
    tight: int
    """The columns in which it still shows all that is needed to tell it."""

    def row(self, count: int) -> int:
        """Return how wide so many cards beside each other are."""
        return count * self.width

    def fan(self, count: int) -> int:
        """Return how wide so many cards are that cover each other as far as nothing is lost."""
        return (count - 1) * self.tight + self.width


TINY = Size(7, 3, 7, 7)
SMALL = Size(8, 5, 6, 6)
MEDIUM = Size(13, 10, 8, 6)
LARGE = Size(17, 13, 17, 8)
RISE = 1
"""The rows by which a chosen card is higher than the others."""
NARROW, NARROWEST = 4, 3
"""The columns in which a covered card still shows a number of pixels, and letters alone."""
ALL = 99
"""More columns than any card has."""


NO_MARK = " "
"""What stands beside a letter where shapes and blocks would be two cells wide."""


class Look(Enum):
    """What a face says about its card."""

    PLAYABLE = "face"
    CHOSEN = "chosen"
    """It is a row higher than the others, with light below it."""
    IDLE = "idle"
    """It cannot be played now."""
    KEPT = "kept"
    """A place that is kept free for it."""
    FLAT = "flat"
    """On its way to the table: nothing can be read."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a card."""

    colour: str
    """Its colour in the palette; `bone` for a card without one."""
    letter: str
    mark: str
    """The shape or the rune of its colour; a blank if the terminal gets no shapes, nor blocks."""
    figure: str
    """Its number, or the letter of its sign."""
    emblem: str = ""
    """The name of its picture."""
    name: str = ""
    """What is written on the largest size."""


@lru_cache(maxsize=4096)
def draw_face(
    card: Printed, size: Size, look: Look = Look.PLAYABLE, seen: int = ALL, *, over: bool = False
) -> Canvas:
    """Return the face of a card. It is shared: paste it, never draw on it.

    `seen` are the columns that no other card will cover; `over` draws the edge of a card that
    lies on another.
    """
    tone = Look.PLAYABLE if look is Look.CHOSEN else look
    colour = f"${tone.value}-{card.colour}"
    canvas = Canvas(size.width, size.height)
    # A card that stands back has sharp corners: its look must not be a matter of tone alone.
    soft = tone in (Look.PLAYABLE, Look.FLAT)
    draw_slab(canvas, 0, 0, size.width, size.height, colour, soft=soft)
    if tone is Look.FLAT:
        canvas.mark_picture()
        return canvas
    if card.mark == NO_MARK and seen >= size.tight:
        _whole_cells(canvas, card, colour, wide=size in (MEDIUM, LARGE) and seen >= size.step)
    elif seen >= size.step:
        DRAWN[size](canvas, card, colour)
    elif seen >= size.tight:
        TIGHT[size](canvas, card, colour)
    else:
        roomy = seen >= NARROW and size is not TINY
        (_narrow if roomy else _narrowest)(canvas, card, colour)
    if over:
        for y in range(size.height):
            canvas.put(0, y, "▌", f"$shadow on {colour}")
    canvas.mark_picture()
    return canvas


def _tiny(canvas: Canvas, card: Printed, colour: str) -> None:
    canvas.draw_pixels(1, 1, numeral("3x5", card.figure), {"#": f"{colour}-ink"})
    canvas.put(5, 0, card.letter, f"bold {colour}-ink on {colour}")
    canvas.put(5, 1, card.mark, f"{colour}-ink on {colour}")


def _narrow(canvas: Canvas, card: Printed, colour: str) -> None:
    canvas.put(1, 0, card.letter, f"bold {colour}-ink on {colour}")
    canvas.put(2, 0, card.mark, f"{colour}-ink on {colour}")
    canvas.draw_pixels(1, 3, numeral("3x5", card.figure), {"#": f"{colour}-ink"})


def _narrowest(canvas: Canvas, card: Printed, colour: str) -> None:
    for y, text in enumerate((card.letter, card.figure, card.mark)):
        canvas.put(1, y, text, f"bold {colour}-ink on {colour}")


def _small(canvas: Canvas, card: Printed, colour: str) -> None:
    canvas.put(1, 0, card.letter, f"bold {colour}-ink on {colour}")
    canvas.put(5, 0, card.mark, f"{colour}-ink on {colour}")
    canvas.draw_pixels(1, 2, numeral("5x7", card.figure), {"#": f"{colour}-ink"})


def _medium(canvas: Canvas, card: Printed, colour: str) -> None:
    canvas.put(1, 0, card.letter, f"bold {colour}-ink on {colour}")
    canvas.put(3, 0, card.mark, f"{colour}-ink on {colour}")
    canvas.draw_pixels(1, 2, numeral("7x10", card.figure), {"#": f"{colour}-ink"})
    _draw_emblem(canvas, 1, 12, f"{card.emblem} small", colour)


def _medium_tight(canvas: Canvas, card: Printed, colour: str) -> None:
    _small(canvas, card, colour)
    _draw_emblem(canvas, 1, 12, f"{card.emblem} small", colour)


def _large(canvas: Canvas, card: Printed, colour: str) -> None:
    _large_tight(canvas, card, colour)
    name = shortened(card.name, canvas.width - 6)
    canvas.put(canvas.width - 2 - cell_len(name), 0, name, f"{colour}-ink on {colour}")


def _large_tight(canvas: Canvas, card: Printed, colour: str) -> None:
    canvas.put(1, 0, card.letter + card.mark, f"bold {colour}-ink on {colour}")
    canvas.draw_pixels(1, 3, numeral("7x10", card.figure), {"#": f"{colour}-ink"})
    _draw_emblem(canvas, 1, 13, f"{card.emblem} large", colour)


def _whole_cells(canvas: Canvas, card: Printed, colour: str, *, wide: bool) -> None:
    """Draw the number from spaces on a ground, for terminals that draw blocks too wide."""
    canvas.put(1, 0, card.letter + card.figure, f"bold {colour}-ink on {colour}")
    sprite, pixel = numeral("3x5", card.figure), 2 if wide else 1
    top = 2 if canvas.height > len(sprite) + 2 else 0
    if canvas.height < len(sprite):
        return
    for y, row in enumerate(sprite, top):
        for x, dot in enumerate(row):
            if dot == "#":
                canvas.fill(3 - wide + pixel * x, y, pixel, 1, f"{colour}-dark")


def _draw_emblem(canvas: Canvas, x: int, y: int, name: str, colour: str) -> None:
    """Draw a picture of three tones: # dark, o middle, + light."""
    sprite: Sprite = pictures("emblems").get(name, ())
    inks = {"#": f"{colour}-dark", "o": f"{colour}-mid", "+": f"{colour}-light"}
    canvas.draw_pixels(x, y, sprite, inks)


DRAWN = {TINY: _tiny, SMALL: _small, MEDIUM: _medium, LARGE: _large}
TIGHT = {MEDIUM: _medium_tight, LARGE: _large_tight}
"""How cards are drawn that are covered further than `step`."""


# -- cards on the table and in a hand -------------------------------------------------------


@lru_cache(maxsize=4096)
def draw_raised(card: Printed, size: Size, seen: int = ALL, *, over: bool = False) -> Canvas:
    """Return a chosen card, with light and shadow in a row below it."""
    canvas = Canvas(size.width, size.height + RISE)
    canvas.put(0, size.height, "▀" * (size.width - 1) + "▘", "$your-turn on $shadow")
    canvas.paste(0, 0, draw_face(card, size, Look.CHOSEN, seen, over=over))
    return canvas


@lru_cache(maxsize=64)
def draw_back(width: int, height: int) -> Canvas:
    """Return a card from behind: knotwork."""
    canvas = Canvas(width, height)
    canvas.mark_picture()
    for y in range(height):
        canvas.put(0, y, _knots(width - 1, y), "$knot on $back")
    draw_slab(canvas, 0, 0, width, height, "$back", filled=False)
    return canvas


@lru_cache(maxsize=256)
def draw_fan(count: int, step: int, width: int, height: int) -> Canvas:
    """Return a hand from behind: of all cards but the last, an edge and a strip of knotwork."""
    if not count:
        return Canvas(0, height)
    canvas = Canvas((count - 1) * step + width + 1, height)
    canvas.mark_picture()
    for y in range(height):
        for x in range(0, count * step, step):
            canvas.put(x, y, "▎" + _knots(width - 1, y + 1), "$knot on $back")
            canvas.put(x, y, "▎", "$edge")
        canvas.put(canvas.width - 1, y, "▎", "$edge")
    return canvas


def _knots(width: int, y: int) -> str:
    return "".join("▞▚"[(x + y) % 2] for x in range(width))


def step_of(size: Size, count: int, width: int) -> int:
    """Return how far apart so many cards lie in this width, from left edge to left edge."""
    if size.row(count) <= width or count < 2:
        return size.width
    return max((width - size.width) // (count - 1), NARROWEST)


@lru_cache(maxsize=256)
def draw_cards(
    cards: tuple[tuple[Printed, Look], ...],
    size: Size,
    width: int,
    *,
    shadows: bool = True,
    leftwards: bool = False,
) -> Canvas:
    """Return cards side by side, overlapping where the width is short.

    With `leftwards` the first of them has an edge too: in a mirror it lies beside the second.

    The drawing begins `RISE` rows above them, for chosen ones, and ends a row below, for shadows.
    It is shared: paste it, never draw on it.
    """
    step, last = step_of(size, len(cards), width), len(cards) - 1
    covers = step < size.width
    canvas = Canvas(step * last + size.width if cards else 0, RISE + size.height + 1)
    for place, (card, look) in enumerate(cards):
        x, seen = place * step, step if covers and place < last else ALL
        over = covers and (place > 0 or leftwards)
        if look is Look.CHOSEN:
            canvas.paste(x, 0, draw_raised(card, size, seen, over=over))
            continue
        if shadows:
            canvas.put(x + 1, RISE + size.height, "▀" * (size.width - 2) + "▘", "$shadow")
        canvas.paste(x, RISE, draw_face(card, size, look, seen, over=over))
    canvas.pictures = [
        Area(place * step, 0, size.width, canvas.height) for place in range(len(cards))
    ]
    return canvas
