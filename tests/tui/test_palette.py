"""Every letter can be read in every theme, and the six colours stay apart for all eyes."""

from itertools import combinations

import pytest

from odin_tui.drawing.colour import LEAST_CONTRAST, contrast
from odin_tui.drawing.palette import ANSI_TONES, FACES, WRITTEN_ON, Depth
from odin_tui.drawing.tones import ANSI, TONES, palette_of
from tests.tui.colour_vision import SIMULATIONS, difference, lab, seen

LEAST_DIFFERENCE = 12
DEPTHS = (Depth.TRUE, Depth.INDEXED)
SIX = [colour for colour in FACES if colour != "bone"]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", TONES)
def test_every_letter_can_be_read_on_what_it_stands_on(theme: str, depth: Depth) -> None:
    colours = palette_of(theme, depth).colours
    ratios = {
        (ink, ground): contrast(colours[ink], colours[ground])
        for ink, grounds in WRITTEN_ON.items()
        for ground in grounds
    }
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("eyes", SIMULATIONS)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", TONES)
def test_the_six_colours_stay_apart(theme: str, depth: Depth, eyes: str) -> None:
    colours = palette_of(theme, depth).colours
    looks = {colour: lab(seen(colours[f"face-{colour}"], eyes)) for colour in SIX}
    near = {pair: difference(looks[pair[0]], looks[pair[1]]) for pair in combinations(SIX, 2)}
    assert {pair: apart for pair, apart in near.items() if apart < LEAST_DIFFERENCE} == {}


def test_the_difference_is_that_of_published_examples() -> None:
    """The first, seventh and last rows of the table of Sharma, Wu and Dalal (2005)."""
    blue = difference((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485))
    grey = difference((50.0, 0.0, 0.0), (50.0, -1.0, 2.0))
    dark = difference((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514))
    assert [round(value, 4) for value in (blue, grey, dark)] == [2.0425, 2.3669, 0.9082]


def test_every_theme_has_the_same_names() -> None:
    names = set(palette_of("night").colours)
    assert names.issuperset(ANSI_TONES)
    for theme in (*TONES, ANSI):
        assert set(palette_of(theme).colours) == names
