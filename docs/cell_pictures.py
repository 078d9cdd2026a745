"""A screen of cells as an SVG that looks the same in every viewer.

Block characters are drawn as shapes, because fonts leave gaps between them. Every word is placed by
its column, because viewers disagree about blanks and widths.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI

WIDTH, HEIGHT = 10, 20
"""The size of a cell."""
MARGIN = 10
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
QUADRANTS = {
    "▀": (0, 0, 2, 1), "▄": (0, 1, 2, 1), "█": (0, 0, 2, 2), "▌": (0, 0, 1, 2), "▐": (1, 0, 1, 2),
    "▘": (0, 0, 1, 1), "▝": (1, 0, 1, 1), "▖": (0, 1, 1, 1), "▗": (1, 1, 1, 1),
}  # fmt: skip
"""Block characters that are one rectangle: its column and row, width and height in half cells."""
PAIRS = {"▙": "▌▗", "▛": "▌▝", "▜": "▐▘", "▟": "▐▖", "▚": "▘▗", "▞": "▝▖"}
"""Block characters that are two rectangles."""
EIGHTHS = " ▁▂▃▄▅▆▇"


def draw(rows: Sequence[Iterable[Segment]], background: str) -> str:
    """Return an SVG of these rows of styled text on a background."""
    width = max(sum(segment.cell_length for segment in row) for row in rows) * WIDTH
    size = width + 2 * MARGIN, len(rows) * HEIGHT + 2 * MARGIN
    shapes: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for segment in row:
            shapes += _segment(segment, x * WIDTH, y * HEIGHT)
            x += segment.cell_length
    view = f"0 0 {size[0]} {size[1]}"
    font = f'font-family="{FONT}" font-size="16.6"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {font}>',
            f'<rect width="{size[0]}" height="{size[1]}" rx="8" fill="{background}"/>',
            f'<g transform="translate({MARGIN},{MARGIN})" shape-rendering="crispEdges">',
            *shapes,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _segment(segment: Segment, x: int, y: int) -> Iterator[str]:
    style = segment.style or Style()
    ink, ground = _colours(style)
    if ground:
        yield _rectangle(x, y, segment.cell_length * WIDTH, HEIGHT, ground)
    word = ""
    for letter in f"{segment.text}\0":
        shapes = list(_blocks(letter, x, y, ink))
        if not shapes and letter != "\0" and (letter != " " or word):
            word += letter
        elif word:
            yield _word(word, x, y, ink, style)
            word = ""
        yield from shapes
        x += cell_len(letter) * WIDTH


def _blocks(letter: str, x: int, y: int, ink: str) -> Iterator[str]:
    """Yield the rectangles of a block character; nothing for any other."""
    half = WIDTH // 2, HEIGHT // 2
    for part in PAIRS.get(letter, letter):
        if part in QUADRANTS:
            column, row, width, height = QUADRANTS[part]
            corner = x + column * half[0], y + row * half[1]
            yield _rectangle(*corner, width * half[0], height * half[1], ink)
        elif part in EIGHTHS[1:]:
            height = HEIGHT * EIGHTHS.index(part) / 8
            yield _rectangle(x, y + HEIGHT - height, WIDTH, height, ink)


def _word(word: str, x: int, y: int, ink: str, style: Style) -> str:
    """Draw the words that end before column `x`, exactly as wide as their cells."""
    text = word.rstrip()
    start, width = x - cell_len(word) * WIDTH, cell_len(text) * WIDTH
    extra = ' font-weight="bold"' if style.bold else ""
    extra += ' text-decoration="underline"' if style.underline else ""
    shown = escape(text).replace(" ", "&#160;")
    place = f'x="{start}" y="{y + 15}" textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {place} fill="{ink}"{extra}>{shown}</text>'


def _rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of text and ground; no ground is empty."""
    ink, ground = _hex(style.color, "#e8e0cf"), _hex(style.bgcolor, "")
    return (ground or "#0d1014", ink) if style.reverse else (ink, ground)


def _hex(colour: Color | None, default: str) -> str:
    if colour is None or colour.is_default:
        return default
    return colour.get_truecolor(MONOKAI).hex
