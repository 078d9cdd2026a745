"""Screens of cells as SVG pictures that look the same in every viewer, still and animated.

Block characters are drawn as shapes, because fonts leave gaps between them. Every word is placed by
its column, because viewers disagree about blanks and widths. An animated picture draws its first
screen whole and of every later one only the cells that changed, over those before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

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
INK, GROUND = "#e8e0cf", "#0d1014"
"""The colours of text and of what is behind it where none is given."""

Rows = Sequence[Iterable[Segment]]


class Cell(NamedTuple):
    """One cell: its letter, empty for the second half of a wide one, and how it is shown."""

    letter: str
    style: Style


class Frame(NamedTuple):
    """A screen, and for how many seconds it is shown."""

    seconds: float
    rows: Rows


def draw(rows: Rows, background: str) -> str:
    """Return an SVG of these rows of styled text on a background."""
    cells = [_cells(row) for row in rows]
    return _picture(cells, background, [*_shapes(_whole(cells), background)])


def animate(frames: Sequence[Frame], background: str) -> str:
    """Return an SVG that shows these screens one after another, again and again.

    A viewer that cannot animate shows the first.
    """
    screens = [[_cells(row) for row in frame.rows] for frame in frames]
    total = sum(frame.seconds for frame in frames)
    shapes, rules, begin = [*_shapes(_whole(screens[0]), background)], [], frames[0].seconds
    for number, (before, after) in enumerate(pairwise(screens), 1):
        changed = [*_shapes(_changes(before, after), background)]
        if changed:
            name, at = f"f{number}", f"{100 * begin / total:.3g}%"
            rules.append(f"@keyframes {name}{{0%{{visibility:hidden}}{at}{{visibility:visible}}}}")
            shapes += [f'<g style="animation-name:{name}">', *changed, "</g>"]
        begin += frames[number].seconds
    rules.append(
        "g g{visibility:hidden;animation-iteration-count:infinite;"
        f"animation-duration:{total:g}s;animation-timing-function:step-end}}"
    )
    return _picture(screens[0], background, shapes, f"<style>{''.join(rules)}</style>")


def _picture(
    cells: Sequence[Sequence[Cell]], background: str, shapes: Sequence[str], head: str = ""
) -> str:
    size = max(map(len, cells)) * WIDTH + 2 * MARGIN, len(cells) * HEIGHT + 2 * MARGIN
    font = f'font-family="{FONT}" font-size="16.6"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" {font}>',
            *([head] if head else []),
            f'<rect width="{size[0]}" height="{size[1]}" rx="8" fill="{background}"/>',
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


class _Run(NamedTuple):
    """Cells beside each other, from a column and a row on."""

    x: int
    y: int
    cells: Sequence[Cell]


def _whole(cells: Sequence[Sequence[Cell]]) -> Iterator[_Run]:
    for y, row in enumerate(cells):
        yield _Run(0, y, row)


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


def _shapes(runs: Iterable[_Run], background: str) -> Iterator[str]:
    """Yield the grounds, the blocks on them and the words on those, one path for each colour."""
    grounds: dict[str, list[str]] = {}
    blocks: dict[str, list[str]] = {}
    words: list[str] = []
    for run in runs:
        x, y = run.x * WIDTH, run.y * HEIGHT
        for style, group in groupby(run.cells, lambda cell: cell.style):
            cells = list(group)
            ink, ground = _colours(style)
            rectangle = _rectangle(x, y, len(cells) * WIDTH, HEIGHT)
            grounds.setdefault(ground or background, []).append(rectangle)
            for number, cell in enumerate(cells):
                for block in _blocks(cell.letter, x + number * WIDTH, y):
                    blocks.setdefault(ink, []).append(block)
            words += _words(cells, x, y, ink, style)
            x += len(cells) * WIDTH
    for paths in grounds, blocks:
        for colour, rectangles in paths.items():
            yield f'<path fill="{colour}" d="{"".join(rectangles)}"/>'
    yield from words


def _blocks(letter: str, x: int, y: int) -> Iterator[str]:
    """Yield the rectangles of a block character; nothing for any other."""
    half = WIDTH // 2, HEIGHT // 2
    for part in PAIRS.get(letter, letter):
        if part in QUADRANTS:
            column, row, width, height = QUADRANTS[part]
            corner = x + column * half[0], y + row * half[1]
            yield _rectangle(*corner, width * half[0], height * half[1])
        elif part in EIGHTHS[1:]:
            tall = HEIGHT * EIGHTHS.index(part) / 8
            yield _rectangle(x, y + HEIGHT - tall, WIDTH, tall)


def _words(cells: Sequence[Cell], x: int, y: int, ink: str, style: Style) -> Iterator[str]:
    """Yield the words between block characters, each exactly as wide as its cells."""
    extra = ' font-weight="bold"' if style.bold else ""
    extra += ' text-decoration="underline"' if style.underline else ""
    columns = range(len(cells))
    for blank, group in groupby(columns, lambda column: _is_block(cells[column].letter)):
        found = list(group)
        text = "".join(cells[column].letter for column in found)
        lead = len(text) - len(text.lstrip())
        text = text.strip()
        if blank or not text:
            continue
        place = f'x="{x + (found[0] + lead) * WIDTH}" y="{y + 15}"'
        width = f'textLength="{cell_len(text) * WIDTH}" lengthAdjust="spacingAndGlyphs"'
        shown = escape(text).replace(" ", "&#160;")
        yield f'<text {place} {width} fill="{ink}"{extra}>{shown}</text>'


def _is_block(letter: str) -> bool:
    return letter != "" and (letter in QUADRANTS or letter in PAIRS or letter in EIGHTHS[1:])


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of text and ground; no ground is empty."""
    ink, ground = _hex(style.color, INK), _hex(style.bgcolor, "")
    return (ground or GROUND, ink) if style.reverse else (ink, ground)


def _hex(colour: Color | None, default: str) -> str:
    if colour is None or colour.is_default:
        return default
    return colour.get_truecolor(MONOKAI).hex
