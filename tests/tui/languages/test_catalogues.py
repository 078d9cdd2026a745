"""Compiled catalogues are read once, and one that is missing or broken is no disaster."""

from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from pkgutil import get_data

import pytest

from odin_tui import languages
from odin_tui.languages import (
    ENGLISH,
    LANGUAGES,
    catalogues,
    is_readable,
    language_of,
    translations_for,
)
from odin_tui.languages.catalogues import Catalogue
from odin_tui.languages.choice import unreadable_text


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Return the file that is read as the German catalogue; it is not there yet."""
    file = tmp_path / "de.mo"
    monkeypatch.setattr(catalogues, "get_data", lambda _package, _name: file.read_bytes())
    languages.translations_for.cache_clear()
    yield file
    languages.translations_for.cache_clear()


def test_every_language_has_a_catalogue_that_is_read_once() -> None:
    for language in LANGUAGES:
        assert language_of(translations_for(language)) == language
        assert translations_for(language) is translations_for(language)
        assert unreadable_text(language, ENGLISH) == ""


def test_arabic_has_six_plural_forms_in_the_order_of_gettext() -> None:
    plural = translations_for("ar").plural  # type: ignore[attr-defined]
    assert [plural(n) for n in (0, 1, 2, 3, 10, 11, 99, 100, 102, 103)] == [
        *(0, 1, 2, 3, 3, 4, 4, 5, 5, 3)
    ]


def test_a_catalogue_that_is_missing_leaves_english(catalogue: Path) -> None:
    assert not catalogue.exists()
    assert translations_for("de") is ENGLISH
    assert not is_readable("de")
    assert unreadable_text("de", ENGLISH) == (
        "The translation into Deutsch cannot be read. Install odin again."
    )


@pytest.mark.parametrize("damage", ["empty", "cut", "noise", "other language"])
def test_a_broken_catalogue_leaves_english(damage: str, catalogue: Path) -> None:
    folder = Path(languages.__file__).parent
    whole = (folder / "de.mo").read_bytes()
    catalogue.write_bytes(
        {
            "empty": b"",
            "cut": whole[:-1000],
            "noise": whole[:28] + b"\xff" * 1000,
            "other language": (folder / "fr.mo").read_bytes(),
        }[damage]
    )
    assert translations_for("de") is ENGLISH
    assert not is_readable("de")


def test_a_language_that_does_not_exist_is_english() -> None:
    assert translations_for("tlh") is translations_for("") is ENGLISH


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_a_catalogue_says_what_the_standard_library_reads_in_it(language: str) -> None:
    data = get_data("odin_tui.languages", f"{language}.mo")
    assert data is not None
    ours, theirs = Catalogue(BytesIO(data)), GNUTranslations(BytesIO(data))
    assert ours.info() == theirs.info()
    seen = 0
    for key in theirs._catalog:  # type: ignore[attr-defined]
        message, plural = (key[0], True) if isinstance(key, tuple) else (key, False)
        context, _, text = message.rpartition("\x04")
        assert ours.gettext(message) == theirs.gettext(message)
        if context:
            assert ours.pgettext(context, text) == theirs.pgettext(context, text)
        for count in (0, 1, 2, 3, 11, 100, 102) if plural else ():
            assert ours.ngettext(message, "", count) == theirs.ngettext(message, "", count)
            seen += 1
    assert seen > 100
    for tr in (ours, theirs):
        assert tr.gettext("Not there") == tr.pgettext("a context", "Not there") == "Not there"
        assert [tr.ngettext("No one", "No two", n) for n in (1, 2)] == ["No one", "No two"]
        assert [tr.npgettext("c", "No one", "No two", n) for n in (1, 2)] == [
            "No one",
            "No two",
        ]
