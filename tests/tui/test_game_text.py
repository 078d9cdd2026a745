"""The texts of games in data files: one message for each paragraph, plurals by a fact."""

import io

import pytest

from odin_tui.game_text import read_messages, read_toml
from odin_tui.languages import ENGLISH
from odin_tui.languages.extraction import lesson, messages, rules
from odin_tui.messages.sentence import Plural, formatted

DATA = b"""
[refusals]
too-low = "{value} does not beat {table}."

[reasons.sheds]
count = "cards"
one = "one card"
other = "{cards} cards"
"""


def test_a_text_that_is_broken_into_lines_is_one_line() -> None:
    assert read_toml('text = """\none\n  two\n"""') == {"text": "one two"}


def test_a_sentence_agrees_with_the_fact_that_it_names() -> None:
    sentence = Plural("cards", "one card", "{cards} cards")
    assert [formatted(sentence, ENGLISH, {"cards": count}) for count in (1, 3)] == [
        "one card",
        "3 cards",
    ]


@pytest.mark.parametrize("game", ["odin", "herrlof"])
def test_a_plural_counts_a_fact_that_its_other_form_may_name(game: str) -> None:
    plurals = [each for each in read_messages(game).reasons.values() if isinstance(each, Plural)]
    assert len(plurals) > 5
    for plural in plurals:
        assert f"{{{plural.count}}}" in plural.other


def test_translators_get_every_text_with_its_line() -> None:
    assert list(messages(io.BytesIO(DATA))) == [
        (3, "gettext", "{value} does not beat {table}.", []),
        (7, "ngettext", ("one card", "{cards} cards"), []),
    ]
    page = b"# set: What a set is\nOne card\nalone.\n\n- B9 B5 | one colour.\n- B2 led | play it.\n"
    assert [text for _line, _function, text, _comments in rules(io.BytesIO(page))] == [
        "What a set is",
        "One card alone.",
        "one colour.",
        "B2 led",
        "play it.",
    ]
    script = b'[[steps]]\ntext = "Play."\nmove = "B9"\n[steps.replies]\npass = "Not now."\n'
    assert [text for _line, _function, text, _comments in lesson(io.BytesIO(script))] == [
        "Play.",
        "Not now.",
    ]
