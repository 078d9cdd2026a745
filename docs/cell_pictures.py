"""A screen of cells as an SVG that looks the same in every viewer.

Block characters are drawn as shapes, because fonts leave gaps between them: everything of one
colour is one path. Every word is placed by its column, because viewers disagree about blanks and
widths.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI

ACROSS, DOWN = 4, 8
"""The pixels of a cell: the finest block character is a quarter or an eighth of it."""
UNIT = 2
"""The size of a pixel."""
MARGIN = 8
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
INK = "#e8e0cf"
BLOCKS = {
    "▀": (0, 0, 4, 4), "▄": (0, 4, 4, 4), "█": (0, 0, 4, 8), "▌": (0, 0, 2, 8), "▐": (2, 0, 2, 8),
    "▘": (0, 0, 2, 4), "▝": (2, 0, 2, 4), "▖": (0, 4, 2, 4), "▗": (2, 4, 2, 4),
    "▎": (0, 0, 1, 8), "▔": (0, 0, 4, 1), "▁": (0, 7, 4, 1), "▂": (0, 6, 4, 2), "▃": (0, 5, 4, 3),
    "▅": (0, 3, 4, 5), "▆": (0, 2, 4, 6), "▇": (0, 1, 4, 7),
}  # fmt: skip
"""Block characters that are one rectangle: its column and row, width and height in pixels."""
PAIRS = {"▙": "▌▗", "▛": "▌▝", "▜": "▐▘", "▟": "▐▖", "▚": "▘▗", "▞": "▝▖"}
"""Block characters that are two rectangles."""


def draw(rows: Sequence[Iterable[Segment]], background: str) -> str:
    """Return an SVG of these rows of styled text on a background."""
    columns = max(sum(segment.cell_length for segment in row) for row in rows)
    pixels = [[background] * (columns * ACROSS) for _ in range(len(rows) * DOWN)]
    words: dict[str, list[str]] = defaultdict(list)
    for y, row in enumerate(rows):
        x = 0
        for segment in row:
            for look, word in _drawn(segment, x, y, pixels, background):
                words[look].append(word)
            x += segment.cell_length
    width, height = (len(pixels[0]) * UNIT + 2 * MARGIN, len(pixels) * UNIT + 2 * MARGIN)
    font = f'font-family="{FONT}" font-size="13.2"'
    paths = _paths(pixels)
    paths.pop(background, None)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>',
            f'<rect width="{width}" height="{height}" rx="7" fill="{background}"/>',
            f'<g transform="translate({MARGIN},{MARGIN})">',
            '<g shape-rendering="crispEdges">',
            *(f'<path fill="{colour}" d="{path}"/>' for colour, path in paths.items()),
            "</g>",
            *(f"<g {look}>{''.join(texts)}</g>" for look, texts in words.items()),
            "</g>",
            "</svg>",
            "",
        ]
    )


def _drawn(
    segment: Segment, x: int, y: int, pixels: list[list[str]], background: str
) -> Iterator[tuple[str, str]]:
    """Fill the pixels of some text of one style; yield its words, each with its look."""
    style = segment.style or Style()
    ink, ground = _colours(style, background)
    _fill(pixels, x, y, (0, 0, segment.cell_length * ACROSS, DOWN), ground)
    word = ""
    for letter in f"{segment.text}\0":
        blocks = [BLOCKS[part] for part in PAIRS.get(letter, letter) if part in BLOCKS]
        for block in blocks:
            _fill(pixels, x, y, block, ink)
        if not blocks and letter != "\0" and (letter != " " or word):
            word += letter
        elif word:
            yield _look(ink, style), _word(word, x - cell_len(word), y)
            word = ""
        x += cell_len(letter)


def _fill(
    pixels: list[list[str]], x: int, y: int, block: tuple[int, int, int, int], colour: str
) -> None:
    left, top, width, height = block
    for row in pixels[y * DOWN + top : y * DOWN + top + height]:
        row[x * ACROSS + left : x * ACROSS + left + width] = [colour] * width


def _paths(pixels: list[list[str]]) -> dict[str, str]:
    """Return the path of each colour: rectangles as large as equal rows of pixels make them."""
    paths: dict[str, list[str]] = defaultdict(list)
    for y, height, row in _equal_rows(pixels):
        x = 0
        for colour, run in groupby(row):
            width = len(list(run))
            corner = f"M{x * UNIT} {y * UNIT}"
            paths[colour].append(f"{corner}h{width * UNIT}v{height * UNIT}h-{width * UNIT}z")
            x += width
    return {colour: "".join(parts) for colour, parts in paths.items()}


def _equal_rows(pixels: list[list[str]]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield each row of pixels that differs from the one above, with its place and its height."""
    y = 0
    for row, same in groupby(pixels):
        height = len(list(same))
        yield y, height, row
        y += height


def _look(ink: str, style: Style) -> str:
    look = f'fill="{ink}"'
    look += ' font-weight="bold"' if style.bold else ""
    return look + (' text-decoration="underline"' if style.underline else "")


def _word(word: str, x: int, y: int) -> str:
    """Place words at a column, exactly as wide as their cells."""
    text = word.rstrip()
    place = f'x="{x * ACROSS * UNIT}" y="{y * DOWN * UNIT + 12}"'
    width = cell_len(text) * ACROSS * UNIT
    shown = escape(text).replace(" ", "&#160;")
    return f'<text {place} textLength="{width}" lengthAdjust="spacingAndGlyphs">{shown}</text>'


def _colours(style: Style, background: str) -> tuple[str, str]:
    """Return the colours of text and ground."""
    ink, ground = _hex(style.color, INK), _hex(style.bgcolor, background)
    return (ground, ink) if style.reverse else (ink, ground)


def _hex(colour: Color | None, default: str) -> str:
    if colour is None or colour.is_default:
        return default
    return colour.get_truecolor(MONOKAI).hex
