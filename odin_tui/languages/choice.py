"""Which language somebody reads: what they chose, else what their client says, else the host's."""

from odin_tui.languages import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    Translations,
    is_readable,
)

LONGEST_LOCALE = 40


def choose_language(*wishes: str) -> str:
    """Return the first language there is that is wished for; English if there is none.

    A wish is a code (`de`), a locale (`de_AT.UTF-8`), a language tag (`de-AT`), or nothing.
    """
    return next(filter(None, map(language_named, wishes)), DEFAULT_LANGUAGE)


def language_named(locale: str) -> str:
    """Return the code of the language that a locale names; empty if it is none of ours.

    `C` and `POSIX` name no language.
    """
    code = locale[:LONGEST_LOCALE].lower()
    for separator in (".", "@", "_", "-"):
        code = code.partition(separator)[0]
    return code if code in LANGUAGES else ""


def unreadable_text(language: str, tr: Translations) -> str:
    """Return a sentence on a language whose catalogue cannot be read; empty if it can."""
    if not language or is_readable(language):
        return ""
    text = tr.gettext("The translation into {language} cannot be read. Install odin again.")
    return text.format(language=LANGUAGES[language])
