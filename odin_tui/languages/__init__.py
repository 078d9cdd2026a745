"""The languages a session can read; sentences are looked up in its translations."""

from gettext import NullTranslations
from typing import TypeAlias

Translations: TypeAlias = NullTranslations
"""The language of one session. It is handed in wherever text is made, never kept globally."""

ENGLISH: Translations = NullTranslations()
"""The language the sentences are written in, which needs no catalogue."""

DEFAULT_LANGUAGE = "en"
LANGUAGES: dict[str, str] = {DEFAULT_LANGUAGE: "English"}
"""The languages there are, by their codes, each called as its speakers call it."""


def translations_for(language: str) -> Translations:  # noqa: ARG001 - only English needs none
    """Return the translations into one of `LANGUAGES`."""
    return ENGLISH


def N_(message: str) -> str:  # noqa: N802 - the name by which tools find messages to translate
    """Mark a message for translation and return it as it is; it is translated where it is shown."""
    return message


def command_line() -> Translations:
    """Return the language of the command line, where no player has chosen one."""
    return ENGLISH
