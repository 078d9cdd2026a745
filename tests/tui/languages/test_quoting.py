"""What somebody typed stands in the quotation marks of the reader's language."""

import pytest

from odin_engine.game import NotAMove
from odin_tui.languages import LANGUAGES, translations_for
from odin_tui.languages.quoting import MARKS, quotable
from odin_tui.messages import refusal_text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_quotes_as_its_language_does(language: str) -> None:
    said = refusal_text(NotAMove("not-a-move", text="bogus"), translations_for(language), "odin")
    assert MARKS.get(language, "'{}'").format("bogus") in said


def test_a_control_character_is_not_sent_to_the_terminal() -> None:
    quoted = repr(quotable("a\x1b[2J{b}", translations_for("de")))
    assert quoted == "„a\\x1b[2J{b}“"
    assert quotable(7, translations_for("de")) == 7
