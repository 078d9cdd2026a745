"""Terminals that order letters themselves show what was meant: there and back by their rules."""

import re

import pytest
from bidi.algorithm import get_display
from hypothesis import given
from hypothesis import strategies as st

from odin_tui.right_to_left.rows import mirrored
from odin_tui.right_to_left.shaping import shaped
from odin_tui.right_to_left.terminal_order import SOLID_BLANK, sent_row, turned_row, turned_words
from odin_tui.terminal_letters import ROWS, VISUAL, WORDS, likely_order, terminal_name

WORDS_OF_BOTH = [
    *("دورك:", "بطاقة،", "مجموعة", "نعم؟", "(لا)", "«نعم»"),
    *("Odin", "G8▲", "12", "3-5", "50%", "12:30", "+7", "·", "│", "▌"),
]
texts = st.lists(st.sampled_from(WORDS_OF_BOTH), max_size=8).map(" ".join).map(shaped)


def visual(text: str) -> str:
    return "".join(letter for letter, _ in mirrored(tuple(text)))


def by_words(sent: str) -> str:
    """Show what kitty shows: each word with Arabic in it is drawn from right to left."""
    word = re.compile(r"[^\s\u2500-\u259f·A-Za-z▸◂]*[\ufb50-\ufeff][^\s\u2500-\u259f·A-Za-z▸◂]*")
    return word.sub(lambda found: get_display(f"\u202e{found[0]}\u202c", base_dir="L"), sent)


@given(texts)
@pytest.mark.parametrize("base", ["L", None], ids=["from the left", "by the first letter"])
def test_a_terminal_that_orders_rows_shows_what_was_meant(base: str | None, text: str) -> None:
    row = f" {visual(text)} "
    sent = "".join(letter for letter, _ in turned_row(tuple(row)))
    assert len(sent) == len(row)
    assert get_display(sent, base_dir=base).replace(SOLID_BLANK, " ") == row


@given(texts)
def test_a_terminal_that_orders_words_shows_what_was_meant(text: str) -> None:
    row = visual(text)
    sent = "".join(letter for letter, _ in turned_words(tuple(row)))
    assert re.sub("[\u202c\u202e]", "", by_words(sent)) == row


@given(texts, st.sampled_from([VISUAL, WORDS, ROWS]))
def test_letters_keep_their_styles_in_every_order(text: str, order: str) -> None:
    row = [(letter, at) for at, letter in enumerate(visual(text))]
    sent = sent_row(row, order)
    assert sorted(at for _, at in sent) == list(range(len(row)))
    if order == VISUAL:
        assert sent == row


def test_a_number_is_kept_from_the_arabic_word_at_its_left() -> None:
    beside = {
        text: "".join(letter for letter, _ in turned_row(tuple(f"Bo {visual(shaped(text))}")))
        for text in ("7 بطاقات", "بطاقات 7")
    }
    assert SOLID_BLANK in beside["7 بطاقات"]
    assert SOLID_BLANK not in beside["بطاقات 7"]


@pytest.mark.parametrize(
    ("environment", "order"),
    [
        ({"TERM": "xterm-256color"}, VISUAL),
        ({"TERM": "xterm-kitty"}, WORDS),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, WORDS),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "230804"}, ROWS),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, ROWS),
        ({"TERM": "mlterm"}, ROWS),
        ({"TERM": "putty-256color"}, ROWS),
        ({"TERM": "alacritty"}, VISUAL),
        ({}, VISUAL),
    ],
)
def test_a_terminal_is_known_by_its_name(environment: dict[str, str], order: str) -> None:
    assert likely_order(terminal_name(environment)) == order
