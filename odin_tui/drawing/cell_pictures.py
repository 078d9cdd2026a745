"""Screens of cells as SVG pictures that look the same in every viewer, still and animated.

Block characters are drawn as shapes, because fonts leave gaps between them: everything of one
colour is one path. Every word is placed by its column, because viewers disagree about blanks and
widths. An animated picture draws its first screen whole and of every later one only the cells that
changed, over those before it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import bidirectional

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
INK, GROUND = "#e8e0cf", "#0d1014"
"""The colour of text where none is given, and of the page of a picture."""
BLOCKS = {
    "▀": (0, 0, 4, 4), "▄": (0, 4, 4, 4), "█": (0, 0, 4, 8), "▌": (0, 0, 2, 8), "▐": (2, 0, 2, 8),
    "▘": (0, 0, 2, 4), "▝": (2, 0, 2, 4), "▖": (0, 4, 2, 4), "▗": (2, 4, 2, 4),
    "▎": (0, 0, 1, 8), "▔": (0, 0, 4, 1), "▁": (0, 7, 4, 1), "▂": (0, 6, 4, 2), "▃": (0, 5, 4, 3),
    "▅": (0, 3, 4, 5), "▆": (0, 2, 4, 6), "▇": (0, 1, 4, 7),
}  # fmt: skip
"""Block characters that are one rectangle: its column and row, width and height in pixels."""
PAIRS = {"▙": "▌▗", "▛": "▌▝", "▜": "▐▘", "▟": "▐▖", "▚": "▘▗", "▞": "▝▖"}
"""Block characters that are two rectangles."""

Rows = Sequence[Iterable[Segment]]
Pixels = list[list[str | None]]
"""The colour of every pixel; none where nothing is drawn."""


class Cell(NamedTuple):
    """One cell: its letter, empty for the second half of a wide one, and how it is shown."""

    letter: str
    style: Style


class Frame(NamedTuple):
    """A screen, and for how many seconds it is shown."""

    seconds: float
    rows: Rows


class _Run(NamedTuple):
    """Cells beside each other, from a column and a row on."""

    x: int
    y: int
    cells: Sequence[Cell]


def draw(rows: Rows, background: str) -> str:
    """Return an SVG of these rows of styled text on a background."""
    cells = [_cells(row) for row in rows]
    return _picture(cells, background, _whole(cells, background))


def animate(frames: Sequence[Frame], background: str) -> str:
    """Return an SVG that shows these screens one after another, again and again.

    A viewer that cannot animate shows the first.
    """
    screens = [[_cells(row) for row in frame.rows] for frame in frames]
    total = sum(frame.seconds for frame in frames)
    shapes, rules, begin = [*_whole(screens[0], background)], [], frames[0].seconds
    for number, (before, after) in enumerate(pairwise(screens), 1):
        runs = [*_changes(before, after)]
        if runs:
            name, at = f"f{number}", f"{100 * begin / total:.3g}%"
            rules.append(f"@keyframes {name}{{0%{{visibility:hidden}}{at}{{visibility:visible}}}}")
            changed = _shapes(runs, _empty(after), background)
            shapes += [f'<g class="frame" style="animation-name:{name}">', *changed, "</g>"]
        begin += frames[number].seconds
    rules.append(
        ".frame{visibility:hidden;animation-iteration-count:infinite;"
        f"animation-duration:{total:g}s;animation-timing-function:step-end}}"
    )
    return _picture(screens[0], background, shapes, f"<style>{''.join(rules)}</style>")


def _picture(
    cells: Sequence[Sequence[Cell]], background: str, shapes: Iterable[str], head: str = ""
) -> str:
    width = max(map(len, cells)) * ACROSS * UNIT + 2 * MARGIN
    height = len(cells) * DOWN * UNIT + 2 * MARGIN
    font = f'font-family="{FONT}" font-size="13.2"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>',
            *([head] if head else []),
            f'<rect width="{width}" height="{height}" rx="7" fill="{background}"/>',
            f'<g transform="translate({MARGIN},{MARGIN})" shape-rendering="crispEdges">',
            *shapes,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _cells(row: Iterable[Segment]) -> list[Cell]:
    cells = []
    for segment in row:
        style = segment.style or Style()
        for letter in segment.text:
            cells += [Cell(letter, style), *[Cell("", style)] * (cell_len(letter) - 1)]
    return cells


def _whole(cells: Sequence[Sequence[Cell]], background: str) -> Iterator[str]:
    """Draw all cells; what has the colour of the page is drawn already."""
    runs = (_Run(0, y, row) for y, row in enumerate(cells))
    return _shapes(runs, _empty(cells), background, drawn=background)


def _empty(cells: Sequence[Sequence[Cell]]) -> Pixels:
    nothing: list[str | None] = [None]
    return [nothing * len(row) * ACROSS for row in cells for _ in range(DOWN)]


def _changes(before: Sequence[Sequence[Cell]], after: Sequence[Sequence[Cell]]) -> Iterator[_Run]:
    """Yield the cells of a screen that are not as they were, with the whole of every wide one."""
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        differ = [ours != theirs for ours, theirs in zip(old, new, strict=True)]
        for x in range(len(new) - 1):
            if new[x + 1].letter == "" or old[x + 1].letter == "":
                differ[x] = differ[x + 1] = differ[x] or differ[x + 1]
        for changed, columns in groupby(range(len(new)), differ.__getitem__):
            if changed:
                first, *rest = columns
                yield _Run(first, y, new[first : first + len(rest) + 1])


def _shapes(
    runs: Iterable[_Run], pixels: Pixels, background: str, drawn: str | None = None
) -> Iterator[str]:
    """Fill the pixels of these cells; yield one path for each colour, then the words by look."""
    words: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        x = run.x
        for style, group in groupby(run.cells, lambda cell: cell.style):
            cells = list(group)
            ink, ground = _colours(style, background)
            _fill(pixels, x, run.y, (0, 0, len(cells) * ACROSS, DOWN), ground)
            for column, cell in enumerate(cells, x):
                for block in _blocks(cell.letter):
                    _fill(pixels, column, run.y, block, ink)
            words[_look(ink, style)] += _words(cells, x, run.y)
            x += len(cells)
    for colour, path in _paths(pixels).items():
        if colour not in (None, drawn):
            yield f'<path fill="{colour}" d="{path}"/>'
    for look, texts in words.items():
        if texts:
            yield f"<g {look}>{''.join(texts)}</g>"


def _blocks(letter: str) -> list[tuple[int, int, int, int]]:
    """Return the rectangles of a block character; nothing for any other."""
    return [BLOCKS[part] for part in PAIRS.get(letter, letter) if part in BLOCKS]


def _fill(pixels: Pixels, x: int, y: int, block: tuple[int, int, int, int], colour: str) -> None:
    left, top, width, height = block
    for row in pixels[y * DOWN + top : y * DOWN + top + height]:
        row[x * ACROSS + left : x * ACROSS + left + width] = [colour] * width


def _paths(pixels: Pixels) -> dict[str | None, str]:
    """Return the path of each colour: rectangles as large as equal rows of pixels make them."""
    paths: dict[str | None, list[str]] = defaultdict(list)
    for y, height, row in _equal_rows(pixels):
        x = 0
        for colour, run in groupby(row):
            width = len(list(run))
            corner = f"M{x * UNIT} {y * UNIT}"
            paths[colour].append(f"{corner}h{width * UNIT}v{height * UNIT}h-{width * UNIT}z")
            x += width
    return {colour: "".join(parts) for colour, parts in paths.items()}


def _equal_rows(pixels: Pixels) -> Iterator[tuple[int, int, list[str | None]]]:
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


AS_IT_STANDS = ' direction="ltr" unicode-bidi="bidi-override"'
"""Keeps browsers from turning Arabic letters round, which stand in the order they are seen in."""


def _words(cells: Sequence[Cell], x: int, y: int) -> Iterator[str]:
    """Yield the words between block characters, each exactly as wide as its cells."""
    columns = range(len(cells))
    for blocks, group in groupby(columns, lambda column: bool(_blocks(cells[column].letter))):
        found = list(group)
        text = "".join(cells[column].letter for column in found)
        lead = len(text) - len(text.lstrip())
        text = text.strip()
        if blocks or not text:
            continue
        place = f'x="{(x + found[0] + lead) * ACROSS * UNIT}" y="{y * DOWN * UNIT + 12}"'
        width = f'textLength="{cell_len(text) * ACROSS * UNIT}" lengthAdjust="spacingAndGlyphs"'
        shown = escape(text).replace(" ", "&#160;")
        order = AS_IT_STANDS if any(bidirectional(letter) in ("R", "AL") for letter in text) else ""
        yield f"<text {place} {width}{order}>{shown}</text>"


def _colours(style: Style, background: str) -> tuple[str, str]:
    """Return the colours of text and ground."""
    ink, ground = _hex(style.color, INK), _hex(style.bgcolor, background)
    return (ground, ink) if style.reverse else (ink, ground)


def _hex(colour: Color | None, default: str) -> str:
    if colour is None or colour.is_default:
        return default
    return colour.get_truecolor(MONOKAI).hex
