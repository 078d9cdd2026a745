"""Numbers and names to choose from: tiles that are drawn where they are clicked."""

import pytest

from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.choices import Choices

SIZES = [(26, 6), (40, 9), (60, 14), (80, 22)]
NUMBERS = Choices(numbers=tuple(range(16)), chosen=12)
NAMES = Choices(names=(("Bo", "2 tricks"), ("Cnut", "1 trick")), chosen=1)


def places(choices: Choices, width: int, height: int) -> set[int | None]:
    return {choices.place_at(x, y, width, height) for x in range(width) for y in range(height)}


@pytest.mark.parametrize("size", SIZES)
def test_every_number_can_be_clicked_at_every_size(size: tuple[int, int]) -> None:
    assert places(NUMBERS, *size) == {None, *range(16)}


@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_one_is_in_brackets_and_no_other(size: tuple[int, int]) -> None:
    for choices, place in ((NUMBERS, 12), (NAMES, 1)):
        canvas = Canvas(*size)
        choices.draw(canvas)
        bracketed = {
            choices.place_at(x, y, *size)
            for y, row in enumerate(canvas.rows)
            for x, (letter, _, _) in enumerate(row)
            if letter in "[]"
        }
        assert bracketed == {place}


@pytest.mark.parametrize("size", SIZES)
def test_there_is_a_row_for_what_is_asked_above_the_choices(size: tuple[int, int]) -> None:
    for choices in (NUMBERS, NAMES):
        canvas = Canvas(*size)
        row = choices.draw(canvas)
        assert row >= 0
        assert all(choices.place_at(x, row, *size) is None for x in range(size[0]))


def test_nothing_to_choose_is_nowhere() -> None:
    assert places(Choices(), 40, 9) == {None}
