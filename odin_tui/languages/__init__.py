"""The languages a session can read; sentences are looked up in its translations.

Each language but English has a catalogue: `de.po` is written by people, `de.mo` beside it is
compiled from it when odin is installed.
"""

from functools import cache
from gettext import NullTranslations
from typing import TypeAlias

from odin_tui.languages.catalogues import load

Translations: TypeAlias = NullTranslations
"""The language of one session. It is handed in wherever text is made, never kept globally."""

ENGLISH: Translations = NullTranslations()
"""The language the sentences are written in, which needs no catalogue."""

DEFAULT_LANGUAGE = "en"
LANGUAGES: dict[str, str] = {
    DEFAULT_LANGUAGE: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "nl": "Nederlands",
    "ar": "العربية",
}
"""The languages there are, by their codes, each called as its speakers call it."""
RIGHT_TO_LEFT = frozenset({"ar"})
"""Those of them that are written from right to left."""


@cache
def translations_for(language: str) -> Translations:
    """Return the translations into a language; English if it is none, or cannot be read.

    A catalogue is read when it is first asked for, and shared by all sessions of the process.
    """
    if language not in LANGUAGES or language == DEFAULT_LANGUAGE:
        return ENGLISH
    return load(language) or ENGLISH


def language_of(tr: Translations) -> str:
    """Return the code of the language that translations are into."""
    return tr.info().get("language", DEFAULT_LANGUAGE)


def is_readable(language: str) -> bool:
    """Return whether a language can be shown; one whose catalogue is broken cannot."""
    return language_of(translations_for(language)) == language


def N_(message: str) -> str:  # noqa: N802 - the name by which tools find messages to translate
    """Mark a message for translation and return it as it is; it is translated where it is shown."""
    return message


def NC_(context: str, message: str) -> str:  # noqa: ARG001, N802 - likewise, with its context
    """Mark a message with several meanings and return it; show it with `in_context`."""
    return message


def in_context(tr: Translations, context: str, message: str) -> str:
    """Return a message as it is translated in a context; if it is in none, as it is everywhere."""
    text = tr.pgettext(context, message)
    return tr.gettext(message) if text == message else text


def command_line() -> Translations:
    """Return the language of the command line: the player's own, else the environment's."""
    # Screens and servers choose a language for each session, and need none of this.
    from odin_tui.languages.local import local_language  # noqa: PLC0415

    return translations_for(local_language())
