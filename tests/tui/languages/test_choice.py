"""Which language somebody reads: their choice, then their client's, then the host's."""

from pathlib import Path

import pytest

from odin_server.locales import accepted_languages, locales_in
from odin_tui.languages.choice import choose_language, language_named
from odin_tui.languages.local import local_language


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de_AT.UTF-8", "de"),
        ("de-AT", "de"),
        ("ar.UTF-8", "ar"),
        ("nl_BE@euro", "nl"),
        ("FR_ca", "fr"),
        ("es-419", "es"),
        ("C", ""),
        ("C.UTF-8", ""),
        ("POSIX", ""),
        ("", ""),
        ("sv_SE.UTF-8", ""),
        ("den_DE", ""),
        ("de" * 10_000, ""),
    ],
)
def test_a_locale_names_a_language_or_none(locale: str, language: str) -> None:
    assert language_named(locale) == language


def test_the_first_wish_that_can_be_met_counts_and_english_is_what_is_left() -> None:
    assert choose_language("it", "de_DE.UTF-8", "fr") == "it"
    assert choose_language("", "C.UTF-8", "sv_SE", "fr") == "fr"
    assert choose_language("", "C", "") == choose_language() == "en"
    assert choose_language("en", "de") == "en", "English can be chosen, too"


def test_an_environment_is_read_as_posix_says() -> None:
    environment = {"LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "nl_NL", "LC_TIME": "ar"}
    assert locales_in(environment) == ("nl_NL", "fr_FR", "de_DE")
    assert locales_in({"LC_ALL": "", "LANG": "de_DE"}) == ("de_DE",)
    assert choose_language(*locales_in({"LC_ALL": "C", "LANG": "es_ES"})) == "es"
    assert locales_in({}) == ()


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", ("de-AT", "de", "en")),
        ("en;q=0.1, ar ;q=0.7, nl", ("nl", "ar", "en")),
        ("fr;q=0, it;q=2, es;q=x, *;q=0.5", ("*",)),
        ("", ()),
        (",;,=", ("=",)),
    ],
)
def test_a_browser_lists_languages_by_how_much_they_are_liked(
    header: str, tags: tuple[str, ...]
) -> None:
    assert accepted_languages(header) == tags


def test_a_very_long_header_is_not_read_to_its_end() -> None:
    assert len(accepted_languages("de," * 100_000)) <= 20


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ('language = "it"\n', "it"),
        ('language = "tlh"\n', "nl"),
        ("language = 7\n", "nl"),
        ("language = \n", "nl"),
        (None, "nl"),
    ],
)
def test_the_command_line_reads_the_players_setting_and_then_the_environment(
    settings: str | None, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_name, **_more: tmp_path)
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    if settings is not None:
        (tmp_path / "settings.toml").write_text(settings)
    local_language.cache_clear()
    try:
        assert local_language() == language
    finally:
        local_language.cache_clear()
