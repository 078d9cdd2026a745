"""What a frame costs: only what changes is written."""

from random import Random

import pytest
from pyte import Screen, Stream
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from odin_tui.drawing.terminal_codes import encoded

RED = Style.parse("#ff0000 on #000000")
BOLD = Style.parse("bold #ff0000 on #000000")
GREEN = Style.parse("#ff0000 on #00ff00")
INKS, GROUNDS = ("#ff0000", "bold #ff0000", "underline #0000ff"), ("#000000", "#00ff00")


def strip(*parts: tuple[str, Style | None]) -> Strip:
    return Strip([Segment(text, style) for text, style in parts])


def test_a_ground_alone_is_changed_alone() -> None:
    frame = encoded([(0, 0, strip(("a", RED), ("b", GREEN)))], "truecolor")
    assert frame == "\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[48;2;0;255;0mb\x1b[0m"


def test_blanks_need_no_ink_and_no_weight() -> None:
    frame = encoded([(0, 0, strip(("a", RED), ("  ", BOLD), ("b", RED)))], "truecolor")
    assert frame == "\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma  b\x1b[0m"


def test_an_underlined_blank_is_underlined() -> None:
    frame = encoded([(0, 0, strip((" ", Style(underline=True)), ("b", None)))], "standard")
    assert frame == "\x1b[1;1H\x1b[4m \x1b[0mb"


def test_what_follows_in_a_row_needs_no_place() -> None:
    frame = encoded([(2, 3, strip(("b", None))), (0, 3, strip(("aa", None)))], "truecolor")
    assert frame == "\x1b[4;1Haab"


@pytest.mark.parametrize(
    ("system", "code"), [("256", "\x1b[38;5;196;48;5;16m"), ("standard", "\x1b[31;40m"), (None, "")]
)
def test_a_terminal_gets_the_colours_it_has(system: str | None, code: str) -> None:
    reset = "\x1b[0m" if code else ""
    assert encoded([(0, 0, strip(("a", RED)))], system) == f"\x1b[1;1H{code}a{reset}"


def test_a_weight_alone_is_changed_alone() -> None:
    frame = encoded([(0, 0, strip(("a", BOLD), ("b", RED), ("c", BOLD)))], "256")
    assert frame == "\x1b[1;1H\x1b[1;38;5;196;48;5;16ma\x1b[22mb\x1b[1mc\x1b[0m"


def test_bold_begins_again_when_dim_ends() -> None:
    both, one = Style.parse("bold dim #ff0000"), Style.parse("bold #ff0000")
    frame = encoded([(0, 0, strip(("a", both), ("b", one)))], "256")
    assert frame == "\x1b[1;1H\x1b[1;2;38;5;196ma\x1b[22;1mb\x1b[0m"


def test_what_has_the_same_colours_is_written_together() -> None:
    rows = [(0, y, strip(("a", RED), ("b", GREEN))) for y in range(2)]
    frame = encoded(rows, "truecolor")
    assert frame == (
        "\x1b[1;1H\x1b[38;2;255;0;0;48;2;0;0;0ma\x1b[2;1Ha"
        "\x1b[1;2H\x1b[48;2;0;255;0mb\x1b[2;2Hb\x1b[0m"
    )


def test_blanks_are_written_with_what_is_beside_them_on_the_same_ground() -> None:
    quiet = Style.parse("#888888 on #000000")
    frame = encoded([(0, 0, strip((" ", quiet), ("a ", RED), (" ", quiet), ("b", RED)))], "256")
    assert frame == "\x1b[1;1H\x1b[38;5;196;48;5;16m a  b\x1b[0m"


@pytest.mark.parametrize("seed", range(20))
def test_a_terminal_shows_every_cell_in_its_own_style(seed: int) -> None:
    rng = Random(seed)
    styles = [Style.parse(f"{words} on {ground}") for words in INKS for ground in GROUNDS]
    cells = [[(rng.choice("a 世▀"), rng.choice(styles)) for _ in range(9)] for _ in range(4)]
    screen = Screen(20, 4)
    Stream(screen).feed(encoded([(1, y, strip(*row)) for y, row in enumerate(cells)], "truecolor"))
    for y, row in enumerate(cells):
        x = 1
        for letter, style in row:
            seen = screen.buffer[y][x]
            assert style.bgcolor is not None
            assert style.color is not None
            assert (seen.data, f"#{seen.bg}") == (letter, style.bgcolor.name)
            assert seen.underscore == bool(style.underline)
            if letter != " ":
                assert (f"#{seen.fg}", seen.bold) == (style.color.name, bool(style.bold))
            x += cell_len(letter)
