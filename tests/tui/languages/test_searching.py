"""Words are found in whatever form a screen shows their letters."""

import pytest

from odin_tui.languages.searching import comparable, occurrences
from odin_tui.right_to_left.shaping import shaped


@pytest.mark.parametrize(
    ("word", "text", "found"),
    [
        ("set", "A set, another SET", ["set", "SET"]),
        ("مجموعة", "المجموعة الأولى", ["مجموعة"]),
        ("الآن", "العب الآن", ["الآن"]),
        ("x", "nothing", []),
        ("", "nothing", []),
    ],
)
def test_a_word_is_found_as_it_is_typed(word: str, text: str, found: list[str]) -> None:
    shown = shaped(text)
    pieces = [shown[start:end] for start, end in occurrences(word, shown)]
    assert [comparable(piece) for piece in pieces] == [comparable(each) for each in found]
