"""Rows of a screen without characters that some terminals draw two cells wide.

Unicode calls the width of blocks, frames and shapes ambiguous. A terminal set up for Chinese,
Japanese or Korean may give them two cells, which would break every row. There a block becomes a
coloured space, and everything else the character of ASCII that looks most like it.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from unicodedata import category, east_asian_width, normalize

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from odin_tui.drawing.colour import contrast

MOSTLY_INK = "█▙▛▜▟"
MOSTLY_GROUND = "▖▗▘▝▚▞"
HALVES = {"▀": '"', "▔": '"', "▄": "_"}
"""Halves of cells, as they look where they are worth being seen."""
SEEN = 2.5
"""The contrast from which a half of a cell is more than the soft edge of a surface."""
STAND_INS = str.maketrans(
    {
        **dict.fromkeys("▌▐▎│║", "|"),
        **dict.fromkeys("─━═–—·", "-"),
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‘’", "'"),
        "…": ".",
        "×": "x",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "▲": "^",
        "▼": "v",
        "●": "o",
        "■": "#",
        "◆": "+",
        "★": "*",
    }
)


def is_ambiguous(letter: str) -> bool:
    """Return whether terminals disagree about the width of a character."""
    return east_asian_width(letter) == "A"


def simple_strip(strip: Strip) -> Strip:
    """Return a row that has the same width everywhere, as far as it is not somebody's letters."""
    if strip.text.isascii():
        return strip
    pieces = [piece for segment in strip for piece in _pieces(segment)]
    return Strip(pieces, strip.cell_length)


def _pieces(segment: Segment) -> Iterator[Segment]:
    text, style, control = segment
    if control or text.isascii():
        yield segment
        return
    for (letter, own), run in groupby(_simple(letter, style) for letter in text):
        yield Segment(letter * len(list(run)), own)


@lru_cache(maxsize=16384)
def _simple(letter: str, style: Style | None) -> tuple[str, Style | None]:
    """Return what stands for a character, and how it is painted."""
    if letter in MOSTLY_INK and style is not None:
        return " ", style + Style(bgcolor=style.color)
    if letter in MOSTLY_GROUND:
        return " ", style
    if letter in HALVES:
        seen = style is not None and _differ(style.color, style.bgcolor)
        return (HALVES[letter] if seen else " "), style
    if not is_ambiguous(letter):
        return letter, style
    plain = letter.translate(STAND_INS)
    if plain == letter:
        base = normalize("NFKD", letter)[0]
        # Letters without an ASCII base are somebody's name: better too wide than unreadable.
        plain = base if base.isascii() or category(letter).startswith("L") else "*"
    return plain, style


def _differ(one: Color | None, other: Color | None) -> bool:
    """Return whether two colours are told apart at a glance."""
    if one is None or other is None or one.triplet is None or other.triplet is None:
        return one != other
    return contrast(one.triplet.hex, other.triplet.hex) >= SEEN
