"""Rows for terminals that draw some characters two cells wide."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from odin_tui.drawing.simple_characters import simple_strip

INK, PAGE, PLATE = "#14110d", "#0d1014", "#1a1f26"


def shown(text: str, ink: str = INK, ground: str = "#eb4650") -> Strip:
    return simple_strip(Strip([Segment(text, Style.parse(f"{ink} on {ground}"))]))


def test_a_filled_block_is_a_space_on_its_colour() -> None:
    (segment,) = shown("██")
    assert segment.text == "  "
    assert segment.style is not None
    assert segment.style.bgcolor == segment.style.color


def test_a_half_is_seen_where_it_stands_out_and_gone_where_it_softens_an_edge() -> None:
    assert shown("▀▄").text == '"_'
    assert shown("▀▄", PLATE, PAGE).text == "  "


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("3 × Thrall · 5 s …", "3 x Thrall - 5 s ."),
        ("╭─╮│▌", "+-+||"),
        ("G7▲ “Þór” é", 'G7^ "Þor" e'),
        ("Яна", "Яна"),
        ("plain", "plain"),
    ],
)
def test_letters_and_signs_have_stand_ins_of_one_cell(text: str, simple: str) -> None:
    strip = shown(text)
    assert strip.text == simple
    assert strip.cell_length == len(text)
