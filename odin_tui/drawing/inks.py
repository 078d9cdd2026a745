"""How the styles of a drawing look on a terminal: colours where it has them, else reverse video."""

from collections.abc import Callable
from functools import cache, lru_cache, partial

from rich.color import Color
from rich.style import Style

from odin_tui.drawing.canvas import WRITTEN
from odin_tui.drawing.cells import Cell
from odin_tui.drawing.palette import DEFAULT, Depth, Palette

ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse", "strike")
BLOCKS = "▀▄█▌▐▎▔▖▗▘▝▙▛▜▟▚▞"
SWAPPED = {"▀": "▄", "▄": "▀"}
SHINING = (
    *("$card-", "$flat-", "$foreground", "$quiet", "$line", "$knot", "$edge", "$tag", "$your-turn"),
    *("$rock-3", "$hull", "$ship", "$shield-"),
)
_SHIP = ("$hull", "$hull-dark", "$hull-light")
DIM = ("$quiet", "$line", "$knot", "$edge", "$wave", "$rock-3", *_SHIP)
"""What is dim where there are no colours."""


@lru_cache(maxsize=16384)
def ink(palette: Palette, style: str, ground: str) -> Style:
    """Return a style and a ground as Rich paints them; all sessions share it.

    Raise `KeyError` for a colour the palette does not have.
    """
    attributes: dict[str, bool] = {}
    colour = None
    for word in style.split():
        if word in ATTRIBUTES:
            attributes[word] = True
        elif word != WRITTEN:
            colour = _colour(palette, word)
    paper = _colour(palette, ground) if ground else None
    return Style(color=colour, bgcolor=paper, **attributes)  # type: ignore[arg-type]


def _colour(palette: Palette, word: str) -> Color:
    name = palette.colours[word[1:]] if word.startswith("$") else word
    return Color.parse(name.removeprefix("ansi_"))


@cache
def adapter(palette: Palette) -> Callable[[Cell], Cell] | None:
    """Return what turns a cell into one that such a terminal can show; None if all can be."""
    if palette.depth is Depth.ANSI:
        return lru_cache(maxsize=4096)(partial(_ansi_cell, palette))
    if palette.depth is Depth.MONO:
        return lru_cache(maxsize=4096)(_mono_cell)
    return None


def _ansi_cell(palette: Palette, cell: Cell) -> Cell:
    """Return a cell without blocks in the colour of a surface, which would be the foreground's.

    Likewise the foreground is no ground: it would be the colour of the background.
    """
    letter, style, ground = cell
    if ground == "$foreground":
        if letter == " ":
            return "█", "$foreground", ""
        ground = "ansi_white"
    if letter not in BLOCKS or not _is_surface(palette, style):
        return letter, style, ground
    if not ground or _is_surface(palette, ground):
        return " ", "", ground
    if letter in SWAPPED:
        return SWAPPED[letter], ground, ""
    return letter, "ansi_black", ground


def _is_surface(palette: Palette, colour: str) -> bool:
    if colour == "$foreground":
        return False
    return colour.startswith("#") or palette.colours.get(colour[1:]) == DEFAULT


def _mono_cell(cell: Cell) -> Cell:
    """Return a cell of letters, reverse video, bold and dim."""
    letter, style, ground = cell
    words = style.split()
    colour = next((word for word in words if word[0] in "$#"), "$foreground")
    kept = [word for word in words if word[0] not in "$#"]
    shines, lit = _shines(colour), _shines(ground)
    if letter in BLOCKS and shines == lit:
        letter = " "
    if lit:
        kept.append("reverse")
    elif colour in DIM:
        kept.append("dim")
    return letter, " ".join(kept), ""


def _shines(colour: str) -> bool:
    """Return whether a colour is light in every theme, and so is worth being seen."""
    if colour.startswith(("$face-", "$shield-", "$ship")):
        return not colour.endswith(("-ink", "-dark"))
    if colour.startswith(("$bar-", "$own-bar-")):
        return not colour.endswith("-ink")
    if colour.startswith(("$idle-", "$kept-")):
        return colour.endswith("-ink")
    return colour.startswith(SHINING)
