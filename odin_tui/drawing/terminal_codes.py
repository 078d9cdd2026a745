"""A frame as control sequences: between two pieces of text, only what changes is written.

On a terminal with all colours, what has the same colours is written together, wherever it is.
Rich writes every colour anew and resets it after each piece, which makes a frame of filled faces
more than twice as long.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.strip import Strip

from odin_server.indexed_colours import nearest_index

RESET = "\x1b[0m"
END_OF = {"": "", "1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What ends each attribute."""
SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "standard": ColorSystem.STANDARD,
    "windows": ColorSystem.WINDOWS,
}


class Codes(NamedTuple):
    """The parameters of a style: its attributes, its foreground and its background."""

    attributes: str = ""
    ink: str = "39"
    ground: str = "49"
    seen_on_blanks: bool = False
    """True if a blank shows the attributes too."""


PLAIN = Codes()


class Run(NamedTuple):
    """Cells of one row that look the same, and where they begin."""

    codes: Codes
    y: int
    x: int
    text: str
    width: int


def encoded(strips: Iterable[tuple[int, int, Strip]], system: str | None) -> str:
    """Return the text that paints strips, each from a column and a row on."""
    runs = [run for x, y, strip in strips for run in _runs(x, y, strip, system)]
    # Two colours are some 35 bytes, and to go to another place of the screen takes 8.
    runs.sort(key=_by_colours if system == "truecolor" else _by_place)
    parts: list[str] = []
    now, after = PLAIN, (-1, -1)
    for own, y, x, text, width in runs:
        if (x, y) != after:
            parts.append(f"\x1b[{y + 1};{x + 1}H")
        after = (x + width, y)
        plain = text.isspace() and not (own.seen_on_blanks or now.seen_on_blanks)
        wanted = now._replace(ground=own.ground) if plain else own
        if wanted != now:
            parts.append(_change(now, wanted))
            now = wanted
        parts.append(text)
    if now != PLAIN:
        parts.append(RESET)
    return "".join(parts)


def _by_place(run: Run) -> tuple[int, int]:
    return run.y, run.x


def _by_colours(run: Run) -> tuple[str, str, str, int, int]:
    return run.codes.ground, run.codes.attributes, run.codes.ink, run.y, run.x


def _runs(x: int, y: int, strip: Strip, system: str | None) -> Iterator[Run]:
    """Return a strip in pieces; blanks belong to what is beside them on the same ground."""
    run: Run | None = None
    for text, style, control in strip:
        if control or not text:
            continue
        wanted = PLAIN if style is None else codes(style, system)
        width = cell_len(text)
        joined = run and _joined(run.codes, run.text, wanted, text)
        if run and joined:
            run = Run(joined, y, run.x, run.text + text, run.width + width)
        else:
            if run:
                yield run
            run = Run(wanted, y, x, text, width)
        x += width
    if run:
        yield run


def _joined(before: Codes, text: str, after: Codes, more: str) -> Codes | None:
    """Return the codes with which two texts can be one run; None if they cannot."""
    if before == after:
        return before
    if before.ground != after.ground or before.seen_on_blanks or after.seen_on_blanks:
        return None
    if more.isspace():
        return before
    return after if text.isspace() else None


@lru_cache(maxsize=16384)
def _change(before: Codes, after: Codes) -> str:
    """Return the shorter sequence that leads from one style to another: by steps, or all anew."""
    had, has = (codes.attributes.split(";") for codes in (before, after))
    ends = dict.fromkeys(END_OF[code] for code in had if code not in has)
    # Bold and dim end together, and one of them may have to begin again.
    starts = [code for code in has if code not in had or END_OF[code] in ends]
    steps = [*ends, *starts, *_colours(before, after)]
    anew = ["0", after.attributes, *_colours(PLAIN, after)]
    return min((f"\x1b[{';'.join(filter(None, each))}m" for each in (steps, anew)), key=len)


def _colours(before: Codes, after: Codes) -> list[str]:
    """Return the parameters of the colours that change."""
    pairs = ((before.ink, after.ink), (before.ground, after.ground))
    return [wanted for now, wanted in pairs if now != wanted]


@lru_cache(maxsize=16384)
def codes(style: Style, system: str | None) -> Codes:
    """Return the parameters of a style on a terminal with these colours."""
    attributes = {
        "1": style.bold,
        "2": style.dim,
        "3": style.italic,
        "4": style.underline,
        "7": style.reverse,
        "9": style.strike,
    }
    return Codes(
        ";".join(code for code, on in attributes.items() if on),
        _parameters(style.color, system, PLAIN.ink),
        _parameters(style.bgcolor, system, PLAIN.ground),
        bool(style.underline or style.reverse or style.strike),
    )


def _parameters(colour: Color | None, system: str | None, default: str) -> str:
    if colour is None or colour.is_default or system is None:
        return default
    base = 38 if default == PLAIN.ink else 48
    if system == "256" and colour.triplet is not None:
        return f"{base};5;{nearest_index(colour.triplet)}"
    return ";".join(colour.downgrade(SYSTEMS[system]).get_ansi_codes(foreground=base == 38))
