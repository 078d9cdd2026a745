"""Arabic letters take the forms in which they join, as another program shapes them."""

from gettext import GNUTranslations
from io import BytesIO
from pkgutil import get_data

import arabic_reshaper
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_tui.languages import translations_for
from odin_tui.languages.reading import for_screens, logical
from odin_tui.right_to_left.shaping import shaped, shaped_letters

LETTERS = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىـ"


@given(st.text(alphabet=LETTERS + " .،؟12ab", max_size=30))
def test_letters_join_as_another_program_joins_them(text: str) -> None:
    assert shaped(text) == arabic_reshaper.reshape(text)


def test_every_message_is_shaped_as_another_program_shapes_it() -> None:
    data = get_data("odin_tui.languages", "ar.mo")
    assert data is not None
    catalogue = GNUTranslations(BytesIO(data))._catalog.values()  # type: ignore[attr-defined]
    texts = [text for text in catalogue if "\u200c" not in text and "ﷲ" not in text]
    assert len(texts) > 1000
    # Words that the other program makes one letter of are left out.
    wrong = [t for t in texts if "لله" not in t and shaped(t) != arabic_reshaper.reshape(t)]
    assert wrong == []


def test_a_lam_and_its_alef_are_one_letter() -> None:
    assert shaped("سلام") == "ﺳﻼﻡ"
    assert [(each.start, each.end) for each in shaped_letters("سلام")] == [(0, 1), (1, 3), (3, 4)]


def test_marks_and_signs_of_direction_take_no_cell() -> None:
    assert shaped("مُحَمَّد\u200f") == shaped("محمد")


def test_a_sign_between_two_letters_keeps_them_from_joining() -> None:
    assert shaped("ب\u200cب") == "ﺏﺏ"
    assert shaped("بب") == "ﺑﺐ"


@pytest.mark.parametrize("text", ["", "Odin", "G8▲ O7★", shaped("سلام"), "{name}"])
def test_what_needs_no_shaping_stays_as_it_is(text: str) -> None:
    assert shaped(text) == text


def test_screens_get_shaped_texts_and_everything_else_the_letters() -> None:
    arabic = translations_for("ar")
    screens = for_screens(arabic)
    text = arabic.gettext("Settings")
    assert text != "Settings"
    assert screens.gettext("Settings") == shaped(text)
    assert logical(screens).gettext("Settings") == text
    assert for_screens(screens) is screens
    german = translations_for("de")
    assert for_screens(german) is german
