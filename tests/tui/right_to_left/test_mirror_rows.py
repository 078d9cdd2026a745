"""Rows that were mirrored are found again, and never taken for others."""

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style

from odin_tui.right_to_left.mirror import MirroredRows, cells_of

STYLES = [None, Style(bold=True), Style(color="red"), Style(bold=True, meta={"a": 1})]
segments = st.builds(
    Segment, st.text(alphabet="ab1 س─", min_size=1, max_size=12), st.sampled_from(STYLES)
)
strips = st.lists(segments, min_size=1, max_size=4)


@given(st.lists(strips, max_size=12))
def test_a_row_that_is_found_again_is_the_one_that_was_mirrored(some: list[list[Segment]]) -> None:
    shared = MirroredRows()
    for strip in [*some, *some]:
        assert shared.mirrored(strip, ()) == MirroredRows().mirrored(strip, ())


def test_rows_that_look_different_are_told_apart() -> None:
    shared = MirroredRows()
    bold, red = STYLES[1:3]
    alike = [
        [Segment("ab", bold)],
        [Segment("ab", red)],
        [Segment("a", bold), Segment("b", red)],
        [Segment("a", red), Segment("b", bold)],
    ]
    seen = [shared.mirrored(strip, ()).cells for strip in alike]
    # Latin letters keep their order in a mirrored row.
    assert seen == [tuple(cells_of(strip)) for strip in alike]
    assert len(set(seen)) == len(alike)


def test_a_row_with_a_picture_is_not_the_row_without() -> None:
    shared, strip = MirroredRows(), [Segment("─a  b─")]
    assert shared.mirrored(strip, ()) != shared.mirrored(strip, ((0, 3),))


def test_the_oldest_rows_are_forgotten() -> None:
    shared = MirroredRows()
    for number in range(MirroredRows.MOST_ROWS + 5):
        shared.mirrored([Segment(str(number))], ())
    assert len(shared._rows) == MirroredRows.MOST_ROWS
    first = shared.mirrored([Segment("0")], ())
    assert "".join(letter for letter, _ in first.cells) == "0"


def test_too_many_styles_are_forgotten_together_with_the_rows() -> None:
    shared = MirroredRows()
    shared.MOST_STYLES = 3  # type: ignore[misc]
    for number in range(9):
        style = Style(color=f"color({number})")
        row = shared.mirrored([Segment("a", style)], ())
        assert row.cells == (("a", style),)


def test_a_row_with_a_number_for_its_look_is_found_by_that_alone() -> None:
    shared = MirroredRows()
    assert shared.known(7) is None
    row = shared.mirrored([Segment("a")], (), 7)
    assert shared.known(7) is row
    assert shared.mirrored([Segment("a")], (), 8) is not row
