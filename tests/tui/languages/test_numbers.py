"""Numbers, percentages, days and lists as each language writes them."""

import pytest

from odin_tui.languages import LANGUAGES, translations_for
from odin_tui.languages.numbers import NOTATIONS, Share, comma_list, day_text, decimal, percent
from odin_tui.messages.sentence import formatted

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "number", "share", "day"),
    [
        ("en", "1,234.5", "12%", "2026-11-18"),
        ("de", "1.234,5", f"12{NBSP}%", "18.11.2026"),
        ("fr", f"1{NBSP}234,5", f"12{NBSP}%", "18/11/2026"),
        ("es", "1.234,5", f"12{NBSP}%", "18/11/2026"),
        ("it", "1.234,5", "12%", "18/11/2026"),
        ("nl", "1.234,5", "12%", "18-11-2026"),
        ("ar", "1,234.5", "12%", "18/11/2026"),
    ],
)
def test_every_language_writes_numbers_its_way(
    language: str, number: str, share: str, day: str
) -> None:
    tr = translations_for(language)
    assert decimal(1234.5, 1, tr) == number
    assert percent(0.12, tr) == share
    assert day_text("2026-11-18", tr) == day


def test_no_language_is_left_out() -> None:
    assert NOTATIONS.keys() == LANGUAGES.keys()


def test_changes_have_a_sign() -> None:
    tr = translations_for("en")
    assert percent(0.07, tr, signed=True) == "+7%"
    assert percent(-0.07, tr, 1, signed=True) == "−7.0%"
    assert percent(-0.001, tr, signed=True) == percent(0.001, tr, signed=True) == "0%"
    assert decimal(-1, 0, tr) == "−1"


def test_a_share_among_the_facts_is_said_in_percent() -> None:
    said = formatted(
        "{worth} of {cards}", translations_for("de"), {"worth": Share(0.5), "cards": [1, 2]}
    )
    assert said == f"50{NBSP}% of 1 2"


def test_arabic_lists_have_arabic_commas() -> None:
    assert comma_list(("R2", 7, "x"), translations_for("en")) == "R2, 7, x"
    assert "،" in comma_list(("R2", 7), translations_for("ar"))
