"""The 256 colours."""

import pytest

from odin_server.indexed_colours import colour_at, nearest_index


@pytest.mark.parametrize("index", [16, 52, 197, 231, 232, 255])
def test_each_of_the_colours_is_nearest_to_itself(index: int) -> None:
    assert nearest_index(colour_at(index)) == index


def test_a_dark_brown_is_a_dark_grey_and_not_black() -> None:
    assert colour_at(nearest_index((0x21, 0x1A, 0x14))) == (28, 28, 28)
