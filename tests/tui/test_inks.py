"""How drawings look where there are few colours or none."""

import pytest

from odin_tui.drawing.cells import Cell
from odin_tui.drawing.inks import adapter, ink
from odin_tui.drawing.palette import Depth
from odin_tui.drawing.tones import ANSI, palette_of

MONO, SIXTEEN = palette_of("night", Depth.MONO), palette_of(ANSI)


def test_a_colour_that_no_palette_has_is_an_error() -> None:
    with pytest.raises(KeyError):
        ink(palette_of("night"), "$no-such-colour", "")


def test_a_terminal_with_many_colours_needs_nothing_else() -> None:
    assert adapter(palette_of("night")) is None
    assert adapter(palette_of("night", Depth.INDEXED)) is None


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (("R", "bold $face-red-ink", "$face-red"), ("R", "bold reverse", "")),
        (("█", "$face-red-ink", "$face-red"), ("█", "reverse", "")),
        (("█", "$face-red-mid", "$face-red"), (" ", "reverse", "")),
        (("█", "$idle-red-ink", "$idle-red"), ("█", "", "")),
        (("█", "$idle-red-mid", "$idle-red"), (" ", "", "")),
        (("a", "$quiet", "$page"), ("a", "dim", "")),
        (("▔", "$seam", "$oak-3"), (" ", "", "")),
    ],
)
def test_without_colours_a_face_is_reverse_video(cell: Cell, shown: Cell) -> None:
    adapt = adapter(MONO)
    assert adapt is not None
    assert adapt(cell) == shown


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (("a", "$quiet", "$page"), ("a", "$quiet", "$page")),
        (("▌", "$idle-red", "$oak-1"), (" ", "", "$oak-1")),
        (("▀", "$oak-1", "$face-red"), ("▄", "$face-red", "")),
        (("▌", "$shadow", "$face-red"), ("▌", "ansi_black", "$face-red")),
        (("▀", "#102030", ""), (" ", "", "")),
        (("█", "$foreground", "$page"), ("█", "$foreground", "$page")),
        ((" ", "", "$foreground"), ("█", "$foreground", "")),
        (("▀", "$page", "$foreground"), ("▄", "ansi_white", "")),
    ],
)
def test_a_surface_is_never_drawn_in_the_foreground_of_the_terminal(
    cell: Cell, shown: Cell
) -> None:
    adapt = adapter(SIXTEEN)
    assert adapt is not None
    assert adapt(cell) == shown
